//! The whole service through its events, its calls and a mail server's side of the conversation.

#![expect(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod mailbox;
mod mails;
mod members;
mod news_mails;
mod news_pushes;
mod news_unmailed;
mod preferences;
mod push;
mod push_services;
mod receipts;
#[path = "../support/mod.rs"]
mod support;

use kit::{MemberId, testing::TestHost};
use notifications::Notifications;
use proto::notifications::v1::{
    GetDisabledRequest, notifications_internal_service_client::NotificationsInternalServiceClient,
};
use support::{
    fakes::{FakeAccounts, FakeProfiles, FakeSettings},
    sink::{self, Sink},
};

/// The service among those it asks.
async fn host(settings: &str) -> TestHost {
    TestHost::with(settings, async |host| {
        host.mount::<Notifications>().await?;
        host.mount::<FakeAccounts>().await?;
        host.mount::<FakeProfiles>().await?;
        host.mount::<FakeSettings>().await
    })
    .await
}

/// The service without a mail server, for stories without mails.
async fn quiet_host() -> TestHost {
    host(&sink::settings(Sink::nowhere())).await
}

/// The words of `notifications_disabled`.
async fn disabled(host: &TestHost, member: MemberId) -> Vec<String> {
    NotificationsInternalServiceClient::new(host.service("notifications", "gateway"))
        .get_disabled(GetDisabledRequest {
            member_id: member.to_string(),
        })
        .await
        .unwrap()
        .into_inner()
        .disabled
}

//! Every call proves who makes it.

use std::time::Duration;

use kit::{Caller, MemberId, SiteId, Transport, fault, identity::Signer, testing::TestHost};
use proto::notifications::v1::{
    GetDisabledRequest, GetPreferencesRequest,
    notifications_internal_service_client::NotificationsInternalServiceClient,
    notifications_service_client::NotificationsServiceClient,
};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::desk::{Visitor, open};

const SITE: SiteId = SiteId::new(Uuid::from_u128(1));
const MEMBER: MemberId = MemberId::new(Uuid::from_u128(2));

async fn host() -> TestHost {
    TestHost::start(async |host| open(host).await.map(drop)).await
}

async fn as_member(way: Transport) -> Result<(), Status> {
    let mut client = NotificationsServiceClient::new(way);
    client
        .get_preferences(GetPreferencesRequest {})
        .await
        .map(drop)
}

async fn as_service(way: Transport) -> Result<Vec<String>, Status> {
    let mut client = NotificationsInternalServiceClient::new(way);
    let answer = client.get_disabled(GetDisabledRequest::default()).await?;
    Ok(answer.into_inner().disabled)
}

fn assert_refused(outcome: Result<(), Status>, code: Code, reason: &str) {
    let status = outcome.expect_err("refused");
    assert_eq!(status.code(), code);
    assert_eq!(fault::reason(&status).as_deref(), Some(reason));
}

#[tokio::test]
async fn a_call_without_a_valid_token_reaches_nobody() {
    let mut calls = None;
    let host = TestHost::start(async |host| {
        calls = Some(open(host).await?);
        Ok(())
    })
    .await;
    let member = Caller {
        site: Some(SITE),
        member: Some(MEMBER),
        ..Caller::default()
    };
    let good = host.signer("gateway").token(&member);
    let foreign_key = "another-deployment's-key-of-enough-characters".into();
    let foreign = Signer::new("gateway", &foreign_key, host.clock.clock()).token(&member);
    let (head, rest) = good.split_once('.').expect("three parts");
    let (claims, signature) = rest.split_once('.').expect("three parts");
    let forged = format!("{head}.{claims}x.{signature}");
    let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.");

    as_member(host.bearing("desk", &good))
        .await
        .expect("a good token is admitted");
    for bad in ["", "x", &foreign, &forged, &unsigned] {
        let outcome = as_member(host.bearing("desk", bad)).await;
        assert_refused(outcome, Code::Unauthenticated, "identity_refused");
    }
    host.clock.advance(Duration::from_secs(71));
    let outcome = as_member(host.bearing("desk", &good)).await;
    assert_refused(outcome, Code::Unauthenticated, "identity_refused");
    let calls = calls.expect("counter");
    assert_eq!(calls.load(std::sync::atomic::Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_call_without_any_token_is_refused_on_the_socket_too() {
    let host = host().await;
    let mut bare = None;
    let settings = format!("[peers]\ndesk = \"{}\"", host.internal_url());
    let _visitor = TestHost::with(&settings, async |host| {
        host.mount::<Visitor>().await?;
        bare = Some(host.bare_peer("desk"));
        Ok(())
    })
    .await;
    let outcome = as_member(bare.expect("peer")).await;
    assert_refused(outcome, Code::Unauthenticated, "identity_refused");
}

#[tokio::test]
async fn visitors_members_and_services_each_reach_what_is_theirs() {
    let host = host().await;
    as_member(host.member("desk", SITE, MEMBER))
        .await
        .expect("a member calls as a member");
    let visitor = as_member(host.visitor("desk", SITE)).await;
    assert_refused(visitor, Code::PermissionDenied, "not_logged_in");
    let service = as_member(host.service("desk", "gateway")).await;
    assert_refused(service, Code::PermissionDenied, "not_logged_in");

    let caller = as_service(host.service("desk", "gateway")).await;
    assert_eq!(caller.expect("a service calls as a service"), ["gateway"]);
    for stranger in [
        host.member("desk", SITE, MEMBER),
        host.visitor("desk", SITE),
        host.service("desk", "chat"),
    ] {
        let outcome = as_service(stranger).await.map(drop);
        assert_refused(outcome, Code::PermissionDenied, "not_allowed");
    }
}

#[tokio::test]
async fn a_peer_calls_in_its_own_name_for_as_long_as_it_lives() {
    let mut desk = None;
    let host = TestHost::start(async |host| {
        open(host).await?;
        host.mount::<Visitor>().await?;
        desk = Some(host.peer("desk"));
        Ok(())
    })
    .await;
    let desk = desk.expect("peer");
    for _ in 0..3 {
        let caller = as_service(desk.clone()).await.expect("admitted");
        assert_eq!(caller, ["visitor"]);
        host.clock.advance(Duration::from_mins(10));
    }
}

#[tokio::test]
async fn tokens_of_the_previous_key_are_good_while_keys_change() {
    let settings = "
        identity_key = \"the-new-key-of-this-deployment-0001\"
        identity_key_previous = \"a-key-for-tests-and-for-nothing-else\"
        ";
    let host = TestHost::with(settings, async |host| open(host).await.map(drop)).await;
    // Signed with the key that is now the previous one.
    as_member(host.member("desk", SITE, MEMBER))
        .await
        .expect("admitted");
}

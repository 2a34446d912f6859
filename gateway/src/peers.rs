//! The services behind the gateway, and in whose name they are called.

use std::task::{Context, Poll};

use http::{HeaderValue, Request, header};
use kit::{Host, Transport, identity::Signer};
use proto::{
    accounts::v1::{
        accounts_internal_service_client::AccountsInternalServiceClient,
        accounts_service_client::AccountsServiceClient,
    },
    billing::v1::billing_internal_service_client::BillingInternalServiceClient,
    chat::v1::{
        chat_gateway_service_client::ChatGatewayServiceClient,
        chat_internal_service_client::ChatInternalServiceClient,
    },
    matching::v1::matching_internal_service_client::MatchingInternalServiceClient,
    notifications::v1::{
        notifications_gateway_service_client::NotificationsGatewayServiceClient,
        notifications_internal_service_client::NotificationsInternalServiceClient,
    },
    profiles::v1::{
        photo_files_service_client::PhotoFilesServiceClient,
        profiles_internal_service_client::ProfilesInternalServiceClient,
        profiles_service_client::ProfilesServiceClient,
    },
    settings::v1::settings_internal_service_client::SettingsInternalServiceClient,
};
use tonic::body::Body;
use tower::Service;

use crate::caller::Caller;

/// Bytes of a photo's file at most; they are much smaller, save for very tall ones.
const LARGEST_FILE: usize = 32 * 1024 * 1024;

pub(crate) type NotificationsGateway = NotificationsGatewayServiceClient<Transport>;

/// Ways to the other services.
#[derive(Clone, Debug)]
pub(crate) struct Peers {
    accounts: Way,
    settings: Way,
    notifications: Way,
    profiles: Way,
    matching: Way,
    chat: Way,
    billing: Way,
    signer: Signer,
}

#[derive(Clone, Debug)]
struct Way {
    /// Speaks as the gateway.
    own: Transport,
    /// Speaks with the token of each request, and not at all without one.
    bare: Transport,
}

impl Way {
    fn to(host: &mut Host, name: &'static str) -> Self {
        Self {
            own: host.peer(name),
            bare: host.bare_peer(name),
        }
    }
}

/// gRPC services that the browser may call, and which peer answers them.
///
/// This is the whole allow-list: what is not here does not exist for the world.
pub(crate) const PUBLIC: [(&str, Peer); 7] = [
    ("vonk.accounts.v1.AccountsService", Peer::Accounts),
    ("vonk.settings.v1.SettingsService", Peer::Settings),
    (
        "vonk.notifications.v1.NotificationsService",
        Peer::Notifications,
    ),
    ("vonk.profiles.v1.ProfilesService", Peer::Profiles),
    ("vonk.matching.v1.MatchingService", Peer::Matching),
    ("vonk.chat.v1.ChatService", Peer::Chat),
    ("vonk.billing.v1.BillingService", Peer::Billing),
];

/// One of the services behind the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    Accounts,
    Settings,
    Notifications,
    Profiles,
    Matching,
    Chat,
    Billing,
}

impl Peers {
    pub(crate) fn of(host: &mut Host) -> Self {
        Self {
            accounts: Way::to(host, "accounts"),
            settings: Way::to(host, "settings"),
            notifications: Way::to(host, "notifications"),
            profiles: Way::to(host, "profiles"),
            matching: Way::to(host, "matching"),
            chat: Way::to(host, "chat"),
            billing: Way::to(host, "billing"),
            signer: host.signer(),
        }
    }

    /// Accounts, on the gateway's own behalf.
    pub(crate) fn accounts(&self) -> AccountsInternalServiceClient<Transport> {
        AccountsInternalServiceClient::new(self.accounts.own.clone())
    }

    /// Settings, on the gateway's own behalf.
    pub(crate) fn settings(&self) -> SettingsInternalServiceClient<Transport> {
        SettingsInternalServiceClient::new(self.settings.own.clone())
    }

    /// Notifications, on the gateway's own behalf.
    pub(crate) fn notifications(&self) -> NotificationsInternalServiceClient<Transport> {
        NotificationsInternalServiceClient::new(self.notifications.own.clone())
    }

    /// What notifications tells gateways only: the key of pushes.
    pub(crate) fn notifications_gateway(&self) -> NotificationsGateway {
        NotificationsGatewayServiceClient::new(self.notifications.own.clone())
    }

    /// Profiles, on the gateway's own behalf.
    pub(crate) fn profiles(&self) -> ProfilesInternalServiceClient<Transport> {
        ProfilesInternalServiceClient::new(self.profiles.own.clone())
    }

    /// Files of members' photos.
    pub(crate) fn photo_files(&self) -> PhotoFilesServiceClient<Transport> {
        PhotoFilesServiceClient::new(self.profiles.own.clone())
            .max_decoding_message_size(LARGEST_FILE)
    }

    /// Matching, on the gateway's own behalf.
    pub(crate) fn matching(&self) -> MatchingInternalServiceClient<Transport> {
        MatchingInternalServiceClient::new(self.matching.own.clone())
    }

    /// Chat, on the gateway's own behalf.
    pub(crate) fn chat(&self) -> ChatInternalServiceClient<Transport> {
        ChatInternalServiceClient::new(self.chat.own.clone())
    }

    /// What chat tells gateways only: files of photos, who is typing.
    pub(crate) fn chat_gateway(&self) -> ChatGatewayServiceClient<Transport> {
        ChatGatewayServiceClient::new(self.chat.own.clone()).max_decoding_message_size(LARGEST_FILE)
    }

    /// Billing, on the gateway's own behalf.
    pub(crate) fn billing(&self) -> BillingInternalServiceClient<Transport> {
        BillingInternalServiceClient::new(self.billing.own.clone())
    }

    /// Profiles, in the name of a person.
    pub(crate) fn profiles_for(&self, caller: &Caller) -> ProfilesServiceClient<OnBehalf> {
        ProfilesServiceClient::new(self.on_behalf(Peer::Profiles, caller))
    }

    /// Accounts, in the name of a person.
    pub(crate) fn accounts_for(&self, caller: &Caller) -> AccountsServiceClient<OnBehalf> {
        AccountsServiceClient::new(self.on_behalf(Peer::Accounts, caller))
    }

    /// The way to a peer in the name of a person.
    pub(crate) fn on_behalf(&self, peer: Peer, caller: &Caller) -> OnBehalf {
        let way = match peer {
            Peer::Accounts => &self.accounts,
            Peer::Settings => &self.settings,
            Peer::Notifications => &self.notifications,
            Peer::Profiles => &self.profiles,
            Peer::Matching => &self.matching,
            Peer::Chat => &self.chat,
            Peer::Billing => &self.billing,
        };
        let token = self.signer.token(&caller.identity());
        let token = HeaderValue::try_from(format!("Bearer {token}")).map(|mut value| {
            value.set_sensitive(true);
            value
        });
        OnBehalf {
            transport: way.bare.clone(),
            token: token.ok(),
        }
    }
}

/// A transport whose every request carries one person's token.
#[derive(Clone, Debug)]
pub(crate) struct OnBehalf {
    transport: Transport,
    token: Option<HeaderValue>,
}

impl Service<Request<Body>> for OnBehalf {
    type Response = <Transport as Service<Request<Body>>>::Response;
    type Error = <Transport as Service<Request<Body>>>::Error;
    type Future = <Transport as Service<Request<Body>>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.transport.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        // A token is letters, digits and dots, so always a header value; were it none,
        // the peer would refuse the call.
        if let Some(token) = self.token.clone() {
            request.headers_mut().insert(header::AUTHORIZATION, token);
        }
        self.transport.call(request)
    }
}

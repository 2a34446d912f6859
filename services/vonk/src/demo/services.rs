//! The services' own calls, made in the name of the demonstration's members.

use std::time::Duration;

use anyhow::Context as _;
use kit::{Caller, Clock, MemberId, SiteId, Transport, config::Process, fault, identity::Signer};
use proto::{
    accounts::v1::accounts_operator_service_client::AccountsOperatorServiceClient,
    chat::v1::chat_service_client::ChatServiceClient,
    matching::v1::matching_service_client::MatchingServiceClient,
    notifications::v1::notifications_service_client::NotificationsServiceClient,
    profiles::v1::{
        profiles_internal_service_client::ProfilesInternalServiceClient,
        profiles_service_client::ProfilesServiceClient,
    },
    settings::v1::settings_internal_service_client::SettingsInternalServiceClient,
};
use tonic::{Code, Request, Response, Status};

/// News of a member may take this long to come to a service that 2,000 members keep busy.
const TRIES: u32 = 240;
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(500);

/// Clients of all services.
#[derive(Clone)]
pub(crate) struct Services {
    signer: Signer,
    pub(crate) settings: SettingsInternalServiceClient<Transport>,
    pub(crate) accounts: AccountsOperatorServiceClient<Transport>,
    pub(crate) profiles: ProfilesServiceClient<Transport>,
    pub(crate) activity: ProfilesInternalServiceClient<Transport>,
    pub(crate) matching: MatchingServiceClient<Transport>,
    pub(crate) chat: ChatServiceClient<Transport>,
    pub(crate) notifications: NotificationsServiceClient<Transport>,
}

/// A member in whose name calls are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub(crate) site: SiteId,
    pub(crate) id: MemberId,
}

/// In whose name a call is made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By {
    /// The operator's command itself.
    Command,
    /// Somebody on a site who is not logged in.
    Visitor(SiteId),
    Member(Member),
}

impl From<Member> for By {
    fn from(member: Member) -> Self {
        Self::Member(member)
    }
}

impl Services {
    /// Reaches each service where the configuration says, or at `internal`.
    pub(crate) fn new(process: &Process, internal: &str) -> anyhow::Result<Self> {
        let signer = Signer::new("vonk", &process.identity_key, Clock::system());
        let way = |name: &str| {
            let url = process.peers.get(name).map_or(internal, String::as_str);
            Transport::to(url, signer.clone())
        };
        Ok(Self {
            settings: SettingsInternalServiceClient::new(way("settings")?),
            accounts: AccountsOperatorServiceClient::new(way("accounts")?),
            profiles: ProfilesServiceClient::new(way("profiles")?),
            activity: ProfilesInternalServiceClient::new(way("profiles")?),
            matching: MatchingServiceClient::new(way("matching")?),
            chat: ChatServiceClient::new(way("chat")?),
            notifications: NotificationsServiceClient::new(way("notifications")?),
            signer,
        })
    }

    /// Makes a call, and again while a service has not heard of its members yet or has too much to
    /// do. Only for calls that change nothing the second time.
    pub(crate) async fn ask<Q: Clone, A, F>(
        &self,
        by: impl Into<By>,
        question: Q,
        call: impl Fn(Self, Request<Q>) -> F,
    ) -> anyhow::Result<A>
    where
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let by = by.into();
        for _ in 1..TRIES {
            let request = self.request(by, question.clone())?;
            match call(self.clone(), request).await {
                Err(status) if passes(&status) => tokio::time::sleep(PAUSE).await,
                outcome => return answer(outcome),
            }
        }
        answer(call(self.clone(), self.request(by, question)?).await)
    }

    fn request<Q>(&self, by: By, question: Q) -> anyhow::Result<Request<Q>> {
        let caller = match by {
            By::Command => Caller::default(),
            By::Visitor(site) => Caller {
                site: Some(site),
                ..Caller::default()
            },
            By::Member(member) => Caller {
                site: Some(member.site),
                member: Some(member.id),
                roles: vec!["member".to_owned()],
                ..Caller::default()
            },
        };
        let token = self.signer.token(&caller);
        let mut request = Request::new(question);
        let mut bearer: tonic::metadata::MetadataValue<_> = format!("Bearer {token}").parse()?;
        bearer.set_sensitive(true);
        request.metadata_mut().insert("authorization", bearer);
        Ok(request)
    }
}

/// The answer, or what was wrong with the reason word.
fn answer<T>(outcome: Result<Response<T>, Status>) -> anyhow::Result<T> {
    let reason = outcome.as_ref().err().and_then(fault::reason);
    let answer = outcome.with_context(|| reason.unwrap_or_default())?;
    Ok(answer.into_inner())
}

/// What passes by itself.
fn passes(status: &Status) -> bool {
    let waiting = [
        "not_confirmed",
        "member_unknown",
        "not_logged_in",
        "profile_unknown",
        "peer_not_confirmed",
        "busy",
        "unavailable",
        // Also where every connection to the database is taken: a machine that does much else.
        "internal",
    ];
    matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded)
        || fault::reason(status).is_some_and(|reason| waiting.contains(&reason.as_str()))
}

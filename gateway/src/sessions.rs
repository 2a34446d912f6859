//! Whose session a cookie is: asked of accounts, remembered for seconds.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use kit::{MemberId, SessionId, Transport};
use moka::future::Cache;
use proto::accounts::v1::{
    Account, AuthenticateRequest, TouchSessionRequest,
    accounts_internal_service_client::AccountsInternalServiceClient,
};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use tonic::{Code, Status};

use crate::reply::Refusal;

/// A session ended elsewhere is worth nothing after this long, also when its event is lost.
const REMEMBERED: Duration = Duration::from_secs(10);
/// "Last seen" need not be finer than this.
const TOLD: Duration = Duration::from_mins(5);
const AT_MOST: u64 = 100_000;

/// A member's open session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: SessionId,
    pub(crate) member: MemberId,
    pub(crate) account: Account,
}

/// Site and token by their hash: the cache holds no token, and a token of
/// one site is no key to another's entry.
type Key = [u8; 32];

/// Sessions by their token.
pub(crate) struct Sessions {
    accounts: AccountsInternalServiceClient<Transport>,
    open: Cache<Key, Arc<Session>>,
    /// Sessions that accounts was lately told to be in use.
    told: Cache<SessionId, ()>,
    /// Rises with every drop, so that an answer which was under way meanwhile is not kept.
    drops: AtomicU64,
}

fn key(site_id: &str, token: &SecretString) -> Key {
    let mut hash = Sha256::new();
    hash.update(site_id);
    hash.update([0]);
    hash.update(token.expose_secret());
    hash.finalize().into()
}

impl Sessions {
    pub(crate) fn new(accounts: AccountsInternalServiceClient<Transport>) -> Self {
        let open = Cache::builder()
            .max_capacity(AT_MOST)
            .time_to_live(REMEMBERED)
            .support_invalidation_closures()
            .build();
        Self {
            accounts,
            open,
            told: Cache::builder()
                .max_capacity(AT_MOST)
                .time_to_live(TOLD)
                .build(),
            drops: AtomicU64::new(0),
        }
    }

    /// The session, when it was seen in the last seconds.
    pub(crate) async fn remembered(
        &self,
        site_id: &str,
        token: &SecretString,
    ) -> Option<Arc<Session>> {
        self.open.get(&key(site_id, token)).await
    }

    /// The session of a token on a site; none when it is nobody's.
    pub(crate) async fn of(
        &self,
        site_id: &str,
        token: &SecretString,
    ) -> Result<Option<Arc<Session>>, Refusal> {
        let key = key(site_id, token);
        let drops = self.drops.load(Ordering::SeqCst);
        let found = self.open.try_get_with(key, self.ask(site_id, token)).await;
        if self.drops.load(Ordering::SeqCst) != drops {
            self.open.invalidate(&key).await;
        }
        match found {
            Ok(session) => Ok(Some(session)),
            Err(status) if kit::fault::reason(&status).as_deref() == Some("session_unknown") => {
                Ok(None)
            }
            Err(status) => Err(Status::clone(&status).into()),
        }
    }

    async fn ask(&self, site_id: &str, token: &SecretString) -> Result<Arc<Session>, Status> {
        let request = AuthenticateRequest {
            site_id: site_id.to_owned(),
            session_token: token.expose_secret().to_owned(),
        };
        let answer = self
            .accounts
            .clone()
            .authenticate(kit::idempotent(request))
            .await?
            .into_inner();
        let broken = || Status::new(Code::Internal, "no session answered");
        let account = answer.account.ok_or_else(broken)?;
        // Said again here, so that no slip elsewhere opens a site to another's members.
        if account.site_id != site_id {
            return Err(kit::fault::status(
                Code::Unauthenticated,
                "session_unknown",
                [],
            ));
        }
        Ok(Arc::new(Session {
            id: answer.session_id.parse().map_err(|_| broken())?,
            member: account.id.parse().map_err(|_| broken())?,
            account,
        }))
    }

    /// Tells accounts that a session is in use, every few minutes, or that its page was hidden.
    ///
    /// Soft: nobody waits in vain because "last seen" could not be written.
    pub(crate) async fn touch(&self, session: &Session, hidden: bool) {
        if hidden {
            self.told.invalidate(&session.id).await;
        } else if self.told.contains_key(&session.id) {
            return;
        } else {
            self.told.insert(session.id, ()).await;
        }
        let request = TouchSessionRequest {
            session_id: session.id.to_string(),
            hidden,
        };
        if let Err(status) = self.accounts.clone().touch_session(request).await {
            tracing::warn!(session.id = %session.id, code = ?status.code(), "a session was not touched");
        }
    }

    /// Forgets one session.
    pub(crate) async fn forget(&self, site_id: &str, token: &SecretString) {
        self.drops.fetch_add(1, Ordering::SeqCst);
        self.open.invalidate(&key(site_id, token)).await;
    }

    /// Forgets what is remembered of a member: some sessions, or all when none is named.
    pub(crate) fn forget_member(&self, member: &str, sessions: &[String]) {
        self.drops.fetch_add(1, Ordering::SeqCst);
        let Ok(member) = member.parse::<MemberId>() else {
            return;
        };
        let named: Vec<SessionId> = sessions.iter().filter_map(|id| id.parse().ok()).collect();
        let all = sessions.is_empty();
        let dropped = self.open.invalidate_entries_if(move |_, session| {
            session.member == member && (all || named.contains(&session.id))
        });
        if dropped.is_err() {
            // Only a cache built without closures answers so.
            self.open.invalidate_all();
        }
    }
}

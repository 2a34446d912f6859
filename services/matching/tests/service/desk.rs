//! Matching with stand-ins for its peers, and members to play with.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::{Duration, Instant},
};

use kit::{Db, MemberId, SiteId, Transport, fault, testing::TestHost};
use matching::Matching;
use proto::{
    matching::v1::{
        BlockRequest, LikeRequest, LikeResponse, ListLikesRequest, ListLikesResponse, SwipeRequest,
        SwipeResponse, UnblockRequest,
        matching_internal_service_client::MatchingInternalServiceClient,
        matching_service_client::MatchingServiceClient,
    },
    profiles::v1 as profiles,
};
use tokio::sync::{Notify, OwnedRwLockWriteGuard, RwLock};
use tonic::{Response, Status};
use uuid::Uuid;

use crate::fakes;

pub(crate) const SITE: SiteId = SiteId::new(Uuid::from_u128(1));
pub(crate) const OTHER_SITE: SiteId = SiteId::new(Uuid::from_u128(2));

/// Of blocker and blocked: the number of the latest decision, and whether the block stands.
type Decisions = HashMap<(String, String), (i64, bool)>;

/// What a peer was told of blocks. As the real ones do, it follows the highest decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard(Arc<Mutex<Decisions>>);

impl Heard {
    pub(crate) fn hear(&self, pair: (String, String), decision: i64, stands: bool) {
        let mut heard = self.0.lock().unwrap();
        let known = heard.entry(pair).or_default();
        if known.0 <= decision {
            *known = (decision, stands);
        }
    }

    /// Blocks that stand.
    pub(crate) fn standing(&self) -> usize {
        let heard = self.0.lock().unwrap();
        heard.values().filter(|(_, stands)| *stands).count()
    }
}

/// Where a call may be made to wait on its way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gate {
    arrived: Arc<Notify>,
    open: Arc<RwLock<()>>,
}

impl Gate {
    pub(crate) async fn pass(&self) {
        self.arrived.notify_one();
        drop(self.open.read().await);
    }

    /// Nothing passes while this is held.
    pub(crate) async fn hold(&self) -> OwnedRwLockWriteGuard<()> {
        Arc::clone(&self.open).write_owned().await
    }

    pub(crate) async fn arrived(&self) {
        self.arrived.notified().await;
    }
}

/// What chat and profiles were told, and whether chat is away or hears late.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    pub(crate) chat: Heard,
    pub(crate) profiles: Heard,
    pub(crate) chat_is_away: Arc<AtomicBool>,
    pub(crate) recording: Gate,
    pub(crate) removing: Gate,
}

pub(crate) struct Desk {
    pub(crate) host: TestHost,
    pub(crate) told: Told,
    profiles: Db,
}

impl Desk {
    pub(crate) async fn new() -> Self {
        Self::with("").await
    }

    /// With lines of the section `[matching]`.
    pub(crate) async fn with(settings: &str) -> Self {
        let told = Told::default();
        let mounted = told.clone();
        let host = TestHost::with(&format!("[matching]\n{settings}"), async |host| {
            host.mount::<Matching>().await?;
            fakes::mount(host, &mounted).await
        })
        .await;
        let profiles = host.db("profiles");
        Self {
            host,
            told,
            profiles,
        }
    }

    /// Waits until something becomes true by itself.
    pub(crate) async fn until(&self, what: &str, mut check: impl AsyncFnMut() -> bool) {
        let started = Instant::now();
        while !check().await {
            assert!(started.elapsed() < Duration::from_secs(20), "never: {what}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until that many statements wait for a lock that somebody else holds.
    pub(crate) async fn waiting(&self, statements: i64) {
        let db = self.host.db("matching");
        self.until("the statement waits", async || {
            let waiting = sqlx::query_scalar!(
                r#"
                select count(*) as "count!"
                from   pg_stat_activity
                where  datname = current_database() and wait_event_type = 'Lock'
                "#
            );
            waiting.fetch_one(db.pool()).await.unwrap() == statements
        })
        .await;
    }

    /// A confirmed member of the site.
    pub(crate) async fn member(&self) -> MemberId {
        self.profile(SITE, "member", true).await
    }

    /// A profile of any kind, as profiles tells of it.
    pub(crate) async fn profile(&self, site: SiteId, kind: &str, active: bool) -> MemberId {
        let chance = kit::Chance::system();
        let member = MemberId::new(chance.uuid(self.host.clock.now()));
        self.tell(site, member, 1, kind, active).await;
        self.host.settle().await;
        member
    }

    /// What profiles tells of a member at a revision.
    pub(crate) async fn tell(
        &self,
        site: SiteId,
        member: MemberId,
        revision: i64,
        kind: &str,
        active: bool,
    ) {
        let mut tx = self.profiles.begin().await.unwrap();
        tx.emit(&profiles::ProfileChanged {
            member_id: member.to_string(),
            site_id: site.to_string(),
            revision,
            kind: kind.to_owned(),
            active,
            ..profiles::ProfileChanged::default()
        })
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }

    pub(crate) fn as_member(&self, member: MemberId) -> MatchingServiceClient<Transport> {
        MatchingServiceClient::new(self.host.member("matching", SITE, member))
    }

    pub(crate) fn as_service(
        &self,
        name: &'static str,
    ) -> MatchingInternalServiceClient<Transport> {
        MatchingInternalServiceClient::new(self.host.service("matching", name))
    }

    pub(crate) async fn like(&self, me: MemberId, other: MemberId) -> Result<bool, String> {
        let request = LikeRequest {
            member_id: other.to_string(),
        };
        let answer = self.as_member(me).like(request).await;
        answer
            .map(|answer: Response<LikeResponse>| answer.into_inner().matched)
            .map_err(reason)
    }

    pub(crate) async fn block(&self, me: MemberId, other: MemberId) -> Result<(), String> {
        let request = BlockRequest {
            member_id: other.to_string(),
        };
        self.as_member(me)
            .block(request)
            .await
            .map(drop)
            .map_err(reason)
    }

    pub(crate) async fn unblock(&self, me: MemberId, other: MemberId) -> Result<(), String> {
        let request = UnblockRequest {
            member_id: other.to_string(),
        };
        self.as_member(me)
            .unblock(request)
            .await
            .map(drop)
            .map_err(reason)
    }

    pub(crate) async fn swipe(
        &self,
        me: MemberId,
        other: MemberId,
        like: bool,
    ) -> Result<SwipeResponse, String> {
        let request = SwipeRequest {
            member_id: other.to_string(),
            like,
        };
        self.as_member(me)
            .swipe(request)
            .await
            .map(Response::into_inner)
            .map_err(reason)
    }

    pub(crate) async fn likes_of(&self, member: MemberId) -> ListLikesResponse {
        let request = ListLikesRequest {
            member_id: member.to_string(),
        };
        self.as_service("gateway")
            .list_likes(request)
            .await
            .unwrap()
            .into_inner()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn reason(status: Status) -> String {
    fault::reason(&status).unwrap_or_else(|| format!("{status:?}"))
}

//! Tells profiles who is here.

use std::time::Duration;

use kit::MemberId;
use moka::sync::Cache;
use proto::profiles::v1::TouchActivityRequest;

use crate::peers::Peers;

/// A member shows as online for ten minutes, so once a minute is often enough.
const TOLD: Duration = Duration::from_mins(1);
const AT_MOST: u64 = 100_000;

/// Members that this replica has told of lately.
pub(crate) struct Presence {
    told: Cache<MemberId, ()>,
}

impl Presence {
    pub(crate) fn new() -> Self {
        Self {
            told: Cache::builder()
                .max_capacity(AT_MOST)
                .time_to_live(TOLD)
                .build(),
        }
    }

    /// The member is here now.
    ///
    /// Soft: nobody waits in vain because it could not be written.
    pub(crate) async fn touch(&self, peers: &Peers, member: MemberId) {
        if !self.told.entry(member).or_insert(()).is_fresh() {
            return;
        }
        let request = TouchActivityRequest {
            member_id: member.to_string(),
            at: None,
        };
        if let Err(status) = peers.profiles().touch_activity(request).await {
            tracing::warn!(member.id = %member, code = ?status.code(), "a member's presence was not told");
        }
    }
}

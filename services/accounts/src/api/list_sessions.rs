use kit::{MemberId, SessionId, SiteId};
use proto::accounts::v1::{ListSessionsResponse, Session};

use super::Api;
use crate::{account::timestamp, fault::Fault, store::sessions};

/// The caller's open sessions, the newest first.
pub(crate) async fn list_sessions(
    api: &Api,
    (site, member): (SiteId, MemberId),
    present: Option<SessionId>,
) -> Result<ListSessionsResponse, Fault> {
    let open = sessions::list(api.db.pool(), site, member, api.clock.now()).await?;
    let sessions = open
        .into_iter()
        .map(|session| Session {
            id: session.id.to_string(),
            device: session.device,
            created_at: Some(timestamp(session.created_at)),
            last_seen_at: Some(timestamp(session.last_seen_at)),
            current: present == Some(session.id),
        })
        .collect();
    Ok(ListSessionsResponse { sessions })
}

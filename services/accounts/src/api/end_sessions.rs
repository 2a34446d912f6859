use kit::{MemberId, SessionId, SiteId};
use proto::accounts::v1::{
    EndSessionsRequest, EndSessionsResponse, SessionsEnded, end_sessions_request::Which,
};

use super::Api;
use crate::{
    fault::Fault,
    store::{accounts, sessions},
};

/// Ends one of the caller's sessions, or all but the present one.
pub(crate) async fn end_sessions(
    api: &Api,
    (site, member): (SiteId, MemberId),
    present: Option<SessionId>,
    request: EndSessionsRequest,
) -> Result<EndSessionsResponse, Fault> {
    let wanted = match request.which {
        Some(Which::SessionId(id)) => Some(id.parse().map_err(|_| Fault::IdInvalid)?),
        Some(Which::AllOthers(true)) => None,
        Some(Which::AllOthers(false)) | None => return Err(Fault::IdInvalid),
    };
    let mut tx = api.db.begin().await?;
    accounts::lock(&mut tx, site, member)
        .await?
        .ok_or(Fault::AccountUnknown)?;
    let ended = match wanted {
        None => sessions::end_others(&mut tx, member, present).await?,
        Some(id) if sessions::end(&mut tx, member, id).await? => vec![id],
        Some(_) => return Err(Fault::SessionUnknown),
    };
    if !ended.is_empty() {
        let session_ids = ended.iter().map(SessionId::to_string).collect();
        tx.emit(&SessionsEnded {
            member_id: member.to_string(),
            session_ids,
        })
        .await?;
    }
    tx.commit().await?;
    Ok(EndSessionsResponse {})
}

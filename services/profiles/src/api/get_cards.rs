use kit::{MemberId, SiteId};
use proto::profiles::v1::{GetCardsRequest, GetCardsResponse};
use uuid::Uuid;

use super::Api;
use crate::{fault::Fault, store::cards};

/// Ids asked for at once, at most.
const LIMIT: usize = 500;

/// Cards of many members in the order asked, by one query. Whom the viewer may not see is left out.
pub(crate) async fn get_cards(
    api: &Api,
    request: &GetCardsRequest,
) -> Result<GetCardsResponse, Fault> {
    if request.member_ids.len() > LIMIT {
        return Err(Fault::TooManyIds { max: LIMIT });
    }
    let site_id: SiteId = request.site_id.parse().map_err(|_| Fault::IdInvalid)?;
    let viewer: Option<MemberId> = match request.viewer_id.as_str() {
        "" => None,
        id => Some(id.parse().map_err(|_| Fault::IdInvalid)?),
    };
    let members: Vec<Uuid> = request
        .member_ids
        .iter()
        .map(|id| id.parse().map_err(|_| Fault::IdInvalid))
        .collect::<Result<_, _>>()?;
    let site = api.sites.get(site_id).await?;
    let found = cards::of_members(api.db.pool(), site_id, viewer, &members).await?;
    Ok(GetCardsResponse {
        cards: found
            .into_iter()
            .map(|(card, here)| card.shown_to(api.eyes(&site, (false, here))))
            .collect(),
    })
}

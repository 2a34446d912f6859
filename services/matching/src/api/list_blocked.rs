use std::collections::HashMap;

use kit::{MemberId, SiteId};
use proto::{
    matching::v1::{Blocked, ListBlockedResponse},
    profiles::v1::GetCardsRequest,
};

use super::Api;
use crate::{fault::Fault, store::blocks, timestamp};

/// Cards that profiles answers at once.
const AT_ONCE: usize = 500;

pub(crate) async fn list_blocked(
    api: &Api,
    site: SiteId,
    me: MemberId,
) -> Result<ListBlockedResponse, Fault> {
    let blocked = blocks::of(api.db.pool(), me).await?;
    let ids: Vec<String> = blocked
        .iter()
        .map(|(member, _)| member.to_string())
        .collect();
    let mut names = names(api, site, &ids).await;
    let line = |(member, since): (MemberId, _)| {
        let member_id = member.to_string();
        Blocked {
            name: names.remove(&member_id).unwrap_or_default(),
            member_id,
            since: Some(timestamp(since)),
        }
    };
    Ok(ListBlockedResponse {
        blocked: blocked.into_iter().map(line).collect(),
    })
}

/// What the members are called. While profiles is away the list goes without: a block can be
/// lifted all the same.
async fn names(api: &Api, site: SiteId, ids: &[String]) -> HashMap<String, String> {
    let mut names = HashMap::new();
    for some in ids.chunks(AT_ONCE) {
        // In nobody's eyes: a block stands between these two.
        let request = kit::idempotent(GetCardsRequest {
            viewer_id: String::new(),
            site_id: site.to_string(),
            member_ids: some.to_vec(),
        });
        match api.profiles.clone().get_cards(request).await {
            Ok(answer) => names.extend(
                answer
                    .into_inner()
                    .cards
                    .into_iter()
                    .map(|card| (card.member_id, card.name)),
            ),
            Err(status) => tracing::warn!(code = ?status.code(), "no names of blocked members"),
        }
    }
    names
}

use proto::chat::v1::{ListConversationsRequest, ListConversationsResponse};

use super::{Api, offer::Offer};
use crate::{
    fault::Fault,
    store::{conversations, members},
};

pub(crate) async fn list_conversations(
    api: &Api,
    request: &ListConversationsRequest,
) -> Result<ListConversationsResponse, Fault> {
    let me = super::member(&request.member_id)?;
    let pool = api.db.pool();
    let (sides, means) = tokio::try_join!(
        conversations::of(pool, me, api.config.conversations_listed),
        members::means(pool, me)
    )?;
    let Some(site) = means.site else {
        // Nobody has told of this member yet, so there is nothing to list.
        return Ok(ListConversationsResponse::default());
    };
    let offer = Offer {
        api,
        rules: *api.sites.get(site).await?,
        means,
        me,
    };
    Ok(ListConversationsResponse {
        conversations: sides.iter().map(|side| offer.of(side)).collect(),
    })
}

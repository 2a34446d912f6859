use kit::{MemberId, SiteId};
use proto::chat::v1::{
    GetConversationRequest, GetConversationResponse, get_conversation_request::Which,
};

use super::{Api, offer::Offer};
use crate::{
    fault::Fault,
    pair::Pair,
    store::{conversations, members},
};

pub(crate) async fn get_conversation(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: GetConversationRequest,
) -> Result<GetConversationResponse, Fault> {
    let pool = api.db.pool();
    let (conversation, peer) = match request.which.ok_or(Fault::ConversationUnknown)? {
        Which::ConversationId(id) => (super::conversation(&id)?, None),
        Which::MemberId(id) => {
            let pair = Pair::parse(me, &id)?;
            (pair.conversation(), Some(pair.other))
        }
    };
    let rules = *api.sites.get(site).await?;
    let (found, means) = tokio::try_join!(
        conversations::find(pool, conversation, me),
        members::means(pool, me)
    )?;
    let offer = Offer {
        api,
        rules,
        means,
        me,
    };
    let conversation = match (found, peer) {
        (Some(found), _) if found.last_sequence > 0 => offer.of(&found),
        (_, None) => return Err(Fault::ConversationUnknown),
        (found, Some(peer)) => {
            let blocked = found.is_some_and(|found| found.blocked);
            let met = members::can_be_met(pool, site, peer, rules.fictional).await?;
            let fictional = met.filter(|_| !blocked).ok_or(Fault::MemberUnknown)?;
            offer.with(peer, None, fictional)
        }
    };
    Ok(GetConversationResponse {
        conversation: Some(conversation),
    })
}

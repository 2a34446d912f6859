use kit::{MemberId, SiteId};
use proto::chat::v1::{SendMessageRequest, SendMessageResponse};

use super::Api;
use crate::{
    content::Content,
    fault::Fault,
    ids::MessageId,
    message::{Message, Said},
    pair::Pair,
    purse::Want,
    store::{
        photos,
        send::{self, Allowance, Draft, Receipt},
    },
};

/// Tries of one call to pay from a purse that others are emptying.
const TRIES: u32 = 20;

pub(crate) async fn send_message(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: SendMessageRequest,
) -> Result<SendMessageResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    let id: MessageId = request
        .message_id
        .parse()
        .map_err(|_| Fault::ValueInvalid("message_id"))?;
    let rules = *api.sites.get(site).await?;
    let content = Content::parse(request.content, &rules, &api.gifts)?;
    let photo = match content {
        Content::Photo(id) => {
            let stored = photos::find(api.db.pool(), id)
                .await?
                .filter(|stored| stored.owner == me)
                .ok_or(Fault::PhotoUnknown)?;
            Some(stored.photo)
        }
        _ => None,
    };
    let draft = Draft {
        id,
        site,
        pair,
        price: content.price(&rules, &api.gifts),
        content,
        allowance: Allowance {
            conversations: api.config.free_conversations,
            messages: api.config.free_messages,
            fictional: rules.fictional,
        },
    };
    let want = Want {
        site,
        member: me,
        needed: draft.price,
        text_price: rules.text_price,
    };
    let sent = send(api, &draft, want).await?;
    if sent.price > 0 {
        let next = Want {
            needed: rules.text_price.max(1),
            ..want
        };
        api.purses.look_ahead(next, sent.purse);
    }
    let message = Message {
        id,
        conversation: pair.conversation(),
        sender: me,
        sequence: sent.sequence,
        sent_at: sent.sent_at,
        said: Said::sent(draft.content, photo),
        price: sent.price,
    };
    Ok(SendMessageResponse {
        message: Some(message.seen_by(me)),
        purse: u32::try_from(sent.purse).unwrap_or(0),
        free_left: u32::try_from(sent.free_left).unwrap_or(0),
    })
}

/// Sends. Only where the purse is short it takes more than the one statement.
async fn send(api: &Api, draft: &Draft, want: Want) -> Result<Receipt, Fault> {
    if let Some(sent) = send::send(&api.db, draft, api.clock.now()).await? {
        return Ok(sent);
    }
    // Fifty messages at once ask billing once: the others find the purse filled.
    let mut pace = api.purses.turn(draft.pair.me).await;
    for _ in 0..TRIES {
        if let Some(sent) = send::send(&api.db, draft, api.clock.now()).await? {
            return Ok(sent);
        }
        api.purses.fill(&mut pace, want).await?;
    }
    Err(Fault::BillingAway(None))
}

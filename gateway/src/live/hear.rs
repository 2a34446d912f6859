//! What the services tell, and whom it is told on.

use std::sync::Arc;

use kit::{Host, MemberId};
use proto::{
    Event,
    accounts::v1::{AccountDeleted, AccountErased, SessionsEnded},
    billing::v1::{
        CreditsChanged, OrderFailed, OrderPaid, PremiumGranted, PremiumRevoked, RefundMade,
    },
    chat::v1 as chat,
    live::v1::{
        ConversationRead, ConversationRemoved, LikeMade, LikeSeen, LikeWithdrawn, MatchMade,
        OrderChanged, RelationChanged, WalletChanged, watch_response::What,
    },
    matching::v1 as matching,
};

use super::hub::{Coming, Hub};

/// Tells the hub what every service tells this replica.
pub(crate) fn all(host: &mut Host, hub: &Arc<Hub>) {
    chat(host, hub);
    matching(host, hub);
    billing(host, hub);
    accounts(host, hub);
}

/// Told, or asked for and then told. An id that is none is nobody's.
fn tell(hub: &Hub, member: &str, update: Coming) {
    if let Ok(member) = member.parse() {
        hub.coming(member, update);
    }
}

fn ready(hub: &Hub, member: &str, what: What) {
    tell(hub, member, Coming::Ready(what));
}

/// Watches one kind of event.
pub(crate) fn on<E: Event>(
    host: &mut Host,
    hub: &Arc<Hub>,
    seen: impl Fn(&Hub, &E) + Send + Sync + 'static,
) {
    let hub = Arc::clone(hub);
    host.watch(move |event: &E| seen(&hub, event));
}

fn chat(host: &mut Host, hub: &Arc<Hub>) {
    on(host, hub, |hub, sent: &chat::MessageSent| {
        for (member, peer) in both(&sent.recipient_id, &sent.sender_id) {
            if let Ok(peer) = peer.parse::<MemberId>() {
                let id = sent.message_id.clone();
                tell(hub, member, Coming::Message { id, peer });
            }
        }
    });
    on(host, hub, |hub, read: &chat::ConversationRead| {
        let what = What::ConversationRead(ConversationRead {
            conversation_id: read.conversation_id.clone(),
            reader_id: read.reader_id.clone(),
            sequence: read.sequence,
        });
        ready(hub, &read.peer_id, what.clone());
        ready(hub, &read.reader_id, what);
    });
    on(host, hub, |hub, removed: &chat::ConversationRemoved| {
        let what = What::ConversationRemoved(ConversationRemoved {
            conversation_id: removed.conversation_id.clone(),
        });
        ready(hub, &removed.member_id, what);
    });
}

fn matching(host: &mut Host, hub: &Arc<Hub>) {
    on(host, hub, |hub, like: &matching::LikeMade| {
        let member_id = like.liker_id.clone();
        ready(hub, &like.liked_id, What::LikeMade(LikeMade { member_id }));
        ready(hub, &like.liker_id, relation(&like.liked_id));
    });
    on(host, hub, |hub, like: &matching::LikeWithdrawn| {
        let member_id = like.liker_id.clone();
        let what = What::LikeWithdrawn(LikeWithdrawn { member_id });
        ready(hub, &like.liked_id, what);
        ready(hub, &like.liker_id, relation(&like.liked_id));
    });
    // Who likes does not learn whether it was seen.
    on(host, hub, |hub, like: &matching::LikeSeen| {
        let member_id = like.liker_id.clone();
        ready(hub, &like.liked_id, What::LikeSeen(LikeSeen { member_id }));
    });
    on(host, hub, |hub, matched: &matching::MatchMade| {
        for (member, peer) in both(&matched.first_id, &matched.second_id) {
            let member_id = peer.to_owned();
            ready(hub, member, What::MatchMade(MatchMade { member_id }));
        }
    });
    on(host, hub, |hub, blocked: &matching::MemberBlocked| {
        relations(hub, &blocked.blocker_id, &blocked.blocked_id);
    });
    on(host, hub, |hub, blocked: &matching::MemberUnblocked| {
        relations(hub, &blocked.blocker_id, &blocked.blocked_id);
    });
}

fn both<'a>(one: &'a str, other: &'a str) -> [(&'a str, &'a str); 2] {
    [(one, other), (other, one)]
}

fn relation(member: &str) -> What {
    What::RelationChanged(RelationChanged {
        member_id: member.to_owned(),
    })
}

/// Both sides hear the same: neither learns who did what.
fn relations(hub: &Hub, one: &str, other: &str) {
    for (member, peer) in both(one, other) {
        ready(hub, member, relation(peer));
    }
}

fn billing(host: &mut Host, hub: &Arc<Hub>) {
    on(host, hub, |hub, event: &CreditsChanged| {
        wallet(hub, &event.member_id);
    });
    on(host, hub, |hub, event: &PremiumGranted| {
        wallet(hub, &event.member_id);
    });
    on(host, hub, |hub, event: &PremiumRevoked| {
        wallet(hub, &event.member_id);
    });
    on(host, hub, |hub, event: &OrderPaid| {
        order(hub, &event.member_id, &event.order_id);
    });
    on(host, hub, |hub, event: &OrderFailed| {
        order(hub, &event.member_id, &event.order_id);
    });
    on(host, hub, |hub, event: &RefundMade| {
        order(hub, &event.member_id, &event.order_id);
        wallet(hub, &event.member_id);
    });
}

fn wallet(hub: &Hub, member: &str) {
    ready(hub, member, What::WalletChanged(WalletChanged {}));
}

fn order(hub: &Hub, member: &str, order: &str) {
    let order_id = order.to_owned();
    ready(hub, member, What::OrderChanged(OrderChanged { order_id }));
}

fn accounts(host: &mut Host, hub: &Arc<Hub>) {
    on(host, hub, |hub, event: &SessionsEnded| {
        let named = event.session_ids.iter().filter_map(|id| id.parse().ok());
        let named: Vec<kit::SessionId> = named.collect();
        // Ids that are none are nobody's: they must not end everybody's.
        if named.is_empty() != event.session_ids.is_empty() {
            return;
        }
        if let Ok(member) = event.member_id.parse() {
            hub.log_out(member, &named);
        }
    });
    on(host, hub, |hub, event: &AccountDeleted| {
        forget(hub, &event.member_id);
    });
    on(host, hub, |hub, event: &AccountErased| {
        forget(hub, &event.member_id);
    });
}

fn forget(hub: &Hub, member: &str) {
    if let Ok(member) = member.parse() {
        hub.forget(member);
    }
}

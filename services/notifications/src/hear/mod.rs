//! What notifications hears. Handlers write rows; nothing leaves from here.

mod account_deleted;
mod account_erased;
mod account_reactivated;
mod conversation_read;
mod conversation_removed;
mod like_made;
mod like_seen;
mod like_withdrawn;
mod mail_address_changed;
mod mail_requested;
mod match_made;
mod member_blocked;
mod message_sent;
mod order_paid;
mod refund_sent;
mod sessions_ended;
mod withdrawal_declared;

use kit::{Clock, Db, Host, MemberId, SiteId, Trouble, Tx};
use time::OffsetDateTime;
use uuid::Uuid;

use self::{
    account_deleted::AccountDeletedHandler, account_erased::AccountErasedHandler,
    account_reactivated::AccountReactivatedHandler, conversation_read::ConversationReadHandler,
    conversation_removed::ConversationRemovedHandler, like_seen::LikeSeenHandler,
    like_withdrawn::LikeWithdrawnHandler, mail_address_changed::MailAddressChangedHandler,
    mail_requested::MailRequestedHandler, member_blocked::MemberBlockedHandler,
    order_paid::OrderPaidHandler, refund_sent::RefundSentHandler,
    sessions_ended::SessionsEndedHandler, withdrawal_declared::WithdrawalDeclaredHandler,
};
pub(crate) use self::{
    like_made::LikeMadeHandler, match_made::MatchMadeHandler, message_sent::MessageSentHandler,
};
use crate::{
    kind::Kind,
    store::{
        mail_jobs::{self, MailRequestId, Request},
        pushes,
    },
    tell::Waits,
};

/// Hears accounts: mails to send, members that go, browsers and addresses that are theirs no more.
pub(crate) fn hear_accounts(host: &mut Host, db: &Db) {
    let clock: Clock = host.clock();
    host.hear(
        db,
        MailRequestedHandler {
            clock: clock.clone(),
        },
    );
    host.hear(db, AccountDeletedHandler { clock });
    host.hear(db, AccountReactivatedHandler);
    host.hear(db, AccountErasedHandler);
    host.hear(db, MailAddressChangedHandler);
    host.hear(db, SessionsEndedHandler);
}

/// Hears billing: what there are receipts of.
pub(crate) fn hear_money(host: &mut Host, db: &Db) {
    let clock = || host.clock();
    let order_paid = OrderPaidHandler { clock: clock() };
    let withdrawal_declared = WithdrawalDeclaredHandler { clock: clock() };
    let refund_sent = RefundSentHandler { clock: clock() };
    host.hear(db, order_paid);
    host.hear(db, withdrawal_declared);
    host.hear(db, refund_sent);
}

/// Hears matching and chat: what there is to tell, and what is seen.
pub(crate) fn hear_news(host: &mut Host, db: &Db, waits: Waits) {
    let clock = || host.clock();
    let like_made = LikeMadeHandler {
        clock: clock(),
        waits,
    };
    let match_made = MatchMadeHandler {
        clock: clock(),
        waits,
    };
    let message_sent = MessageSentHandler {
        clock: clock(),
        waits,
    };
    let like_seen = LikeSeenHandler { clock: clock() };
    let like_withdrawn = LikeWithdrawnHandler { clock: clock() };
    let member_blocked = MemberBlockedHandler { clock: clock() };
    let conversation_read = ConversationReadHandler { clock: clock() };
    let conversation_removed = ConversationRemovedHandler { clock: clock() };
    host.hear(db, like_made);
    host.hear(db, like_seen);
    host.hear(db, like_withdrawn);
    host.hear(db, match_made);
    host.hear(db, member_blocked);
    host.hear(db, message_sent);
    host.hear(db, conversation_read);
    host.hear(db, conversation_removed);
}

/// Reads an id of an event; what cannot be read now never can.
fn id<I: std::str::FromStr<Err = uuid::Error>>(text: &str, name: &str) -> Result<I, kit::Trouble> {
    text.parse()
        .map_err(|_| kit::Trouble::Park(anyhow::anyhow!("{name} is no UUID")))
}

/// Whom an event of billing is about.
#[derive(Clone, Copy)]
struct Whose {
    member: MemberId,
    site: SiteId,
}

impl Whose {
    fn read(member: &str, site: &str) -> Result<Self, Trouble> {
        Ok(Self {
            member: id(member, "member_id")?,
            site: id(site, "site_id")?,
        })
    }
}

/// Queues a receipt under the id of the event it tells of, to a deleted member too.
async fn queue_receipt(
    tx: &mut Tx,
    (kind, event): (Kind, Uuid),
    (told, whose): (&impl prost::Message, Whose),
    now: OffsetDateTime,
) -> Result<(), Trouble> {
    let request = Request {
        id: MailRequestId::new(event),
        member: whose.member,
        site: whose.site,
        kind,
        about: None,
        other: None,
        told: Some(told.encode_to_vec()),
    };
    mail_jobs::insert(tx, &request, now).await?;
    tracing::info!(mail.id = %request.id, kind = kind.word(), "mail queued");
    Ok(())
}

/// Nothing of a conversation is left to tell a member.
async fn seen_conversation(
    tx: &mut Tx,
    member: MemberId,
    conversation: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    mail_jobs::settle(tx, member, conversation, now).await?;
    pushes::settle(tx, member, conversation).await
}

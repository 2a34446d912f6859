//! What makes a message an event: its topic, its kind and the key that orders it.

use crate::{accounts, billing, chat, matching, notifications, profiles, settings};

/// A fact that a service tells the world.
///
/// The topic is the proto package (`vonk.accounts.v1`), the kind the message's
/// name (`AccountCreated`). Events of one key keep their order.
pub trait Event: prost::Message + prost::Name + Default + 'static {
    /// Id of the aggregate the event is about.
    fn key(&self) -> &str;

    /// Kafka topic.
    fn topic() -> &'static str {
        Self::PACKAGE
    }

    /// Name of the event inside its topic.
    fn kind() -> &'static str {
        Self::NAME
    }
}

macro_rules! events {
    ($($message:ty => $key:ident),+ $(,)?) => {
        $(impl Event for $message {
            fn key(&self) -> &str {
                &self.$key
            }
        })+
    };
}

events! {
    accounts::v1::AccountCreated => member_id,
    accounts::v1::AccountActivated => member_id,
    accounts::v1::AccountDeleted => member_id,
    accounts::v1::AccountReactivated => member_id,
    accounts::v1::AccountErased => member_id,
    accounts::v1::LanguageChanged => member_id,
    accounts::v1::MailAddressChanged => member_id,
    accounts::v1::SessionsEnded => member_id,
    accounts::v1::MailRequested => member_id,
    billing::v1::CreditsChanged => member_id,
    billing::v1::OrderPaid => member_id,
    billing::v1::OrderFailed => member_id,
    billing::v1::PremiumGranted => member_id,
    billing::v1::PremiumRevoked => member_id,
    billing::v1::RefundMade => member_id,
    billing::v1::RefundSent => member_id,
    billing::v1::WithdrawalDeclared => member_id,
    chat::v1::MessageSent => conversation_id,
    chat::v1::ConversationRead => conversation_id,
    chat::v1::ConversationRemoved => conversation_id,
    matching::v1::LikeMade => pair_id,
    matching::v1::LikeWithdrawn => pair_id,
    matching::v1::LikeSeen => pair_id,
    matching::v1::MatchMade => pair_id,
    matching::v1::MemberBlocked => pair_id,
    matching::v1::MemberUnblocked => pair_id,
    notifications::v1::MailSent => member_id,
    notifications::v1::MailBounced => member_id,
    profiles::v1::ProfileChanged => member_id,
    profiles::v1::ProfileHidden => member_id,
    profiles::v1::PhotoAdded => member_id,
    profiles::v1::PhotoRejected => member_id,
    settings::v1::SiteChanged => site_id,
}

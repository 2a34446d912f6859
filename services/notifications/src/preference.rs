//! What a member may hear of, and the words of the HTTP contract for it.

use proto::notifications::v1::NotificationType;

use crate::fault::Fault;

/// Something a member may switch off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Type {
    NewConversations,
    NewMessages,
    Like,
    UnreadMessageReminders,
    Promotions,
    WeeklyUpdates,
    News,
    Reminders,
}

impl Type {
    /// Every type, in the order of the contract.
    pub const ALL: [Self; 8] = [
        Self::NewConversations,
        Self::NewMessages,
        Self::Like,
        Self::UnreadMessageReminders,
        Self::Promotions,
        Self::WeeklyUpdates,
        Self::News,
        Self::Reminders,
    ];

    /// The word of `notifications_disabled` in user.php.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::NewConversations => "new_conversations",
            Self::NewMessages => "new_messages",
            Self::Like => "like",
            Self::UnreadMessageReminders => "unread_message_reminders",
            Self::Promotions => "promotions",
            Self::WeeklyUpdates => "weekly_updates",
            Self::News => "news",
            Self::Reminders => "reminders",
        }
    }
}

impl TryFrom<NotificationType> for Type {
    type Error = Fault;

    fn try_from(kind: NotificationType) -> Result<Self, Fault> {
        match kind {
            NotificationType::Unspecified => Err(Fault::TypeUnknown),
            NotificationType::NewConversations => Ok(Self::NewConversations),
            NotificationType::NewMessages => Ok(Self::NewMessages),
            NotificationType::Like => Ok(Self::Like),
            NotificationType::UnreadMessageReminders => Ok(Self::UnreadMessageReminders),
            NotificationType::Promotions => Ok(Self::Promotions),
            NotificationType::WeeklyUpdates => Ok(Self::WeeklyUpdates),
            NotificationType::News => Ok(Self::News),
            NotificationType::Reminders => Ok(Self::Reminders),
        }
    }
}

impl From<Type> for NotificationType {
    fn from(kind: Type) -> Self {
        match kind {
            Type::NewConversations => Self::NewConversations,
            Type::NewMessages => Self::NewMessages,
            Type::Like => Self::Like,
            Type::UnreadMessageReminders => Self::UnreadMessageReminders,
            Type::Promotions => Self::Promotions,
            Type::WeeklyUpdates => Self::WeeklyUpdates,
            Type::News => Self::News,
            Type::Reminders => Self::Reminders,
        }
    }
}

/// Why a member gets no mail but what their account needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "kebab-case")]
pub enum MailOff {
    /// The member called a mail spam (feedback loop).
    Fbl,
    /// The mail server refused the address for good.
    Bounce,
    /// The member unsubscribed from everything.
    ListUnsubscribe,
}

impl MailOff {
    /// The word of `notifications_disabled` in user.php.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Fbl => "fbl",
            Self::Bounce => "bounce",
            Self::ListUnsubscribe => "list-unsubscribe",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_stand_in_the_order_of_the_contract() {
        for (number, kind) in (1..).zip(Type::ALL) {
            let wire = NotificationType::try_from(number).unwrap();
            assert_eq!(Type::try_from(wire).unwrap(), kind);
            assert_eq!(NotificationType::from(kind), wire);
            assert_eq!(
                wire.as_str_name()
                    .strip_prefix("NOTIFICATION_TYPE_")
                    .unwrap()
                    .to_lowercase(),
                kind.word()
            );
        }
        assert!(
            NotificationType::try_from(9).is_err(),
            "a new type is missing in Type::ALL"
        );
        assert!(Type::try_from(NotificationType::Unspecified).is_err());
    }
}

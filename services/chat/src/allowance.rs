//! What a member's next text costs.

use crate::config::Config;

/// Where a member stands in one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) premium: bool,
    /// Free messages used here; none: this is not one of the free conversations.
    pub(crate) used_here: Option<i16>,
    /// Free conversations used.
    pub(crate) conversations: i16,
}

/// Free messages a member has left in a conversation. `send_message` in the database follows the
/// same rule when it takes one.
pub(crate) fn free_left(standing: Standing, config: &Config) -> u32 {
    if standing.premium {
        return 0;
    }
    let left = match standing.used_here {
        Some(used) => config.free_messages - used,
        None if standing.conversations < config.free_conversations => config.free_messages,
        None => 0,
    };
    u32::try_from(left).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(premium: bool, used_here: Option<i16>, conversations: i16) -> u32 {
        let standing = Standing {
            premium,
            used_here,
            conversations,
        };
        free_left(standing, &Config::default())
    }

    #[test]
    fn two_conversations_have_five_free_messages_each() {
        assert_eq!(left(false, None, 0), 5);
        assert_eq!(left(false, None, 1), 5);
        assert_eq!(left(false, None, 2), 0);
        assert_eq!(left(false, Some(1), 2), 4);
        assert_eq!(left(false, Some(5), 2), 0);
        assert_eq!(left(false, Some(9), 2), 0); // the operator has lowered the number
    }

    #[test]
    fn who_has_premium_pays() {
        assert_eq!(left(true, None, 0), 0);
        assert_eq!(left(true, Some(1), 1), 0);
    }
}

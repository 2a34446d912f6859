//! I7, the second half: what a service keeps of another's data is what the other has. An event that was
//! lost, or told without having been committed, shows here for ever.

use super::{Check, Rule, Source, from};

/// Accounts as far as others know them.
const ACCOUNTS: Source = from(
    "accounts",
    "
    select id, concat_ws(' ', site_id, (activated_at is not null)::int, (status = 'deleted')::int)
    from   accounts
    ",
);

/// Profiles that can be shown, with the last revision that was told.
const SHOWN: Source = from(
    "profiles",
    "
    select p.member_id, concat_ws(' ', p.site_id, p.revision, p.kind,
               (p.kind = 'fictional' or coalesce(a.confirmed, false))::int)
    from   profiles p
    left join accounts a on a.member_id = p.member_id
    where  not p.taken_down and not coalesce(a.deleted, false)
    ",
);

/// Members with premium.
const PREMIUM: Source = from(
    "billing",
    "select id, '' from members where premium_since is not null",
);

pub(super) const CHECKS: &[Check] = &[
    Check {
        words: "accounts are known to profiles",
        rule: Rule::Within(
            ACCOUNTS,
            from(
                "profiles",
                "
                select member_id, concat_ws(' ', site_id, confirmed::int, deleted::int)
                from   accounts
                ",
            ),
        ),
    },
    Check {
        words: "accounts that profiles knows are there",
        rule: Rule::Within(from("profiles", "select member_id, '' from accounts"), from("accounts", "select id, '' from accounts")),
    },
    Check {
        words: "accounts are known to billing",
        rule: Rule::Within(
            from(
                "accounts",
                "select id, concat_ws(' ', site_id, (status = 'deleted')::int) from accounts",
            ),
            from(
                "billing",
                "select id, concat_ws(' ', site_id, (deleted_at is not null)::int) from members",
            ),
        ),
    },
    Check {
        words: "confirmed and deleted accounts are known to chat",
        rule: Rule::Within(
            from(
                "accounts",
                "
                select id, concat_ws(' ', site_id, (activated_at is not null)::int, (status = 'deleted')::int)
                from   accounts
                where  activated_at is not null or status = 'deleted'
                ",
            ),
            from(
                "chat",
                "
                select member_id, concat_ws(' ', site_id, confirmed::int, deleted::int)
                from   members
                ",
            ),
        ),
    },
    Check {
        words: "deleted accounts are known to notifications",
        rule: Rule::Within(
            from("accounts", "select id, '' from accounts where status = 'deleted'"),
            from("notifications", "select member_id, '' from deleted_members"),
        ),
    },
    // Not the other way: notifications forgets what nobody has looked at for long.
    Check {
        words: "messages that notifications takes for unread are",
        rule: Rule::Within(
            from(
                "notifications",
                "select concat_ws(' ', member_id, conversation_id, sequence), '' from unread_messages",
            ),
            from(
                "chat",
                "
                select concat_ws(' ', s.member_id, m.conversation_id, m.sequence), ''
                from   sides s
                join   messages m
                  on   m.conversation_id = s.conversation_id
                 and   m.sequence > greatest(s.read, s.removed)
                 and   m.sender_id <> s.member_id
                ",
            ),
        ),
    },
    Check {
        words: "likes that notifications takes for new are",
        rule: Rule::Within(
            from(
                "notifications",
                "select concat_ws(' ', member_id, liker_id), '' from new_likes",
            ),
            from(
                "matching",
                "
                select concat_ws(' ', high, low), ''
                from   pairs
                where  low_liked_at is not null and not low_seen
                union all
                select concat_ws(' ', low, high), ''
                from   pairs
                where  high_liked_at is not null and not high_seen
                ",
            ),
        ),
    },
    Check {
        words: "profiles of members have an account",
        rule: Rule::Within(
            from("profiles", "select member_id, site_id from profiles where kind = 'member'"),
            from("accounts", "select id, site_id from accounts"),
        ),
    },
    Check {
        words: "accounts have a profile",
        rule: Rule::Within(
            from("accounts", "select id, site_id from accounts where status <> 'deleted'"),
            from("profiles", "select member_id, site_id from profiles where kind = 'member'"),
        ),
    },
    Check {
        words: "profiles are known to matching as they are",
        rule: Rule::Within(
            SHOWN,
            from(
                "matching",
                "select member_id, concat_ws(' ', site_id, revision, kind, active::int) from members",
            ),
        ),
    },
    Check {
        words: "profiles are known to chat as they are",
        rule: Rule::Within(
            SHOWN,
            from(
                "chat",
                "
                select member_id, concat_ws(' ', site_id, revision, kind, active::int)
                from   members
                where  not hidden
                ",
            ),
        ),
    },
    Check {
        words: "members whom matching shows can be shown",
        rule: Rule::Within(
            from(
                "matching",
                "select member_id, concat_ws(' ', site_id, revision, kind, 1) from members where active",
            ),
            SHOWN,
        ),
    },
    Check {
        words: "members whom chat shows can be shown",
        rule: Rule::Within(
            from(
                "chat",
                "
                select member_id, concat_ws(' ', site_id, revision, kind, active::int)
                from   members
                where  revision > 0 and not hidden
                ",
            ),
            SHOWN,
        ),
    },
    Check {
        words: "members with premium have it in chat",
        rule: Rule::Within(
            PREMIUM,
            from("chat", "select member_id, '' from members where premium or erased"),
        ),
    },
    Check {
        words: "members with premium in chat have it",
        rule: Rule::Within(from("chat", "select member_id, '' from members where premium"), PREMIUM),
    },
    Check {
        words: "members with premium have it in profiles",
        rule: Rule::Within(
            // Erased members are in the ledger only.
            from(
                "billing",
                "
                select id, ''
                from   members
                where  premium_since is not null and signed_up_at is not null
                ",
            ),
            from("profiles", "select member_id, '' from premium_members"),
        ),
    },
    Check {
        words: "members with premium in profiles have it",
        rule: Rule::Within(from("profiles", "select member_id, '' from premium_members"), PREMIUM),
    },
];

//! I7, the first half: what is committed is told. And I11.

use super::{Check, Rule, from};

/// What waits in an outbox leaves it; nothing was put aside.
macro_rules! drains {
    ($($service:literal)+) => {
        &[
            $(
                Check {
                    words: concat!("events of ", $service, " that waited have left"),
                    rule: Rule::EachSoon(from(
                        $service,
                        "select position || ' ' || type || ' ' || id, false from outbox",
                    )),
                },
                Check {
                    words: concat!("events that ", $service, " could not take"),
                    rule: Rule::Each(from(
                        $service,
                        "select consumer || ' ' || id || ': ' || reason, false from dead_letter",
                    )),
                },
            )+
        ]
    };
}

pub(super) const CHECKS: &[Check] = drains!(
    "accounts" "settings" "notifications" "profiles" "matching" "chat" "billing"
);

/// I11.
pub(super) const SILENCE: &[Check] = &[Check {
    words: "mails and pushes that wait are for members who are there, or tell them of their deletion, a new address or money",
    rule: Rule::EachSoon(from(
        "notifications",
        "
        select    w.what, d.member_id is null
                  or w.kind in ('deletion', 'mail_change_notice', 'purchase', 'withdrawal', 'refund')
        from      (
            select request_id || ' ' || kind as what, kind, member_id
            from   mail_jobs
            where  state = 'queued'
            union all
            select about || ' ' || kind, kind, member_id from pushes
        ) w
        left join deleted_members d on d.member_id = w.member_id
        ",
    )),
}];

//! I6: likes, matches and blocks.

use super::{Check, Rule, from};

pub(super) const CHECKS: &[Check] = &[
    Check {
        words: "pairs are matches since one of two likes, when both like, and not otherwise",
        rule: Rule::Each(from(
            "matching",
            "
            select low || ' and ' || high,
                   low < high and case
                       when low_liked_at is not null and high_liked_at is not null
                       then matched_at in (low_liked_at, high_liked_at)
                       else matched_at is null
                   end
            from   pairs
            ",
        )),
    },
    Check {
        words: "likes are between real members of one site who have not blocked each other",
        rule: Rule::EachSoon(from(
            "matching",
            "
            select    p.low || ' and ' || p.high,
                      l.site_id = p.site_id and h.site_id = p.site_id
                      and (p.low_liked_at is null or l.kind = 'member')
                      and (p.high_liked_at is null or h.kind = 'member')
                      and not exists (
                          select from blocks
                          where  (blocker_id, blocked_id) in ((p.low, p.high), (p.high, p.low))
                      )
            from      pairs p
            left join members l on l.member_id = p.low
            left join members h on h.member_id = p.high
            where     p.low_liked_at is not null or p.high_liked_at is not null
            ",
        )),
    },
    Check {
        words: "members' likes in the swipe game are counted",
        rule: Rule::Each(from(
            "matching",
            "
            -- Days that are over are forgotten, and who is erased goes out of everybody's swipes. Half a
            -- day later than in UTC a day has begun everywhere on earth.
            select    s.member_id, s.likes <= coalesce(d.likes, 0)
            from      (
                select   member_id, count(*) as likes
                from     swipes
                where    liked
                and      swiped_at at time zone 'UTC'
                         >= (select min(day) from swipe_days) + interval '12 hours'
                group by member_id
            ) s
            left join (
                select member_id, sum(likes) as likes from swipe_days group by member_id
            ) d using (member_id)
            ",
        )),
    },
    Check {
        words: "blocks and their lifting are settled",
        rule: Rule::EachSoon(from(
            "matching",
            "select blocker_id || ' and ' || blocked_id, settled and lifted_at is null from blocks",
        )),
    },
    Check {
        words: "blocks stand in chat",
        rule: Rule::Within(
            from(
                "matching",
                "select blocker_id || ' and ' || blocked_id, '' from blocks where settled and lifted_at is null",
            ),
            from(
                "chat",
                "
                select low || ' and ' || high, '' from conversations where low_blocks
                union all
                select high || ' and ' || low, '' from conversations where high_blocks
                ",
            ),
        ),
    },
    Check {
        words: "blocks stand in profiles",
        rule: Rule::Within(
            from(
                "matching",
                "select blocker_id || ' and ' || blocked_id, '' from blocks where settled and lifted_at is null",
            ),
            from(
                "profiles",
                "select blocker_id || ' and ' || blocked_id, '' from blocks",
            ),
        ),
    },
    Check {
        words: "blocks in chat are matching's",
        rule: Rule::Within(
            from(
                "chat",
                "
                select b.key, ''
                from   (
                    select low || ' and ' || high as key, low, high from conversations where low_blocks
                    union all
                    select high || ' and ' || low, low, high from conversations where high_blocks
                ) b
                where  not exists (
                    select from members where member_id in (b.low, b.high) and erased
                )
                ",
            ),
            from(
                "matching",
                "select blocker_id || ' and ' || blocked_id, '' from blocks",
            ),
        ),
    },
    Check {
        words: "blocks in profiles are matching's",
        rule: Rule::Within(
            from(
                "profiles",
                "select blocker_id || ' and ' || blocked_id, '' from blocks",
            ),
            from(
                "matching",
                "select blocker_id || ' and ' || blocked_id, '' from blocks",
            ),
        ),
    },
];

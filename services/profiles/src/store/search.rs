//! Tables `profile_search` and `facet_month`: who can be found, and how many fit.
//!
//! A search is one statement. It walks one index per facet in the order of activity, takes what a
//! page holds of each, and merges. The total comes from the counts by month of birth, plus the two
//! broken months at the ends, minus those whom a block hides; with filters that are not counted
//! ahead, from the index. Nothing outside this module knows; columns in memory may replace it, and
//! then this is what they must agree with.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgPool};
use time::{Date, OffsetDateTime, macros::datetime};
use uuid::Uuid;

use super::cards::card_row;
use crate::{age::Months, card::Card, cursor::Cursor};

/// Similar members shown at most, and the members of the last page below which they are.
pub(crate) const SIMILAR: i64 = 12;

/// Later than every moment that is stored.
const END_OF_TIME: OffsetDateTime = datetime!(9999-12-31 00:00 UTC);

/// Whom to find.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) site: SiteId,
    /// Never found themselves, nor anybody a block stands between.
    pub(crate) viewer: Option<MemberId>,
    pub(crate) facets: Vec<i16>,
    pub(crate) country: String,
    /// 0: the whole country.
    pub(crate) region: i32,
    /// Ids of the regions beside it, the nearest first.
    pub(crate) neighbours: Vec<i32>,
    /// Birth dates, both inclusive.
    pub(crate) born: (Date, Date),
    /// The same, wider, for similar results.
    pub(crate) born_about: (Date, Date),
    /// Each wants one of its bits.
    pub(crate) traits: Vec<i64>,
    /// All of these bits.
    pub(crate) interests: i64,
    pub(crate) page_size: i64,
    pub(crate) after: Option<Cursor>,
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) cards: Vec<Card>,
    /// On all pages.
    pub(crate) total: i64,
    /// Where the next page begins; none on the last.
    pub(crate) next: Option<Cursor>,
    /// Nearly fit; only on the last page, and only when few are on it.
    pub(crate) similar: Vec<Card>,
}

card_row! {
    struct Row { total: i64, similar: bool, place: OffsetDateTime }
}

/// One statement for a country and one for a region, so that each keeps to its own index.
///
/// `birth_date + 0` keeps a page from being gathered by age and then sorted: a plan made for any
/// parameters cannot know that the index in the order of activity is the better one.
macro_rules! find {
    ($place:tt, $near:tt, $pool:expr, $query:expr) => {{
        let query: &Query = $query;
        let months = Months::of(query.born);
        let after = query.after.unwrap_or(Cursor {
            last_active: END_OF_TIME,
            member: MemberId::new(Uuid::max()),
        });
        let mut regions = vec![query.region];
        regions.extend(query.neighbours.iter().filter(|_| query.region != 0));
        sqlx::query_as!(
            Row,
            r#"
            with excluded as materialized (
                select array(
                    select blocked_id from blocks where blocker_id = $9
                    union
                    select blocker_id from blocks where blocked_id = $9
                    union
                    select $9 where $9::uuid is not null
                ) as members
            ),
            counted as materialized (
                select case
                    when $8::bigint <> 0 or cardinality($7::bigint[]) > 0 then (
                        select count(*)
                        from   profile_search s
                        where  s.site_id = $1 and s.facet = any ($2) and s.country = $3
                          and  "# + $place + r#"
                          and  s.birth_date between $5 and $6
                          and  s.interests & $8 = $8
                          and  not exists (select from unnest($7::bigint[]) as wanted where s.traits & wanted = 0)
                    )
                    else (
                        select coalesce(sum(n), 0)
                        from   facet_month
                        where  site_id = $1 and facet = any ($2) and country = $3 and region_id = $4
                          and  birth_month between $13 and $14
                    ) + (
                        select count(*)
                        from   profile_search s
                        where  s.site_id = $1 and s.facet = any ($2) and s.country = $3
                          and  "# + $place + r#"
                          and  s.birth_date between $15 and $16
                    ) + (
                        select count(*)
                        from   profile_search s
                        where  s.site_id = $1 and s.facet = any ($2) and s.country = $3
                          and  "# + $place + r#"
                          and  s.birth_date between $17 and $18
                    )
                end - (
                    select count(*)
                    from   profile_search s
                    where  s.member_id = any (array(select unnest(members) from excluded))
                      and  s.site_id = $1 and s.facet = any ($2) and s.country = $3
                      and  "# + $place + r#"
                      and  s.birth_date between $5 and $6
                      and  s.interests & $8 = $8
                      and  not exists (select from unnest($7::bigint[]) as wanted where s.traits & wanted = 0)
                ) as total
            ),
            page as (
                select     found.member_id, found.last_active
                from       unnest($2::smallint[]) as f(facet)
                cross join lateral (
                    select   s.member_id, s.last_active
                    from     profile_search s
                    where    s.site_id = $1 and s.facet = f.facet and s.country = $3
                      and    "# + $place + r#"
                      and    (s.last_active, s.member_id) < ($10, $11)
                      and    s.birth_date + 0 between $5 and $6
                      and    s.interests & $8 = $8
                      and    not exists (select from unnest($7::bigint[]) as wanted where s.traits & wanted = 0)
                      and    s.member_id <> all (array(select unnest(members) from excluded))
                    order by s.last_active desc, s.member_id desc
                    limit    $12
                ) found
                order by   found.last_active desc, found.member_id desc
                limit      $12
            ),
            alike as (
                select     found.member_id, found.last_active, near.rank
                from       unnest($19::integer[]) with ordinality as near(region_id, rank)
                cross join unnest($2::smallint[]) as f(facet)
                cross join lateral (
                    select   s.member_id, s.last_active
                    from     profile_search s
                    where    s.site_id = $1 and s.facet = f.facet and s.country = $3
                      and    "# + $near + r#"
                      and    s.birth_date + 0 between $20 and $21
                      and    not (
                                 "# + $place + r#"
                                 and s.birth_date between $5 and $6
                                 and s.interests & $8 = $8
                                 and not exists (select from unnest($7::bigint[]) as wanted where s.traits & wanted = 0)
                             )
                      and    s.member_id <> all (array(select unnest(members) from excluded))
                    order by s.last_active desc, s.member_id desc
                    limit    $22
                ) found
                where      (select count(*) from page) < least($22, $12)
                order by   near.rank, found.last_active desc, found.member_id desc
                limit      $22
            ),
            listed as (
                select member_id, last_active, 0 as rank, false as alike from page
                union all
                select member_id, last_active, rank, true from alike
            )
            select   (select total from counted)::bigint as "total!", l.alike as "similar!",
                     l.last_active as "place!",
                     k.member_id as "member_id!: MemberId", k.name as "name!", k.kind as "kind!: _",
                     k.birth_date as "birth_date!", k.gender as "gender!: _",
                     k.country as "country!", k.region_id as "region_id!", k.city_id as "city_id!",
                     k.cell_row, k.cell_column, k.status as "status!: _", k.last_active,
                     k.photo_id, k.stem, k.width, k.height, k.blur_hash
            from     listed l
            join     cards k on k.member_id = l.member_id
            order by l.alike, l.rank, l.last_active desc, l.member_id desc
            "#,
            query.site.get(),
            &query.facets,
            query.country,
            query.region,
            query.born.0,
            query.born.1,
            &query.traits,
            query.interests,
            query.viewer.map(MemberId::get),
            after.last_active,
            after.member.get(),
            query.page_size + 1,
            months.whole.0,
            months.whole.1,
            months.head.0,
            months.head.1,
            months.tail.0,
            months.tail.1,
            &regions,
            query.born_about.0,
            query.born_about.1,
            SIMILAR,
        )
        .fetch_all($pool)
        .await
    }};
}

/// Finds a page of members, the recently active first.
pub(crate) async fn find(pool: &PgPool, query: &Query) -> sqlx::Result<Found> {
    let rows = if query.region == 0 {
        find!("$4::integer = 0", "near.region_id = 0", pool, query)?
    } else {
        find!(
            "s.region_id = $4",
            "s.region_id = near.region_id",
            pool,
            query
        )?
    };
    let Some(total) = rows.first().map(|row| row.total) else {
        // Nothing on the first page is a total of none. Behind the last page, which only a member
        // who has just left can cause, the total is the first page's.
        let mut found = Found::default();
        if query.after.is_some() {
            let first = Query {
                after: None,
                ..query.clone()
            };
            found.total = Box::pin(find(pool, &first)).await?.total;
        }
        return Ok(found);
    };
    let (similar, mut page): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.similar);
    let size = usize::try_from(query.page_size).unwrap_or(0);
    let more = page.len() > size;
    page.truncate(size);
    let next = page.last().filter(|_| more).map(|last| Cursor {
        last_active: last.place,
        member: last.member_id,
    });
    Ok(Found {
        cards: page.into_iter().map(Card::from).collect(),
        total,
        next,
        similar: similar.into_iter().map(Card::from).collect(),
    })
}

/// Makes a profile found as it is now, or not at all; in the transaction of its change.
pub(crate) async fn refresh(tx: &mut PgConnection, member: MemberId) -> sqlx::Result<()> {
    sqlx::query!(
        "
        with fit as (
                 select    p.member_id, p.site_id,
                           facet_of(
                               p.kind,
                               exists (select from photos f where f.member_id = p.member_id),
                               p.gender,
                               p.seeking
                           ) as facet,
                           p.country, p.region_id, p.birth_date, p.traits, p.interests,
                           coalesce(s.last_active, p.created_at) as last_active
                 from      profiles p
                 left join accounts a on a.member_id = p.member_id
                 left join presence s on s.member_id = p.member_id
                 where     p.member_id = $1
                   and     not p.invisible
                   and     not p.taken_down
                   and     (p.kind = 'fictional' or (a.confirmed and not a.deleted))
             ),
             gone as (
                 delete from profile_search
                 where  member_id = $1 and not exists (select from fit)
             )
        insert into profile_search (
            member_id, site_id, facet, country, region_id, birth_date, traits, interests, last_active
        )
        select member_id, site_id, facet, country, region_id, birth_date, traits, interests,
               date_bin('10 minutes', last_active, timestamptz '2000-01-01 00:00+00')
        from   fit
        on conflict (member_id) do update
        set    site_id = excluded.site_id, facet = excluded.facet, country = excluded.country,
               region_id = excluded.region_id, birth_date = excluded.birth_date,
               traits = excluded.traits, interests = excluded.interests
        ",
        member.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

//! Table `profiles`.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::{Date, OffsetDateTime};

use super::{cards::card_row, exactly_one};
use crate::{
    card::Card,
    gender::Gender,
    grid::Cell,
    kind::{Kind, Status},
    profile::Profile,
};

card_row! {
    struct Row {
        site_id: SiteId,
        seeking: Vec<Gender>,
        about: String,
        traits: i64,
        interests: i64,
        invisible: bool,
        premium: bool,
    }
}

impl From<Row> for Profile {
    fn from(mut row: Row) -> Self {
        Self {
            site: row.site_id,
            seeking: std::mem::take(&mut row.seeking),
            about: std::mem::take(&mut row.about),
            traits: row.traits,
            interests: row.interests,
            invisible: row.invisible,
            premium: row.premium,
            card: Card::from(row),
        }
    }
}

/// The profile of a member of a site, whatever its status.
pub(crate) async fn find(
    db: impl PgExecutor<'_>,
    site: SiteId,
    member: MemberId,
) -> sqlx::Result<Option<Profile>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select k.site_id as "site_id!: SiteId", k.seeking as "seeking!: Vec<Gender>", p.about,
               p.traits, p.interests, p.invisible,
               exists (select from premium_members m where m.member_id = $2) as "premium!",
               k.member_id as "member_id!: MemberId", k.name as "name!", k.kind as "kind!: _",
               k.birth_date as "birth_date!", k.gender as "gender!: _", k.country as "country!",
               k.region_id as "region_id!", k.city_id as "city_id!", k.cell_row, k.cell_column,
               k.status as "status!: _", k.last_active, k.photo_id, k.stem, k.width, k.height,
               k.blur_hash
        from   cards k
        join   profiles p on p.member_id = k.member_id
        where  k.site_id = $1 and k.member_id = $2
        "#,
        site.get(),
        member.get(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(Profile::from))
}

/// Locks a profile until the transaction ends; false when the site has no such member.
pub(crate) async fn lock(
    tx: &mut PgConnection,
    site: SiteId,
    member: MemberId,
) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"
        select true as "found!"
        from   profiles
        where  site_id = $1 and member_id = $2
        for no key update
        "#,
        site.get(),
        member.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(found.is_some())
}

/// What a profile begins with.
#[derive(Clone, Debug)]
pub(crate) struct Beginning {
    pub(crate) member: MemberId,
    pub(crate) site: SiteId,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) born: Date,
    pub(crate) gender: Gender,
    pub(crate) seeking: Vec<Gender>,
    pub(crate) country: String,
}

/// Adds a profile; false when the member has one already.
pub(crate) async fn insert(
    tx: &mut PgConnection,
    beginning: &Beginning,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "
        insert into profiles (
            member_id, site_id, kind, name, birth_date, gender, seeking, country, created_at,
            revision
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)
        on conflict (member_id) do nothing
        ",
        beginning.member.get(),
        beginning.site.get(),
        beginning.kind as Kind,
        beginning.name,
        beginning.born,
        beginning.gender as Gender,
        &beginning.seeking as &[Gender],
        beginning.country,
        now,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Stores what a member edits.
pub(crate) async fn edit(
    tx: &mut PgConnection,
    member: MemberId,
    (about, seeking): (&str, &[Gender]),
    (traits, interests): (i64, i64),
) -> sqlx::Result<()> {
    let edited = sqlx::query!(
        "
        update profiles
        set    about = $2, seeking = $3, traits = $4, interests = $5
        where  member_id = $1
        ",
        member.get(),
        about,
        seeking as &[Gender],
        traits,
        interests,
    )
    .execute(tx)
    .await?;
    exactly_one(&edited)
}

/// A place as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) country: &'static str,
    pub(crate) region_id: i32,
    pub(crate) city_id: i32,
    pub(crate) cell: Cell,
}

/// Stores where a member is; false when that was changed `limit` times `today` already.
pub(crate) async fn set_place(
    tx: &mut PgConnection,
    member: MemberId,
    place: &Place,
    (today, limit): (Date, i32),
) -> sqlx::Result<bool> {
    let moved = sqlx::query!(
        "
        update profiles
        set    country = $2, region_id = $3, city_id = $4, cell_row = $5, cell_column = $6,
               moved_on = $7,
               moves = case when moved_on = $7 then moves else 0 end + 1
        where  member_id = $1
          and  (moved_on is distinct from $7 or moves < $8)
        ",
        member.get(),
        place.country,
        place.region_id,
        place.city_id,
        place.cell.row,
        place.cell.column,
        today,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(moved.rows_affected() == 1)
}

/// Hides a member from searches, or shows them again.
pub(crate) async fn set_invisible(
    tx: &mut PgConnection,
    member: MemberId,
    invisible: bool,
) -> sqlx::Result<()> {
    let set = sqlx::query!(
        "update profiles set invisible = $2 where member_id = $1",
        member.get(),
        invisible,
    )
    .execute(tx)
    .await?;
    exactly_one(&set)
}

/// What the world is told of a profile.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) site: SiteId,
    pub(crate) revision: i64,
    pub(crate) kind: Kind,
    pub(crate) status: Status,
}

/// Locks a profile, raises its revision and tells what it is now; none when there is none.
pub(crate) async fn next_revision(
    tx: &mut PgConnection,
    member: MemberId,
) -> sqlx::Result<Option<Told>> {
    // The status is read after the lock is there: another transaction may have changed it.
    let raised = sqlx::query!(
        "update profiles set revision = revision + 1 where member_id = $1",
        member.get(),
    )
    .execute(&mut *tx)
    .await?;
    if raised.rows_affected() == 0 {
        return Ok(None);
    }
    sqlx::query_as!(
        Told,
        r#"
        select p.site_id as "site: SiteId", p.revision, p.kind as "kind: Kind",
               k.status as "status!: Status"
        from   profiles p
        join   cards k on k.member_id = p.member_id
        where  p.member_id = $1
        "#,
        member.get(),
    )
    .fetch_optional(tx)
    .await
}

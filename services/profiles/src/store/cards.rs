//! View `cards`.

use kit::{MemberId, SiteId};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{card::Card, grid::Cell};

/// Declares a row that holds a card besides fields of its own, and how to read the card.
macro_rules! card_row {
    ($(#[$meta:meta])* struct $name:ident { $($field:ident: $kind:ty),* $(,)? }) => {
        $(#[$meta])*
        struct $name {
            $($field: $kind,)*
            member_id: kit::MemberId,
            name: String,
            kind: $crate::kind::Kind,
            birth_date: time::Date,
            gender: $crate::gender::Gender,
            country: String,
            region_id: i32,
            city_id: i32,
            cell_row: Option<i32>,
            cell_column: Option<i32>,
            status: $crate::kind::Status,
            last_active: Option<time::OffsetDateTime>,
            photo_id: Option<uuid::Uuid>,
            stem: Option<String>,
            width: Option<i32>,
            height: Option<i32>,
            blur_hash: Option<String>,
        }

        impl From<$name> for $crate::card::Card {
            fn from(row: $name) -> Self {
                let photo = || {
                    Some($crate::card::Photo {
                        id: row.photo_id?,
                        stem: photo::Stem::stored(row.stem?),
                        width: row.width?,
                        height: row.height?,
                        blur_hash: row.blur_hash?,
                    })
                };
                Self {
                    member: row.member_id,
                    kind: row.kind,
                    name: row.name,
                    born: row.birth_date,
                    gender: row.gender,
                    country: row.country,
                    region_id: row.region_id,
                    city_id: row.city_id,
                    cell: $crate::store::cards::cell(row.cell_row, row.cell_column),
                    status: row.status,
                    last_active: row.last_active,
                    photo: photo(),
                }
            }
        }
    };
}
pub(crate) use card_row;

/// A cell of two nullable columns.
pub(crate) fn cell(row: Option<i32>, column: Option<i32>) -> Option<Cell> {
    Some(Cell {
        row: row?,
        column: column?,
    })
}

card_row! {
    struct Row { seen_from: Option<i32>, seen_across: Option<i32> }
}

/// Cards of members of a site in the order asked, and where the viewer is. Hidden members are left
/// out, and those that a block stands between.
pub(crate) async fn of_members(
    pool: &PgPool,
    site: SiteId,
    viewer: Option<MemberId>,
    members: &[Uuid],
) -> sqlx::Result<Vec<(Card, Option<Cell>)>> {
    // As a subselect the array's length is not seen by the planner: else a plan made for this
    // very array always looks cheaper, and planning costs ten times what the query does.
    let rows = sqlx::query_as!(
        Row,
        r#"
        select   v.cell_row as "seen_from?", v.cell_column as "seen_across?",
                 k.member_id as "member_id!: MemberId", k.name as "name!", k.kind as "kind!: _",
                 k.birth_date as "birth_date!", k.gender as "gender!: _", k.country as "country!",
                 k.region_id as "region_id!", k.city_id as "city_id!", k.cell_row, k.cell_column,
                 k.status as "status!: _", k.last_active, k.photo_id, k.stem, k.width, k.height,
                 k.blur_hash
        from     unnest((select $1::uuid[])) with ordinality as asked(member_id, place)
        join     cards k on k.member_id = asked.member_id
        left join profiles v on v.member_id = $3
        where    k.site_id = $2
          and    k.status <> 'hidden'
          and    not exists (
                     select from blocks b where b.blocker_id = $3 and b.blocked_id = k.member_id
                 )
          and    not exists (
                     select from blocks b where b.blocker_id = k.member_id and b.blocked_id = $3
                 )
        order by asked.place
        "#,
        members,
        site.get(),
        viewer.map(MemberId::get),
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let here = cell(row.seen_from, row.seen_across);
            (row.into(), here)
        })
        .collect())
}

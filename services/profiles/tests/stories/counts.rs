//! Totals are exact, pages cover them, and the counts kept ahead agree with plain ones.

use std::collections::HashSet;

use kit::{Chance, Db, MemberId};
use proto::profiles::v1::*;

use crate::stage::*;

/// Members of all sorts, by bulk; every fourth looks for more than one gender.
async fn crowd(db: &Db, members: i32, regions: &[i32]) {
    sqlx::query!(
        r#"
        with people as materialized (
                 select gen_random_uuid() as id, n,
                        (array['woman', 'man', 'nonbinary'])[1 + floor(random() * 2.2)] as gender,
                        case floor(random() * 4)
                            when 0 then array['woman']
                            when 1 then array['man']
                            when 2 then array['woman', 'man']
                            else array['man', 'nonbinary']
                        end as seeking,
                        ($3::integer[])[1 + floor(random() * cardinality($3))] as region,
                        date '1950-01-01' + floor(random() * 21000)::integer as born,
                        timestamptz '2026-02-01 00:00+00'
                            + floor(random() * 200) * interval '10 minutes' as seen,
                        case when random() < 0.3 then 1::bigint << 16 else 0 end
                            | case when random() < 0.3 then 1::bigint << 24 else 0 end as traits,
                        floor(random() * 16)::bigint as interests,
                        random() < 0.4 as photo,
                        random() < 0.1 as invisible
                 from   generate_series(1, $2) as n
             ),
             known as (
                 insert into accounts (member_id, site_id, confirmed)
                 select id, $1, true from people
             ),
             shown as (
                 insert into profiles (
                     member_id, site_id, kind, name, birth_date, gender, seeking, country,
                     region_id, traits, interests, invisible, created_at
                 )
                 select id, $1, 'member', 'member ' || n, born, gender, seeking, 'NL', region,
                        traits, interests, invisible, seen
                 from   people
                 returning member_id
             ),
             pictured as (
                 insert into photos (
                     member_id, photo_id, stem, width, height, blur_hash, position, added_at
                 )
                 select id, id, md5(id::text), 1, 1, '', 0, seen
                 from   people
                 join   shown on member_id = id
                 where  photo
             )
        insert into profile_search (
            member_id, site_id, facet, country, region_id, birth_date, last_active, traits, interests
        )
        select id, $1, facet_of('member', photo, gender, seeking), 'NL', region, born, seen, traits,
               interests
        from   people
        where  not invisible
        "#,
        VONK.get(),
        members,
        regions,
    )
    .execute(db.pool())
    .await
    .unwrap();
}

/// Whom a search should find, by the plainest of queries on what members told.
async fn oracle(db: &Db, viewer: MemberId, request: &SearchRequest) -> HashSet<String> {
    let gender = request.gender();
    let wanted = match gender {
        Gender::Woman => Some("woman"),
        Gender::Man => Some("man"),
        Gender::Nonbinary => Some("nonbinary"),
        Gender::Unspecified => None,
    };
    let has = |field: &str| request.attributes.iter().any(|one| one.field == field);
    let found = sqlx::query_scalar!(
        r#"
        select p.member_id::text as "id!"
        from   profiles p, profiles v
        where  v.member_id = $1
          and  p.member_id <> v.member_id
          and  p.site_id = v.site_id
          and  not p.invisible
          and  p.country = 'NL'
          and  ($2 = 0 or p.region_id = $2)
          and  case when $3::text is null then p.gender = any (v.seeking) else p.gender = $3 end
          and  v.gender = any (p.seeking)
          and  extract(year from age(date '2026-03-02', p.birth_date))::integer between $4 and $5
          and  (not $6 or exists (select from photos f where f.member_id = p.member_id))
          and  (not $7 or p.traits & (1::bigint << 16) <> 0)
          and  (not $8 or p.traits & (1::bigint << 24) <> 0)
          and  (not $9 or p.interests & 3 = 3)
          and  not exists (
                   select from blocks b
                   where (b.blocker_id, b.blocked_id) in ((p.member_id, $1), ($1, p.member_id))
               )
        "#,
        viewer.get(),
        i32::try_from(request.region_id).unwrap(),
        wanted,
        i32::try_from(request.min_age.max(18)).unwrap(),
        i32::try_from(if request.max_age == 0 {
            120
        } else {
            request.max_age
        })
        .unwrap(),
        request.with_photo,
        has("body_type"),
        has("hair_colour"),
        !request.interests.is_empty(),
    )
    .fetch_all(db.pool())
    .await
    .unwrap();
    found.into_iter().collect()
}

/// Walks all pages.
async fn walk(stage: &Stage, viewer: MemberId, request: &SearchRequest) -> (Vec<String>, u64) {
    let mut request = request.clone();
    let mut found = Vec::new();
    loop {
        let page = stage.searches(viewer, request.clone()).await;
        assert!(page.cards.len() <= usize::try_from(request.page_size).unwrap());
        found.extend(page.cards.into_iter().map(|card| card.member_id));
        if page.next_cursor.is_empty() {
            return (found, page.total);
        }
        request.cursor = page.next_cursor;
    }
}

#[tokio::test]
async fn every_search_finds_exactly_whom_it_should_on_pages_that_repeat_nobody() {
    let stage = Stage::with("views_a_day = 1000000").await;
    let db = stage.host.db("profiles");
    let regions: Vec<i32> = regions(&stage).await;
    crowd(&db, 1500, &regions[..3]).await;
    let anna = stage.joins(&woman("Anna")).await;
    let kim = stage
        .joins(&Person {
            gender: Gender::Nonbinary,
            seeking: vec![Gender::Woman, Gender::Man, Gender::Nonbinary],
            ..woman("Kim")
        })
        .await;
    for (step, other) in oracle(&db, anna, &SearchRequest::default())
        .await
        .into_iter()
        .enumerate()
    {
        if step % 5 == 0 {
            let other = other.parse().unwrap();
            let (by, whom) = if step % 2 == 0 {
                (anna, other)
            } else {
                (other, anna)
            };
            stage.blocks(by, whom).await;
        }
    }
    let dice = Chance::seeded(7);
    let attribute = |field: &str, value: &str| Attribute {
        field: field.to_owned(),
        value: value.to_owned(),
    };
    let mut seen = 0;
    for round in 0..60 {
        let [gender, region, min, span, photo, traits, interests, size] = dice.bytes::<8>();
        let min_age = if min % 3 == 0 {
            0
        } else {
            18 + u32::from(min % 50)
        };
        let mut request = SearchRequest {
            gender: i32::from(gender % 4),
            region_id: match region % 2 {
                0 => 0,
                _ => u32::try_from(regions[usize::from(region % 4)]).unwrap(),
            },
            min_age,
            max_age: if span % 3 == 0 {
                0
            } else {
                min_age.max(18) + u32::from(span % 20)
            },
            with_photo: photo % 3 == 0,
            page_size: 1 + u32::from(size % 60),
            ..SearchRequest::default()
        };
        if traits % 3 == 0 {
            request.attributes.push(attribute("body_type", "slim"));
        }
        if traits % 5 == 0 {
            request.attributes.push(attribute("hair_colour", "black"));
        }
        if interests % 4 == 0 {
            request.interests = vec!["travel".to_owned(), "cooking".to_owned()];
        }
        let viewer = if round % 2 == 0 { anna } else { kim };
        let (found, total) = walk(&stage, viewer, &request).await;
        let distinct: HashSet<String> = found.iter().cloned().collect();
        assert_eq!(distinct.len(), found.len(), "nobody twice: {request:?}");
        let expected = oracle(&db, viewer, &request).await;
        assert_eq!(distinct, expected, "round {round}");
        assert_eq!(total, expected.len() as u64, "round {round}");
        seen += found.len();
    }
    assert!(seen > 1000, "the searches were not empty: {seen}");
}

async fn regions(stage: &Stage) -> Vec<i32> {
    let request = ListRegionsRequest {
        country: "NL".to_owned(),
    };
    let answer = stage.visitor(VONK).list_regions(request).await.unwrap();
    answer
        .into_inner()
        .regions
        .into_iter()
        .map(|region| i32::try_from(region.id).unwrap())
        .collect()
}

#[tokio::test]
async fn the_counts_kept_ahead_are_the_plain_counts_after_any_changes() {
    let stage = Stage::set().await;
    let db = stage.host.db("profiles");
    crowd(&db, 300, &[0, 11, 12]).await;
    let dice = Chance::seeded(11);
    for _ in 0..300 {
        let [choice, pick, days, region] = dice.bytes::<4>();
        let mut tx = db.begin().await.unwrap();
        let member = sqlx::query_scalar!(
            "select member_id from profile_search order by member_id limit 1 offset $1",
            i64::from(pick % 100),
        )
        .fetch_one(&mut *tx)
        .await
        .unwrap();
        match choice % 5 {
            0 => {
                sqlx::query!("delete from profile_search where member_id = $1", member)
                    .execute(&mut *tx)
                    .await
            }
            1 => {
                sqlx::query!(
                    "update profile_search set birth_date = birth_date + $2::integer where member_id = $1",
                    member,
                    i32::from(days),
                )
                .execute(&mut *tx)
                .await
            }
            2 => {
                sqlx::query!(
                    "update profile_search set region_id = $2, country = $3 where member_id = $1",
                    member,
                    i32::from(region % 4),
                    if region % 2 == 0 { "BE" } else { "NL" },
                )
                .execute(&mut *tx)
                .await
            }
            3 => {
                sqlx::query!(
                    "update profile_search set facet = facet # 32, last_active = now() where member_id = $1",
                    member,
                )
                .execute(&mut *tx)
                .await
            }
            _ => {
                sqlx::query!(
                    "
                    insert into profile_search
                    select gen_random_uuid(), site_id, facet, country, region_id,
                           birth_date - $2::integer, last_active, traits, interests
                    from   profile_search
                    where  member_id = $1
                    ",
                    member,
                    i32::from(days),
                )
                .execute(&mut *tx)
                .await
            }
        }
        .unwrap();
        // Half of the changes do not happen in the end.
        if days % 2 == 0 {
            tx.commit().await.unwrap();
        }
    }
    let wrong = sqlx::query_scalar!(
        r#"
        with plain as (
                 select   site_id, facet, country, region as region_id,
                          (extract(year from birth_date) * 12 + extract(month from birth_date) - 1)::integer as birth_month,
                          count(*)::integer as n
                 from     profile_search,
                          unnest(case region_id when 0 then array[0] else array[0, region_id] end) as region
                 group by 1, 2, 3, 4, 5
             ),
             kept as (select * from facet_month where n <> 0)
        select count(*) as "wrong!"
        from   ((table plain except table kept) union all (table kept except table plain)) as differing
        "#
    )
    .fetch_one(db.pool())
    .await
    .unwrap();
    assert_eq!(wrong, 0);
}

#[tokio::test]
async fn a_search_walks_its_index() {
    let stage = Stage::set().await;
    let db = stage.host.db("profiles");
    // So many fit that walking the index is cheaper than sorting them, whatever chance deals.
    crowd(&db, 12_000, &[11, 12]).await;
    let mut tx = db.begin().await.unwrap();
    sqlx::query!("analyze profile_search")
        .execute(&mut *tx)
        .await
        .unwrap();
    let plan = sqlx::query_scalar!(
        r#"
        explain
        select s.member_id
        from   profile_search s
        where  s.site_id = '00000000-0000-0000-0000-000000000001' and s.facet = 2
          and  s.country = 'NL' and s.region_id = 11
          and  (s.last_active, s.member_id)
                   < (timestamptz '2026-02-02 06:00+00', 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
        order by s.last_active desc, s.member_id desc
        limit  25
        "#
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap();
    let plan: Vec<String> = plan.into_iter().flatten().collect();
    let plan = plan.join("\n");
    assert!(plan.contains("profile_search_region_recent"), "{plan}");
    assert!(!plan.contains("Sort"), "{plan}");
}

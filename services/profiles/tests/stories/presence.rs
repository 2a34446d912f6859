//! Who is here, who was here last, and who wants not to be found.

use proto::profiles::v1::*;

use crate::stage::*;

#[tokio::test]
async fn whoever_was_here_last_comes_first() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    let anna = stage.joins(&woman("Anna")).await;
    let eva = stage.joins(&woman("Eva")).await;
    stage.advance(time::Duration::hours(1));
    stage.is_here(anna).await;
    assert_eq!(stage.finds(bram).await, ["Anna", "Eva"]);
    stage.advance(time::Duration::minutes(20));
    stage.is_here(eva).await;
    assert_eq!(stage.finds(bram).await, ["Eva", "Anna"]);

    let online = async || {
        let found = stage.searches(bram, SearchRequest::default()).await;
        let online = found.cards.into_iter().filter(|card| card.online);
        online.map(|card| card.name).collect::<Vec<_>>()
    };
    assert_eq!(online().await, ["Eva"]);
    stage.advance(time::Duration::minutes(10));
    assert_eq!(online().await, ["Eva"]);
    stage.advance(time::Duration::seconds(1));
    assert!(online().await.is_empty());
}

#[tokio::test]
async fn presence_is_written_once_a_minute_and_searches_follow_every_ten() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let versions = async || {
        let row = sqlx::query!(
            r#"
            select p.xmin::text as "presence!", s.xmin::text as "search!"
            from   presence p
            join   profile_search s using (member_id)
            where  member_id = $1
            "#,
            anna.get(),
        )
        .fetch_one(stage.host.db("profiles").pool())
        .await
        .unwrap();
        (row.presence, row.search)
    };
    stage.advance(time::Duration::minutes(10));
    stage.is_here(anna).await;
    let first = versions().await;
    stage.advance(time::Duration::seconds(59));
    stage.is_here(anna).await;
    assert_eq!(versions().await, first);
    stage.advance(time::Duration::seconds(1));
    stage.is_here(anna).await;
    let second = versions().await;
    assert_ne!(second.0, first.0);
    assert_eq!(second.1, first.1);
    stage.advance(time::Duration::minutes(10));
    stage.is_here(anna).await;
    assert_ne!(versions().await.1, first.1);

    // A moment to come counts as now, one long past changes nothing.
    let third = versions().await;
    let touch = |seconds| TouchActivityRequest {
        member_id: anna.to_string(),
        at: Some(prost_types::Timestamp { seconds, nanos: 0 }),
    };
    for seconds in [i64::MAX, i64::MIN, 0, 32_503_680_000] {
        stage
            .service("gateway")
            .touch_activity(touch(seconds))
            .await
            .unwrap();
    }
    assert_eq!(versions().await, third);
}

#[tokio::test]
async fn an_invisible_member_is_not_found_and_still_has_a_profile() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    let set = |invisible| {
        let mut client = stage.member(anna);
        async move {
            client
                .set_invisible(SetInvisibleRequest { invisible })
                .await
        }
    };
    set(true).await.unwrap();
    assert!(stage.finds(bram).await.is_empty());
    assert!(stage.own(anna).await.invisible);
    // Whom she likes or writes to sees her, and she sees others.
    assert!(stage.sees(bram, anna).await.is_ok());
    assert_eq!(stage.finds(anna).await, ["Bram"]);
    let wanted = GetProfileRequest {
        member_id: anna.to_string(),
    };
    assert_eq!(
        refusal(stage.visitor(VONK).get_profile(wanted).await),
        "profile_unknown"
    );
    // Being here does not bring her back.
    stage.advance(time::Duration::hours(1));
    stage.is_here(anna).await;
    assert!(stage.finds(bram).await.is_empty());
    set(false).await.unwrap();
    assert_eq!(stage.finds(bram).await, ["Anna"]);
}

#[tokio::test]
async fn an_invisible_member_is_never_seen_to_be_here() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    // In a conversation's head, in lists, on the profile.
    let online = async || {
        let request = GetCardsRequest {
            site_id: VONK.to_string(),
            viewer_id: bram.to_string(),
            member_ids: vec![anna.to_string()],
        };
        let answer = stage.service("gateway").get_cards(request).await.unwrap();
        let profile = stage.sees(bram, anna).await.unwrap();
        (
            answer.into_inner().cards[0].online,
            profile.card.unwrap().online,
        )
    };
    stage.is_here(anna).await;
    assert_eq!(online().await, (true, true));
    for (invisible, seen) in [(true, false), (false, true)] {
        let mut client = stage.member(anna);
        let request = SetInvisibleRequest { invisible };
        client.set_invisible(request).await.unwrap();
        stage.advance(time::Duration::minutes(5));
        stage.is_here(anna).await;
        assert_eq!(online().await, (seen, seen));
    }
}

//! Profiles run by the company: only where the site has them, always labelled, never by surprise.

use kit::MemberId;
use proto::profiles::v1::*;

use crate::stage::*;

async fn cities(stage: &Stage, country: &str, prefix: &str) -> u32 {
    let request = ListCitiesRequest {
        country: country.to_owned(),
        prefix: prefix.to_owned(),
    };
    let answer = stage.visitor(SPARK).list_cities(request).await.unwrap();
    answer.into_inner().cities[0].id
}

fn fictional(name: &str, city_id: u32) -> CreateFictionalRequest {
    CreateFictionalRequest {
        member_id: new_id().to_string(),
        site_id: SPARK.to_string(),
        name: name.to_owned(),
        birth_date: "1992-02-02".to_owned(),
        gender: Gender::Woman.into(),
        seeking: vec![Gender::Man.into()],
        city_id,
        about: "A character of ours.".to_owned(),
    }
}

#[tokio::test]
async fn a_fictional_profile_is_found_only_when_asked_for_and_says_what_it_is() {
    let stage = Stage::set().await;
    let spark = |person: Person| Person {
        site: SPARK,
        ..person
    };
    let bram = stage.joins(&spark(man("Bram"))).await;
    stage.joins(&spark(woman("Anna"))).await;
    let amsterdam = cities(&stage, "NL", "Amsterdam").await;
    let request = fictional("Roxy", amsterdam);
    for _ in 0..2 {
        stage
            .operator()
            .create_fictional(request.clone())
            .await
            .unwrap();
    }
    let search = |include_fictional| {
        let mut client = stage.member_of(SPARK, bram);
        let request = SearchRequest {
            include_fictional,
            ..SearchRequest::default()
        };
        async move { client.search(request).await.unwrap().into_inner() }
    };
    let found = search(false).await;
    assert_eq!(found.total, 1);
    assert!(
        found
            .cards
            .iter()
            .chain(&found.similar)
            .all(|card| card.kind() == ProfileKind::Member)
    );
    let found = search(true).await;
    assert_eq!(found.total, 2);
    let roxy = found.cards.iter().find(|card| card.name == "Roxy").unwrap();
    assert_eq!(roxy.kind(), ProfileKind::Fictional);

    let id: MemberId = request.member_id.parse().unwrap();
    let seen = stage
        .member_of(SPARK, bram)
        .get_profile(GetProfileRequest {
            member_id: id.to_string(),
        })
        .await
        .unwrap();
    let card = seen.into_inner().profile.unwrap().card.unwrap();
    assert_eq!(card.kind(), ProfileKind::Fictional);
    assert!(!card.online);
    let cards = GetCardsRequest {
        viewer_id: String::new(),
        site_id: SPARK.to_string(),
        member_ids: vec![id.to_string()],
    };
    let cards = stage
        .service("chat")
        .get_cards(cards)
        .await
        .unwrap()
        .into_inner()
        .cards;
    assert_eq!(cards[0].kind(), ProfileKind::Fictional);
    let told = stage.host.events::<ProfileChanged>();
    assert_eq!(told.iter().filter(|one| one.kind == "fictional").count(), 1);

    // It is never here: it does not act.
    let touch = TouchActivityRequest {
        member_id: id.to_string(),
        at: None,
    };
    stage
        .service("gateway")
        .touch_activity(touch)
        .await
        .unwrap();
    let found = search(true).await;
    assert!(
        !found
            .cards
            .iter()
            .find(|card| card.name == "Roxy")
            .unwrap()
            .online
    );
}

#[tokio::test]
async fn a_site_without_fictional_profiles_and_germany_have_none() {
    let stage = Stage::set().await;
    let amsterdam = cities(&stage, "NL", "Amsterdam").await;
    let berlin = cities(&stage, "DE", "Berlin").await;
    let mut operator = stage.operator();
    let refused = operator.create_fictional(fictional("Roxy", berlin)).await;
    assert_eq!(refusal(refused), "fictional_refused");
    let elsewhere = CreateFictionalRequest {
        site_id: VONK.to_string(),
        ..fictional("Roxy", amsterdam)
    };
    assert_eq!(
        refusal(operator.create_fictional(elsewhere).await),
        "fictional_refused"
    );
    for (request, word) in [
        (fictional("www.roxy.com", amsterdam), "has_contact"),
        (fictional("R", amsterdam), "value_invalid"),
        (fictional("Roxy", 1), "place_unknown"),
        (
            CreateFictionalRequest {
                birth_date: "2010-01-01".to_owned(),
                ..fictional("Roxy", amsterdam)
            },
            "value_invalid",
        ),
    ] {
        assert_eq!(refusal(operator.create_fictional(request).await), word);
    }
    assert!(stage.host.events::<ProfileChanged>().is_empty());
}

#[tokio::test]
async fn a_member_never_becomes_fictional() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let db = stage.host.db("profiles");
    let changed = sqlx::query!(
        "update profiles set kind = 'fictional' where member_id = $1",
        anna.get()
    )
    .execute(db.pool())
    .await;
    assert!(changed.unwrap_err().to_string().contains("never changes"));
}

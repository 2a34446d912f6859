//! Opening profiles: as a visitor, too often, from another site; and cards for the other services.

use kit::MemberId;
use proto::profiles::v1::*;

use crate::stage::*;

fn wanted(member: MemberId) -> GetProfileRequest {
    GetProfileRequest {
        member_id: member.to_string(),
    }
}

#[tokio::test]
async fn a_visitor_sees_less() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    stage.lives_in(VONK, anna, "NL", "Utrecht").await;
    stage.is_here(anna).await;
    stage
        .member(anna)
        .update_profile(UpdateProfileRequest {
            about: Some("I like long walks.".to_owned()),
            interests: vec!["hiking".to_owned()],
            set_interests: true,
            ..UpdateProfileRequest::default()
        })
        .await
        .unwrap();
    let seen = stage.visitor(VONK).get_profile(wanted(anna)).await.unwrap();
    let profile = seen.into_inner().profile.unwrap();
    assert!(profile.about.is_empty() && profile.interests.is_empty());
    assert!(profile.seeking.is_empty() && profile.attributes.is_empty());
    let card = profile.card.unwrap();
    assert_eq!(
        (card.name.as_str(), card.region.as_str()),
        ("Anna", "Utrecht")
    );
    assert!(card.city.is_empty() && !card.online && card.distance_km.is_none());
    let found = stage
        .visitor(VONK)
        .search(SearchRequest::default())
        .await
        .unwrap()
        .into_inner();
    assert_eq!(found.total, 1);
    assert!(found.cards[0].city.is_empty() && !found.cards[0].online);
}

#[tokio::test]
async fn a_site_may_keep_visitors_out() {
    let stage = Stage::set().await;
    let person = Person {
        site: SPARK,
        ..woman("Anna")
    };
    let anna = stage.joins(&person).await;
    let search = SearchRequest::default();
    let mut visitor = stage.visitor(SPARK);
    assert_eq!(
        refusal(visitor.search(search.clone()).await),
        "login_required"
    );
    assert_eq!(
        refusal(visitor.get_profile(wanted(anna)).await),
        "login_required"
    );
    let mut sourced = stage.sourced(SPARK);
    assert_eq!(sourced.search(search).await.unwrap().into_inner().total, 1);
    assert!(sourced.get_profile(wanted(anna)).await.is_ok());
}

#[tokio::test]
async fn members_of_another_site_do_not_exist() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage
        .joins(&Person {
            site: SPARK,
            ..man("Bram")
        })
        .await;
    assert!(stage.finds(anna).await.is_empty());
    assert_eq!(refusal(stage.sees(anna, bram).await), "profile_unknown");
    let over = stage.member_of(SPARK, bram).get_profile(wanted(anna)).await;
    assert_eq!(refusal(over), "profile_unknown");
    // A token of the other site does not open the own profile either.
    let mut client = stage.member_of(SPARK, anna);
    let own = client.get_own_profile(GetOwnProfileRequest {}).await;
    assert_eq!(refusal(own), "profile_unknown");
    for id in ["", "nobody", "01890000-0000-7000-8000-0000000000ff"] {
        let request = GetProfileRequest {
            member_id: id.to_owned(),
        };
        assert_eq!(
            refusal(stage.member(anna).get_profile(request).await),
            "profile_unknown"
        );
    }
}

#[tokio::test]
async fn a_crawl_ends() {
    let stage = Stage::with("views_a_day = 5\nvisitor_views_a_day = 2").await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    for _ in 0..5 {
        stage.sees(bram, anna).await.unwrap();
    }
    assert_eq!(refusal(stage.sees(bram, anna).await), "too_many_views");
    let search = stage.member(bram).search(SearchRequest::default()).await;
    assert_eq!(refusal(search), "too_many_views");
    assert!(stage.sees(anna, bram).await.is_ok());
    for _ in 0..2 {
        stage.visitor(VONK).get_profile(wanted(anna)).await.unwrap();
    }
    let refused = stage.visitor(VONK).get_profile(wanted(anna)).await;
    assert_eq!(refusal(refused), "too_many_views");
}

#[tokio::test]
async fn cards_come_in_the_order_asked_and_unfit_ones_are_left_out() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    let new = stage.signs_up(&woman("New")).await;
    let far = stage
        .joins(&Person {
            site: SPARK,
            ..man("Far")
        })
        .await;
    stage.lives_in(VONK, anna, "NL", "Utrecht").await;
    stage.lives_in(VONK, bram, "NL", "Utrecht").await;
    let photo = stage.adds_photo(anna, new_id(), png(3)).await.unwrap();
    let nobody = MemberId::new(new_id());
    let ask = |viewer: &str, members: &[MemberId]| {
        let mut client = stage.service("gateway");
        let request = GetCardsRequest {
            viewer_id: viewer.to_owned(),
            site_id: VONK.to_string(),
            member_ids: members.iter().map(MemberId::to_string).collect(),
        };
        async move { client.get_cards(request).await }
    };
    let cards = ask(&bram.to_string(), &[new, far, anna, nobody, bram]).await;
    let cards = cards.unwrap().into_inner().cards;
    let names: Vec<_> = cards
        .iter()
        .map(|card| (card.name.as_str(), card.status()))
        .collect();
    assert_eq!(
        names,
        [
            // The other side of a chat may not be confirmed yet.
            ("New", ProfileStatus::Disabled),
            ("Anna", ProfileStatus::Active),
            ("Bram", ProfileStatus::Active),
        ]
    );
    assert_eq!(cards[1].main_photo.as_ref().unwrap(), &photo);
    assert_eq!(cards[1].distance_km, Some(0));
    let cards = ask("", &[anna]).await.unwrap().into_inner().cards;
    assert_eq!(cards[0].distance_km, None);
    assert_eq!(refusal(ask("", &[anna; 501]).await), "too_many_ids");
    assert_eq!(refusal(ask("x", &[anna]).await), "id_invalid");
}

//! What a member tells of themselves.

use proto::profiles::v1::*;

use crate::stage::*;

fn attribute(field: &str, value: &str) -> Attribute {
    Attribute {
        field: field.to_owned(),
        value: value.to_owned(),
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn a_profile_is_completed_step_by_step() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let own = stage.own(anna).await;
    assert_eq!(
        own.missing,
        [
            "photo",
            "place",
            "interests",
            "about",
            "body_type",
            "hair_colour",
            "tattoos"
        ]
    );
    assert_eq!(own.photo_limit, 3);
    let choices: Vec<_> = own
        .choices
        .iter()
        .map(|choice| choice.field.as_str())
        .collect();
    assert_eq!(choices, ["body_type", "hair_colour", "tattoos"]);
    assert!(own.choices[0].values.contains(&"slim".to_owned()));

    let answer = stage
        .member(anna)
        .update_profile(UpdateProfileRequest {
            about: Some("I like long walks.".to_owned()),
            attributes: vec![attribute("body_type", "slim"), attribute("tattoos", "none")],
            interests: texts(&["hiking", "cooking"]),
            set_interests: true,
            seeking: vec![Gender::Man.into(), Gender::Nonbinary.into()],
        })
        .await
        .unwrap()
        .into_inner();
    let own = answer.profile.unwrap();
    assert_eq!(own.missing, ["photo", "place", "hair_colour"]);
    stage.lives_in(VONK, anna, "NL", "Utrecht").await;
    stage.adds_photo(anna, new_id(), png(1)).await.unwrap();

    let own = stage.own(anna).await;
    assert_eq!(own.missing, ["hair_colour"]);
    let profile = own.profile.unwrap();
    assert_eq!(profile.about, "I like long walks.");
    assert_eq!(profile.interests, ["cooking", "hiking"]);
    assert_eq!(
        profile.attributes,
        [attribute("body_type", "slim"), attribute("tattoos", "none")]
    );
    assert_eq!(profile.seeking, [2, 3]);
    let card = profile.card.unwrap();
    assert_eq!(
        (card.city.as_str(), card.region.as_str()),
        ("Utrecht", "Utrecht")
    );

    // What is not named stays; an empty value clears.
    stage
        .member(anna)
        .update_profile(UpdateProfileRequest {
            attributes: vec![attribute("body_type", "curvy"), attribute("tattoos", "")],
            ..UpdateProfileRequest::default()
        })
        .await
        .unwrap();
    let profile = stage.own(anna).await.profile.unwrap();
    assert_eq!(profile.attributes, [attribute("body_type", "curvy")]);
    assert_eq!(profile.about, "I like long walks.");
    assert_eq!(profile.interests.len(), 2);
}

#[tokio::test]
async fn what_is_no_answer_is_refused_and_changes_nothing() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let before = stage.own(anna).await;
    let none = UpdateProfileRequest::default();
    let many: Vec<String> = [
        "travel",
        "cooking",
        "wine",
        "coffee",
        "baking",
        "music",
        "concerts",
        "festivals",
        "dancing",
        "films",
        "series",
        "theatre",
        "museums",
    ]
    .map(str::to_owned)
    .into();
    for (request, word) in [
        (
            UpdateProfileRequest {
                attributes: vec![attribute("shoe_size", "38")],
                ..none.clone()
            },
            "field_unknown",
        ),
        (
            // A field there is, and this site does not ask for.
            UpdateProfileRequest {
                attributes: vec![attribute("sexuality", "straight")],
                ..none.clone()
            },
            "field_unknown",
        ),
        (
            UpdateProfileRequest {
                about: Some("fine".to_owned()),
                attributes: vec![attribute("body_type", "'; drop table profiles --")],
                ..none.clone()
            },
            "value_invalid",
        ),
        (
            UpdateProfileRequest {
                about: Some("mail me: anna@example.com".to_owned()),
                ..none.clone()
            },
            "has_contact",
        ),
        (
            UpdateProfileRequest {
                about: Some("x".repeat(1001)),
                ..none.clone()
            },
            "text_too_long",
        ),
        (
            UpdateProfileRequest {
                interests: texts(&["shoplifting"]),
                set_interests: true,
                ..none.clone()
            },
            "interest_unknown",
        ),
        (
            UpdateProfileRequest {
                interests: many,
                set_interests: true,
                ..none.clone()
            },
            "too_many_interests",
        ),
        (
            UpdateProfileRequest {
                seeking: vec![9],
                ..none.clone()
            },
            "value_invalid",
        ),
    ] {
        let outcome = stage.member(anna).update_profile(request).await;
        assert_eq!(refusal(outcome), word);
    }
    assert_eq!(
        format!("{:?}", stage.own(anna).await.missing),
        format!("{:?}", before.missing)
    );
    assert_eq!(stage.own(anna).await.profile.unwrap().about, "");
}

#[tokio::test]
async fn interests_are_named_in_the_members_language() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let interests = |locale: &str| {
        let caller = kit::Caller {
            site: Some(VONK),
            member: Some(anna),
            locale: locale.to_owned(),
            ..kit::Caller::default()
        };
        let client = profiles_service_client::ProfilesServiceClient::new(
            stage.host.caller("profiles", &caller),
        );
        async move {
            let mut client = client;
            let answer = client.list_interests(ListInterestsRequest {}).await;
            answer.unwrap().into_inner().interests
        }
    };
    for (locale, name) in [
        ("da", "Rejser"),
        ("de", "Reisen"),
        ("en", "Travel"),
        ("es", "Viajar"),
        ("fi", "Matkustaminen"),
        ("fr", "Voyages"),
        ("it", "Viaggi"),
        ("nb", "Reise"),
        ("nl", "Reizen"),
        ("pl", "Podróże"),
        ("sv", "Resor"),
        ("", "Reizen"),
        ("xx", "Travel"),
    ] {
        let all = interests(locale).await;
        assert_eq!(all.len(), 48, "{locale}");
        let travel = all.iter().find(|one| one.slug == "travel").unwrap();
        assert_eq!(travel.name, name, "{locale}");
        assert!(all.iter().all(|one| !one.name.is_empty()));
    }
}

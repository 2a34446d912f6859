//! Looking for somebody.

use proto::profiles::v1::*;

use crate::stage::*;

fn aged(name: &str, born: &str) -> Person {
    Person {
        born: born.to_owned(),
        ..woman(name)
    }
}

fn names(cards: &[Card]) -> Vec<&str> {
    let mut names: Vec<_> = cards.iter().map(|card| card.name.as_str()).collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn whoever_is_found_looks_for_somebody_like_the_searcher() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    stage.joins(&woman("Anna")).await;
    stage
        .joins(&Person {
            seeking: vec![Gender::Woman],
            ..woman("Eva")
        })
        .await;
    stage
        .joins(&Person {
            seeking: vec![Gender::Woman, Gender::Man],
            ..woman("Iris")
        })
        .await;
    stage
        .joins(&Person {
            seeking: vec![Gender::Man],
            ..man("Carl")
        })
        .await;
    let found = stage.searches(bram, SearchRequest::default()).await;
    assert_eq!(names(&found.cards), ["Anna", "Iris"]);
    // Asked for men, who look for men.
    let men = SearchRequest {
        gender: Gender::Man.into(),
        ..SearchRequest::default()
    };
    assert_eq!(
        names(&stage.searches(bram, men.clone()).await.cards),
        ["Carl"]
    );
    // A visitor has no gender to be looked for.
    let found = stage
        .visitor(VONK)
        .search(SearchRequest::default())
        .await
        .unwrap();
    assert_eq!(found.into_inner().total, 5);
    assert_eq!(
        stage
            .visitor(VONK)
            .search(men)
            .await
            .unwrap()
            .into_inner()
            .total,
        2
    );
}

#[tokio::test]
async fn whom_the_found_ones_look_for_can_be_asked() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    for (name, seeking) in [
        ("Hetero", vec![Gender::Man]),
        ("Lesbian", vec![Gender::Woman]),
        ("Open", vec![Gender::Man, Gender::Woman]),
    ] {
        let person = Person {
            seeking,
            ..woman(name)
        };
        stage.joins(&person).await;
    }
    for (sought, by_bram, by_visitors) in [
        (Gender::Unspecified, vec!["Hetero", "Open"], 3),
        (Gender::Man, vec!["Hetero", "Open"], 2),
        (Gender::Woman, vec!["Lesbian", "Open"], 2),
        (Gender::Nonbinary, vec![], 0),
    ] {
        let search = SearchRequest {
            gender: Gender::Woman.into(),
            sought: sought.into(),
            country: "NL".to_owned(),
            ..SearchRequest::default()
        };
        let found = stage.searches(bram, search.clone()).await;
        assert_eq!(names(&found.cards), by_bram, "{sought:?}");
        let found = stage.visitor(VONK).search(search).await.unwrap();
        assert_eq!(found.into_inner().total, by_visitors, "{sought:?}");
    }
}

#[tokio::test]
async fn ages_are_inclusive_and_counted_on_the_sites_day() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    // Today is 2 March 2026.
    stage.joins(&aged("JustThirty", "1996-03-02")).await;
    stage.joins(&aged("AlmostThirty", "1996-03-03")).await;
    stage.joins(&aged("StillForty", "1985-03-03")).await;
    stage.joins(&aged("FortyOne", "1985-03-02")).await;
    let search = SearchRequest {
        min_age: 30,
        max_age: 40,
        ..SearchRequest::default()
    };
    let found = stage.searches(bram, search.clone()).await;
    assert_eq!(names(&found.cards), ["JustThirty", "StillForty"]);
    assert_eq!(found.total, 2);
    // The others nearly fit.
    assert_eq!(names(&found.similar), ["AlmostThirty", "FortyOne"]);
    stage.advance(time::Duration::days(1));
    let found = stage.searches(bram, search).await;
    assert_eq!(names(&found.cards), ["AlmostThirty", "JustThirty"]);
}

#[tokio::test]
async fn similar_ones_are_near_in_age_and_place_and_never_among_the_found() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    for (name, city) in [
        ("Here", "Amsterdam"),
        ("Beside", "Utrecht"),
        ("FarOff", "Maastricht"),
        ("Nowhere", ""),
    ] {
        let member = stage.joins(&woman(name)).await;
        if !city.is_empty() {
            stage.lives_in(VONK, member, "NL", city).await;
        }
    }
    let older = stage.joins(&aged("Older", "1986-01-01")).await;
    stage.lives_in(VONK, older, "NL", "Haarlem").await;
    let oldest = stage.joins(&aged("Oldest", "1970-01-01")).await;
    stage.lives_in(VONK, oldest, "NL", "Haarlem").await;
    let regions = stage
        .visitor(VONK)
        .list_regions(ListRegionsRequest {
            country: "NL".to_owned(),
        })
        .await
        .unwrap()
        .into_inner()
        .regions;
    let region_id = regions
        .iter()
        .find(|one| one.name == "Noord-Holland")
        .unwrap()
        .id;
    let search = SearchRequest {
        region_id,
        min_age: 33,
        max_age: 36,
        ..SearchRequest::default()
    };
    let found = stage.searches(bram, search.clone()).await;
    assert_eq!(names(&found.cards), ["Here"]);
    // The own region first, then its neighbours; Limburg is none, and Oldest is too old.
    let similar: Vec<_> = found
        .similar
        .iter()
        .map(|card| card.name.as_str())
        .collect();
    assert_eq!(similar, ["Older", "Beside"]);
    let elsewhere = SearchRequest {
        region_id: 5,
        ..search.clone()
    };
    let refused = stage.member(bram).search(elsewhere).await;
    assert_eq!(refusal(refused), "region_unknown");
    let all = SearchRequest {
        region_id: 0,
        ..search
    };
    let found = stage.searches(bram, all).await;
    assert_eq!(names(&found.cards), ["Beside", "FarOff", "Here", "Nowhere"]);
    assert_eq!(names(&found.similar), ["Older"]);
}

#[tokio::test]
async fn similar_ones_follow_a_last_page_of_few() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    for step in 0..12 {
        stage.joins(&woman(&format!("Anna {step}"))).await;
    }
    stage.joins(&aged("Older", "1986-01-01")).await;
    let mut search = SearchRequest {
        min_age: 33,
        max_age: 36,
        page_size: 5,
        ..SearchRequest::default()
    };
    let mut pages = Vec::new();
    loop {
        let page = stage.searches(bram, search.clone()).await;
        assert_eq!(page.total, 12);
        pages.push((page.cards.len(), page.similar.len()));
        if page.next_cursor.is_empty() {
            assert_eq!(names(&page.similar), ["Older"]);
            break;
        }
        search.cursor = page.next_cursor;
    }
    assert_eq!(pages, [(5, 0), (5, 0), (2, 1)]);
    // Twelve on a page are enough.
    let page = SearchRequest {
        page_size: 12,
        cursor: String::new(),
        ..search
    };
    let page = stage.searches(bram, page).await;
    assert_eq!((page.cards.len(), page.similar.len()), (12, 0));
    assert!(page.next_cursor.is_empty());
}

#[tokio::test]
async fn large_pages_are_for_members_and_cost_more() {
    let stage = Stage::with("views_a_day = 4").await;
    let bram = stage.joins(&man("Bram")).await;
    for number in 0..26 {
        stage.joins(&woman(&format!("Anna {number}"))).await;
    }
    let large = SearchRequest {
        page_size: 60,
        ..SearchRequest::default()
    };
    let page = stage.visitor(VONK).search(large.clone()).await.unwrap();
    assert_eq!(page.into_inner().cards.len(), 24);
    for cards in [26, 26] {
        let page = stage.searches(bram, large.clone()).await;
        assert_eq!(page.cards.len(), cards);
    }
    let refused = stage.member(bram).search(SearchRequest::default()).await;
    assert_eq!(refusal(refused), "too_many_views");
}

#[tokio::test]
async fn a_cursor_belongs_to_its_search() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    for step in 0..3 {
        stage.joins(&woman(&format!("Anna {step}"))).await;
    }
    let search = SearchRequest {
        page_size: 1,
        ..SearchRequest::default()
    };
    let cursor = stage.searches(bram, search.clone()).await.next_cursor;
    for (request, cursor) in [
        (search.clone(), "x".to_owned()),
        (search.clone(), "A".repeat(43)),
        (search.clone(), cursor.to_lowercase()),
        (
            SearchRequest {
                max_age: 50,
                ..search.clone()
            },
            cursor.clone(),
        ),
        (
            SearchRequest {
                with_photo: true,
                ..search.clone()
            },
            cursor.clone(),
        ),
    ] {
        let request = SearchRequest { cursor, ..request };
        let outcome = stage.member(bram).search(request).await;
        assert_eq!(refusal(outcome), "cursor_invalid");
    }
    // Another size of page is the same search.
    let request = SearchRequest {
        cursor,
        page_size: 60,
        ..search
    };
    let rest = stage.searches(bram, request).await;
    assert_eq!((rest.cards.len(), rest.total), (2, 3));
}

#[tokio::test]
async fn a_search_narrows_by_what_the_site_says() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    let attribute = |field: &str, value: &str| Attribute {
        field: field.to_owned(),
        value: value.to_owned(),
    };
    for (name, body, interests) in [
        ("Anna", "slim", vec!["travel", "art"]),
        ("Eva", "curvy", vec!["travel"]),
        ("Iris", "athletic", vec!["art"]),
    ] {
        let member = stage.joins(&woman(name)).await;
        stage
            .member(member)
            .update_profile(UpdateProfileRequest {
                attributes: vec![attribute("body_type", body)],
                interests: interests.into_iter().map(str::to_owned).collect(),
                set_interests: true,
                ..UpdateProfileRequest::default()
            })
            .await
            .unwrap();
    }
    let plain = SearchRequest::default();
    let either = SearchRequest {
        attributes: vec![
            attribute("body_type", "slim"),
            attribute("body_type", "curvy"),
        ],
        ..plain.clone()
    };
    let found = stage.searches(bram, either.clone()).await;
    assert_eq!((names(&found.cards), found.total), (vec!["Anna", "Eva"], 2));
    assert_eq!(names(&found.similar), ["Iris"]);
    let both = SearchRequest {
        interests: vec!["travel".to_owned(), "art".to_owned()],
        ..plain.clone()
    };
    assert_eq!(
        names(&stage.searches(bram, both.clone()).await.cards),
        ["Anna"]
    );

    // A visitor who learned who is found would have read the profiles.
    for request in [&either, &both] {
        let found = stage.visitor(VONK).search(request.clone()).await;
        assert_eq!(refusal(found), "login_required");
    }

    for (request, word) in [
        (
            SearchRequest {
                min_age: 40,
                max_age: 30,
                ..plain.clone()
            },
            "age_range_invalid",
        ),
        (
            SearchRequest {
                country: "DE".to_owned(),
                ..plain.clone()
            },
            "country_unknown",
        ),
        (
            SearchRequest {
                gender: 7,
                ..plain.clone()
            },
            "value_invalid",
        ),
        (
            SearchRequest {
                attributes: vec![attribute("tattoos", "none")],
                ..plain.clone()
            },
            "field_unknown",
        ),
        (
            SearchRequest {
                attributes: vec![attribute("body_type", "tall")],
                ..plain.clone()
            },
            "value_invalid",
        ),
        (
            SearchRequest {
                interests: vec!["war".to_owned()],
                ..plain
            },
            "interest_unknown",
        ),
    ] {
        assert_eq!(refusal(stage.member(bram).search(request).await), word);
    }
    let mut sourced = stage.sourced(SPARK);
    assert_eq!(refusal(sourced.search(both).await), "field_unknown");
}

//! Where members are, and how little of it anybody learns.

use proto::profiles::v1::{set_place_request::Place, *};

use crate::stage::*;

fn point(latitude: f64, longitude: f64) -> Place {
    Place::Point(Point {
        latitude,
        longitude,
    })
}

#[tokio::test]
async fn a_point_is_snapped_before_it_is_stored() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let place = Some(point(52.37, 4.89));
    let own = stage
        .member(anna)
        .set_place(SetPlaceRequest { place })
        .await
        .unwrap();
    let card = own
        .into_inner()
        .profile
        .unwrap()
        .profile
        .unwrap()
        .card
        .unwrap();
    assert_eq!(
        (card.country.as_str(), card.region.as_str()),
        ("NL", "Noord-Holland")
    );
    assert!(!card.city.is_empty());
    assert_eq!(card.distance_km, Some(0));

    // No column holds anything but the cell: two points of a cell leave the same row.
    let row = async || {
        sqlx::query_scalar!(
            r#"
            select (to_jsonb(p) - 'revision' - 'moves')::text as "row!"
            from   profiles p
            where  member_id = $1
            "#,
            anna.get(),
        )
        .fetch_one(stage.host.db("profiles").pool())
        .await
        .unwrap()
    };
    let first = row().await;
    let mut near = (52.37, 4.89);
    near.0 -= 0.003;
    let place = Some(point(near.0, near.1));
    stage
        .member(anna)
        .set_place(SetPlaceRequest { place })
        .await
        .unwrap();
    let moved = row().await;
    assert!(
        !first.contains("52.37") && !first.contains("4.89"),
        "{first}"
    );
    assert_eq!(first, moved);
}

#[tokio::test]
async fn distances_are_whole_kilometres_between_cells() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    let distance = async || {
        stage
            .sees(bram, anna)
            .await
            .unwrap()
            .card
            .unwrap()
            .distance_km
    };
    assert_eq!(distance().await, None);
    stage.lives_in(VONK, anna, "NL", "Rotterdam").await;
    assert_eq!(distance().await, None);
    stage.lives_in(VONK, bram, "NL", "Amsterdam").await;
    let kilometres = distance().await.unwrap();
    assert!((50..66).contains(&kilometres), "{kilometres}");
    let found = stage.searches(bram, SearchRequest::default()).await;
    assert_eq!(found.cards[0].distance_km, Some(kilometres));
    assert_eq!(found.cards[0].city, "Rotterdam");
}

#[tokio::test]
async fn nobody_measures_distances_from_everywhere() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let mut client = stage.member(anna);
    for step in 0..5 {
        let place = Some(point(52.0 + f64::from(step) * 0.1, 5.0));
        client.set_place(SetPlaceRequest { place }).await.unwrap();
    }
    let before = stage.own(anna).await;
    let place = Some(point(51.5, 5.5));
    let refused = client.set_place(SetPlaceRequest { place }).await;
    assert_eq!(refusal(refused), "too_many_moves");
    assert_eq!(
        stage.own(anna).await.profile.unwrap().card,
        before.profile.unwrap().card
    );
    stage.advance(time::Duration::days(1));
    let mut tomorrow = stage.member(anna);
    tomorrow.set_place(SetPlaceRequest { place }).await.unwrap();
}

#[tokio::test]
async fn a_place_that_is_none_of_the_sites_is_unknown() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    for place in [
        None,
        Some(Place::CityId(0)),
        Some(Place::CityId(u32::MAX)),
        Some(point(91.0, 0.0)),
        Some(point(f64::NAN, f64::NAN)),
        // Köln, in a country that the site does not serve; Bern, that nobody serves; the sea.
        Some(point(50.94, 6.96)),
        Some(point(46.95, 7.45)),
        Some(point(54.0, 3.5)),
    ] {
        let outcome = stage
            .member(anna)
            .set_place(SetPlaceRequest { place })
            .await;
        assert_eq!(refusal(outcome), "place_unknown", "{place:?}");
    }
}

#[tokio::test]
async fn regions_and_cities_are_listed_for_the_sites_countries() {
    let stage = Stage::set().await;
    let mut visitor = stage.visitor(VONK);
    let list = |country: &str| ListRegionsRequest {
        country: country.to_owned(),
    };
    let regions = visitor
        .list_regions(list("NL"))
        .await
        .unwrap()
        .into_inner()
        .regions;
    assert_eq!(regions.len(), 12);
    assert_eq!(regions[0].name, "Drenthe");
    assert_eq!(
        refusal(visitor.list_regions(list("DE")).await),
        "country_unknown"
    );
    let cities = visitor
        .list_cities(ListCitiesRequest {
            country: "NL".to_owned(),
            prefix: "den ".to_owned(),
        })
        .await
        .unwrap()
        .into_inner()
        .cities;
    assert_eq!(cities[0].name, "Den Haag");
    assert_eq!(
        (cities[0].region.as_str(), cities[0].country.as_str()),
        ("Zuid-Holland", "NL")
    );
    assert!(cities.len() > 3 && cities.len() <= 20);
}

#[tokio::test]
async fn geocode_names_the_nearest_city_and_stores_nothing() {
    let stage = Stage::set().await;
    let geocode = |latitude, longitude| {
        let mut client = stage.service("gateway");
        let request = GeocodeRequest {
            point: Some(Point {
                latitude,
                longitude,
            }),
        };
        async move { client.geocode(request).await }
    };
    let city = geocode(52.52, 13.4)
        .await
        .unwrap()
        .into_inner()
        .city
        .unwrap();
    assert_eq!(
        (
            city.name.as_str(),
            city.region.as_str(),
            city.country.as_str()
        ),
        ("Berlin", "Berlin", "DE")
    );
    for (latitude, longitude) in [(0.0, 0.0), (500.0, 0.0), (f64::INFINITY, 0.0)] {
        assert_eq!(refusal(geocode(latitude, longitude).await), "place_unknown");
    }
}

use std::collections::HashSet;

use super::*;

const SERVED: [&str; 14] = [
    "NL", "BE", "DE", "FR", "PL", "GB", "IE", "DK", "SE", "NO", "FI", "ES", "IT", "AT",
];

#[test]
fn no_two_places_share_an_id_and_none_is_nowhere() {
    let places = Places::shared();
    let cities: HashSet<i32> = places.cities.iter().map(|city| city.id).collect();
    assert_eq!(cities.len(), places.cities.len());
    assert!(!cities.contains(&0));
    let regions: HashSet<i32> = places.regions.iter().map(|region| region.id).collect();
    assert_eq!(regions.len(), places.regions.len());
    assert!(!regions.contains(&0));
    assert!(places.cities.len() > 47_000, "{}", places.cities.len());
}

#[test]
fn ids_are_what_they_were_in_every_release() {
    assert_eq!(stable_id(&["NL", "Noord-Holland"]), NOORD_HOLLAND);
    assert_eq!(
        stable_id(&["NL", "Amsterdam", "52.37403", "4.88969"]),
        AMSTERDAM
    );
}
const NOORD_HOLLAND: i32 = 641_377_163;
const AMSTERDAM: i32 = 1_417_172_234;

#[test]
fn every_country_has_regions_and_a_largest_city() {
    let places = Places::shared();
    for country in SERVED {
        assert!(places.regions(country).len() >= 3, "{country}");
        let first = places.cities(country, "", 3);
        assert_eq!(first[0].rank, 1, "{country}");
        assert_eq!(first[1].rank, 2, "{country}");
        for region in places.regions(country) {
            assert!(!region.neighbours.is_empty(), "{}", region.name);
        }
    }
    assert!(places.regions("XX").is_empty());
}

#[test]
fn a_city_is_found_however_its_umlaut_is_written() {
    let places = Places::shared();
    let first = |country, text| {
        places
            .cities(country, text, 20)
            .first()
            .map(|city| city.name)
    };
    assert_eq!(first("DE", "Köl"), Some("Köln"));
    assert_eq!(first("DE", "koel"), Some("Köln"));
    assert_eq!(first("DE", "münchen"), Some("München"));
    assert_eq!(first("DE", "Munich"), Some("München"));
    assert_eq!(first("NL", "the ha"), Some("Den Haag"));
    assert_eq!(first("NL", " ams"), Some("Amsterdam"));
    assert_eq!(first("SE", "malmo"), Some("Malmö"));
    assert_eq!(first("PL", "lodz"), Some("Łódź"));
    assert_eq!(first("BE", "Amsterdam"), None);
    assert_eq!(places.cities("DE", "a", 20).len(), 20);
}

#[test]
fn the_nearest_city_is_near() {
    let places = Places::shared();
    for (latitude, longitude, country, city, region) in [
        (52.37, 4.89, "NL", "Amsterdam", "Noord-Holland"),
        (48.14, 11.58, "DE", "München", "Bayern"),
        (59.33, 18.06, "SE", "Stockholm", "Stockholm"),
        // Its quarter Mitte is nearer.
        (52.52, 13.40, "DE", "Berlin", "Berlin"),
    ] {
        let found = places
            .nearest(Point::new(latitude, longitude).unwrap())
            .unwrap();
        assert_eq!((found.country, found.name), (country, city));
        assert_eq!(places.region(found.region_id).unwrap().name, region);
    }
    // Bern, and the middle of the Atlantic.
    assert!(places.nearest(Point::new(46.95, 7.45).unwrap()).is_none());
    assert!(places.nearest(Point::new(45.0, -30.0).unwrap()).is_none());
}

#[test]
fn every_city_is_the_nearest_to_itself_or_belongs_to_a_large_one() {
    let places = Places::shared();
    for city in places.cities.iter().step_by(501) {
        let found = places.nearest(city.point).unwrap();
        let itself = found.point == city.point;
        let large = found.rank != u32::MAX && found.point.kilometres(city.point) <= IN_TOWN;
        assert!(itself || large, "{} {}", city.country, city.name);
    }
}

//! Countries, regions and cities that members live in, and the nearest city of a point.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use reverse_geocoder::ReverseGeocoder;

use crate::grid::Point;

/// Lines: `# country`, `## region`, then a city with latitude, longitude and perhaps rank and other name.
const CITIES: &str = include_str!("../data/cities.tsv");

/// Farther from every known city a point is at sea or nowhere. Kilometres.
const FAR: f64 = 75.0;

/// Whoever is so near to the middle of a large city is in it, whatever the quarter is called. Kilometres.
const IN_TOWN: f64 = 6.0;

/// Regions beside a region that count as its neighbours.
const NEIGHBOURS: usize = 4;

/// A part of a country, as its people call it.
#[derive(Debug)]
pub(crate) struct Region {
    /// Never 0, and the same in every release.
    pub(crate) id: i32,
    pub(crate) country: &'static str,
    pub(crate) name: &'static str,
    /// Ids of the nearest regions of the country, the nearest first.
    pub(crate) neighbours: Vec<i32>,
}

/// A populated place.
#[derive(Debug)]
pub(crate) struct City {
    /// Never 0, and the same in every release.
    pub(crate) id: i32,
    pub(crate) country: &'static str,
    pub(crate) region_id: i32,
    pub(crate) name: &'static str,
    pub(crate) point: Point,
    /// 1 for the largest of the country; the small ones share the last rank.
    rank: u32,
    /// What a search text is compared with.
    keys: Vec<String>,
}

/// All of them; reading them takes a while, so there is one copy.
pub(crate) struct Places {
    regions: Vec<Region>,
    region_by_id: HashMap<i32, usize>,
    cities: Vec<City>,
    city_by_id: HashMap<i32, usize>,
    /// By country and point in hundred-thousandths of a degree, as the geocoder names it.
    city_by_point: HashMap<(&'static str, i64, i64), usize>,
    geocoder: ReverseGeocoder,
}

impl std::fmt::Debug for Places {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Places")
    }
}

static PLACES: LazyLock<Arc<Places>> = LazyLock::new(|| Arc::new(Places::read()));

impl Places {
    /// The world; the first call reads it, about a second.
    #[must_use]
    pub(crate) fn shared() -> Arc<Self> {
        Arc::clone(&PLACES)
    }

    fn read() -> Self {
        let mut places = Self {
            regions: Vec::new(),
            region_by_id: HashMap::new(),
            cities: Vec::new(),
            city_by_id: HashMap::new(),
            city_by_point: HashMap::new(),
            geocoder: ReverseGeocoder::new(),
        };
        let mut country = "";
        for line in CITIES.lines().filter(|line| !line.starts_with("//")) {
            if let Some(name) = line.strip_prefix("## ") {
                places.add_region(country, name);
            } else if let Some(code) = line.strip_prefix("# ") {
                country = code;
            } else {
                places.add_city(country, line);
            }
        }
        places.find_neighbours();
        places
    }

    fn add_region(&mut self, country: &'static str, name: &'static str) {
        let id = stable_id(&[country, name]);
        self.region_by_id.insert(id, self.regions.len());
        self.regions.push(Region {
            id,
            country,
            name,
            neighbours: Vec::new(),
        });
    }

    fn add_city(&mut self, country: &'static str, line: &'static str) {
        let mut parts = line.split('\t');
        let (Some(name), Some(latitude), Some(longitude)) =
            (parts.next(), parts.next(), parts.next())
        else {
            return;
        };
        let rank = parts.next().and_then(|rank| rank.parse().ok());
        let other_name = parts.next();
        let point = Point::new(
            latitude.parse().unwrap_or(f64::NAN),
            longitude.parse().unwrap_or(f64::NAN),
        );
        let (Some(point), Some(region)) = (point, self.regions.last()) else {
            return;
        };
        let id = stable_id(&[country, name, latitude, longitude]);
        let index = self.cities.len();
        self.city_by_id.insert(id, index);
        let (north, east) = hundred_thousandths(point);
        self.city_by_point
            .entry((country, north, east))
            .or_insert(index);
        let mut keys: Vec<String> = spellings(name).into();
        keys.extend(other_name.map(spellings).into_iter().flatten());
        keys.dedup();
        self.cities.push(City {
            id,
            country,
            region_id: region.id,
            name,
            point,
            rank: rank.unwrap_or(u32::MAX),
            keys,
        });
    }

    /// Regions are near when the middles of their cities are.
    fn find_neighbours(&mut self) {
        let mut sums: HashMap<i32, (f64, f64, f64)> = HashMap::new();
        for city in &self.cities {
            let (north, east, count) = sums.entry(city.region_id).or_default();
            *north += city.point.latitude;
            *east += city.point.longitude;
            *count += 1.0;
        }
        let middles: HashMap<i32, Point> = sums
            .into_iter()
            .filter_map(|(id, (north, east, count))| {
                Some((id, Point::new(north / count, east / count)?))
            })
            .collect();
        let of_country: Vec<(i32, &str)> = self
            .regions
            .iter()
            .map(|region| (region.id, region.country))
            .collect();
        for region in &mut self.regions {
            let Some(middle) = middles.get(&region.id) else {
                continue;
            };
            let mut others: Vec<(f64, i32)> = of_country
                .iter()
                .filter(|(id, country)| *country == region.country && *id != region.id)
                .filter_map(|(id, _)| Some((middle.kilometres(*middles.get(id)?), *id)))
                .collect();
            others.sort_by(|one, other| one.0.total_cmp(&other.0));
            region.neighbours = others
                .into_iter()
                .take(NEIGHBOURS)
                .map(|(_, id)| id)
                .collect();
        }
    }

    /// The region of an id.
    #[must_use]
    pub(crate) fn region(&self, id: i32) -> Option<&Region> {
        self.regions.get(*self.region_by_id.get(&id)?)
    }

    /// The city of an id.
    #[must_use]
    pub(crate) fn city(&self, id: i32) -> Option<&City> {
        self.cities.get(*self.city_by_id.get(&id)?)
    }

    /// A country's regions, by name.
    #[must_use]
    pub(crate) fn regions(&self, country: &str) -> Vec<&Region> {
        let mut regions: Vec<&Region> = self
            .regions
            .iter()
            .filter(|region| region.country == country)
            .collect();
        regions.sort_by_key(|region| spellings(region.name));
        regions
    }

    /// A country's cities whose name begins with the text, the largest first.
    #[must_use]
    pub(crate) fn cities(&self, country: &str, prefix: &str, limit: usize) -> Vec<&City> {
        let wanted = spellings(prefix);
        let begins = |city: &&City| {
            city.country == country
                && city
                    .keys
                    .iter()
                    .any(|key| wanted.iter().any(|text| key.starts_with(text)))
        };
        let mut found: Vec<&City> = self.cities.iter().filter(begins).collect();
        found.sort_by_key(|city| (city.rank, city.name.len(), city.name, city.region_id));
        found.truncate(limit);
        found
    }

    /// The city nearest to a point; none outside the countries served, and at sea.
    #[must_use]
    pub(crate) fn nearest(&self, point: Point) -> Option<&City> {
        let record = self
            .geocoder
            .search((point.latitude, point.longitude))
            .record;
        let at = Point::new(record.lat, record.lon)?;
        if at.kilometres(point) > FAR {
            return None;
        }
        let (north, east) = hundred_thousandths(at);
        let index = self.city_by_point.get(&(record.cc.as_str(), north, east))?;
        let nearest = self.cities.get(*index)?;
        let town = self
            .cities
            .iter()
            .filter(|city| city.rank != u32::MAX && city.country == nearest.country)
            .map(|city| (city.point.kilometres(point), city))
            .filter(|(kilometres, _)| *kilometres <= IN_TOWN)
            .min_by(|one, other| one.0.total_cmp(&other.0));
        Some(town.map_or(nearest, |(_, city)| city))
    }
}

/// An id that depends on nothing but the names; a test sees to it that no two are alike.
fn stable_id(names: &[&str]) -> i32 {
    let mut hash: u32 = 0x811c_9dc5;
    for part in std::iter::once(&"town").chain(names) {
        for byte in part.bytes().chain(std::iter::once(b'/')) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    i32::try_from(hash & 0x7fff_ffff).unwrap_or(0)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "degrees on earth, a hundred thousand times, are far below the limits of i64"
)]
fn hundred_thousandths(point: Point) -> (i64, i64) {
    let whole = |degrees: f64| (degrees * 100_000.0).round() as i64;
    (whole(point.latitude), whole(point.longitude))
}

/// A name in small letters of the English alphabet, as Germans and as others write umlauts.
fn spellings(name: &str) -> [String; 2] {
    let mut german = String::new();
    let mut plain = String::new();
    for letter in name.trim().chars().flat_map(char::to_lowercase) {
        let (long, short) = match letter {
            'ä' | 'æ' => ("ae", "a"),
            'ö' | 'ø' | 'œ' => ("oe", "o"),
            'ü' => ("ue", "u"),
            'å' => ("aa", "a"),
            'ß' => ("ss", "ss"),
            'à' | 'á' | 'â' | 'ã' | 'ą' => ("a", "a"),
            'ç' | 'ć' | 'č' => ("c", "c"),
            'è' | 'é' | 'ê' | 'ë' | 'ę' => ("e", "e"),
            'ì' | 'í' | 'î' | 'ï' => ("i", "i"),
            'ł' => ("l", "l"),
            'ñ' | 'ń' => ("n", "n"),
            'ò' | 'ó' | 'ô' => ("o", "o"),
            'ś' | 'š' => ("s", "s"),
            'ù' | 'ú' | 'û' => ("u", "u"),
            'ý' | 'ÿ' => ("y", "y"),
            'ź' | 'ż' | 'ž' => ("z", "z"),
            other => {
                german.push(other);
                plain.push(other);
                continue;
            }
        };
        german.push_str(long);
        plain.push_str(short);
    }
    [german, plain]
}

#[cfg(test)]
#[path = "places_test.rs"]
mod tests;

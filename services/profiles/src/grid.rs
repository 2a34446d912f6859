//! The grid that every place is snapped to before it is stored or measured.
//!
//! Rounded positions can be found by walking along the edges where an answer changes. Here a
//! position is forgotten first: whatever is computed, is computed from cells alone.

/// Kilometres of a degree of latitude.
const DEGREE: f64 = 111.195;
/// Kilometres along the side of a cell, about.
const SIDE: f64 = 5.0;
/// Kilometres.
const EARTH_RADIUS: f64 = 6371.0;
/// Rows from pole to pole.
const ROWS: i32 = 4004;

/// A cell of about 5 by 5 kilometres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) row: i32,
    pub(crate) column: i32,
}

/// A point on earth, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) latitude: f64,
    pub(crate) longitude: f64,
}

impl Point {
    /// A point on earth; none for what is not one.
    #[must_use]
    pub(crate) fn new(latitude: f64, longitude: f64) -> Option<Self> {
        let valid = (-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude);
        valid.then_some(Self {
            latitude,
            longitude,
        })
    }

    /// Kilometres over the surface.
    #[must_use]
    pub(crate) fn kilometres(self, other: Self) -> f64 {
        let (from, to) = (self.latitude.to_radians(), other.latitude.to_radians());
        let north = ((to - from) / 2.0).sin();
        let east = ((other.longitude - self.longitude).to_radians() / 2.0).sin();
        let chord = north * north + from.cos() * to.cos() * east * east;
        2.0 * EARTH_RADIUS * chord.sqrt().min(1.0).asin()
    }
}

impl Cell {
    /// The cell a point lies in.
    #[must_use]
    pub(crate) fn of(point: Point) -> Self {
        let row = floor((point.latitude + 90.0) / height()).clamp(0, ROWS - 1);
        let columns = columns(row);
        let share = (point.longitude + 180.0) / 360.0 * f64::from(columns);
        Self {
            row,
            column: floor(share).rem_euclid(columns),
        }
    }

    /// Its middle.
    #[must_use]
    pub(crate) fn centre(self) -> Point {
        let width = 360.0 / f64::from(columns(self.row));
        Point {
            latitude: (f64::from(self.row) + 0.5) * height() - 90.0,
            longitude: (f64::from(self.column) + 0.5) * width - 180.0,
        }
    }

    /// Whole kilometres from middle to middle.
    #[must_use]
    pub(crate) fn kilometres(self, other: Self) -> u32 {
        let kilometres = self.centre().kilometres(other.centre());
        u32::try_from(floor(kilometres + 0.5)).unwrap_or(0)
    }
}

/// Degrees from one row to the next.
fn height() -> f64 {
    180.0 / f64::from(ROWS)
}

/// Cells around the earth in a row: fewer towards the poles.
fn columns(row: i32) -> i32 {
    let latitude = (f64::from(row) + 0.5) * height() - 90.0;
    floor(360.0 * DEGREE * latitude.to_radians().cos() / SIDE).max(1)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "positions on earth in cells and kilometres are far below the limits of i32"
)]
fn floor(number: f64) -> i32 {
    number.floor() as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const AMSTERDAM: Point = Point {
        latitude: 52.374,
        longitude: 4.890,
    };
    const ROTTERDAM: Point = Point {
        latitude: 51.922,
        longitude: 4.481,
    };

    fn europe() -> impl Strategy<Value = Point> {
        (36.0..70.0_f64, -10.0..30.0_f64).prop_map(|(latitude, longitude)| Point {
            latitude,
            longitude,
        })
    }

    #[test]
    fn cities_are_as_far_apart_as_they_are() {
        let kilometres = AMSTERDAM.kilometres(ROTTERDAM);
        assert!((56.0..60.0).contains(&kilometres), "{kilometres}");
        let cells = Cell::of(AMSTERDAM).kilometres(Cell::of(ROTTERDAM));
        assert!((50..66).contains(&cells), "{cells}");
    }

    #[test]
    fn the_ends_of_the_earth_have_cells() {
        for (latitude, longitude) in [(90.0, 0.0), (-90.0, 180.0), (0.0, 180.0), (0.0, -180.0)] {
            let point = Point::new(latitude, longitude).unwrap();
            let cell = Cell::of(point);
            assert!(cell.centre().kilometres(point) < 5.0, "{point:?} {cell:?}");
        }
        for (latitude, longitude) in [
            (90.1, 0.0),
            (0.0, 181.0),
            (f64::NAN, 0.0),
            (0.0, f64::INFINITY),
        ] {
            assert!(Point::new(latitude, longitude).is_none());
        }
    }

    /// The estimate of somebody who may stand at 1,000 places and read the distance at each.
    fn trilaterated(victim: Point) -> Point {
        let cell = Cell::of(victim);
        let readings: Vec<(Point, u32)> = (0..1000)
            .map(|step| {
                let angle = f64::from(step) * 2.399_963;
                let reach = 0.002 * f64::from(step);
                let seen_from = Point {
                    latitude: victim.latitude + reach * angle.sin(),
                    longitude: victim.longitude + reach * angle.cos(),
                };
                (seen_from, Cell::of(seen_from).kilometres(cell))
            })
            .collect();
        let misfit = |guess: Point| -> f64 {
            readings
                .iter()
                .map(|(from, told)| {
                    // The attacker knows that the own position is snapped as well.
                    (Cell::of(*from).centre().kilometres(guess) - f64::from(*told)).powi(2)
                })
                .sum()
        };
        let centre = cell.centre();
        let around = (-10..=10).flat_map(|north| (-10..=10).map(move |east| (north, east)));
        around
            .map(|(north, east)| Point {
                latitude: centre.latitude + f64::from(north) * 0.008,
                longitude: centre.longitude + f64::from(east) * 0.012,
            })
            .min_by(|one, other| misfit(*one).total_cmp(&misfit(*other)))
            .unwrap()
    }

    #[test]
    fn a_thousand_readings_find_the_cell_and_not_the_member() {
        let corner = Cell::of(AMSTERDAM).centre();
        let errors: Vec<f64> = (0..3)
            .flat_map(|north| (0..3).map(move |east| (north, east)))
            .map(|(north, east)| {
                let victim = Point {
                    latitude: corner.latitude + (f64::from(north) - 1.0) * height() * 0.48,
                    longitude: corner.longitude + (f64::from(east) - 1.0) * 0.035,
                };
                assert_eq!(Cell::of(victim), Cell::of(AMSTERDAM), "one cell");
                trilaterated(victim).kilometres(victim)
            })
            .collect();
        let mean = errors.iter().sum::<f64>() / 9.0;
        // The mean distance from the middle of a square of 5 km to its points is 1.9 km.
        assert!(mean > 1.5, "{mean} {errors:?}");
        assert!(errors.iter().any(|error| *error > 2.5), "{errors:?}");
    }

    proptest! {
        #[test]
        fn a_cell_is_about_five_kilometres_wide(point in europe()) {
            let cell = Cell::of(point);
            prop_assert!(cell.centre().kilometres(point) < 3.7);
            prop_assert_eq!(Cell::of(cell.centre()), cell);
            let next = Cell { column: cell.column + 1, ..cell };
            let wide = cell.centre().kilometres(next.centre());
            prop_assert!((4.9..5.2).contains(&wide), "{}", wide);
        }

        #[test]
        fn whoever_is_in_the_same_cell_is_equally_far_from_everybody(
            member in europe(), viewer in europe(), north in 0.0..1.0_f64, east in 0.0..1.0_f64
        ) {
            let cell = Cell::of(member);
            let centre = cell.centre();
            let elsewhere = Point {
                latitude: centre.latitude + (north - 0.5) * height() * 0.99,
                longitude: centre.longitude + (east - 0.5) * 0.99 * 360.0 / f64::from(columns(cell.row)),
            };
            prop_assert_eq!(
                Cell::of(elsewhere).kilometres(Cell::of(viewer)),
                cell.kilometres(Cell::of(viewer))
            );
        }
    }
}

//! Hair, and what is worn over it.

mod front;
mod shapes;

use self::shapes::{CLOUD, mantle};
use super::{
    PALETTE, Sitter,
    canvas::{Canvas, Ink, circle, path},
    face::{Features, X, Y},
};
use crate::demo::{dice::Dice, person::Gender};

/// How the hair is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Bald,
    Buzz,
    Crop,
    SidePart,
    Quiff,
    CurlyTop,
    LongTied,
    Pixie,
    Bob,
    Fringe,
    Straight,
    Wavy,
    Bun,
    Ponytail,
    Curls,
    Scarf,
    Beanie,
}

/// A person's hair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    cut: Cut,
    /// A scarf or a hat is of this colour.
    cloth: Ink,
    /// Below a hat.
    is_long: bool,
}

impl Style {
    pub(super) fn choose(dice: &mut Dice, sitter: &Sitter) -> Self {
        let women = [
            (Cut::Straight, 16),
            (Cut::Wavy, 18),
            (Cut::Bob, if sitter.age > 45 { 22 } else { 13 }),
            (Cut::Fringe, 12),
            (Cut::Bun, 10),
            (Cut::Ponytail, 11),
            (Cut::Curls, 9),
            (Cut::Pixie, if sitter.age > 45 { 14 } else { 4 }),
            (Cut::Scarf, 3),
            (Cut::Beanie, 3),
        ];
        let men = [
            (Cut::Crop, 24),
            (Cut::SidePart, 22),
            (Cut::Quiff, if sitter.age < 50 { 18 } else { 6 }),
            (Cut::CurlyTop, if sitter.age < 50 { 12 } else { 5 }),
            (Cut::Buzz, 11),
            (Cut::LongTied, if sitter.age < 45 { 6 } else { 1 }),
            (Cut::Beanie, 4),
        ];
        let cut = match sitter.gender {
            _ if sitter.hair == "bald" => Cut::Bald,
            Gender::Woman => dice.weighted(&women),
            Gender::Nonbinary if dice.happens(50) => dice.weighted(&women),
            Gender::Man | Gender::Nonbinary => dice.weighted(&men),
        };
        Self {
            cut,
            cloth: dice.one(&PALETTE),
            is_long: sitter.gender == Gender::Woman,
        }
    }

    /// Nothing is seen of the ears.
    pub(super) fn covers_ears(self) -> bool {
        self.cut == Cut::Scarf
    }

    /// What falls behind the neck and the shoulders.
    pub(super) fn behind(self, canvas: &mut Canvas, of: &Features) {
        let ink = of.hair.shade(22);
        let w = of.wide;
        match self.cut {
            Cut::Straight | Cut::Fringe => canvas.fill(&mantle(w + 22.0, 372.0, 8.0), ink),
            Cut::Wavy => {
                canvas.fill(&mantle(w + 30.0, 352.0, 22.0), ink);
                for (x, y, r) in [
                    (-92.0, 330.0, 24.0),
                    (92.0, 330.0, 24.0),
                    (-84.0, 362.0, 20.0),
                    (84.0, 362.0, 20.0),
                ] {
                    canvas.fill(&circle(X + x, y, r), ink);
                }
            }
            Cut::Bob => canvas.fill(&mantle(w + 22.0, 296.0, 14.0), ink),
            Cut::Beanie if self.is_long => canvas.fill(&mantle(w + 16.0, 350.0, 6.0), ink),
            Cut::Ponytail => {
                let tail = path(&format!(
                    "M {} {} C {} {} {} {} {} {} C {} {} {} {} {} {} Z",
                    X + 48.0,
                    Y - 84.0,
                    X + 138.0,
                    Y - 92.0,
                    X + 128.0,
                    Y + 70.0,
                    X + 92.0,
                    Y + 150.0,
                    X + 88.0,
                    Y + 100.0,
                    X + 70.0,
                    Y + 20.0,
                    X + 40.0,
                    Y - 40.0,
                ));
                canvas.fill(&tail, ink);
            }
            Cut::Bun => canvas.fill(&circle(X, Y - 118.0, 37.0), ink),
            Cut::LongTied => canvas.fill(&circle(X + 8.0, Y - 112.0, 24.0), ink),
            Cut::Curls => {
                for (x, y, r) in CLOUD {
                    canvas.fill(&circle(X + x, Y + y, r), ink);
                }
            }
            Cut::Scarf => {
                let scarf = path(&format!(
                    "M {} {} C {} {} {} {} {X} {} C {} {} {} {} {} {} C {} {} {} {} {} 420 L {} 420 C {} {} {} {} {} {} Z",
                    X - w - 20.0,
                    Y,
                    X - w - 22.0,
                    Y - 92.0,
                    X - 52.0,
                    Y - 120.0,
                    Y - 120.0,
                    X + 52.0,
                    Y - 120.0,
                    X + w + 22.0,
                    Y - 92.0,
                    X + w + 20.0,
                    Y,
                    X + w + 22.0,
                    Y + 70.0,
                    X + 88.0,
                    Y + 120.0,
                    X + 112.0,
                    X - 112.0,
                    X - 88.0,
                    Y + 120.0,
                    X - w - 22.0,
                    Y + 70.0,
                    X - w - 20.0,
                    Y,
                ));
                canvas.fill(&scarf, self.cloth.shade(14));
            }
            _ => {}
        }
    }

    /// What lies on the shoulders, before the face is drawn.
    pub(super) fn over_shoulders(self, canvas: &mut Canvas, of: &Features) {
        if self.cut == Cut::Scarf {
            let drape = path(&format!(
                "M {l} {top} L {r} {top} L {} 420 C 250 452 150 452 {} 420 Z",
                X + 106.0,
                X - 106.0,
                l = X - 64.0,
                r = X + 64.0,
                top = Y + 56.0,
            ));
            canvas.fill(&drape, self.cloth);
            let fold = path(&format!(
                "M {} {} C {} 380 {} 404 {} 424",
                X - 60.0,
                Y + 90.0,
                X - 50.0,
                X + 6.0,
                X + 70.0
            ));
            canvas.line(&fold, self.cloth.shade(20), 3.0);
        }
        if matches!(self.cut, Cut::Straight | Cut::Wavy | Cut::Fringe) {
            let ink = of.hair.shade(6);
            for side in [-1.0_f32, 1.0] {
                let w = of.wide;
                let lock = path(&format!(
                    "M {} {} C {} {} {} {} {} 392 C {} 380 {} 330 {} {} Z",
                    X + side * (w + 14.0),
                    Y - 20.0,
                    X + side * (w + 26.0),
                    Y + 70.0,
                    X + side * (w + 8.0),
                    330.0,
                    X + side * (w - 2.0),
                    X + side * (w - 20.0),
                    X + side * (w - 18.0),
                    X + side * (w - 8.0),
                    Y + 30.0,
                ));
                canvas.fill(&lock, ink);
            }
        }
    }
}

//! What the sitter wears.

mod collar;

use super::{
    PALETTE, Sitter,
    backdrop::small,
    canvas::{Canvas, Ink, oval, path, rectangle},
    face::{Features, X},
};
use crate::demo::{dice::Dice, person::Gender};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Garment {
    Tee,
    Striped,
    VNeck,
    Shirt,
    Turtleneck,
    Hoodie,
    Blazer,
    Dress,
    Dungarees,
    Knit,
}

/// Clothes of a day.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outfit {
    garment: Garment,
    cloth: Ink,
    other: Ink,
    /// Half the width of the shoulders.
    wide: f32,
    necklace: bool,
}

impl Outfit {
    /// Chooses clothes of another colour than the wall.
    pub(super) fn choose(dice: &mut Dice, sitter: &Sitter, wall: Ink) -> Self {
        let man = sitter.gender == Gender::Man;
        let garment = dice.weighted(&[
            (Garment::Tee, 16),
            (Garment::Striped, 10),
            (Garment::VNeck, 11),
            (Garment::Shirt, 15),
            (Garment::Turtleneck, 11),
            (Garment::Hoodie, if sitter.age < 45 { 12 } else { 3 }),
            (Garment::Blazer, 10),
            (Garment::Dress, if man { 0 } else { 12 }),
            (Garment::Dungarees, if sitter.age < 45 { 5 } else { 1 }),
            (Garment::Knit, 10),
        ]);
        let mut cloth = dice.one(&PALETTE);
        while cloth.is_like(wall) {
            cloth = dice.one(&PALETTE);
        }
        let base = if man { 152.0 } else { 132.0 };
        let more = match sitter.figure {
            "slim" => -10.0,
            "athletic" => 4.0,
            "muscular" => 16.0,
            "curvy" => 10.0,
            "full_figured" => 22.0,
            _ => 0.0,
        };
        Self {
            garment,
            cloth,
            other: dice.one(&[
                Ink::hex(0x00fb_f6ee),
                Ink::hex(0x00ff_ffff),
                Ink::hex(0x0034_3350),
                Ink::hex(0x00f6_d9c8),
            ]),
            wide: base + more + small(dice.below(8)),
            necklace: !man && dice.happens(30),
        }
    }

    /// A hood.
    pub(super) fn behind(&self, canvas: &mut Canvas) {
        if self.garment == Garment::Hoodie {
            canvas.fill(&oval((X, 350.0), (88.0, 46.0)), self.cloth.shade(26));
        }
    }

    fn body(&self) -> tiny_skia::Path {
        let (l, r) = (X - self.wide, X + self.wide);
        path(&format!(
            "M {} 500 C {l} 430 {} 392 {} 366 C {} 356 {} 350 {} 338 Q {X} 374 {} 338 C {} 350 {} 356 {} 366 C {} 392 {r} 430 {} 500 Z",
            l - 8.0,
            l + 22.0,
            l + 76.0,
            l + 92.0,
            X - 44.0,
            X - 38.0,
            X + 38.0,
            X + 44.0,
            r - 92.0,
            r - 76.0,
            r - 22.0,
            r + 8.0,
        ))
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, of: &Features) {
        let body = self.body();
        canvas.fill(&body, self.cloth);
        canvas.within(Some(&body));
        self.shading(canvas);
        if self.garment == Garment::Striped {
            for row in 0..6_u8 {
                let y = 384.0 + f32::from(row) * 22.0;
                let stripe = path(&format!("M 0 {y} Q {X} {} 400 {y}", y + 22.0));
                canvas.line(&stripe, self.other, 8.0);
            }
        }
        if self.garment == Garment::Knit {
            for row in 0..7_u8 {
                for column in 0..18_u8 {
                    let (x, y) = (
                        30.0 + f32::from(column) * 20.0,
                        372.0 + f32::from(row) * 20.0,
                    );
                    let stitch = path(&format!(
                        "M {} {y} L {x} {} L {} {y}",
                        x - 6.0,
                        y + 7.0,
                        x + 6.0
                    ));
                    canvas.line(&stitch, self.cloth.shade(14), 2.2);
                }
            }
        }
        canvas.within(None);
        self.collar(canvas, of, &body);
    }

    fn shading(&self, canvas: &mut Canvas) {
        let arms = [
            format!(
                "M {} 500 C {} 460 {} 440 {} 424 L {} 500 Z",
                X - self.wide + 34.0,
                X - self.wide + 36.0,
                X - self.wide + 44.0,
                X - self.wide + 50.0,
                X - self.wide + 52.0
            ),
            format!(
                "M {} 500 C {} 460 {} 440 {} 424 L {} 500 Z",
                X + self.wide - 34.0,
                X + self.wide - 36.0,
                X + self.wide - 44.0,
                X + self.wide - 50.0,
                X + self.wide - 52.0
            ),
        ];
        for arm in arms {
            canvas.fill(&path(&arm), self.cloth.shade(18));
        }
        canvas.fill(
            &rectangle((X + 70.0, 330.0), (140.0, 200.0)),
            self.cloth.shade(30).fade(36),
        );
    }
}

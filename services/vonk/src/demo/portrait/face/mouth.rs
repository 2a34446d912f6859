//! Noses, mouths, and what grows around them.

use super::{Beard, Features, X, Y};
use crate::demo::{
    dice::Dice,
    portrait::{
        backdrop::small,
        canvas::{Canvas, Ink, oval, path},
    },
};

impl Features {
    pub(super) fn beard(&self, canvas: &mut Canvas, outline: &tiny_skia::Path) {
        let ink = match self.beard {
            Beard::None => return,
            Beard::Stubble => self.hair.shade(20).fade(52),
            Beard::Moustache | Beard::Short | Beard::Full => self.hair.shade(14),
        };
        if self.beard == Beard::Moustache || self.beard == Beard::Full || self.beard == Beard::Short
        {
            let moustache = path(&format!(
                "M {X} {a} C {} {} {} {} {} {} C {} {} {} {} {X} {b} C {} {} {} {} {} {} C {} {} {} {} {X} {a} Z",
                X - 10.0,
                Y + 43.0,
                X - 26.0,
                Y + 46.0,
                X - 32.0,
                Y + 59.0,
                X - 22.0,
                Y + 56.0,
                X - 10.0,
                Y + 57.0,
                X + 10.0,
                Y + 57.0,
                X + 22.0,
                Y + 56.0,
                X + 32.0,
                Y + 59.0,
                X + 26.0,
                Y + 46.0,
                X + 10.0,
                Y + 43.0,
                a = Y + 46.0,
                b = Y + 55.0,
            ));
            canvas.fill(&moustache, ink);
        }
        if self.beard == Beard::Moustache {
            return;
        }
        let (l, r) = (X - self.wide - 3.0, X + self.wide + 3.0);
        let cheek = if self.beard == Beard::Full {
            30.0
        } else {
            40.0
        };
        let low = Y + self.chin + 4.0;
        let beard = path(&format!(
            "M {l} {ear} C {} {} {} {} {} {mouth} C {} {} {} {} {X} {under} C {} {} {} {} {} {mouth} \
             C {} {} {} {} {r} {ear} L {r} {low} L {l} {low} Z",
            l + 12.0,
            Y + cheek,
            l + 20.0,
            Y + cheek + 12.0,
            X - 34.0,
            X - 34.0,
            Y + 78.0,
            X - 14.0,
            Y + 78.0,
            X + 14.0,
            Y + 78.0,
            X + 34.0,
            Y + 78.0,
            X + 34.0,
            r - 20.0,
            Y + cheek + 12.0,
            r - 12.0,
            Y + cheek,
            ear = Y + 2.0,
            mouth = Y + 56.0,
            under = Y + 78.0,
        ));
        canvas.within(Some(outline));
        canvas.fill(&beard, ink);
        canvas.within(None);
        if self.beard == Beard::Full {
            let tip = path(&format!(
                "M {} {} C {} {} {} {} {X} {} C {} {} {} {} {} {} C {} {} {} {} {} {} Z",
                X - self.wide * 0.72,
                Y + 66.0,
                X - 44.0,
                low + 10.0,
                X - 22.0,
                low + 18.0,
                low + 18.0,
                X + 22.0,
                low + 18.0,
                X + 44.0,
                low + 10.0,
                X + self.wide * 0.72,
                Y + 66.0,
                X + 30.0,
                Y + 84.0,
                X - 30.0,
                Y + 84.0,
                X - self.wide * 0.72,
                Y + 66.0,
            ));
            canvas.fill(&tip, ink);
        }
    }

    pub(super) fn nose(&self, canvas: &mut Canvas) {
        let nose = match self.nose {
            0 => format!(
                "M {} {} Q {X} {} {} {}",
                X - 9.0,
                Y + 33.0,
                Y + 43.0,
                X + 9.0,
                Y + 33.0
            ),
            1 => format!(
                "M {} {} C {} {} {} {} {} {}",
                X + 3.0,
                Y + 4.0,
                X + 6.0,
                Y + 22.0,
                X + 16.0,
                Y + 36.0,
                X - 3.0,
                Y + 38.0
            ),
            _ => format!(
                "M {} {} C {} {} {} {} {X} {} C {} {} {} {} {} {}",
                X - 11.0,
                Y + 31.0,
                X - 10.0,
                Y + 40.0,
                X - 4.0,
                Y + 38.0,
                Y + 41.0,
                X + 4.0,
                Y + 38.0,
                X + 10.0,
                Y + 40.0,
                X + 11.0,
                Y + 31.0
            ),
        };
        canvas.line(&path(&nose), self.shadow().shade(12), 3.2);
    }

    pub(super) fn mouth(&self, canvas: &mut Canvas, day: &mut Dice) {
        let corner = 20.0 + small(day.below(6));
        let y = Y + 61.0;
        match day.below(4) {
            0 | 1 => {
                let open = path(&format!(
                    "M {} {} Q {X} {} {} {} C {} {} {} {} {X} {b} C {} {} {} {} {} {} Z",
                    X - corner,
                    y - 2.0,
                    y + 4.0,
                    X + corner,
                    y - 2.0,
                    X + corner - 4.0,
                    y + 14.0,
                    X + 10.0,
                    y + 20.0,
                    X - 10.0,
                    y + 20.0,
                    X - corner + 4.0,
                    y + 14.0,
                    X - corner,
                    y - 2.0,
                    b = y + 20.0,
                ));
                canvas.fill(&open, Ink::hex(0x0079_1d34));
                canvas.within(Some(&open));
                canvas.fill(
                    &path(&format!(
                        "M {} {} Q {X} {} {} {} L {} {} Q {X} {} {} {} Z",
                        X - 30.0,
                        y - 4.0,
                        y + 4.0,
                        X + 30.0,
                        y - 4.0,
                        X + 26.0,
                        y + 5.0,
                        y + 12.0,
                        X - 26.0,
                        y + 5.0,
                    )),
                    Ink::hex(0x00ff_fbf7),
                );
                canvas.fill(&oval((X, y + 20.0), (12.0, 7.0)), Ink::hex(0x00dd_6478));
                canvas.within(None);
                canvas.line(&open, self.lips, 2.6);
            }
            2 => {
                let lips = path(&format!(
                    "M {l} {y} C {} {} {} {} {X} {} C {} {} {} {} {r} {y} C {} {} {} {} {l} {y} Z",
                    X - 12.0,
                    y - 6.0,
                    X - 5.0,
                    y - 7.0,
                    y - 3.0,
                    X + 5.0,
                    y - 7.0,
                    X + 12.0,
                    y - 6.0,
                    X + 12.0,
                    y + 14.0,
                    X - 12.0,
                    y + 14.0,
                    l = X - corner + 1.0,
                    r = X + corner - 1.0,
                ));
                canvas.fill(&lips, self.lips);
                canvas.line(&smile(y, corner, 5.0), self.lips.shade(34), 2.2);
            }
            _ => canvas.line(&smile(y, corner, 15.0), self.lips.shade(22), 4.0),
        }
    }
}

fn smile(y: f32, corner: f32, depth: f32) -> tiny_skia::Path {
    path(&format!(
        "M {} {y} Q {X} {} {} {y}",
        X - corner,
        y + depth,
        X + corner
    ))
}

//! Eyes, brows, glasses and earrings.

use super::{Features, Glasses, X, Y};
use crate::demo::{
    dice::Dice,
    portrait::canvas::{Canvas, Ink, circle, oval, path},
};

impl Features {
    pub(super) fn brows(&self, canvas: &mut Canvas) {
        let ink = self.hair.mix(self.skin.shade(40), 22).shade(18);
        for side in [-1.0_f32, 1.0] {
            let brow = path(&format!(
                "M {} {} Q {} {} {} {}",
                X + side * 16.0,
                Y - 21.0,
                X + side * 32.0,
                Y - 31.0,
                X + side * 45.0,
                Y - 21.0
            ));
            canvas.line(&brow, ink, self.brows);
        }
    }

    pub(super) fn both_eyes(&self, canvas: &mut Canvas, day: &mut Dice) {
        let laughing = day.happens(12);
        for side in [-1.0_f32, 1.0] {
            let x = X + side * 30.0;
            if laughing {
                let arc = path(&format!(
                    "M {} {y} Q {x} {} {} {y}",
                    x - 13.0,
                    Y - 10.0,
                    x + 13.0,
                    y = Y + 3.0
                ));
                canvas.line(&arc, Ink::hex(0x0032_1a24), 3.6);
                continue;
            }
            self.eye(canvas, (x, Y), side);
        }
    }

    fn eye(&self, canvas: &mut Canvas, (x, y): (f32, f32), side: f32) {
        let almond = path(&format!(
            "M {l} {} C {} {} {} {} {r} {} C {} {} {} {} {l} {} Z",
            y + 1.0,
            x - 8.0,
            y - 12.0,
            x + 8.0,
            y - 12.0,
            y + 1.0,
            x + 8.0,
            y + 10.0,
            x - 8.0,
            y + 10.0,
            y + 1.0,
            l = x - 14.0,
            r = x + 14.0,
        ));
        canvas.fill(&almond, Ink::hex(0x00ff_fdfb));
        canvas.within(Some(&almond));
        canvas.fill(&circle(x, y - 0.5, 7.4), self.eyes);
        canvas.fill(&circle(x, y - 0.5, 3.8), Ink::hex(0x001c_1018));
        canvas.fill(&circle(x + 2.4, y - 3.2, 2.1), Ink::hex(0x00ff_ffff));
        canvas.fill(
            &oval((x, y - 11.0), (15.0, 5.0)),
            Ink::hex(0x0040_2030).fade(46),
        );
        canvas.within(None);
        let lid = path(&format!(
            "M {} {a} C {} {b} {} {b} {} {a}",
            x - 14.0,
            x - 8.0,
            x + 8.0,
            x + 14.0,
            a = y + 1.0,
            b = y - 12.0
        ));
        let ink = Ink::hex(0x0032_1a24);
        canvas.line(&lid, ink, if self.lashes { 3.2 } else { 2.2 });
        if self.lashes {
            let lash = path(&format!(
                "M {} {} L {} {}",
                x + side * 13.0,
                y,
                x + side * 18.5,
                y - 5.5
            ));
            canvas.line(&lash, ink, 2.6);
        }
    }

    /// Glasses and earrings.
    pub(in crate::demo::portrait) fn over_hair(&self, canvas: &mut Canvas, ears: bool) {
        if ears && self.earrings {
            for side in [-1.0_f32, 1.0] {
                let at = (X + side * (self.wide + 2.0), Y + 38.0);
                canvas.fill(&circle(at.0, at.1, 5.0), Ink::hex(0x00f0_b94c));
                canvas.fill(&circle(at.0 - 1.2, at.1 - 1.4, 1.8), Ink::hex(0x00ff_efc0));
            }
        }
        let frame = match self.glasses {
            Glasses::None => return,
            Glasses::Round => |x: f32| oval((x, Y + 2.0), (23.0, 22.0)),
            Glasses::Square => |x: f32| {
                path(&format!(
                    "M {a} {t} L {b} {t} Q {c} {t} {c} {u} L {d} {v} Q {d} {w} {e} {w} L {f} {w} Q {g} {w} {g} {v} L {h} {u} Q {h} {t} {a} {t} Z",
                    a = x - 17.0,
                    b = x + 17.0,
                    c = x + 24.0,
                    d = x + 22.0,
                    e = x + 14.0,
                    f = x - 14.0,
                    g = x - 22.0,
                    h = x - 24.0,
                    t = Y - 15.0,
                    u = Y - 9.0,
                    v = Y + 11.0,
                    w = Y + 19.0,
                ))
            },
        };
        let ink = Ink::hex(0x0033_2433);
        for x in [X - 30.0, X + 30.0] {
            canvas.fill(&frame(x), Ink::hex(0x00ff_ffff).fade(34));
            canvas.line(&frame(x), ink, 3.4);
        }
        let bridge = path(&format!(
            "M {} {y} Q {X} {} {} {y} M {} {z} L {} {u} M {} {z} L {} {u}",
            X - 8.0,
            Y - 8.0,
            X + 8.0,
            X - 53.0,
            X - self.wide,
            X + 53.0,
            X + self.wide,
            y = Y - 1.0,
            z = Y - 4.0,
            u = Y - 6.0
        ));
        canvas.line(&bridge, ink, 3.2);
    }
}

//! What frames the face.

use super::{
    Cut, Style,
    shapes::{CLOUD, cap, curtains, face_opening, quiff, shine, sides, swept},
};
use crate::demo::portrait::{
    backdrop::small,
    canvas::{Canvas, Ink, circle, oval, path},
    face::{Features, X, Y},
};

impl Style {
    /// Draws it.
    pub(in crate::demo::portrait) fn before(self, canvas: &mut Canvas, of: &Features) {
        let ink = of.hair;
        match self.cut {
            Cut::Bald => bald(canvas, of),
            Cut::Buzz => canvas.fill(&cap(of.wide, (1.0, 92.0 + 4.0), (0.0, 60.0)), ink.fade(205)),
            Cut::Crop => canvas.fill(&cap(of.wide, (6.0, 106.0), (0.0, 62.0)), ink),
            Cut::SidePart => {
                canvas.fill(&swept(of.wide, 112.0), ink);
                shine(canvas, ink, 0.0);
            }
            Cut::Quiff => quiffed(canvas, of),
            Cut::CurlyTop => curly_top(canvas, of),
            Cut::LongTied => {
                canvas.fill(&cap(of.wide, (6.0, 106.0), (0.0, 74.0)), ink);
                shine(canvas, ink, 0.0);
            }
            Cut::Pixie => pixie(canvas, of),
            Cut::Bob => {
                curtains(canvas, of, 74.0);
                shine(canvas, ink, 0.0);
            }
            Cut::Fringe => fringe(canvas, of),
            Cut::Straight | Cut::Wavy => {
                curtains(canvas, of, 96.0);
                shine(canvas, ink, 0.0);
            }
            Cut::Bun | Cut::Ponytail => self.tied_back(canvas, of),
            Cut::Curls => curls(canvas, of),
            Cut::Scarf => self.scarf(canvas, of),
            Cut::Beanie => self.beanie(canvas, of),
        }
    }

    fn tied_back(self, canvas: &mut Canvas, of: &Features) {
        let ink = of.hair;
        canvas.fill(&cap(of.wide, (8.0, 108.0), (0.0, 76.0)), ink);
        shine(canvas, ink, 0.0);
        if self.cut == Cut::Bun {
            canvas.fill(&circle(X, Y - 120.0, 33.0), ink);
            canvas.fill(
                &oval((X - 8.0, Y - 132.0), (13.0, 7.0)),
                ink.tint(26).fade(150),
            );
            canvas.line(
                &path(&format!(
                    "M {} {y} Q {X} {} {} {y}",
                    X - 26.0,
                    Y - 90.0,
                    X + 26.0,
                    y = Y - 96.0
                )),
                ink.shade(26),
                4.0,
            );
        }
    }

    fn scarf(self, canvas: &mut Canvas, of: &Features) {
        let frame = path(&format!(
            "M {} {} C {} {} {} {} {X} {} C {} {} {} {} {} {} C {} {} {} {} {X} {} C {} {} {} {} {} {} Z",
            X - of.wide - 17.0,
            Y,
            X - of.wide - 20.0,
            Y - 90.0,
            X - 52.0,
            Y - 118.0,
            Y - 118.0,
            X + 52.0,
            Y - 118.0,
            X + of.wide + 20.0,
            Y - 90.0,
            X + of.wide + 17.0,
            Y,
            X + of.wide + 14.0,
            Y + 76.0,
            X + 46.0,
            Y + 122.0,
            Y + 130.0,
            X - 46.0,
            Y + 122.0,
            X - of.wide - 14.0,
            Y + 76.0,
            X - of.wide - 17.0,
            Y,
        ));
        let mut both = tiny_skia::PathBuilder::new();
        both.push_path(&frame);
        both.push_path(&face_opening(of));
        if let Some(both) = both.finish() {
            canvas.fill_with_holes(&both, self.cloth);
        }
        canvas.line(&face_opening(of), self.cloth.shade(18), 2.4);
    }

    fn beanie(self, canvas: &mut Canvas, of: &Features) {
        if self.is_long {
            sides(canvas, of, 60.0);
        }
        let w = of.wide + 9.0;
        let hat = path(&format!(
            "M {} {} C {} {} {} {} {X} {} C {} {} {} {} {} {} Z",
            X - w,
            Y - 40.0,
            X - w - 4.0,
            Y - 128.0,
            X - 42.0,
            Y - 142.0,
            Y - 142.0,
            X + 42.0,
            Y - 142.0,
            X + w + 4.0,
            Y - 128.0,
            X + w,
            Y - 40.0,
        ));
        canvas.fill(&hat, self.cloth);
        let brim = path(&format!(
            "M {} {a} Q {X} {} {} {a} L {} {b} Q {X} {} {} {b} Z",
            X - w - 2.0,
            Y - 64.0,
            X + w + 2.0,
            X + w + 1.0,
            Y - 90.0,
            X - w - 1.0,
            a = Y - 34.0,
            b = Y - 64.0,
        ));
        canvas.fill(&brim, self.cloth.shade(18));
    }
}

fn bald(canvas: &mut Canvas, _: &Features) {
    canvas.fill(
        &oval((X - 22.0, Y - 66.0), (20.0, 9.0)),
        Ink::hex(0x00ff_ffff).fade(50),
    );
}

fn quiffed(canvas: &mut Canvas, of: &Features) {
    let ink = of.hair;
    canvas.fill(&cap(of.wide, (5.0, 104.0), (0.0, 64.0)), ink.shade(12));
    canvas.fill(&quiff(of.wide), ink);
    shine(canvas, ink, -8.0);
}

fn curly_top(canvas: &mut Canvas, of: &Features) {
    let ink = of.hair;
    canvas.fill(&cap(of.wide, (5.0, 104.0), (0.0, 64.0)), ink.shade(10));
    for step in 0..9_u8 {
        let turn = f32::from(step) / 8.0;
        let x = X - 62.0 + turn * 124.0;
        let y = Y - 74.0 - (1.0 - (turn * 2.0 - 1.0).powi(2)) * 34.0;
        let curl = if step % 2 == 0 { ink } else { ink.tint(8) };
        canvas.fill(
            &circle(x, y, 19.0 + small(usize::from(step % 3)) * 2.0),
            curl,
        );
    }
}

fn pixie(canvas: &mut Canvas, of: &Features) {
    let ink = of.hair;
    canvas.fill(&swept(of.wide, 110.0), ink);
    for side in [-1.0_f32, 1.0] {
        let tip = path(&format!(
            "M {} {} C {} {} {} {} {} {} L {} {} Z",
            X + side * (of.wide + 6.0),
            Y - 30.0,
            X + side * (of.wide + 8.0),
            Y,
            X + side * (of.wide + 2.0),
            Y + 16.0,
            X + side * (of.wide - 12.0),
            Y + 22.0,
            X + side * (of.wide - 12.0),
            Y - 40.0,
        ));
        canvas.fill(&tip, ink);
    }
    shine(canvas, ink, 0.0);
}

fn fringe(canvas: &mut Canvas, of: &Features) {
    let ink = of.hair;
    canvas.fill(&cap(of.wide, (14.0, 114.0), (0.0, 30.0)), ink);
    sides(canvas, of, 52.0);
    for x in [-36.0, -12.0, 12.0, 36.0] {
        let strand = path(&format!(
            "M {} {} L {} {}",
            X + x,
            Y - 60.0,
            X + x * 1.04,
            Y - 34.0
        ));
        canvas.line(&strand, ink.shade(16), 2.0);
    }
    shine(canvas, ink, -4.0);
}

fn curls(canvas: &mut Canvas, of: &Features) {
    let ink = of.hair;
    canvas.fill(&cap(of.wide, (12.0, 112.0), (0.0, 62.0)), ink);
    for (x, y, r) in CLOUD {
        let inside = x.abs() < 56.0 && y > -84.0;
        if !inside && y < 40.0 {
            canvas.fill(&circle(X + x * 0.96, Y + y * 0.97, r - 7.0), ink);
        }
    }
}

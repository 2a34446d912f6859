//! The shapes that hair has.

use crate::demo::portrait::{
    canvas::{Canvas, Ink, path},
    face::{Features, X, Y},
};

/// Puffs of curls around the head.
pub(super) const CLOUD: [(f32, f32, f32); 17] = [
    (0.0, -104.0, 38.0),
    (-40.0, -98.0, 36.0),
    (40.0, -98.0, 36.0),
    (-70.0, -74.0, 34.0),
    (70.0, -74.0, 34.0),
    (-88.0, -38.0, 34.0),
    (88.0, -38.0, 34.0),
    (-94.0, 0.0, 33.0),
    (94.0, 0.0, 33.0),
    (-90.0, 38.0, 31.0),
    (90.0, 38.0, 31.0),
    (-80.0, 70.0, 27.0),
    (80.0, 70.0, 27.0),
    (-20.0, -118.0, 30.0),
    (20.0, -118.0, 30.0),
    (-58.0, -100.0, 28.0),
    (58.0, -100.0, 28.0),
];

/// Hair from the crown to `low`, `half` wide at the temples and `flare` wider below.
pub(super) fn mantle(half: f32, low: f32, flare: f32) -> tiny_skia::Path {
    path(&format!(
        "M {l} {t} C {} {u} {} {c} {X} {c} C {} {c} {} {u} {r} {t} C {} {} {} {} {} {low} \
         Q {X} {} {} {low} C {} {} {} {} {l} {t} Z",
        X - half - 4.0,
        X - half * 0.62,
        X + half * 0.62,
        X + half + 4.0,
        X + half + 4.0,
        Y + 60.0,
        X + half + flare,
        low - 40.0,
        X + half + flare - 10.0,
        low + 14.0,
        X - half - flare + 10.0,
        X - half - flare,
        low - 40.0,
        X - half - 4.0,
        Y + 60.0,
        l = X - half,
        r = X + half,
        t = Y - 10.0,
        u = Y - 88.0,
        c = Y - 116.0,
    ))
}

/// Hair on the head: `rim` beyond the temples, `crown` high, its line on the forehead at `line`.
pub(super) fn cap(
    wide: f32,
    (rim, crown): (f32, f32),
    (part, line): (f32, f32),
) -> tiny_skia::Path {
    let (l, r) = (X - wide - rim, X + wide + rim);
    path(&format!(
        "M {l} {ear} C {} {} {} {top} {X} {top} C {} {top} {} {} {r} {ear} L {} {ear} \
         C {} {} {} {line} {} {line} L {} {line} C {} {line} {} {} {} {ear} Z",
        l - 2.0,
        Y - 76.0,
        X - wide * 0.72,
        X + wide * 0.72,
        r + 2.0,
        Y - 76.0,
        X + wide - 3.0,
        X + wide - 8.0,
        Y - 40.0,
        X + wide * 0.8,
        X + wide * 0.42 + part,
        X - wide * 0.42 + part,
        X - wide * 0.8,
        X - wide + 8.0,
        Y - 40.0,
        X - wide + 3.0,
        ear = Y - 4.0,
        top = Y - crown,
        line = Y - line,
    ))
}

/// Parted at the side and combed over.
pub(super) fn swept(wide: f32, crown: f32) -> tiny_skia::Path {
    let (l, r) = (X - wide - 6.0, X + wide + 6.0);
    path(&format!(
        "M {l} {ear} C {} {} {} {top} {} {top} C {} {top} {} {} {r} {ear} L {} {ear} \
         C {} {} {} {} {} {} C {} {} {} {} {} {} C {} {} {} {} {} {ear} Z",
        l - 2.0,
        Y - 80.0,
        X - wide * 0.7,
        X - 6.0,
        X + wide * 0.8,
        r + 3.0,
        Y - 84.0,
        X + wide - 4.0,
        X + wide - 4.0,
        Y - 30.0,
        X + wide - 14.0,
        Y - 46.0,
        X + wide - 22.0,
        Y - 52.0,
        X + 10.0,
        Y - 42.0,
        X - 22.0,
        Y - 62.0,
        X - 32.0,
        Y - 82.0,
        X - 38.0,
        Y - 60.0,
        X - wide + 8.0,
        Y - 48.0,
        X - wide + 4.0,
        ear = Y - 2.0,
        top = Y - crown,
    ))
}

pub(super) fn quiff(wide: f32) -> tiny_skia::Path {
    path(&format!(
        "M {} {} C {} {} {} {} {} {} C {} {} {} {} {} {} C {} {} {} {} {} {} C {} {} {} {} {} {} Z",
        X - wide + 2.0,
        Y - 56.0,
        X - wide - 6.0,
        Y - 112.0,
        X - 30.0,
        Y - 142.0,
        X + 18.0,
        Y - 134.0,
        X + 54.0,
        Y - 136.0,
        X + wide + 8.0,
        Y - 104.0,
        X + wide - 2.0,
        Y - 54.0,
        X + 44.0,
        Y - 70.0,
        X + 14.0,
        Y - 66.0,
        X - 8.0,
        Y - 70.0,
        X - 34.0,
        Y - 76.0,
        X - wide + 12.0,
        Y - 70.0,
        X - wide + 2.0,
        Y - 56.0,
    ))
}

/// Parted in the middle and falling on both sides down to `low` below the eyes.
pub(super) fn curtains(canvas: &mut Canvas, of: &Features, low: f32) {
    let w = of.wide;
    for side in [-1.0_f32, 1.0] {
        let half = path(&format!(
            "M {} {top} C {} {top} {} {} {} {} C {} {} {} {} {} {} C {} {} {} {} {} {} C {} {} {} {} {} {} Z",
            X - side * 2.0,
            X + side * (w * 0.7),
            X + side * (w + 18.0),
            Y - 84.0,
            X + side * (w + 15.0),
            Y - 4.0,
            X + side * (w + 15.0),
            Y + 30.0,
            X + side * (w + 14.0),
            Y + 60.0,
            X + side * (w + 4.0),
            Y + low,
            X + side * (w - 10.0),
            Y + low - 12.0,
            X + side * (w - 2.0),
            Y + 10.0,
            X + side * (w - 8.0),
            Y - 22.0,
            X + side * (w - 18.0),
            Y - 50.0,
            X + side * 24.0,
            Y - 62.0,
            X - side * 2.0,
            Y - 82.0,
            top = Y - 114.0,
        ));
        canvas.fill(&half, of.hair);
    }
}

/// Hair beside the face.
pub(super) fn sides(canvas: &mut Canvas, of: &Features, low: f32) {
    for side in [-1.0_f32, 1.0] {
        let w = of.wide;
        let lock = path(&format!(
            "M {} {} C {} {} {} {} {} {} C {} {} {} {} {} {} Z",
            X + side * (w + 14.0),
            Y - 30.0,
            X + side * (w + 18.0),
            Y + 20.0,
            X + side * (w + 12.0),
            Y + low,
            X + side * (w + 2.0),
            Y + low + 10.0,
            X + side * (w - 10.0),
            Y + low - 20.0,
            X + side * (w - 2.0),
            Y - 10.0,
            X + side * (w - 8.0),
            Y - 34.0,
        ));
        canvas.fill(&lock, of.hair);
    }
}

pub(super) fn shine(canvas: &mut Canvas, ink: Ink, lift: f32) {
    let gloss = path(&format!(
        "M {} {} C {} {} {} {} {} {} C {} {} {} {} {} {} Z",
        X - 48.0,
        Y - 82.0 + lift,
        X - 36.0,
        Y - 98.0 + lift,
        X - 18.0,
        Y - 104.0 + lift,
        X + 2.0,
        Y - 104.0 + lift,
        X - 16.0,
        Y - 98.0 + lift,
        X - 32.0,
        Y - 90.0 + lift,
        X - 48.0,
        Y - 82.0 + lift,
    ));
    canvas.fill(&gloss, ink.tint(34).fade(130));
}

/// Where a scarf leaves the face free.
pub(super) fn face_opening(of: &Features) -> tiny_skia::Path {
    let w = of.wide - 3.0;
    path(&format!(
        "M {l} {t} C {l} {} {} {u} {X} {u} C {} {u} {r} {} {r} {t} C {r} {} {} {b} {X} {b} C {} {b} {l} {} {l} {t} Z",
        Y - 56.0,
        X - w * 0.6,
        X + w * 0.6,
        Y - 56.0,
        Y + 52.0,
        X + w * 0.62,
        X - w * 0.62,
        Y + 52.0,
        l = X - w,
        r = X + w,
        t = Y - 6.0,
        u = Y - 76.0,
        b = Y + 92.0,
    ))
}

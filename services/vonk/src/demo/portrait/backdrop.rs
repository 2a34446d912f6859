//! What is behind the sitter: calm, in the site's colours.

use super::{
    PALETTE,
    canvas::{Canvas, Ink, circle, oval, path, rectangle},
};
use crate::demo::dice::Dice;

/// Two that go together: above and below.
const WALLS: [(Ink, Ink); 10] = [
    (Ink::hex(0x00fb_dfe8), Ink::hex(0x00f2_b3cb)),
    (Ink::hex(0x00e6_dcf6), Ink::hex(0x00b9_9fe0)),
    (Ink::hex(0x00fd_efdc), Ink::hex(0x00f3_cfa4)),
    (Ink::hex(0x00dc_f0ea), Ink::hex(0x009c_d0c2)),
    (Ink::hex(0x00dd_ebf8), Ink::hex(0x009f_c3e6)),
    (Ink::hex(0x00fd_e3d4), Ink::hex(0x00f2_a98c)),
    (Ink::hex(0x0083_5b9a), Ink::hex(0x004b_2f63)),
    (Ink::hex(0x00c9_5a86), Ink::hex(0x007e_2a5e)),
    (Ink::hex(0x004f_8d92), Ink::hex(0x0029_565f)),
    (Ink::hex(0x00f6_efe6), Ink::hex(0x00dc_ccb9)),
];

/// Draws one, and tells its colour so that the clothes differ from it.
pub(super) fn draw(canvas: &mut Canvas, dice: &mut Dice) -> Ink {
    let (above, below) = dice.one(&WALLS);
    canvas.blend(&rectangle((0.0, 0.0), (400.0, 500.0)), (above, below));
    let accent = dice.one(&PALETTE);
    let accent = accent.mix(below, 45);
    match dice.below(10) {
        0 => hills(canvas, dice, (above, below), accent),
        1 => window(canvas, dice, below),
        2 => rings(canvas, dice, above),
        3 => lights(canvas, dice, above),
        4 => leaves(canvas, dice, below),
        5 => sea(canvas, above, accent),
        6 => town(canvas, dice, below),
        7 => pictures(canvas, dice, (above, below)),
        8 => wood(canvas, dice, below),
        _ => halo(canvas, above, accent),
    }
    below
}

fn hills(canvas: &mut Canvas, dice: &mut Dice, (above, below): (Ink, Ink), accent: Ink) {
    let sun = if dice.happens(50) { 95.0 } else { 300.0 };
    canvas.fill(&circle(sun, 110.0, 46.0), above.tint(55));
    canvas.fill(
        &path("M 0 330 C 90 250 170 300 240 290 C 310 280 350 240 400 262 L 400 500 L 0 500 Z"),
        accent.tint(25),
    );
    canvas.fill(
        &path("M 0 390 C 80 350 150 372 230 362 C 300 352 350 330 400 338 L 400 500 L 0 500 Z"),
        accent.mix(below, 30).shade(14),
    );
}

fn window(canvas: &mut Canvas, dice: &mut Dice, below: Ink) {
    let left = if dice.happens(50) { 28.0 } else { 232.0 };
    let arch = path(&format!(
        "M {l} 400 L {l} 150 C {l} 60 {r} 60 {r} 150 L {r} 400 Z",
        l = left,
        r = left + 140.0
    ));
    canvas.line(&arch, below.tint(60), 14.0);
    canvas.blend(&arch, (Ink::hex(0x00cf_e6f7), Ink::hex(0x00fb_e6d6)));
    let middle = left + 70.0;
    let bars = path(&format!(
        "M {middle} 84 L {middle} 400 M {left} 230 L {} 230",
        left + 140.0
    ));
    canvas.line(&bars, below.tint(60), 7.0);
    let pot = if left < 100.0 { 330.0 } else { 70.0 };
    plant(canvas, (pot, 420.0), 1.0);
}

/// A plant in a pot.
fn plant(canvas: &mut Canvas, (x, y): (f32, f32), size: f32) {
    let green = Ink::hex(0x003f_7f62);
    for (lean, height) in [
        (-52.0, 92.0),
        (-24.0, 132.0),
        (6.0, 148.0),
        (34.0, 118.0),
        (58.0, 84.0),
    ] {
        let (tip_x, tip_y) = (x + lean * size, y - height * size);
        let leaf = path(&format!(
            "M {x} {y} C {} {} {} {} {tip_x} {tip_y} C {} {} {} {} {x} {y} Z",
            x + lean * 0.2 - 18.0,
            y - height * 0.5,
            tip_x - 20.0,
            tip_y + 26.0,
            tip_x + 12.0,
            tip_y + 34.0,
            x + lean * 0.4 + 14.0,
            y - height * 0.4,
        ));
        canvas.fill(&leaf, if lean < 0.0 { green } else { green.tint(16) });
    }
    canvas.fill(
        &path(&format!(
            "M {} {y} L {} {y} L {} {} L {} {} Z",
            x - 36.0,
            x + 36.0,
            x + 27.0,
            y + 80.0,
            x - 27.0,
            y + 80.0
        )),
        Ink::hex(0x00c9_7355),
    );
}

fn rings(canvas: &mut Canvas, dice: &mut Dice, above: Ink) {
    let (x, y) = dice.one(&[(90.0, 130.0), (310.0, 120.0), (200.0, 190.0)]);
    for (radius, alpha) in [(230.0, 40), (175.0, 60), (120.0, 80)] {
        canvas.fill(&circle(x, y, radius), above.tint(50).fade(alpha));
    }
}

fn lights(canvas: &mut Canvas, dice: &mut Dice, above: Ink) {
    let warm = [above.tint(60), Ink::hex(0x00ff_e2a8), Ink::hex(0x00ff_c9dc)];
    for _ in 0..26 {
        let (x, y) = (dice.between(0, 400), dice.between(0, 380));
        let radius = [8.0, 14.0, 22.0, 34.0][dice.below(4)];
        let ink = dice.one(&warm).fade(dice.one(&[50, 75, 100]));
        canvas.fill(&circle(small(x), small(y), radius), ink);
    }
}

fn leaves(canvas: &mut Canvas, dice: &mut Dice, below: Ink) {
    let ink = below.mix(Ink::hex(0x003f_7f62), 55);
    for side in [0.0_f32, 400.0] {
        let inward = if side < 1.0 { 1.0 } else { -1.0 };
        for step in 0..5_u8 {
            let root = 470.0 - f32::from(step) * 95.0;
            let reach = inward * (95.0 + small(dice.below(45)));
            let leaf = path(&format!(
                "M {side} {root} C {} {} {} {} {} {} C {} {} {} {} {side} {} Z",
                side + reach * 0.3,
                root - 70.0,
                side + reach * 0.8,
                root - 90.0,
                side + reach,
                root - 96.0,
                side + reach * 0.9,
                root - 40.0,
                side + reach * 0.4,
                root - 4.0,
                root + 6.0,
            ));
            canvas.fill(&leaf, if step % 2 == 0 { ink } else { ink.tint(18) });
        }
    }
}

fn sea(canvas: &mut Canvas, above: Ink, accent: Ink) {
    canvas.fill(&circle(300.0, 150.0, 52.0), above.tint(65));
    canvas.fill(
        &rectangle((0.0, 262.0), (400.0, 238.0)),
        accent.mix(Ink::hex(0x003c_7fa6), 55),
    );
    for (y, alpha) in [(282.0, 110), (312.0, 80), (350.0, 60)] {
        let wave = path(&format!(
            "M 0 {y} Q 50 {} 100 {y} Q 150 {} 200 {y} Q 250 {} 300 {y} Q 350 {} 400 {y}",
            y - 9.0,
            y + 9.0,
            y - 9.0,
            y + 9.0
        ));
        canvas.line(&wave, Ink::hex(0x00ff_ffff).fade(alpha), 3.0);
    }
}

fn town(canvas: &mut Canvas, dice: &mut Dice, below: Ink) {
    let mut x = -10.0;
    while x < 400.0 {
        let width = 40.0 + small(dice.below(34));
        let height = 130.0 + small(dice.below(150));
        let ink = below.shade(u16::try_from(8 + dice.below(16)).unwrap_or(8));
        let top = 500.0 - height - 60.0;
        canvas.fill(&rectangle((x, top), (width, 500.0)), ink);
        if dice.happens(55) {
            let gable = path(&format!(
                "M {x} {top} L {} {} L {} {top} Z",
                x + width / 2.0,
                top - 30.0,
                x + width
            ));
            canvas.fill(&gable, ink);
        }
        for row in 0..4_u8 {
            for column in 0..2_u8 {
                if dice.happens(60) {
                    let pane = (
                        x + 9.0 + f32::from(column) * (width - 28.0),
                        top + 14.0 + f32::from(row) * 34.0,
                    );
                    canvas.fill(
                        &rectangle(pane, (10.0, 15.0)),
                        Ink::hex(0x00ff_e3a6).fade(190),
                    );
                }
            }
        }
        x += width - 1.0;
    }
}

fn pictures(canvas: &mut Canvas, dice: &mut Dice, (above, below): (Ink, Ink)) {
    for (x, y, wide, high) in [
        (22.0, 60.0, 84.0, 104.0),
        (300.0, 46.0, 78.0, 78.0),
        (306.0, 146.0, 68.0, 92.0),
        (30.0, 186.0, 64.0, 64.0),
    ] {
        canvas.fill(&rectangle((x, y), (wide, high)), below.shade(22));
        let (inner_x, inner_y) = (x + 6.0, y + 6.0);
        canvas.fill(
            &rectangle((inner_x, inner_y), (wide - 12.0, high - 12.0)),
            above.tint(55),
        );
        let ink = dice.one(&PALETTE).tint(15);
        match dice.below(3) {
            0 => canvas.fill(&circle(x + wide / 2.0, y + high / 2.0, wide / 4.0), ink),
            1 => canvas.fill(
                &path(&format!(
                    "M {inner_x} {b} L {} {} L {} {b} Z",
                    x + wide / 2.0,
                    y + high / 3.0,
                    x + wide - 6.0,
                    b = y + high - 6.0
                )),
                ink,
            ),
            _ => canvas.fill(
                &rectangle((inner_x, y + high / 2.0), (wide - 12.0, high / 2.0 - 6.0)),
                ink,
            ),
        }
    }
}

fn wood(canvas: &mut Canvas, dice: &mut Dice, below: Ink) {
    let ink = below.mix(Ink::hex(0x002f_6650), 60);
    for x in [10.0, 70.0, 330.0, 392.0, 128.0, 276.0] {
        let height = 240.0 + small(dice.below(130));
        let top = 470.0 - height;
        for (drop, wide) in [(0.0, 42.0), (60.0, 58.0), (125.0, 74.0)] {
            let tree = path(&format!(
                "M {x} {} L {} {} L {} {} Z",
                top + drop,
                x + wide,
                top + drop + 120.0,
                x - wide,
                top + drop + 120.0
            ));
            canvas.fill(&tree, ink.tint(u16::try_from(dice.below(14)).unwrap_or(0)));
        }
        canvas.fill(
            &rectangle((x - 7.0, top + 240.0), (14.0, 200.0)),
            ink.shade(30),
        );
    }
}

fn halo(canvas: &mut Canvas, above: Ink, accent: Ink) {
    canvas.fill(&oval((200.0, 300.0), (178.0, 236.0)), accent.tint(18));
    canvas.fill(
        &oval((200.0, 312.0), (146.0, 206.0)),
        above.tint(35).fade(120),
    );
}

/// A small number as a length.
pub(super) fn small(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

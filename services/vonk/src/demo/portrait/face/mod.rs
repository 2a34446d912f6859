//! Heads and faces.

mod eyes;
mod mouth;

use super::{
    Sitter,
    backdrop::small,
    canvas::{Canvas, Ink, circle, oval, path},
};
use crate::demo::{dice::Dice, person::Gender};

/// The middle of the head.
pub(super) const X: f32 = 200.0;
pub(super) const Y: f32 = 212.0;

const SKINS: [(Ink, usize); 8] = [
    (Ink::hex(0x00fb_dcc6), 20),
    (Ink::hex(0x00f6_cfb2), 26),
    (Ink::hex(0x00f0_bf9c), 20),
    (Ink::hex(0x00e0_a57e), 11),
    (Ink::hex(0x00c8_8a61), 8),
    (Ink::hex(0x00a9_6b45), 6),
    (Ink::hex(0x0086_5034), 5),
    (Ink::hex(0x0063_3826), 4),
];

/// What frames the eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Glasses {
    None,
    Round,
    Square,
}

/// Hair on the chin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beard {
    None,
    Stubble,
    Short,
    Full,
    Moustache,
}

/// What stays the same in all portraits of a person.
pub(super) struct Features {
    skin: Ink,
    pub(super) hair: Ink,
    eyes: Ink,
    lips: Ink,
    /// Half the width of the face.
    pub(super) wide: f32,
    /// From the middle of the head to the chin.
    chin: f32,
    /// Roundness of the jaw.
    jaw: f32,
    neck: f32,
    brows: f32,
    age: i32,
    freckles: bool,
    lashes: bool,
    earrings: bool,
    glasses: Glasses,
    beard: Beard,
    nose: usize,
}

impl Features {
    pub(super) fn new(dice: &mut Dice, sitter: &Sitter) -> Self {
        let fair = matches!(sitter.hair, "blond" | "red");
        let skin = if fair {
            SKINS[dice.below(3)].0
        } else {
            dice.weighted(&SKINS)
        };
        let man = sitter.gender == Gender::Man;
        let older = sitter.age > 45;
        let hair = hair_ink(dice, sitter.hair);
        let beard = if man {
            dice.weighted(&[
                (Beard::None, 48),
                (Beard::Stubble, 20),
                (Beard::Short, 18),
                (Beard::Full, 10),
                (Beard::Moustache, 4),
            ])
        } else {
            Beard::None
        };
        Self {
            skin,
            hair,
            eyes: eye_ink(sitter.eyes),
            lips: skin.mix(Ink::hex(0x00b3_2d4f), if man { 18 } else { 50 }),
            wide: if man { 69.0 } else { 64.0 } + small(dice.below(7)),
            chin: 88.0 + small(dice.below(9)),
            jaw: if man { 0.66 } else { 0.5 } + small(dice.below(13)) / 100.0,
            neck: if man { 37.0 } else { 29.0 },
            brows: if man { 5.6 } else { 4.0 } + small(dice.below(12)) / 10.0,
            age: sitter.age,
            freckles: fair && dice.happens(45),
            lashes: sitter.gender == Gender::Woman || dice.happens(8),
            earrings: !man && dice.happens(45),
            glasses: dice.weighted(&[
                (Glasses::None, if older { 55 } else { 78 }),
                (Glasses::Round, if older { 22 } else { 12 }),
                (Glasses::Square, if older { 23 } else { 10 }),
            ]),
            beard,
            nose: dice.below(3),
        }
    }

    fn shadow(&self) -> Ink {
        self.skin.mix(Ink::hex(0x0091_3f46), 24)
    }

    /// The outline of the face.
    pub(super) fn outline(&self) -> tiny_skia::Path {
        let (w, jaw, chin) = (self.wide, self.wide * self.jaw, Y + self.chin);
        path(&format!(
            "M {l} {t} C {l} {u} {il} {top} {X} {top} C {ir} {top} {r} {u} {r} {t} \
             C {r} {c} {jr} {chin} {X} {chin} C {jl} {chin} {l} {c} {l} {t} Z",
            l = X - w,
            r = X + w,
            t = Y - 8.0,
            u = Y - 68.0,
            il = X - w * 0.6,
            ir = X + w * 0.6,
            top = Y - 92.0,
            c = Y + 50.0,
            jl = X - jaw,
            jr = X + jaw,
        ))
    }

    /// The neck, and the shadow of the chin on it.
    pub(super) fn neck(&self, canvas: &mut Canvas) {
        let (l, r) = (X - self.neck, X + self.neck);
        let neck = path(&format!(
            "M {l} 250 L {l} 345 C {l} 366 {} 376 {} 384 L {} 384 C {} 376 {r} 366 {r} 345 L {r} 250 Z",
            l - 12.0,
            l - 40.0,
            r + 40.0,
            r + 12.0,
        ));
        canvas.fill(&neck, self.skin.mix(self.shadow(), 30));
        canvas.within(Some(&neck));
        canvas.fill(
            &oval((X, Y + self.chin - 14.0), (self.wide * 0.86, 46.0)),
            self.shadow(),
        );
        canvas.within(None);
    }

    /// Skin below the neck, where the clothes leave it free.
    pub(super) fn skin(&self) -> Ink {
        self.skin.mix(self.shadow(), 30)
    }

    /// The face with everything in it, but for what hangs over it.
    pub(super) fn draw(&self, canvas: &mut Canvas, day: &mut Dice) {
        for side in [-1.0_f32, 1.0] {
            let ear = (X + side * (self.wide - 1.0), Y + 12.0);
            canvas.fill(&oval(ear, (12.0, 19.0)), self.skin);
            canvas.fill(
                &oval((ear.0 + side, ear.1 + 1.0), (6.0, 11.0)),
                self.shadow(),
            );
        }
        let outline = self.outline();
        canvas.fill(&outline, self.skin);
        canvas.within(Some(&outline));
        self.light_and_blush(canvas);
        canvas.within(None);
        self.lines_of_age(canvas);
        self.beard(canvas, &outline);
        self.nose(canvas);
        self.mouth(canvas, day);
        self.brows(canvas);
        self.both_eyes(canvas, day);
    }

    fn light_and_blush(&self, canvas: &mut Canvas) {
        let side = path(&format!(
            "M {} {} C {} {} {} {} {X} {} L {} {} Z",
            X + self.wide * 0.62,
            Y - 100.0,
            X + self.wide * 0.95,
            Y + 10.0,
            X + self.wide * 0.7,
            Y + 80.0,
            Y + self.chin + 4.0,
            X + self.wide + 30.0,
            Y + self.chin,
        ));
        canvas.fill(&side, self.shadow().fade(46));
        for x in [X - 38.0, X + 38.0] {
            canvas.fill(
                &oval((x, Y + 38.0), (17.0, 11.0)),
                Ink::hex(0x00e0_4f6d).fade(44),
            );
        }
        if self.freckles {
            for (x, y) in [
                (-46.0, 26.0),
                (-36.0, 31.0),
                (-28.0, 24.0),
                (-40.0, 37.0),
                (-21.0, 31.0),
            ] {
                for sign in [-1.0_f32, 1.0] {
                    let freckle = circle(X + x * sign, Y + y, 1.9);
                    canvas.fill(&freckle, Ink::hex(0x00a8_5a36).fade(120));
                }
            }
        }
    }

    fn lines_of_age(&self, canvas: &mut Canvas) {
        if self.age < 46 {
            return;
        }
        let ink = self.shadow().fade(if self.age > 60 { 210 } else { 130 });
        for side in [-1.0_f32, 1.0] {
            let fold = path(&format!(
                "M {} {} Q {} {} {} {}",
                X + side * 22.0,
                Y + 36.0,
                X + side * 32.0,
                Y + 46.0,
                X + side * 32.0,
                Y + 58.0
            ));
            canvas.line(&fold, ink, 2.2);
            if self.age > 54 {
                let crow = path(&format!(
                    "M {a} {} L {b} {} M {a} {} L {b} {}",
                    Y + 3.0,
                    Y - 1.0,
                    Y + 9.0,
                    Y + 11.0,
                    a = X + side * 48.0,
                    b = X + side * 56.0
                ));
                canvas.line(&crow, ink, 1.8);
            }
        }
        if self.age > 60 {
            for y in [-52.0, -43.0] {
                let wrinkle = path(&format!(
                    "M {} {a} Q {X} {} {} {a}",
                    X - 24.0,
                    Y + y - 4.0,
                    X + 24.0,
                    a = Y + y
                ));
                canvas.line(&wrinkle, ink, 1.8);
            }
        }
    }
}

fn hair_ink(dice: &mut Dice, word: &str) -> Ink {
    let inks: &[u32] = match word {
        "black" => &[0x001f_1a20, 0x0028_1f26],
        "blond" => &[0x00e3_b869, 0x00d6_a556, 0x00ee_cf8e, 0x00c9_9a55],
        "red" => &[0x00b4_5229, 0x00c4_6735, 0x009c_4028],
        "grey" => &[0x009a_97a0, 0x0083_8089, 0x00b1_aeb4],
        "white" => &[0x00e9_e5e3, 0x00f3_f0ec],
        "dyed" => &[0x00c2_256e, 0x007a_3fa0, 0x002f_8f96, 0x003f_66b5],
        _ => &[0x005a_3825, 0x0072_4a2e, 0x0043_2a20, 0x0086_5a38],
    };
    Ink::hex(dice.one(inks))
}

fn eye_ink(word: &str) -> Ink {
    Ink::hex(match word {
        "blue" => 0x004d_86bd,
        "green" => 0x004f_8a5f,
        "hazel" => 0x0093_7a3c,
        "grey" => 0x0075_8591,
        "amber" => 0x00b8_7a2c,
        _ => 0x0063_3f26,
    })
}

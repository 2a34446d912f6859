//! Illustrated portraits of people who do not exist: drawn, so that nobody takes them for a photo.

mod backdrop;
mod canvas;
mod clothes;
mod face;
mod hair;

use anyhow::Context as _;
use image::{ImageEncoder as _, codecs::png};

use self::canvas::{Canvas, Ink};
use super::{
    dice::Dice,
    person::{Gender, Person},
};

/// Pixels; the height is 5 to 4, as cards are. What cards show, so that profiles need not shrink it:
/// 2,000 portraits are to be made in a minute.
const WIDTH: u16 = 480;
/// For those who are looked at most.
const LARGE: u16 = 960;

/// How a sitter looks in one portrait.
#[derive(Clone, Debug)]
pub(crate) struct Sitter {
    /// What stays the same in all portraits of a person.
    look: Dice,
    /// What changes: clothes, backdrop, smile.
    day: Dice,
    gender: Gender,
    age: i32,
    hair: &'static str,
    eyes: &'static str,
    figure: &'static str,
    width: u16,
}

impl Sitter {
    /// A person as they sit for their portrait of a number.
    pub(crate) fn of(person: &Person, number: usize) -> Self {
        let (_, own) = person.member.get().as_u64_pair();
        // Whoever everybody may log in as has a new id in every demonstration, and one face.
        let is_known = person.index == usize::MAX;
        let own = if is_known {
            person.name.bytes().map(u64::from).sum()
        } else {
            own
        };
        let number = u64::try_from(number).unwrap_or(0);
        Self {
            look: Dice::of(own, "look", 0),
            day: Dice::of(own, "day", number),
            gender: person.gender,
            age: person.age(),
            hair: person.attribute("hair_colour"),
            eyes: person.attribute("eye_colour"),
            figure: person.attribute("body_type"),
            width: if is_known { LARGE } else { WIDTH },
        }
    }
}

/// The portrait as a PNG.
pub(crate) fn draw(sitter: &Sitter) -> anyhow::Result<Vec<u8>> {
    let image = paint(sitter)
        .and_then(Canvas::into_image)
        .context("no paper")?;
    let mut file = Vec::new();
    png::PngEncoder::new_with_quality(&mut file, png::CompressionType::Fast, png::FilterType::Up)
        .write_image(
        image.as_raw(),
        image.width(),
        image.height(),
        image::ExtendedColorType::Rgb8,
    )?;
    Ok(file)
}

fn paint(sitter: &Sitter) -> Option<Canvas> {
    let mut canvas = Canvas::new(sitter.width)?;
    let (mut look, mut day) = (sitter.look.clone(), sitter.day.clone());
    let wall = backdrop::draw(&mut canvas, &mut day);
    let features = face::Features::new(&mut look, sitter);
    let style = hair::Style::choose(&mut look, sitter);
    let wardrobe = clothes::Outfit::choose(&mut day, sitter, wall);
    canvas.come_near(1.16, (200.0, 352.0));
    let tilt = [-4.0, -2.0, 0.0, 2.0, 4.0][day.below(5)];
    let pivot = (200.0, 330.0);

    canvas.turn(tilt, pivot);
    style.behind(&mut canvas, &features);
    canvas.turn(0.0, pivot);
    wardrobe.behind(&mut canvas);
    features.neck(&mut canvas);
    wardrobe.draw(&mut canvas, &features);
    canvas.turn(tilt, pivot);
    style.over_shoulders(&mut canvas, &features);
    features.draw(&mut canvas, &mut day);
    style.before(&mut canvas, &features);
    features.over_hair(&mut canvas, !style.covers_ears());
    Some(canvas)
}

/// Colours of the site's theme and what goes with them.
const PALETTE: [Ink; 12] = [
    Ink::hex(0x00c2_256e),
    Ink::hex(0x007a_3fa0),
    Ink::hex(0x00e8_7fa8),
    Ink::hex(0x00f0_b35a),
    Ink::hex(0x002f_7f86),
    Ink::hex(0x0044_5e9e),
    Ink::hex(0x00d9_6c4f),
    Ink::hex(0x006f_9a6a),
    Ink::hex(0x0034_3350),
    Ink::hex(0x00f4_ead9),
    Ink::hex(0x00a7_8bd0),
    Ink::hex(0x0084_3b4e),
];

//! Paper to draw on: 400 wide and 500 high, whatever the picture's size in pixels.

use image::{DynamicImage, RgbImage, RgbaImage};
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Mask, Paint, Path,
    PathBuilder, Pixmap, Point, SpreadMode, Stroke, Transform,
};

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink(u8, u8, u8, u8);

impl Ink {
    /// An opaque colour, as `0xc2256e`.
    pub(crate) const fn hex(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self(red, green, blue, 255)
    }

    /// The same, seen through: 0 to 255.
    pub(crate) const fn fade(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }

    /// Some of another colour in it: 0 to 100 percent.
    pub(crate) fn mix(self, other: Self, percent: u16) -> Self {
        let blend = |one: u8, two: u8| {
            let mixed = (u16::from(one) * (100 - percent) + u16::from(two) * percent) / 100;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        Self(
            blend(self.0, other.0),
            blend(self.1, other.1),
            blend(self.2, other.2),
            self.3,
        )
    }

    /// Darker.
    pub(crate) fn shade(self, percent: u16) -> Self {
        self.mix(Self::hex(0x002a_1230), percent)
    }

    /// Lighter.
    pub(crate) fn tint(self, percent: u16) -> Self {
        self.mix(Self::hex(0x00ff_ffff), percent)
    }

    /// Hard to tell from another.
    pub(crate) fn is_like(self, other: Self) -> bool {
        let apart = |one: u8, two: u8| u32::from(one.abs_diff(two));
        apart(self.0, other.0) + apart(self.1, other.1) + apart(self.2, other.2) < 130
    }

    fn colour(self) -> Color {
        Color::from_rgba8(self.0, self.1, self.2, self.3)
    }

    fn paint(self) -> Paint<'static> {
        let mut paint = Paint::default();
        paint.set_color(self.colour());
        paint.anti_alias = true;
        paint
    }
}

/// A picture in the making.
pub(crate) struct Canvas {
    pixels: Pixmap,
    scale: f32,
    near: Transform,
    turned: Transform,
    mask: Option<Mask>,
}

impl Canvas {
    /// White paper; `width` and `height` in pixels, 4 to 5.
    pub(crate) fn new(width: u16) -> Option<Self> {
        let height = width / 4 * 5;
        let mut pixels = Pixmap::new(width.into(), height.into())?;
        pixels.fill(Color::WHITE);
        Some(Self {
            pixels,
            scale: f32::from(width) / 400.0,
            near: Transform::identity(),
            turned: Transform::identity(),
            mask: None,
        })
    }

    /// Draws from now on as from nearer: `times` as large around a point.
    pub(crate) fn come_near(&mut self, times: f32, (x, y): (f32, f32)) {
        self.near =
            Transform::from_scale(times, times).post_translate(x - x * times, y - y * times);
    }

    /// Turns what is drawn from now on, by degrees around a point.
    pub(crate) fn turn(&mut self, degrees: f32, (x, y): (f32, f32)) {
        self.turned = Transform::from_rotate_at(degrees, x, y);
    }

    /// Draws from now on within a shape only; none: everywhere.
    pub(crate) fn within(&mut self, shape: Option<&Path>) {
        let transform = self.transform();
        let (width, height) = (self.pixels.width(), self.pixels.height());
        self.mask = shape.and_then(|shape| {
            let mut mask = Mask::new(width, height)?;
            mask.fill_path(shape, FillRule::Winding, true, transform);
            Some(mask)
        });
    }

    fn transform(&self) -> Transform {
        self.turned
            .post_concat(self.near)
            .post_scale(self.scale, self.scale)
    }

    /// Fills a shape.
    pub(crate) fn fill(&mut self, shape: &Path, ink: Ink) {
        self.fill_by(shape, &ink.paint(), FillRule::Winding);
    }

    /// Fills a shape but for the holes that its inner outlines cut.
    pub(crate) fn fill_with_holes(&mut self, shape: &Path, ink: Ink) {
        self.fill_by(shape, &ink.paint(), FillRule::EvenOdd);
    }

    /// Fills a shape from one colour above to another below.
    pub(crate) fn blend(&mut self, shape: &Path, (above, below): (Ink, Ink)) {
        let bounds = shape.bounds();
        let stops = vec![
            GradientStop::new(0.0, above.colour()),
            GradientStop::new(1.0, below.colour()),
        ];
        let shader = LinearGradient::new(
            Point::from_xy(bounds.left(), bounds.top()),
            Point::from_xy(bounds.left(), bounds.bottom()),
            stops,
            SpreadMode::Pad,
            Transform::identity(),
        );
        let mut paint = above.paint();
        if let Some(shader) = shader {
            paint.shader = shader;
        }
        self.fill_by(shape, &paint, FillRule::Winding);
    }

    fn fill_by(&mut self, shape: &Path, paint: &Paint<'_>, rule: FillRule) {
        let transform = self.transform();
        self.pixels
            .fill_path(shape, paint, rule, transform, self.mask.as_ref());
    }

    /// Draws along a path with a round pen.
    pub(crate) fn line(&mut self, path: &Path, ink: Ink, width: f32) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let transform = self.transform();
        self.pixels
            .stroke_path(path, &ink.paint(), &stroke, transform, self.mask.as_ref());
    }

    /// The picture.
    pub(crate) fn into_image(self) -> Option<RgbImage> {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        // Opaque, so that it does not matter that the pixels are premultiplied.
        let image = RgbaImage::from_raw(width, height, self.pixels.take())?;
        Some(DynamicImage::ImageRgba8(image).into_rgb8())
    }
}

/// A shape of lines and curves between absolute points: `M x y`, `L x y`, `Q x y x y`, `C x y x y x y`, `Z`.
pub(crate) fn path(text: &str) -> Path {
    let mut builder = PathBuilder::new();
    let mut words = text.split([' ', ',', '\n']).filter(|word| !word.is_empty());
    while let Some(command) = words.next() {
        let mut number = || -> f32 {
            let word = words.next().unwrap_or_default();
            word.parse().unwrap_or_default()
        };
        match command {
            "M" => builder.move_to(number(), number()),
            "L" => builder.line_to(number(), number()),
            "Q" => builder.quad_to(number(), number(), number(), number()),
            "C" => builder.cubic_to(number(), number(), number(), number(), number(), number()),
            _ => builder.close(),
        }
    }
    builder.finish().unwrap_or_else(|| circle(0.0, 0.0, 0.1))
}

/// A circle.
pub(crate) fn circle(x: f32, y: f32, radius: f32) -> Path {
    oval((x, y), (radius, radius))
}

/// An oval around a middle.
pub(crate) fn oval((x, y): (f32, f32), (wide, high): (f32, f32)) -> Path {
    let (k, l) = (wide * 0.5523, high * 0.5523);
    let mut builder = PathBuilder::new();
    builder.move_to(x - wide, y);
    builder.cubic_to(x - wide, y - l, x - k, y - high, x, y - high);
    builder.cubic_to(x + k, y - high, x + wide, y - l, x + wide, y);
    builder.cubic_to(x + wide, y + l, x + k, y + high, x, y + high);
    builder.cubic_to(x - k, y + high, x - wide, y + l, x - wide, y);
    builder.close();
    builder
        .finish()
        .unwrap_or_else(|| rectangle((x, y), (1.0, 1.0)))
}

/// A rectangle with its upper left corner and its size.
pub(crate) fn rectangle((x, y): (f32, f32), (width, height): (f32, f32)) -> Path {
    let bounds = tiny_skia::Rect::from_xywh(x, y, width.max(0.1), height.max(0.1));
    PathBuilder::from_rect(bounds.unwrap_or_else(|| {
        // Only numbers that are none come here.
        tiny_skia::Rect::from_xywh(0.0, 0.0, 1.0, 1.0).expect("a square is a rectangle")
    }))
}

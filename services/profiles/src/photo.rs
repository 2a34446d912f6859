//! Reads a photo that a stranger sent, and writes it anew.
//!
//! What is kept is pixels: metadata (places, names of cameras and people), trailing data and every
//! oddity of the file stay behind. The size stands in the header and is judged before a pixel is
//! decoded. The decoders are memory-safe Rust and work under limits in a small pool of threads; a
//! panic costs one photo. A process of their own with resource limits is left for later: what it
//! would add is a bound on memory that a decoder takes in spite of its limits.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, Rgb, RgbImage,
    imageops::FilterType,
};

use crate::fault::Fault;

/// 10 MB.
pub(crate) const MAX_BYTES: usize = 10 * 1024 * 1024;
/// Pixels along a side.
const MAX_SIDE: u32 = 12_000;
/// A telephone's 50 megapixels, and no more.
const MAX_PIXELS: u64 = 51_000_000;
/// Bytes a decoder may take.
const MAX_MEMORY: u64 = 512 * 1024 * 1024;
/// Of 100.
const QUALITY: f32 = 82.0;

/// The sizes a photo is kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Large,
    Medium,
    Thumb,
}

impl Size {
    /// All of them, the largest first.
    pub(crate) const ALL: [Self; 3] = [Self::Large, Self::Medium, Self::Thumb];

    /// Pixels; a narrower photo stays as it is.
    #[must_use]
    pub(crate) const fn width(self) -> u32 {
        match self {
            Self::Large => 1200,
            Self::Medium => 480,
            Self::Thumb => 160,
        }
    }
}

/// A photo written anew.
pub(crate) struct Prepared {
    /// Pixels of the largest.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// 4 x 3 components.
    pub(crate) blur_hash: String,
    /// WebP, in the order of `Size::ALL`.
    pub(crate) files: [Vec<u8>; 3],
}

/// Decodes, turns upright, shrinks and encodes. Takes up to seconds of processor time.
pub(crate) fn prepare(content: &[u8]) -> Result<Prepared, Fault> {
    if content.len() > MAX_BYTES {
        return Err(Fault::PhotoTooLarge { max: MAX_BYTES });
    }
    let upright = decode(content, format(content)?)?;
    let large = shrink(upright, Size::Large);
    let medium = shrink(large.clone(), Size::Medium);
    let thumb = shrink(medium.clone(), Size::Thumb);
    let rgba = DynamicImage::ImageRgb8(thumb.clone()).to_rgba8();
    let blur_hash = blurhash::encode(4, 3, rgba.width(), rgba.height(), rgba.as_raw())
        .map_err(|error| Fault::Encoding(error.to_string()))?;
    Ok(Prepared {
        width: large.width(),
        height: large.height(),
        blur_hash,
        files: [encode(&large)?, encode(&medium)?, encode(&thumb)?],
    })
}

/// By the first bytes; what the sender calls it does not count.
fn format(content: &[u8]) -> Result<ImageFormat, Fault> {
    if content.starts_with(b"\xff\xd8\xff") {
        Ok(ImageFormat::Jpeg)
    } else if content.starts_with(b"\x89PNG\r\n\x1a\n") {
        Ok(ImageFormat::Png)
    } else if content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP") {
        Ok(ImageFormat::WebP)
    } else {
        Err(Fault::PhotoKindRefused)
    }
}

fn decode(content: &[u8], format: ImageFormat) -> Result<RgbImage, Fault> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(content), format);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(|error| unreadable(&error))?;
    let (width, height) = decoder.dimensions();
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Fault::PhotoTooManyPixels);
    }
    if width == 0 || height == 0 {
        return Err(Fault::PhotoUnreadable);
    }
    decoder
        .set_limits(limits)
        .map_err(|error| unreadable(&error))?;
    let orientation = decoder.orientation().map_err(|error| unreadable(&error))?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| unreadable(&error))?;
    image.apply_orientation(orientation);
    Ok(opaque(image))
}

fn unreadable(error: &image::ImageError) -> Fault {
    match error {
        image::ImageError::Limits(_) => Fault::PhotoTooManyPixels,
        _ => Fault::PhotoUnreadable,
    }
}

/// What is transparent becomes white paper.
fn opaque(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let rgba = image.into_rgba8();
    let (width, height) = rgba.dimensions();
    let blend = |colour: u8, alpha: u8| {
        let (colour, alpha) = (u16::from(colour), u16::from(alpha));
        u8::try_from((colour * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    };
    RgbImage::from_fn(width, height, |x, y| {
        let [red, green, blue, alpha] = rgba.get_pixel(x, y).0;
        Rgb([blend(red, alpha), blend(green, alpha), blend(blue, alpha)])
    })
}

fn shrink(image: RgbImage, size: Size) -> RgbImage {
    let (width, height) = image.dimensions();
    if width <= size.width() {
        return image;
    }
    let lower = u64::from(height) * u64::from(size.width()) / u64::from(width);
    let lower = u32::try_from(lower).unwrap_or(height).max(1);
    image::imageops::resize(&image, size.width(), lower, FilterType::CatmullRom)
}

fn encode(image: &RgbImage) -> Result<Vec<u8>, Fault> {
    let refused = |error: &dyn std::fmt::Debug| Fault::Encoding(format!("{error:?}"));
    let mut config = webp::WebPConfig::new().map_err(|error| refused(&error))?;
    config.quality = QUALITY;
    let written = webp::Encoder::from_rgb(image.as_raw(), image.width(), image.height())
        .encode_advanced(&config)
        .map_err(|error| refused(&error))?;
    Ok(written.to_vec())
}

#[cfg(test)]
#[path = "photo_test.rs"]
mod tests;

//! Reads a photo that a stranger sent, and writes it anew.
//!
//! What is kept is pixels: metadata (places, names of cameras and people), trailing data and every
//! oddity of the file stay behind; so does a colour profile, whose colours are not converted. The
//! size stands in the header and is judged before a pixel is decoded; what is packed into the
//! header besides is unpacked up to a limit of its own. The decoders are memory-safe Rust and work under limits in a small pool of threads; a
//! panic costs one photo. A process of their own with resource limits is left for later: what it
//! would add is a bound on memory that a decoder takes in spite of its limits.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, Rgb, RgbImage,
    imageops::FilterType,
};

/// 10 MB.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;
/// Pixels along a side.
const MAX_SIDE: u32 = 12_000;
/// A telephone's 50 megapixels, and no more.
const MAX_PIXELS: u64 = 51_000_000;
/// Bytes a decoder may take for pixels.
const MAX_MEMORY: u64 = 512 * 1024 * 1024;
/// Bytes it may take for what stands before them: 10 MB of honest chunks in buffers that double,
/// and no more, since a few hundred kilobytes unpack to as many megabytes.
const MAX_HEADER_MEMORY: u64 = 32 * 1024 * 1024;
/// Of 100.
const QUALITY: f32 = 82.0;

/// Why a photo is not taken.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("photo larger than {MAX_BYTES} bytes")]
    TooLarge,
    /// Neither JPEG nor PNG nor WebP by its first bytes.
    #[error("not a kind of photo that is taken")]
    WrongKind,
    #[error("photo has too many pixels")]
    TooManyPixels,
    #[error("photo cannot be read")]
    Unreadable,
    /// Too many at once.
    #[error("no turn for this photo")]
    Busy,
    #[error("photo could not be written: {0}")]
    Encoding(String),
}

/// A photo written anew.
pub struct Photo {
    /// Pixels of the largest.
    pub width: u32,
    pub height: u32,
    /// 4 x 3 components.
    pub blur_hash: String,
    /// WebP, one for each width that was asked for.
    pub files: Vec<Vec<u8>>,
}

impl std::fmt::Debug for Photo {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Photo({} x {})", self.width, self.height)
    }
}

/// Decodes, turns upright, shrinks to each of `widths` (pixels, the largest first) and encodes.
/// None is more than twice as high as its width; a smaller photo stays as it is. Takes up to seconds of processor time.
pub fn prepare(content: &[u8], widths: &[u32]) -> Result<Photo, Refused> {
    if content.len() > MAX_BYTES {
        return Err(Refused::TooLarge);
    }
    let mut sizes = Vec::with_capacity(widths.len());
    let mut image = decode(content, format(content)?)?;
    for width in widths {
        // Each from the one before it: the smaller are quicker so, and look the same.
        image = shrink(image, *width);
        sizes.push(image.clone());
    }
    let largest = sizes.first().unwrap_or(&image);
    let (width, height) = largest.dimensions();
    let tiny = DynamicImage::ImageRgb8(image).thumbnail(32, 32).to_rgba8();
    let blur_hash = blurhash::encode(4, 3, tiny.width(), tiny.height(), tiny.as_raw())
        .map_err(|error| Refused::Encoding(error.to_string()))?;
    Ok(Photo {
        width,
        height,
        blur_hash,
        files: sizes.iter().map(encode).collect::<Result<_, _>>()?,
    })
}

/// By the first bytes; what the sender calls it does not count.
fn format(content: &[u8]) -> Result<ImageFormat, Refused> {
    if content.starts_with(b"\xff\xd8\xff") {
        Ok(ImageFormat::Jpeg)
    } else if content.starts_with(b"\x89PNG\r\n\x1a\n") {
        Ok(ImageFormat::Png)
    } else if content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP") {
        Ok(ImageFormat::WebP)
    } else {
        Err(Refused::WrongKind)
    }
}

fn decode(content: &[u8], format: ImageFormat) -> Result<RgbImage, Refused> {
    let mut decoder = open(content, format)?;
    let orientation = decoder.orientation().map_err(|error| unreadable(&error))?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| unreadable(&error))?;
    image.apply_orientation(orientation);
    Ok(opaque(image))
}

/// A decoder that has read the header, of a photo whose size is allowed.
fn open(content: &[u8], format: ImageFormat) -> Result<impl ImageDecoder, Refused> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_HEADER_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(content), format);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(|error| unreadable(&error))?;
    let (width, height) = decoder.dimensions();
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Refused::TooManyPixels);
    }
    if width == 0 || height == 0 {
        return Err(Refused::Unreadable);
    }
    limits.max_alloc = Some(MAX_MEMORY);
    decoder
        .set_limits(limits)
        .map_err(|error| unreadable(&error))?;
    Ok(decoder)
}

fn unreadable(error: &image::ImageError) -> Refused {
    match error {
        image::ImageError::Limits(_) => Refused::TooManyPixels,
        _ => Refused::Unreadable,
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

fn shrink(image: RgbImage, wanted: u32) -> RgbImage {
    let (width, height) = image.dimensions();
    let highest = wanted.saturating_mul(2);
    if width <= wanted && height <= highest {
        return image;
    }
    let scaled = |side: u32, to: u32, of: u32| {
        let scaled = u64::from(side) * u64::from(to) / u64::from(of);
        u32::try_from(scaled).unwrap_or(side).max(1)
    };
    let (narrower, lower) = match scaled(height, wanted, width) {
        lower if lower <= highest => (wanted, lower),
        _ => (scaled(width, highest, height), highest),
    };
    image::imageops::resize(&image, narrower, lower, FilterType::CatmullRom)
}

fn encode(image: &RgbImage) -> Result<Vec<u8>, Refused> {
    let refused = |error: &dyn std::fmt::Debug| Refused::Encoding(format!("{error:?}"));
    let mut config = webp::WebPConfig::new().map_err(|error| refused(&error))?;
    config.quality = QUALITY;
    let written = webp::Encoder::from_rgb(image.as_raw(), image.width(), image.height())
        .encode_advanced(&config)
        .map_err(|error| refused(&error))?;
    Ok(written.to_vec())
}

#[cfg(test)]
#[path = "prepare_test.rs"]
mod tests;

//! Makes a photo out of what somebody uploaded: decoded under limits, turned upright, encoded anew
//! in two sizes. Nothing of the upload survives but its pixels.

use std::io::Cursor;

use image::{
    DynamicImage, GenericImageView as _, ImageDecoder as _, ImageFormat, ImageReader, Limits,
    imageops::FilterType,
};

/// Pixels of the longer side of the large size.
const LARGE: u32 = 1200;
/// Pixels of the longer side of the small size.
const THUMB: u32 = 320;
/// Of 100.
const QUALITY: f32 = 80.0;
/// Memory for one decoded photo.
const BYTES_PER_PIXEL: u64 = 8;
/// Memory that decoders work with besides.
const WORKBENCH: u64 = 16 * 1024 * 1024;

/// An upload that is no photo, or more of one than we take.
#[derive(Debug, thiserror::Error)]
#[error("photo cannot be read")]
pub(crate) struct Unreadable;

/// A photo, ready to be stored.
pub(crate) struct Encoded {
    /// WebP.
    pub(crate) large: Vec<u8>,
    /// WebP.
    pub(crate) thumb: Vec<u8>,
    /// Pixels of the large size.
    pub(crate) width: u32,
    /// Pixels of the large size.
    pub(crate) height: u32,
    pub(crate) blur_hash: String,
}

impl std::fmt::Debug for Encoded {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Encoded({} x {})", self.width, self.height)
    }
}

/// Decodes and encodes; takes up to a second of processor time.
pub(crate) fn encode(upload: &[u8], max_pixels: u64) -> Result<Encoded, Unreadable> {
    let image = decode(upload, max_pixels)?;
    let large = fit(&image, LARGE);
    let thumb = fit(&large, THUMB);
    let (width, height) = large.dimensions();
    let tiny = thumb.thumbnail(32, 32).to_rgba8();
    let blur_hash = blurhash::encode(4, 3, tiny.width(), tiny.height(), tiny.as_raw())
        .map_err(|_| Unreadable)?;
    Ok(Encoded {
        large: webp(&large),
        thumb: webp(&thumb),
        width,
        height,
        blur_hash,
    })
}

/// The declared size is checked before a pixel is decoded.
fn decode(upload: &[u8], max_pixels: u64) -> Result<DynamicImage, Unreadable> {
    let format = image::guess_format(upload).map_err(|_| Unreadable)?;
    if !matches!(
        format,
        ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP
    ) {
        return Err(Unreadable);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(
        max_pixels
            .saturating_mul(BYTES_PER_PIXEL)
            .saturating_add(WORKBENCH),
    );
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| Unreadable)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 || u64::from(width) * u64::from(height) > max_pixels {
        return Err(Unreadable);
    }
    let upright = decoder.orientation().map_err(|_| Unreadable)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|_| Unreadable)?;
    image.apply_orientation(upright);
    Ok(image)
}

fn fit(image: &DynamicImage, side: u32) -> DynamicImage {
    if image.width().max(image.height()) <= side {
        return image.clone();
    }
    image.resize(side, side, FilterType::Triangle)
}

fn webp(image: &DynamicImage) -> Vec<u8> {
    let pixels = image.to_rgb8();
    webp::Encoder::from_rgb(&pixels, pixels.width(), pixels.height())
        .encode(QUALITY)
        .to_vec()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    const PIXELS: u64 = 40_000_000;

    fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let image = RgbImage::from_fn(width, height, |x, _| {
            if x < width / 2 {
                Rgb([200, 30, 30])
            } else {
                Rgb([30, 30, 200])
            }
        });
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(image)
            .write_to(&mut bytes, format)
            .unwrap();
        bytes.into_inner()
    }

    /// A JPEG with an EXIF block that says where it was taken and which way is up.
    fn jpeg_with_exif(orientation: u8) -> Vec<u8> {
        let mut tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        tiff.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
        tiff.extend(b"GPS 52.37N 4.89E");
        let mut exif = b"Exif\0\0".to_vec();
        exif.extend(tiff);
        let jpeg = picture(40, 20, ImageFormat::Jpeg);
        let mut bytes = jpeg[..2].to_vec();
        bytes.extend([0xff, 0xe1]);
        bytes.extend(u16::try_from(exif.len() + 2).unwrap().to_be_bytes());
        bytes.extend(exif);
        bytes.extend(&jpeg[2..]);
        bytes
    }

    #[test]
    fn a_photo_comes_out_in_two_sizes() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let made = encode(&picture(2400, 1200, format), PIXELS).unwrap();
            assert_eq!((made.width, made.height), (1200, 600));
            let large =
                image::load_from_memory_with_format(&made.large, ImageFormat::WebP).unwrap();
            assert_eq!(large.dimensions(), (1200, 600));
            let thumb =
                image::load_from_memory_with_format(&made.thumb, ImageFormat::WebP).unwrap();
            assert_eq!(thumb.dimensions(), (320, 160));
            assert!(large.to_rgb8().get_pixel(10, 300)[0] > 150, "left is red");
            assert!(!made.blur_hash.is_empty());
        }
    }

    #[test]
    fn a_small_photo_is_not_blown_up() {
        let made = encode(&picture(50, 40, ImageFormat::Png), PIXELS).unwrap();
        assert_eq!((made.width, made.height), (50, 40));
    }

    #[test]
    fn where_it_was_taken_is_gone_and_up_is_up() {
        let upload = jpeg_with_exif(6);
        assert!(upload.windows(3).any(|bytes| bytes == b"GPS"));
        let made = encode(&upload, PIXELS).unwrap();
        assert_eq!((made.width, made.height), (20, 40));
        for file in [&made.large, &made.thumb] {
            for secret in [&b"GPS"[..], b"Exif", b"EXIF"] {
                assert!(!file.windows(secret.len()).any(|bytes| bytes == secret));
            }
        }
        let upright = image::load_from_memory(&made.large).unwrap().to_rgb8();
        assert!(upright.get_pixel(10, 5)[0] > 150, "what was left is above");
    }

    #[test]
    fn a_bomb_is_refused_by_its_header() {
        // A PNG that declares 50,000 x 50,000 pixels and brings none.
        let mut png = picture(10, 10, ImageFormat::Png);
        png[16..20].copy_from_slice(&50_000_u32.to_be_bytes());
        png[20..24].copy_from_slice(&50_000_u32.to_be_bytes());
        encode(&png, PIXELS).unwrap_err();
        encode(&picture(101, 100, ImageFormat::Png), 10_000).unwrap_err();
        encode(&picture(100, 100, ImageFormat::Png), 10_000).unwrap();
    }

    #[test]
    fn what_is_no_photo_is_refused() {
        let jpeg = picture(40, 20, ImageFormat::Jpeg);
        for upload in [
            &b""[..],
            b"hello",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"GIF89a..",
            &jpeg[..40],
        ] {
            encode(upload, PIXELS).unwrap_err();
        }
    }
}

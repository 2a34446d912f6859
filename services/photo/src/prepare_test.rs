use image::{
    ExtendedColorType, ImageEncoder as _, codecs::jpeg::JpegEncoder, codecs::png::PngEncoder,
};
use proptest::prelude::*;

use super::{prepare as prepare_in, *};

fn prepare(content: &[u8]) -> Result<Photo, Refused> {
    prepare_in(content, &[1200, 480, 160])
}

/// A picture that is red above and blue below.
fn pixels(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |_, y| {
        if y < height / 2 {
            Rgb([220, 20, 20])
        } else {
            Rgb([20, 20, 220])
        }
    })
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 90)
        .encode_image(&pixels(width, height))
        .unwrap();
    bytes
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let image = pixels(width, height);
    PngEncoder::new(&mut bytes)
        .write_image(image.as_raw(), width, height, ExtendedColorType::Rgb8)
        .unwrap();
    bytes
}

/// A JPEG with EXIF: lying on its side, taken at a place, by a camera.
fn jpeg_with_exif(width: u32, height: u32) -> Vec<u8> {
    let plain = jpeg(width, height);
    let mut tiff: Vec<u8> = b"II*\0\x08\0\0\0".to_vec();
    // Three entries: Make, Orientation 6 and a GPS directory.
    tiff.extend(3_u16.to_le_bytes());
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        let mut bytes = Vec::new();
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(value);
        bytes
    };
    tiff.extend(entry(0x010f, 2, 4, *b"CAM\0"));
    tiff.extend(entry(0x0112, 3, 1, [6, 0, 0, 0]));
    tiff.extend(entry(0x8825, 4, 1, 50_u32.to_le_bytes()));
    tiff.extend(0_u32.to_le_bytes());
    assert_eq!(tiff.len(), 50);
    tiff.extend(1_u16.to_le_bytes());
    tiff.extend(entry(0x0001, 2, 2, *b"N\0\0\0"));
    tiff.extend(0_u32.to_le_bytes());
    tiff.extend(b"SECRETGPSPLACE52.37403");
    let mut exif = b"Exif\0\0".to_vec();
    exif.extend(tiff);
    let mut bytes = plain[..2].to_vec();
    bytes.extend([0xff, 0xe1]);
    bytes.extend(u16::try_from(exif.len() + 2).unwrap().to_be_bytes());
    bytes.extend(exif);
    bytes.extend(&plain[2..]);
    bytes
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

fn reread(file: &[u8]) -> RgbImage {
    image::load_from_memory_with_format(file, ImageFormat::WebP)
        .unwrap()
        .into_rgb8()
}

fn word(outcome: &Result<Photo, Refused>) -> &'static str {
    match outcome {
        Ok(_) => "accepted",
        Err(Refused::TooLarge) => "too_large",
        Err(Refused::WrongKind) => "wrong_kind",
        Err(Refused::TooManyPixels) => "too_many_pixels",
        Err(Refused::Unreadable) => "unreadable",
        Err(Refused::Busy) => "busy",
        Err(Refused::Encoding(_)) => "encoding",
    }
}

#[test]
fn a_photo_comes_in_three_sizes() {
    for content in [jpeg(1600, 800), png(1600, 800)] {
        let photo = prepare(&content).unwrap();
        assert_eq!((photo.width, photo.height), (1200, 600));
        let sizes: Vec<_> = photo
            .files
            .iter()
            .map(|file| reread(file).dimensions())
            .collect();
        assert_eq!(sizes, [(1200, 600), (480, 240), (160, 80)]);
        assert_eq!(photo.blur_hash.len(), 28);
        let top = *reread(&photo.files[0]).get_pixel(600, 100);
        assert!(top.0[0] > 180 && top.0[2] < 80, "{top:?}");
    }
}

#[test]
fn a_small_photo_is_not_blown_up_and_a_webp_may_come_again() {
    let photo = prepare(&png(200, 100)).unwrap();
    assert_eq!((photo.width, photo.height), (200, 100));
    let again = prepare(&photo.files[0]).unwrap();
    assert_eq!(reread(&again.files[2]).dimensions(), (160, 80));
}

#[test]
fn a_photo_stands_upright_and_tells_nothing_of_its_place() {
    let content = jpeg_with_exif(400, 200);
    assert!(contains(&content, b"SECRETGPSPLACE"));
    let photo = prepare(&content).unwrap();
    assert_eq!(
        (photo.width, photo.height),
        (200, 400),
        "turned by its orientation"
    );
    // Red was above; a turn clockwise brings it to the right.
    let right = *reread(&photo.files[0]).get_pixel(180, 200);
    assert!(right.0[0] > 180 && right.0[2] < 80, "{right:?}");
    for file in &photo.files {
        for secret in [&b"SECRETGPSPLACE"[..], b"Exif", b"EXIF", b"CAM"] {
            assert!(!contains(file, secret), "{secret:?}");
        }
    }
}

#[test]
fn what_hides_behind_a_photo_stays_behind() {
    for mut content in [jpeg(64, 64), png(64, 64)] {
        content.extend(b"<html><script>alert(1)</script></html>PK\x03\x04evil.exe");
        let photo = prepare(&content).unwrap();
        for file in &photo.files {
            assert!(!contains(file, b"<script>") && !contains(file, b"PK\x03\x04"));
            assert!(file.starts_with(b"RIFF"));
        }
    }
}

#[test]
fn what_is_no_photo_is_refused_by_its_first_bytes() {
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let gif = b"GIF89a\x01\0\x01\0\0\0\0;";
    for content in [
        &b""[..],
        b"x",
        svg,
        gif,
        b"BM\0\0",
        b"RIFF\0\0\0\0WAVE",
        b"%PDF-1.7",
        b"\xff\xd8",
    ] {
        assert_eq!(word(&prepare(content)), "wrong_kind", "{content:?}");
    }
}

#[test]
fn a_bomb_is_judged_by_its_header() {
    // 60,000 x 60,000 pixels in 33 bytes of header; no pixel of it exists.
    let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bomb.extend(60_000_u32.to_be_bytes());
    bomb.extend(60_000_u32.to_be_bytes());
    bomb.extend([8, 6, 0, 0, 0]);
    let mut crc = 0xffff_ffff_u32;
    for byte in &bomb[12..] {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ 0xedb8_8320
            } else {
                crc >> 1
            };
        }
    }
    bomb.extend((!crc).to_be_bytes());
    bomb.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    assert_eq!(word(&prepare(&bomb)), "too_many_pixels");

    // A JPEG whose frame header claims 65,500 x 65,500.
    let mut claim = jpeg(64, 64);
    let frame = claim
        .windows(2)
        .position(|pair| pair == [0xff, 0xc0])
        .unwrap();
    claim[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xdc, 0xff, 0xdc]);
    assert_eq!(word(&prepare(&claim)), "too_many_pixels");

    // Sides that are allowed, and together too much.
    let mut wide = jpeg(64, 64);
    wide[frame + 5..frame + 9].copy_from_slice(&[0x2e, 0xe0, 0x2e, 0xe0]);
    assert_eq!(word(&prepare(&wide)), "too_many_pixels");
}

/// A PNG with a colour profile of so many zeros, which pack to next to nothing.
fn png_with_profile(bytes: usize) -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = PngEncoder::new(&mut png);
    encoder.set_icc_profile(vec![0; bytes]).unwrap();
    encoder
        .write_image(pixels(64, 64).as_raw(), 64, 64, ExtendedColorType::Rgb8)
        .unwrap();
    png
}

#[test]
fn what_is_packed_into_a_header_is_not_unpacked_beyond_a_limit() {
    let profile = |content: &[u8]| {
        let mut decoder = open(content, ImageFormat::Png).unwrap();
        decoder.icc_profile().unwrap()
    };
    assert_eq!(profile(&png_with_profile(4_000)), Some(vec![0; 4_000]));
    let bomb = png_with_profile(100 * 1024 * 1024);
    assert!(bomb.len() < MAX_BYTES);
    assert_eq!(profile(&bomb).map(|unpacked| unpacked.len()), None);
    assert_eq!(word(&prepare(&bomb)), "accepted");
}

#[test]
fn a_torn_photo_is_unreadable_and_harms_nobody() {
    for content in [png(300, 300), jpeg(300, 300)] {
        for length in [12, 40, content.len() / 2] {
            let outcome = word(&prepare(&content[..length]));
            // Half a JPEG may be shown with its lower half grey.
            assert!(
                ["unreadable", "accepted"].contains(&outcome),
                "{outcome} at {length}"
            );
        }
        assert_eq!(word(&prepare(&content[..40])), "unreadable");
    }
}

#[test]
fn ten_megabytes_are_enough() {
    let mut content = jpeg(64, 64);
    content.resize(MAX_BYTES, 0);
    assert_eq!(word(&prepare(&content)), "accepted");
    content.push(0);
    assert_eq!(word(&prepare(&content)), "too_large");
}

#[test]
fn what_is_transparent_becomes_white() {
    let mut bytes = Vec::new();
    PngEncoder::new(&mut bytes)
        .write_image(&[0; 64 * 64 * 4], 64, 64, ExtendedColorType::Rgba8)
        .unwrap();
    let photo = prepare(&bytes).unwrap();
    assert!(
        reread(&photo.files[0])
            .get_pixel(32, 32)
            .0
            .iter()
            .all(|colour| *colour > 250)
    );
}

#[test]
fn a_thin_strip_keeps_a_height() {
    let photo = prepare(&png(5000, 1)).unwrap();
    assert_eq!((photo.width, photo.height), (1200, 1));
}

#[test]
fn a_high_strip_is_small_in_every_size() {
    let photo = prepare(&png(100, 11_900)).unwrap();
    let sizes: Vec<_> = (photo.files.iter())
        .map(|file| reread(file).dimensions())
        .collect();
    assert_eq!(sizes, [(20, 2400), (8, 960), (2, 320)]);
    // A telephone's photo stands as it stood.
    let photo = prepare(&png(1080, 2160)).unwrap();
    assert_eq!((photo.width, photo.height), (1080, 2160));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_bytes_break_the_reader(
        at in proptest::collection::vec((0_usize..2_000, any::<u8>()), 1..20), choice in 0..3
    ) {
        let mut content = match choice {
            0 => png(64, 64),
            1 => jpeg(64, 64),
            _ => prepare(&png(64, 64)).unwrap().files[0].clone(),
        };
        let length = content.len();
        for (place, byte) in at {
            content[place % length] = byte;
        }
        if let Ok(photo) = prepare(&content) {
            prop_assert_eq!(reread(&photo.files[0]).dimensions(), (photo.width, photo.height));
        }
    }
}

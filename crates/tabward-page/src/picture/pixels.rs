//! Decoded pictures: putting tiles together, scaling, encoding.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder as _, RgbImage, imageops};

/// How a picture is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Without loss.
    #[default]
    Png,
    /// With loss, smaller.
    Jpeg,
    /// Without loss, smaller than PNG and slower to make.
    Webp,
}

impl Format {
    /// Ending of a file name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
        }
    }

    /// Media type.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }
}

/// Why pixels could not be handled.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the picture cannot be {doing}: {reason}")]
pub struct PixelError {
    doing: &'static str,
    reason: String,
}

fn failed(doing: &'static str) -> impl Fn(image::ImageError) -> PixelError {
    move |e| PixelError { doing, reason: e.to_string() }
}

/// Pixels of a PNG that the browser made.
pub(super) fn decode(png: &[u8]) -> Result<RgbImage, PixelError> {
    let decoded = image::load_from_memory_with_format(png, image::ImageFormat::Png).map_err(failed("decoded"))?;
    Ok(decoded.into_rgb8())
}

/// Encodes; `quality` (1 to 100) is for JPEG alone.
pub(super) fn encode(pixels: &RgbImage, format: Format, quality: u8) -> Result<Vec<u8>, PixelError> {
    let mut bytes = Vec::new();
    let (width, height) = pixels.dimensions();
    match format {
        Format::Png => PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive)
            .write_image(pixels.as_raw(), width, height, ExtendedColorType::Rgb8),
        Format::Jpeg => JpegEncoder::new_with_quality(&mut bytes, quality.clamp(1, 100)).write_image(
            pixels.as_raw(),
            width,
            height,
            ExtendedColorType::Rgb8,
        ),
        Format::Webp => {
            WebPEncoder::new_lossless(&mut bytes).write_image(pixels.as_raw(), width, height, ExtendedColorType::Rgb8)
        }
    }
    .map_err(failed("encoded"))?;
    Ok(bytes)
}

/// Puts a tile into the whole at a height; what does not fit is left out.
pub(super) fn place(whole: &mut RgbImage, tile: &RgbImage, top: u32) {
    let width = usize::try_from(whole.width().min(tile.width())).unwrap_or(0) * 3;
    let (wide, tall) = (whole.width(), whole.height());
    let stride = |w: u32| usize::try_from(w).unwrap_or(0) * 3;
    for row in 0..tile.height().min(tall.saturating_sub(top)) {
        let to = usize::try_from(top + row).unwrap_or(0) * stride(wide);
        let from = usize::try_from(row).unwrap_or(0) * stride(tile.width());
        let source = &tile.as_raw()[from..from + width];
        whole.as_mut()[to..to + width].copy_from_slice(source);
    }
}

/// The picture made smaller so that neither side is longer than `longest`; None when it is small enough.
pub(super) fn within(pixels: &RgbImage, longest: u32) -> Option<RgbImage> {
    let most = pixels.width().max(pixels.height());
    if most <= longest {
        return None;
    }
    let side = |s: u32| {
        let scaled = u64::from(s) * u64::from(longest) / u64::from(most);
        u32::try_from(scaled).unwrap_or(1).max(1)
    };
    Some(shrink(pixels, side(pixels.width()), side(pixels.height())))
}

/// The picture by a factor of at most 1; None when that changes nothing.
pub(super) fn by_factor(pixels: &RgbImage, factor: f64) -> Option<RgbImage> {
    if !(0.01..1.0).contains(&factor) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most the size it had, and at least 1"
    )]
    let side = |s: u32| (f64::from(s) * factor).round().max(1.0) as u32;
    Some(shrink(pixels, side(pixels.width()), side(pixels.height())))
}

fn shrink(pixels: &RgbImage, width: u32, height: u32) -> RgbImage {
    if pixels.width() > width * 2 {
        imageops::thumbnail(pixels, width, height)
    } else {
        imageops::resize(pixels, width, height, imageops::FilterType::Triangle)
    }
}

/// A number that differs when the pixels do (FNV-1a over 64 bits at a time).
pub(super) fn mark(pixels: &RgbImage) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ (u64::from(pixels.width()) << 32 | u64::from(pixels.height()));
    let mut chunks = pixels.as_raw().chunks_exact(8);
    for chunk in &mut chunks {
        let mut eight = [0; 8];
        eight.copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(eight)).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    }
    for byte in chunks.remainder() {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    // SEE-8
    #[test]
    fn see_08_tiles_come_together_and_pictures_keep_their_proportions() {
        let mut whole = RgbImage::new(4, 5);
        let mut tile = RgbImage::new(4, 3);
        tile.put_pixel(3, 2, Rgb([9, 8, 7]));
        place(&mut whole, &tile, 2);
        assert_eq!(whole.get_pixel(3, 4), &Rgb([9, 8, 7]));
        place(&mut whole, &tile, 4);
        let wide = RgbImage::new(3000, 1000);
        assert_eq!(within(&wide, 1568).unwrap().dimensions(), (1568, 522));
        assert!(within(&whole, 1568).is_none());
        assert_eq!(by_factor(&wide, 0.5).unwrap().dimensions(), (1500, 500));
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(32))]
        #[test]
        fn see_08_png_comes_back_and_marks_tell_pictures_apart(width in 1_u32..40, height in 1_u32..40, seed in 0_u32..1000) {
            let mut a = RgbImage::from_fn(width, height, |x, y| Rgb([x * 7 + seed, y * 5, x ^ y].map(|v| v.to_le_bytes()[0])));
            let back = decode(&encode(&a, Format::Png, 0).unwrap()).unwrap();
            proptest::prop_assert_eq!(&back, &a);
            proptest::prop_assert_eq!(mark(&back), mark(&a));
            let before = mark(&a);
            a.get_pixel_mut(seed % width, seed % height)[1] ^= 1;
            proptest::prop_assert_ne!(mark(&a), before);
            let small = encode(&a, Format::Jpeg, 80).unwrap();
            proptest::prop_assert_eq!(&small[..2], &[0xff, 0xd8]);
            let webp = encode(&a, Format::Webp, 0).unwrap();
            let back = image::load_from_memory_with_format(&webp, image::ImageFormat::WebP).unwrap();
            proptest::prop_assert_eq!(back.into_rgb8(), a);
        }
    }
}

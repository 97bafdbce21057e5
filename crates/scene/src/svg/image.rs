//! Images, as PNG within the document.

use std::fmt::Write as _;

use super::attributes::Num;
use super::context::Context;
use crate::ImageBatch;
use crate::picture::encode_png;

pub(super) fn write_images(out: &mut String, context: &Context, batch: &ImageBatch) {
    for image in &batch.images {
        if image.width == 0 || image.height == 0 {
            continue;
        }
        let (x, y) = (Num(image.rect.x0), Num(image.rect.y0));
        let (width, height) = (Num(image.rect.width()), Num(image.rect.height()));
        let sampling = if image.smooth { "optimizeSpeed" } else { "pixelated" };
        // Fails only for an image that is not well-formed, which no renderer draws either.
        let Ok(file) = encode_png(image.width, image.height, &image.rgba) else {
            continue;
        };
        let data = base64(&file);
        let _ = writeln!(
            out,
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             style=\"image-rendering:{sampling};{}\" href=\"data:image/png;base64,{data}\"/>",
            context.mode
        );
    }
}

/// Encodes bytes in base64 (RFC 4648), with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for digit in 0..4 {
            let index = bits >> (18 - 6 * digit) & 0x3F;
            text.push(if digit <= group.len() { DIGITS[index as usize] as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_matches_the_rfc_vectors() {
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
        ];
        for (plain, coded) in vectors {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}

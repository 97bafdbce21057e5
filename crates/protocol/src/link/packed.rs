//! Long identity rules and notes in links: `z:` and the raw deflate of the text as base64url without padding (RFC 4648).

use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::Read;

/// Length in bytes up to which rules, or notes, stand in a link as they are.
pub const MAX_PLAIN_BYTES: usize = 2_000;

/// Largest text that is unpacked. A link may come from anybody, and a kilobyte can unpack to a megabyte.
pub const MAX_UNPACKED_BYTES: usize = 1 << 20;

/// Mark of packed texts.
const MARK: &str = "z:";

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns whether a text is written packed. Short ones that begin with the mark are, too.
pub(super) fn must_pack(text: &str) -> bool {
    text.len() > MAX_PLAIN_BYTES || text.starts_with(MARK)
}

/// Returns whether a value is packed.
pub(super) fn is_packed(value: &str) -> bool {
    value.starts_with(MARK)
}

/// Packs a text.
pub fn pack(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut encoder = DeflateEncoder::new(text.as_bytes(), flate2::Compression::best());
    // Reading from memory cannot fail.
    let _ = encoder.read_to_end(&mut bytes);
    MARK.to_owned() + &base64(&bytes)
}

/// Unpacks a text. Returns `None` if the value is damaged, or longer than [`MAX_UNPACKED_BYTES`].
pub fn unpack(value: &str) -> Option<String> {
    let packed = of_base64(value.strip_prefix(MARK)?)?;
    let mut bytes = Vec::new();
    // One more than allowed tells a text of the largest size from a longer one.
    DeflateDecoder::new(&packed[..]).take(MAX_UNPACKED_BYTES as u64 + 1).read_to_end(&mut bytes).ok()?;
    String::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_UNPACKED_BYTES)
}

fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().enumerate().fold(0u32, |word, (at, &byte)| word | u32::from(byte) << (16 - 8 * at));
        for digit in 0..=chunk.len() {
            out.push(DIGITS[(word >> (18 - 6 * digit) & 63) as usize] as char);
        }
    }
    out
}

fn of_base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for chunk in text.as_bytes().chunks(4) {
        let mut word = 0;
        for (at, digit) in chunk.iter().enumerate() {
            let value = DIGITS.iter().position(|known| known == digit)?;
            word |= (value as u32) << (18 - 6 * at);
        }
        if chunk.len() == 1 {
            return None;
        }
        out.extend(word.to_be_bytes()[1..chunk.len()].iter());
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_rules_become_short() {
        let rules = "rename `parse_1` => `parse`\n".repeat(200);
        let packed = pack(&rules);
        assert!(packed.len() < 200, "{}", packed.len());
        assert_eq!(unpack(&packed).as_deref(), Some(&*rules));
    }

    #[test]
    fn deflate_bomb_is_refused() {
        let bomb = pack(&"x".repeat(MAX_UNPACKED_BYTES + 1));
        assert!(bomb.len() < 2_000, "{}", bomb.len());
        assert_eq!(unpack(&bomb), None);
        assert_eq!(
            unpack(&pack(&"x".repeat(MAX_UNPACKED_BYTES))).map(|text| text.len()),
            Some(MAX_UNPACKED_BYTES)
        );
    }

    #[test]
    fn damaged_values_are_refused() {
        for value in ["z:", "z:A", "z:!!!!", "z:AAAA", "name", "z:_____"] {
            assert_eq!(unpack(value), None, "{value}");
        }
    }

    proptest! {
        #[test]
        fn every_text_survives(text in any::<String>()) {
            prop_assert_eq!(unpack(&pack(&text)), Some(text));
        }

        #[test]
        fn no_value_breaks_the_unpacker(value in "z:[A-Za-z0-9_-]{0,60}") {
            let _ = unpack(&value);
        }
    }
}

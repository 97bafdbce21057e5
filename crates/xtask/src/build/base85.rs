//! Bytes as text of a document: five characters for four bytes, a sixteenth less than base64.
//!
//! The characters are those of ASCII that mean nothing in HTML. `web/src/engine/base85.ts` reads the text.

const DIGITS: &[u8; 85] =
    b"!#$%()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|";

/// Returns the text of bytes. A last group of n bytes takes n + 1 characters.
pub(crate) fn base85(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for group in bytes.chunks(4) {
        let mut padded = [0; 4];
        padded[..group.len()].copy_from_slice(group);
        let number = u32::from_be_bytes(padded);
        let digit = |power: u32| char::from(DIGITS[(number / 85u32.pow(4 - power) % 85) as usize]);
        text.extend((0..=group.len() as u32).map(digit));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_distinct_and_mean_nothing_in_html() {
        assert!(DIGITS.is_sorted() && DIGITS.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(!DIGITS.iter().any(|digit| b"<>&\"'`\\ ".contains(digit)));
    }

    #[test]
    fn groups_have_five_characters_and_the_last_fewer() {
        assert_eq!(base85(b""), "");
        assert_eq!(base85(&[0, 0, 0, 0]), "!!!!!");
        assert_eq!(base85(&[0, 0, 0, 1]), "!!!!#");
        assert_eq!(base85(&[255; 4]).len(), 5);
        assert_eq!(base85(&[0; 9]).len(), 12);
    }
}

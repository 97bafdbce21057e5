//! Holds the first bytes of a file, in the forms in which signatures look at them.

use crate::describe::DESCRIBED_BYTES;

/// Number of first bytes by which a file is recognised: deep stacks make long lines.
pub(crate) const KNOWN_BYTES: usize = 1 << 16;

/// First bytes of a file.
pub(super) struct Head<'a> {
    pub(super) bytes: &'a [u8],
    /// The first kibibyte as text, as far as it is valid: formats are named there.
    pub(super) text: &'a str,
    /// Set if the file may be longer than this text.
    is_cut: bool,
}

impl<'a> Head<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        // For a file of exactly this length the last line may be complete. But the result must not depend on how many
        // bytes come at a time.
        let is_cut = bytes.len() >= DESCRIBED_BYTES;
        let text = text_of(&bytes[..bytes.len().min(DESCRIBED_BYTES)]);
        let bytes = &bytes[..bytes.len().min(KNOWN_BYTES)];
        Self { bytes, text, is_cut }
    }

    /// Returns whether the file begins with these bytes.
    pub(super) fn starts(&self, magic: &[u8]) -> bool {
        self.bytes.starts_with(magic)
    }

    /// Returns whether the file begins like an object of JSON.
    pub(super) fn starts_json(&self) -> bool {
        self.text.trim_start().starts_with('{')
    }

    /// Returns whether the first 64 KiB have these bytes.
    pub(super) fn has(&self, part: &[u8]) -> bool {
        memchr::memmem::find(self.bytes, part).is_some()
    }

    /// Returns whether the first kibibyte has these bytes.
    pub(super) fn early(&self, part: &[u8]) -> bool {
        let first = &self.bytes[..self.bytes.len().min(DESCRIBED_BYTES)];
        memchr::memmem::find(first, part).is_some()
    }

    /// Iterates over the complete lines.
    pub(super) fn lines(&self) -> std::str::Lines<'a> {
        let end = if self.is_cut { self.text.rfind('\n').unwrap_or(0) } else { self.text.len() };
        self.text[..end].lines()
    }
}

/// Returns bytes as text; empty if they are no UTF-8.
fn text_of(bytes: &[u8]) -> &str {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // The cut may split a character.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => "",
    };
    text.trim_start_matches('\u{feff}')
}

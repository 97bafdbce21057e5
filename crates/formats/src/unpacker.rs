//! Unpacks files for readers of other content than traces.

use crate::packed::Unpacking;
use crate::{ReadError, ReadErrorKind};

/// Unpacker of one file, however often it is packed. It does not read the content.
#[derive(Debug)]
pub struct Unpacker(Unpacking);

impl Default for Unpacker {
    fn default() -> Self {
        Self(Unpacking::new())
    }
}

impl Unpacker {
    /// Unpacks the next bytes, or the end of the file if `None`, and hands them to `take`, which returns whether it
    /// wants more. Returns false if it does not, or if the bytes cannot be unpacked; further bytes are then ignored.
    pub fn feed(&mut self, bytes: Option<&[u8]>, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let enough = || ReadError::new(ReadErrorKind::NotATrace, 0, "");
        let mut take = |bytes: &[u8]| if take(bytes) { Ok(()) } else { Err(enough()) };
        let outcome = match bytes {
            Some(bytes) => self.0.feed(bytes, &mut take),
            None => self.0.finish(&mut take),
        };
        outcome.is_ok()
    }
}

//! Unpacking alone, for those who read something else than traces.

use crate::packed::Unpacking;
use crate::{ReadError, ReadErrorKind};

/// Unpacks the bytes of one file, however often it is packed, and leaves them unread.
#[derive(Debug)]
pub struct Unpacker(Unpacking);

impl Default for Unpacker {
    fn default() -> Self {
        Self(Unpacking::new())
    }
}

impl Unpacker {
    /// Gives `take` what the next bytes unpack to, or with `None` what the end of the file does. `take` says whether it
    /// wants more. `false`: it does not, or the bytes cannot be unpacked; what comes then is ignored.
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

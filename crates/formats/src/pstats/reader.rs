//! Reads a profile once all of it is there: values refer to earlier ones.

use super::marshal::MarshalFault;
use super::profile::Profile;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::Sink;

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Pstats {
    bytes: Vec<u8>,
    calls: u64,
    tables: u64,
}

impl Reader for Pstats {
    fn feed(&mut self, bytes: &[u8], _: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let bytes = std::mem::take(&mut self.bytes);
        let mut profile = Profile::new(&bytes);
        let outcome = profile.read(bytes.len() as u64);
        (self.calls, self.tables) = (profile.count(), profile.held_bytes());
        profile.write(sink);
        outcome.map_err(|MarshalFault { at, is_cut, expected }| {
            if is_cut {
                let found = "It is cut off inside its dictionary of functions";
                return ReadError::new(ReadErrorKind::Truncated, at as u64, found);
            }
            let found = format!("Expected {expected}");
            ReadError::new(ReadErrorKind::Malformed, at as u64, found)
        })
    }

    fn calls(&self) -> u64 {
        self.calls
    }

    fn held_bytes(&self) -> u64 {
        // Tables are made at the end. They take up to eight times the bytes that they are made from.
        (self.bytes.capacity() + self.bytes.len() * 8) as u64 + self.tables
    }
}

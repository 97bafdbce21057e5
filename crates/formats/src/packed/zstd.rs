//! Zstandard (RFC 8878): any number of frames in a row, skippable ones among them.

use super::packing::{Damage, Packing, Unpack};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

pub(crate) const PACKING: Packing = Packing {
    name: "zstd",
    matches: |head| head.starts_with(&MAGIC) || is_skippable(head),
    open: || Box::new(Zstd::default()),
};

const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Unpacked bytes after which [`Zstd::feed`] pauses.
const ENOUGH: usize = 1 << 20;

/// Decoder of block by block. The library's decoder takes a source that ends early for damage, so it is only called
/// once a whole block (at most 128 KiB) is held.
#[derive(Default)]
struct Zstd {
    decoder: FrameDecoder,
    held: Vec<u8>,
    /// `Some` within a frame: whether a checksum follows its last block.
    frame: Option<bool>,
    /// Bytes of a skippable frame still to skip.
    skip: u64,
    offset: u64,
}

impl Unpack for Zstd {
    fn feed(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Result<bool, Damage> {
        self.held.extend_from_slice(packed);
        let mut read = 0;
        let mut outcome = Ok(false);
        while outcome == Ok(false) {
            match self.step(&mut read, out) {
                Ok(true) => outcome = Ok(out.len() >= ENOUGH),
                Ok(false) => break,
                Err(reason) => outcome = Err(self.damage(read, reason)),
            }
        }
        self.held.drain(..read);
        self.offset += read as u64;
        if outcome.is_err() {
            self.give_up(out);
        }
        outcome
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Damage> {
        let ends_early = self.frame.is_some() || !self.held.is_empty() || self.skip > 0;
        if ends_early {
            self.give_up(out);
            return Err(self.damage(self.held.len(), "the data ends early".to_owned()));
        }
        Ok(())
    }
}

impl Zstd {
    fn damage(&self, read: usize, reason: String) -> Damage {
        Damage { offset: self.offset + read as u64, reason }
    }

    /// Appends the bytes that the decoder still holds. It keeps a window of unpacked bytes until the frame ends, so the
    /// frame is ended with an empty block.
    fn give_up(&mut self, out: &mut Vec<u8>) {
        const LAST_BLOCK_AND_CHECKSUM: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];
        if self.frame.take().is_some() {
            let mut source = &LAST_BLOCK_AND_CHECKSUM[..];
            let ended = self.decoder.decode_blocks(&mut source, BlockDecodingStrategy::UptoBlocks(1));
            if ended.is_ok() {
                // Writing to a vector never fails. Bytes that the decoder does not hand out are lost with the damage.
                let _lost = self.decoder.collect_to_writer(out);
            }
        }
    }

    /// Reads one frame header or one block from `held[*read..]`. Returns false if it is incomplete.
    fn step(&mut self, read: &mut usize, out: &mut Vec<u8>) -> Result<bool, String> {
        let bytes = &self.held[*read..];
        if self.skip > 0 {
            let skipped = self.skip.min(bytes.len() as u64);
            self.skip -= skipped;
            *read += skipped as usize;
            return Ok(skipped > 0);
        }
        let Some(has_checksum) = self.frame else { return self.begin_frame(read) };
        let Some(needed) = block_length(bytes, has_checksum) else { return Ok(false) };
        if bytes.len() < needed {
            return Ok(false);
        }
        let mut source = &bytes[..needed];
        let decoded = self.decoder.decode_blocks(&mut source, BlockDecodingStrategy::UptoBlocks(1));
        let finished = decoded.map_err(|error| error.to_string())?;
        *read += needed;
        self.decoder.collect_to_writer(out).map_err(|error| error.to_string())?;
        if finished {
            self.frame = None;
            let stated = self.decoder.get_checksum_from_data();
            if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
                return Err("the checksum does not match".to_owned());
            }
        }
        Ok(true)
    }

    fn begin_frame(&mut self, read: &mut usize) -> Result<bool, String> {
        use ReadFrameHeaderError as Header;
        let bytes = &self.held[*read..];
        let mut source = bytes;
        match self.decoder.reset(&mut source) {
            Ok(()) => {
                self.frame = Some(bytes[4] & 0b100 != 0);
                *read += bytes.len() - source.len();
                Ok(true)
            }
            Err(FrameDecoderError::ReadFrameHeaderError(Header::SkipFrame { length, .. })) => {
                *read += 8;
                self.skip = u64::from(length);
                Ok(true)
            }
            Err(FrameDecoderError::ReadFrameHeaderError(
                Header::MagicNumberReadError(_)
                | Header::FrameDescriptorReadError(_)
                | Header::WindowDescriptorReadError(_)
                | Header::DictionaryIdReadError(_)
                | Header::FrameContentSizeReadError(_),
            )) => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Returns the length of the next block with its header, and with the checksum after the last one. `None` if the header
/// is incomplete.
fn block_length(bytes: &[u8], has_checksum: bool) -> Option<usize> {
    let &[low, middle, high, ..] = bytes else { return None };
    let header = u32::from_le_bytes([low, middle, high, 0]);
    let (last, run, size) = (header & 1 == 1, (header >> 1) & 3 == 1, header >> 3);
    // A run stores the byte once, and the number of its repetitions as the size.
    let content = if run { 1 } else { size as usize };
    Some(3 + content + if last && has_checksum { 4 } else { 0 })
}

fn is_skippable(head: &[u8]) -> bool {
    matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

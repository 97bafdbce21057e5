//! Reads tar: each member has a header, and its content is padded to blocks of 512 bytes.

use super::tar_header::{BLOCK, Extended, extended, header, is_header, may_begin};
use super::walk::{Take, Walk};
use crate::format::Sniff;
use crate::packed::Damage;

/// Longest name or extended header that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// Message for an archive that ends early.
pub(super) const ENDS_EARLY: &str = "the archive ends early";

pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    match head.get(..BLOCK) {
        Some(block) if is_header(block) => Sniff::Yes,
        None if !complete && may_begin(head) => Sniff::NeedMore,
        _ => Sniff::No,
    }
}

/// Walker through a tar archive.
#[derive(Debug, Default)]
pub(super) struct Tar {
    /// Bytes of an incomplete block, a long name or an extended header.
    held: Vec<u8>,
    /// Offset in the archive after the last byte read, not counting an incomplete header.
    offset: u64,
    state: State,
    /// Metadata that extension headers gave for the next member.
    next: Extended,
    /// Set after an all-zero block, which marks the end. A block that is no header is then padding.
    ended: bool,
}

#[derive(Debug, Default, Clone, Copy)]
enum State {
    /// Before a header.
    #[default]
    Header,
    /// In a member of which `left` bytes are to come, followed by `filling` bytes of padding.
    Body { left: u64, filling: u64, purpose: Purpose },
    /// After the end.
    Over,
}

/// Use of a member's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    File,
    /// A file whose receiver wants no more bytes.
    Unwanted,
    /// A member that is skipped.
    Nothing,
    LongName,
    Extended,
}

impl Walk for Tar {
    fn feed(&mut self, mut bytes: &[u8], take: &mut dyn Take) -> Result<(), Damage> {
        while !bytes.is_empty() {
            let used = match self.state {
                State::Over => bytes.len(),
                State::Header => {
                    let used = bytes.len().min(BLOCK - self.held.len());
                    self.held.extend_from_slice(&bytes[..used]);
                    if self.held.len() == BLOCK {
                        self.begin(take)?;
                    }
                    used
                }
                State::Body { left, filling, purpose } => self.body(bytes, left, filling, purpose, take),
            };
            bytes = &bytes[used..];
        }
        Ok(())
    }

    fn finish(&mut self, take: &mut dyn Take) -> Result<(), Damage> {
        match self.state {
            // Some programs omit the mark of the end, so an archive that ends between two members counts as complete.
            State::Header if self.held.is_empty() || self.ended => Ok(()),
            State::Over => Ok(()),
            State::Header => Err(self.damage(ENDS_EARLY)),
            State::Body { left, purpose, .. } => {
                if matches!(purpose, Purpose::File | Purpose::Unwanted) {
                    take.end((left > 0).then_some("is cut off"));
                }
                if left > 0 { Err(self.damage(ENDS_EARLY)) } else { Ok(()) }
            }
        }
    }

    fn held_bytes(&self) -> u64 {
        self.held.capacity() as u64
    }
}

impl Tar {
    fn damage(&self, reason: &str) -> Damage {
        Damage { offset: self.offset, reason: reason.to_owned() }
    }

    /// Takes a whole block where a header is expected.
    fn begin(&mut self, take: &mut dyn Take) -> Result<(), Damage> {
        let block = std::mem::take(&mut self.held);
        let Some(found) = header(&block) else {
            self.state = match () {
                () if block.iter().all(|&byte| byte == 0) => State::Header,
                () if self.ended => State::Over,
                () => return Err(self.damage("a header is damaged")),
            };
            self.ended = true;
            self.offset += BLOCK as u64;
            return Ok(());
        };
        self.offset += BLOCK as u64;
        self.ended = false;
        // GNU long name and long link target, POSIX extended header of one member and of all.
        let is_extension = matches!(found.kind, b'L' | b'K' | b'x' | b'g');
        let next = if is_extension { Extended::default() } else { std::mem::take(&mut self.next) };
        let name = next.path.unwrap_or(found.name);
        let name = String::from_utf8_lossy(&name);
        let size = next.size.unwrap_or(found.size);
        let is_folder = found.kind == b'5' || name.ends_with('/');
        let why = match found.kind {
            b'S' => Some("is kept in parts (sparse)"),
            _ if next.is_sparse => Some("is kept in parts (sparse)"),
            b'1' | b'2' => Some("is a link"),
            b'3' | b'4' | b'6' => Some("is a device"),
            _ => None,
        };
        let purpose = match found.kind {
            b'L' if size <= LONGEST => Purpose::LongName,
            b'x' if size <= LONGEST => Purpose::Extended,
            b'L' | b'x' => return Err(self.damage("a name is longer than 64 KiB")),
            b'K' | b'g' => Purpose::Nothing,
            _ if is_folder || why.is_some() => Purpose::Nothing,
            _ => Purpose::File,
        };
        if let Some(why) = why {
            take.pass(&name, why);
        }
        if purpose == Purpose::File {
            take.begin(&name);
        }
        // Links and folders may state the size of their target, but have no bytes of their own.
        let size = if matches!(found.kind, b'1'..=b'6') { 0 } else { size };
        let filling = (BLOCK as u64 - size % BLOCK as u64) % BLOCK as u64;
        self.state = State::Body { left: size, filling, purpose };
        if size == 0 {
            self.end(0, purpose, take);
        }
        Ok(())
    }

    /// Takes bytes of a member or of the padding of its last block. Returns the number of bytes taken.
    fn body(
        &mut self,
        bytes: &[u8],
        left: u64,
        filling: u64,
        mut purpose: Purpose,
        take: &mut dyn Take,
    ) -> usize {
        let own = &bytes[..usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len())];
        if left == 0 {
            let used = usize::try_from(filling).unwrap_or(usize::MAX).min(bytes.len());
            self.offset += used as u64;
            let filling = filling - used as u64;
            self.state = if filling == 0 { State::Header } else { State::Body { left, filling, purpose } };
            return used;
        }
        match purpose {
            Purpose::File if !take.bytes(own) => purpose = Purpose::Unwanted,
            Purpose::LongName | Purpose::Extended => self.held.extend_from_slice(own),
            Purpose::File | Purpose::Unwanted | Purpose::Nothing => {}
        }
        self.offset += own.len() as u64;
        let left = left - own.len() as u64;
        self.state = State::Body { left, filling, purpose };
        if left == 0 {
            self.end(filling, purpose, take);
        }
        own.len()
    }

    /// Takes the end of a member's own bytes.
    fn end(&mut self, filling: u64, purpose: Purpose, take: &mut dyn Take) {
        let held = std::mem::take(&mut self.held);
        match purpose {
            Purpose::File | Purpose::Unwanted => take.end(None),
            Purpose::Nothing => {}
            Purpose::LongName => {
                let end = memchr::memchr(0, &held).unwrap_or(held.len());
                self.next.path = Some(held[..end].to_vec());
            }
            Purpose::Extended => {
                let found = extended(&held);
                self.next = Extended { path: found.path.or(self.next.path.take()), ..found };
            }
        }
        let purpose = Purpose::Nothing;
        self.state = if filling == 0 { State::Header } else { State::Body { left: 0, filling, purpose } };
    }
}

//! gzip (RFC 1952), any number of members one after another.

use super::{Damage, Packing, Unpack};
use flate2::write::GzDecoder;
use std::io::Write;

pub(crate) const PACKING: Packing = Packing {
    name: "gzip",
    matches: |head| head.starts_with(&MAGIC),
    open: || Box::new(Gzip { member: Some(GzDecoder::new(Vec::new())), ..Gzip::default() }),
};

const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Decodes member after member. What follows the last one and is no member is padding, as for `gzip -d`.
#[derive(Debug, Default)]
struct Gzip {
    /// The member being read; `None` between members.
    member: Option<GzDecoder<Vec<u8>>>,
    /// First byte of what may be the next member's magic, cut by the end of a piece.
    magic_begun: bool,
    padding: bool,
    offset: u64,
}

impl Unpack for Gzip {
    fn feed(&mut self, mut packed: &[u8], out: &mut Vec<u8>) -> Result<bool, Damage> {
        while !packed.is_empty() && !self.padding {
            let Some(member) = &mut self.member else {
                packed = self.next_member(packed)?;
                continue;
            };
            let written = member.write(packed);
            out.append(member.get_mut());
            let used = written.map_err(|error| damage(self.offset, &error))?;
            if used == 0 {
                self.close_member(out)?;
            }
            self.offset += used as u64;
            packed = &packed[used..];
        }
        Ok(false)
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Damage> {
        let Some(member) = &mut self.member else { return Ok(()) };
        let flushed = member.flush();
        out.append(member.get_mut());
        flushed.map_err(|error| damage(self.offset, &error))?;
        // A member that is whole takes no further byte; one that ends early does, whatever it makes of it.
        let is_whole = matches!(member.write(&[0]), Ok(0));
        member.get_mut().clear();
        if is_whole {
            return self.close_member(out);
        }
        Err(Damage { offset: self.offset, reason: "the data ends early".to_owned() })
    }
}

impl Gzip {
    /// Between members: begins the next one, or takes the rest for padding. Returns what is unread.
    fn next_member<'a>(&mut self, packed: &'a [u8]) -> Result<&'a [u8], Damage> {
        let begun = usize::from(self.magic_begun);
        let expected = MAGIC.iter().skip(begun);
        let same = expected.zip(packed).take_while(|(magic, byte)| magic == byte).count();
        if begun + same == MAGIC.len() {
            let mut member = GzDecoder::new(Vec::new());
            member.write_all(&MAGIC).map_err(|error| damage(self.offset, &error))?;
            (self.member, self.magic_begun) = (Some(member), false);
        } else if same == packed.len() {
            self.magic_begun = true;
        } else {
            self.padding = true;
        }
        self.offset += same as u64;
        Ok(&packed[same..])
    }

    /// Checks length and checksum of the member that has ended.
    fn close_member(&mut self, out: &mut Vec<u8>) -> Result<(), Damage> {
        if let Some(mut member) = self.member.take() {
            let closed = member.try_finish();
            out.append(member.get_mut());
            closed.map_err(|error| damage(self.offset, &error))?;
        }
        Ok(())
    }
}

fn damage(offset: u64, error: &std::io::Error) -> Damage {
    Damage { offset, reason: error.to_string() }
}

//! gzip (RFC 1952): any number of members in a row, each with header, deflate stream, checksum and length.

use super::crc32::Crc32;
use super::gzip_header::{Header, MAGIC, WRONG_SUM};
use super::packing::{Damage, Packing, Unpack};
use flate2::{Decompress, FlushDecompress, Status};

pub(crate) const PACKING: Packing = Packing {
    name: "gzip",
    matches: |head| head.starts_with(&MAGIC),
    open: || Box::new(Gzip { member: Some(Member::default()), ..Gzip::default() }),
};

/// Bytes by which the output grows at a time.
const ROOM: usize = 1 << 15;

/// Decoder of member after member. Bytes after the last member that are no member are padding, as for `gzip -d`.
#[derive(Debug, Default)]
struct Gzip {
    /// Member being read; `None` between members.
    member: Option<Member>,
    /// Set if the last piece ended after the first byte of a magic number.
    magic_begun: bool,
    padding: bool,
    offset: u64,
    /// Byte at which the current member begins. The decompressor reports damage by piece only, and a message must not
    /// depend on how the file is cut; so damage is reported here.
    member_offset: u64,
}

impl Unpack for Gzip {
    fn feed(&mut self, mut packed: &[u8], out: &mut Vec<u8>) -> Result<bool, Damage> {
        while !packed.is_empty() && !self.padding {
            let Some(member) = &mut self.member else {
                packed = self.next_member(packed)?;
                continue;
            };
            let used = member.feed(packed, out).map_err(|reason| damage(self.member_offset, reason))?;
            if member.is_whole() {
                self.member = None;
            }
            self.offset += used as u64;
            packed = &packed[used..];
        }
        Ok(false)
    }

    fn finish(&mut self, _: &mut Vec<u8>) -> Result<(), Damage> {
        // After a member, half a magic number is padding, too.
        match self.member {
            Some(_) => Err(damage(self.offset, "the data ends early")),
            None => Ok(()),
        }
    }
}

impl Gzip {
    /// Between members, begins the next one or treats the rest as padding. Returns the unread bytes.
    fn next_member<'a>(&mut self, packed: &'a [u8]) -> Result<&'a [u8], Damage> {
        let begun = usize::from(self.magic_begun);
        let expected = MAGIC.iter().skip(begun);
        let same = expected.zip(packed).take_while(|(magic, byte)| magic == byte).count();
        if begun + same == MAGIC.len() {
            let mut member = Member::default();
            member.feed(&MAGIC, &mut Vec::new()).map_err(|reason| damage(self.offset, reason))?;
            (self.member, self.magic_begun) = (Some(member), false);
            self.member_offset = self.offset - begun as u64;
        } else if same == packed.len() {
            self.magic_begun = true;
        } else {
            self.padding = true;
        }
        self.offset += same as u64;
        Ok(&packed[same..])
    }
}

/// One member, as far as it is read.
#[derive(Debug, Default)]
struct Member {
    header: Header,
    /// Decompressor, made once the header is read.
    stream: Option<Decompress>,
    sum: Crc32,
    /// Bytes read of the eight after the deflate stream. `None` before the stream has ended.
    sums: Option<Vec<u8>>,
}

impl Member {
    /// Takes packed bytes: all of them, unless the member ends before. Returns how many it took.
    fn feed(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Result<usize, &'static str> {
        let mut used = 0;
        while used < packed.len() && !self.is_whole() {
            let rest = &packed[used..];
            used += if let Some(sums) = &mut self.sums {
                sums.push(rest[0]);
                1
            } else if self.header.is_whole() {
                self.unpack(rest, out)?
            } else {
                self.header.feed(rest[0])?;
                1
            };
        }
        if self.is_whole() { self.check() } else { Ok(()) }?;
        Ok(used)
    }

    /// Unpacks all of `packed`, or as much as belongs to the stream.
    fn unpack(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Result<usize, &'static str> {
        let stream = self.stream.get_or_insert_with(|| Decompress::new(false));
        let (mut used, from) = (0, out.len());
        let ended = loop {
            out.reserve(ROOM);
            let (before, written) = (stream.total_in(), out.len());
            let status = stream.decompress_vec(&packed[used..], out, FlushDecompress::None);
            let taken = (stream.total_in() - before) as usize;
            used += taken;
            match status {
                Ok(Status::StreamEnd) => break Ok(true),
                Ok(_) if taken == 0 && out.len() == written => break Ok(false),
                Ok(_) => {}
                Err(_) => break Err("corrupt deflate stream"),
            }
        };
        self.sum.add(&out[from..]);
        if ended? {
            self.sums = Some(Vec::with_capacity(8));
        }
        Ok(used)
    }

    fn is_whole(&self) -> bool {
        self.sums.as_ref().is_some_and(|sums| sums.len() == 8)
    }

    /// Compares checksum and length, modulo 2³², with those after the stream.
    fn check(&self) -> Result<(), &'static str> {
        let length = self.stream.as_ref().map_or(0, Decompress::total_out) as u32;
        let sums = [self.sum.sum().to_le_bytes(), length.to_le_bytes()].concat();
        if self.sums.as_ref() == Some(&sums) { Ok(()) } else { Err(WRONG_SUM) }
    }
}

fn damage(offset: u64, reason: &str) -> Damage {
    Damage { offset, reason: reason.to_owned() }
}

//! Reads zip by the local headers before its members (PKWARE's APPNOTE 6.3).

use super::tar::ENDS_EARLY;
use super::walk::{Take, Walk};
use super::zip_header::{
    DEFLATED, DESCRIPTOR, DESCRIPTOR_MAGIC, EMPTY_MAGIC, Header, LOCAL, LOCAL_MAGIC, Next, STORED, Sums,
    descriptor, local, next,
};
use crate::format::Sniff;
use crate::packed::{Crc32, Damage};
use flate2::{Decompress, FlushDecompress, Status};

pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let magics = [LOCAL_MAGIC, EMPTY_MAGIC];
    match head.get(..4) {
        Some(head) if magics.iter().any(|magic| magic == head) => Sniff::Yes,
        None if !complete && magics.iter().any(|magic| magic.starts_with(head)) => Sniff::NeedMore,
        _ => Sniff::No,
    }
}

/// Bytes of a member that are unpacked and handed on at a time.
const ROOM: usize = 1 << 15;

/// Walker through a zip archive.
#[derive(Debug, Default)]
pub(super) struct Zip {
    held: Vec<u8>,
    /// Offset in the archive of the first byte held.
    offset: u64,
    /// Offset in the archive of the current member's packed data.
    member: u64,
    state: State,
}

#[derive(Debug, Default)]
enum State {
    /// Before a member or the end.
    #[default]
    Between,
    In(Box<Member>),
    /// After a member, before its data descriptor.
    Behind {
        packed: u64,
        found: Option<Sums>,
    },
    /// In the central directory at the end, which says nothing new.
    Over,
}

/// The member being read.
#[derive(Debug)]
struct Member {
    header: Header,
    /// Packed bytes read so far.
    packed: u64,
    /// Unpacked bytes so far.
    size: u64,
    /// Checksum of the unpacked bytes so far.
    sum: Crc32,
    /// Decompressor, while a deflated member has not ended.
    stream: Option<Decompress>,
    /// Set while the receiver wants more of the member.
    is_wanted: bool,
    /// Set if the beginning was reported to the receiver, so that the end must be, too.
    is_told: bool,
    wrong: Option<&'static str>,
}

/// Outcome of a step.
enum Step {
    /// Number of bytes consumed.
    Done(usize),
    /// The step needs more bytes.
    Wait,
}

impl Walk for Zip {
    fn feed(&mut self, bytes: &[u8], take: &mut dyn Take) -> Result<(), Damage> {
        self.held.extend_from_slice(bytes);
        let mut read = 0;
        let outcome = loop {
            let at = self.offset + read as u64;
            let held = &self.held[read..];
            let is_between = matches!(self.state, State::Between);
            match step(&mut self.state, held, take) {
                Ok(Step::Done(used)) => {
                    read += used;
                    if is_between {
                        self.member = at + used as u64;
                    }
                }
                Ok(Step::Wait) => break Ok(()),
                // The decompressor reports damage by piece only, so the error points to the member's beginning.
                Err(reason) if matches!(self.state, State::In(_)) => {
                    break Err(Damage { offset: self.member, reason });
                }
                Err(reason) => break Err(Damage { offset: at, reason }),
            }
        };
        self.held.drain(..read);
        self.offset += read as u64;
        outcome
    }

    fn finish(&mut self, take: &mut dyn Take) -> Result<(), Damage> {
        match std::mem::replace(&mut self.state, State::Over) {
            State::Over => return Ok(()),
            State::In(member) if member.is_told => take.end(Some("is cut off")),
            _ => {}
        }
        Err(Damage { offset: self.offset, reason: ENDS_EARLY.to_owned() })
    }

    fn held_bytes(&self) -> u64 {
        self.held.capacity() as u64
    }
}

fn step(state: &mut State, held: &[u8], take: &mut dyn Take) -> Result<Step, String> {
    match state {
        State::Over if held.is_empty() => Ok(Step::Wait),
        State::Over => Ok(Step::Done(held.len())),
        State::Between if held.len() < LOCAL_MAGIC.len() => Ok(Step::Wait),
        State::Between => match next(&held[..LOCAL_MAGIC.len()]) {
            Next::Neither => Err("a member’s header is damaged".to_owned()),
            Next::End => {
                *state = State::Over;
                Ok(Step::Done(0))
            }
            Next::Member => {
                let Some((header, used)) = (held.len() >= LOCAL).then(|| local(held)).flatten() else {
                    return Ok(Step::Wait);
                };
                *state = State::In(Box::new(Member::begin(header, take)));
                Ok(Step::Done(used))
            }
        },
        State::In(member) => {
            let (used, is_over) = member.step(held, take)?;
            if is_over {
                *state = member.end(take);
            } else if used == 0 {
                return Ok(Step::Wait);
            }
            Ok(Step::Done(used))
        }
        State::Behind { .. } if held.len() < DESCRIPTOR => Ok(Step::Wait),
        State::Behind { packed, found } => match descriptor(held, *packed, *found) {
            Some(used) => {
                *state = State::Between;
                Ok(Step::Done(used))
            }
            None => Err("what follows a member does not fit it".to_owned()),
        },
    }
}

impl Member {
    fn begin(header: Header, take: &mut dyn Take) -> Self {
        let is_folder = header.name.ends_with('/');
        let obstacle = header.obstacle();
        match &obstacle {
            Some(why) if !is_folder => take.pass(&header.name, why),
            _ => {}
        }
        let is_told = !is_folder && obstacle.is_none();
        if is_told {
            take.begin(&header.name);
        }
        let (size, packed, sum) = (0, 0, Crc32::default());
        let mut member =
            Self { header, packed, size, sum, stream: None, is_wanted: is_told, is_told, wrong: None };
        member.stream = member.is_deflated().then(|| Decompress::new(false));
        member
    }

    fn is_deflated(&self) -> bool {
        self.header.method == DEFLATED && !self.header.is_encrypted
    }

    /// Takes packed bytes. Returns how many it took, and whether the member has ended.
    fn step(&mut self, held: &[u8], take: &mut dyn Take) -> Result<(usize, bool), String> {
        let left = self.header.packed.map(|packed| packed - self.packed);
        let own = &held[..left.map_or(held.len(), |left| left.min(held.len() as u64) as usize)];
        // Without a packed size, only inflating finds the end of a member, even of an unwanted one.
        let inflates = self.stream.is_some() && (self.is_wanted || left.is_none());
        let (used, is_over) = match (inflates, left) {
            (true, _) => self.inflate(own, take)?,
            (false, None) => self.up_to_descriptor(own, take),
            (false, Some(_)) => {
                // Bytes of a deflated member are skipped here: its stream has ended, or nobody wants it.
                if !self.is_deflated() {
                    self.give(own, take);
                }
                (own.len(), false)
            }
        };
        self.packed += used as u64;
        let is_all = left == Some(used as u64);
        if is_all && inflates && !is_over && self.stream.is_some() {
            self.wrong = Some("is damaged: its data ends early");
        }
        Ok((used, is_all || left.is_none() && is_over))
    }

    /// Hands unpacked bytes on and adds them to size and checksum.
    fn give(&mut self, bytes: &[u8], take: &mut dyn Take) {
        if self.is_wanted && !bytes.is_empty() {
            self.is_wanted = take.bytes(bytes);
        }
        self.sum.add(bytes);
        self.size += bytes.len() as u64;
    }

    /// Unpacks bytes. Returns how many it took, and whether the deflate stream has ended.
    fn inflate(&mut self, own: &[u8], take: &mut dyn Take) -> Result<(usize, bool), String> {
        let Some(mut stream) = self.stream.take() else { return Ok((0, false)) };
        let (mut used, mut out) = (0, Vec::with_capacity(ROOM));
        loop {
            out.clear();
            let before = stream.total_in();
            let status = stream.decompress_vec(&own[used..], &mut out, FlushDecompress::None);
            let taken = (stream.total_in() - before) as usize;
            used += taken;
            self.give(&out, take);
            match status {
                Ok(Status::StreamEnd) => return Ok((used, true)),
                Ok(_) if taken == 0 && out.is_empty() => break,
                Ok(_) => {}
                Err(_) if self.header.packed.is_some() => {
                    self.wrong = Some("is damaged: corrupt deflate stream");
                    return Ok((own.len(), false));
                }
                Err(_) => return Err("corrupt deflate stream".to_owned()),
            }
        }
        self.stream = Some(stream);
        Ok((used, false))
    }

    /// Takes bytes up to the data descriptor. Without a size in the header, only the descriptor marks the member's end:
    /// it repeats the number of bytes before it.
    fn up_to_descriptor(&mut self, held: &[u8], take: &mut dyn Take) -> (usize, bool) {
        let is_folder = self.header.name.ends_with('/');
        if is_folder && self.packed == 0 && held.get(..4).is_some_and(|magic| next(magic) != Next::Neither) {
            // A folder has no descriptor either.
            self.header.has_descriptor = false;
            return (0, true);
        }
        let may_be_checked = self.is_told && self.header.method == STORED;
        let mut from = 0;
        loop {
            let found = memchr::memchr(DESCRIPTOR_MAGIC[0], &held[from..]).map(|at| from + at);
            let until = found.unwrap_or(held.len());
            self.give(&held[from..until], take);
            let rest = &held[until..];
            if rest.len() < DESCRIPTOR {
                return (until, false);
            }
            let so_far = self.packed + until as u64;
            let sums = may_be_checked.then(|| self.sums());
            if rest.starts_with(&DESCRIPTOR_MAGIC) && descriptor(rest, so_far, sums).is_some() {
                return (until, true);
            }
            self.give(&rest[..1], take);
            from = until + 1;
        }
    }

    fn sums(&self) -> Sums {
        Sums { crc: self.sum.sum(), size: self.size }
    }

    /// Ends the member: reports its end and returns the state that follows.
    fn end(&mut self, take: &mut dyn Take) -> State {
        // Skipped bytes are not summed. A member of unknown length is always read to its end.
        let is_unpacked = self.is_deflated() || self.header.method == STORED;
        let is_seen = self.is_wanted || self.header.packed.is_none();
        let is_summed = is_unpacked && self.is_told && is_seen && self.wrong.is_none();
        let stated = self.header.sums;
        if is_summed && !self.header.has_descriptor && stated != self.sums() {
            self.wrong = Some("is damaged: its checksum does not match");
        }
        if self.is_told {
            take.end(self.wrong);
        }
        if self.header.has_descriptor {
            State::Behind { packed: self.packed, found: is_summed.then(|| self.sums()) }
        } else {
            State::Between
        }
    }
}

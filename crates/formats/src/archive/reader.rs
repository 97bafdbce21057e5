//! Reads the traces of an archive's members.

use super::member_sink::{MemberSink, MemberTraces};
use super::walk::{Take, Walk};
use crate::content::Content;
use crate::describe::LOOKS_LIKE_NONE;
use crate::format::Format;
use crate::otf2;
use crate::packed::{Damage, PackingFault, UnpackError, Unpacking};
use crate::quote::quote;
use crate::registry::FORMATS;
use crate::{Naming, ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, ReadReport, Sink};

/// Most members without a trace that the report names; the others are counted.
const NAMED: usize = 12;

/// Says of a member that the archive ends or is damaged within it.
const NOT_WHOLE: &str = "is not whole: the archive ends or is damaged within it";

/// Reader of one archive.
#[derive(Debug)]
pub(super) struct Archive {
    /// Kind of archive, for messages.
    kind: &'static str,
    walk: Box<dyn Walk>,
    members: Members,
    is_over: bool,
}

/// Members of an archive and what reading them gave.
#[derive(Debug, Default)]
struct Members {
    /// Rules for names with arguments.
    naming: Naming,
    current: Option<Member>,
    /// Name and bytes of a file that by its name belongs to an OTF2 archive. `None` while another kind of file is read.
    part: Option<(String, Vec<u8>)>,
    /// OTF2 files read completely.
    otf2: otf2::Files,
    /// Number of files begun.
    count: u64,
    /// Calls of the members read completely.
    calls: u64,
    /// Format of each trace, in file order.
    formats: Vec<&'static Format>,
    /// Number of members without a trace.
    passed: u64,
    /// The first of those members. The report lists them at the end.
    reasons: Vec<PassedMember>,
}

/// A member that has no trace.
#[derive(Debug)]
struct PassedMember {
    name: String,
    why: String,
    /// True if the member was damaged, so that it may have had one.
    is_damaged: bool,
}

/// The member being read.
#[derive(Debug)]
struct Member {
    name: String,
    unpacking: Unpacking,
    content: Content,
    begun: MemberTraces,
    failed: Option<ReadError>,
}

impl Archive {
    pub(super) fn new(kind: &'static str, walk: Box<dyn Walk>) -> Self {
        Self { kind, walk, members: Members::default(), is_over: false }
    }

    /// Runs a step of the walk. Damage becomes an error that names the kind of archive.
    fn walk(
        &mut self,
        sink: &mut dyn Sink,
        step: impl FnOnce(&mut dyn Walk, &mut dyn Take) -> Result<(), Damage>,
    ) -> Result<(), ReadError> {
        let mut taking = MemberDispatcher { members: &mut self.members, sink };
        let outcome = step(self.walk.as_mut(), &mut taking);
        outcome.map_err(|Damage { offset, reason }| {
            let kind = if reason == super::tar::ENDS_EARLY {
                ReadErrorKind::Truncated
            } else {
                ReadErrorKind::Malformed
            };
            ReadError::new(kind, offset, format!("In the {} archive: {reason}", self.kind))
        })
    }

    /// Ends the walk and the current member.
    fn end_walk(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let outcome = self.walk(sink, |walk, take| walk.finish(take));
        let mut taking = MemberDispatcher { members: &mut self.members, sink };
        // After damage the walk does not report the end of the current member. What was read before it is whole.
        let wrong = outcome.is_err().then_some(NOT_WHOLE);
        taking.end(wrong);
        taking.otf2(wrong);
        outcome
    }

    /// Returns the error for an archive without a trace, with the reason for each of its first members.
    fn no_trace(&self) -> ReadError {
        let Members { passed, reasons, .. } = &self.members;
        let named: Vec<String> =
            reasons.iter().map(|of| format!("`{}` {}", quote(of.name.as_bytes()), of.why)).collect();
        let more = match *passed - reasons.len() as u64 {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let kind = self.kind;
        let found = match passed {
            0 => format!("It is a {kind} archive without any file"),
            1 => format!("It is a {kind} archive, and its only file is no trace: {}", named.join("; ")),
            _ => format!(
                "It is a {kind} archive of {passed} files, none of them a trace: {}{more}",
                named.join("; ")
            ),
        };
        ReadError::new(ReadErrorKind::NotATrace, 0, found)
    }
}

impl Reader for Archive {
    fn name_by(&mut self, naming: &Naming) {
        self.members.naming = naming.clone();
    }

    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let outcome = self.walk(sink, |walk, take| walk.feed(bytes, take));
        if outcome.is_err() {
            // The member with the damage may have calls that only its end tells: they must not depend on how the file
            // is cut.
            let _follows = self.end_walk(sink);
        }
        outcome
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        if std::mem::replace(&mut self.is_over, true) {
            return Ok(());
        }
        self.end_walk(sink)?;
        if self.members.formats.is_empty() {
            return Err(self.no_trace());
        }
        let Members { passed, reasons, .. } = &self.members;
        for PassedMember { name, why, is_damaged } in reasons {
            let kind = if *is_damaged { OddityKind::Lost } else { OddityKind::SkippedPart };
            sink.odd_of_file(kind, &format!("file {name} in the archive"), 0, why);
        }
        for _ in reasons.len() as u64..*passed {
            sink.odd_of_file(OddityKind::SkippedPart, "more files in the archive", 0, "no traces either");
        }
        Ok(())
    }

    fn calls(&self) -> u64 {
        self.members.calls + self.members.current.as_ref().map_or(0, |member| member.content.calls())
    }

    fn held_bytes(&self) -> u64 {
        let named = self.members.formats.len() * size_of::<&Format>();
        let member = self.members.current.as_ref().map_or(0, |member| member.content.held_bytes());
        let part = self.members.part.as_ref().map_or(0, |(_, bytes)| bytes.len() as u64);
        self.walk.held_bytes() + member + part + self.members.otf2.held_bytes() + named as u64
    }

    fn formats(&self) -> Vec<&'static Format> {
        self.members.formats.clone()
    }
}

/// Receiver that hands members to their readers.
struct MemberDispatcher<'a> {
    members: &'a mut Members,
    sink: &'a mut dyn Sink,
}

impl MemberDispatcher<'_> {
    /// Reports that the last traces, those of a file of this name, lack a part.
    fn not_whole(&mut self, name: &str, wrong: &str, traces: usize) {
        let mut report = ReadReport::default();
        let example = format!("The file {name} in the archive {wrong}");
        report.note(OddityKind::Truncated, "file in an archive", 0, &example);
        self.sink.odd_of_last(traces, &report);
    }

    fn passed(&mut self, name: &str, why: String, is_damaged: bool) {
        self.members.passed += 1;
        if self.members.reasons.len() < NAMED {
            self.members.reasons.push(PassedMember { name: name.to_owned(), why, is_damaged });
        }
    }
}

impl MemberDispatcher<'_> {
    /// Reads the OTF2 archives whose files are members of this archive. `wrong` says that files may be missing.
    fn otf2(&mut self, wrong: Option<&str>) {
        for (name, archive) in self.members.otf2.finish() {
            self.sink.begin_trace(&name);
            let why = match otf2::read(archive, self.sink) {
                Ok(0) => "is an OTF2 archive that contains no function calls".to_owned(),
                Ok(calls) => {
                    self.members.calls += calls;
                    self.members.formats.push(&otf2::FORMAT);
                    if let Some(wrong) = wrong {
                        self.not_whole(&name, wrong, 1);
                    }
                    continue;
                }
                Err(why) => why,
            };
            self.sink.take_back();
            self.passed(&name, why, wrong.is_some());
        }
    }

    /// Takes bytes of a file that by its name belongs to an OTF2 archive. If the first bytes contradict the name, the
    /// file is read like any other.
    fn part(&mut self, bytes: &[u8]) -> bool {
        let Some((name, held)) = &mut self.members.part else { return true };
        held.extend_from_slice(bytes);
        if otf2::Files::begins(held) != Some(false) {
            return true;
        }
        let (name, held) = (std::mem::take(name), std::mem::take(held));
        self.members.part = None;
        self.members.current = Some(Member::new(&name, &self.members.naming));
        self.bytes(&held)
    }
}

impl Take for MemberDispatcher<'_> {
    fn begin(&mut self, name: &str) {
        self.members.count += 1;
        if otf2::Files::is_name(name) {
            self.members.part = Some((name.to_owned(), Vec::new()));
        } else {
            self.members.current = Some(Member::new(name, &self.members.naming));
        }
    }

    fn bytes(&mut self, bytes: &[u8]) -> bool {
        if self.members.part.is_some() {
            return self.part(bytes);
        }
        let number = self.members.count;
        let Some(member) = &mut self.members.current else { return false };
        member.read(number, self.sink, |unpacking, take| unpacking.feed(bytes, take));
        member.failed.is_none()
    }

    fn end(&mut self, wrong: Option<&str>) {
        let number = self.members.count;
        if let Some((name, bytes)) = self.members.part.take() {
            if let Some(wrong) = wrong {
                self.passed(&name, wrong.to_owned(), true);
            }
            return self.members.otf2.take(&name, number, bytes);
        }
        let Some(mut member) = self.members.current.take() else { return };
        if member.failed.is_none() {
            member.read(number, self.sink, |unpacking, take| unpacking.finish(take));
        }
        let Member { name, mut content, mut begun, failed, .. } = member;
        let is_empty = content.bytes() == 0;
        let mut sink = MemberSink { sink: self.sink, member: &name, number, begun: &mut begun };
        // Only bytes before the damage count: report what is wrong with them where it shows.
        let refused = if wrong.is_some() && failed.is_none() { content.settle(&mut sink) } else { None };
        let failed = failed.or(refused);
        let (calls, known) = (content.calls(), content.format());
        let is_refused = failed.is_some() && calls == 0;
        let outcome = match failed {
            Some(error) if calls == 0 => Err(error),
            _ if is_empty => Err(ReadError::new(ReadErrorKind::Empty, 0, "It has no bytes")),
            _ => content.finish(&mut sink),
        };
        sink.end();
        // Some readers recognise their format or count their calls only at the end.
        self.members.calls += outcome.as_ref().map_or(calls, |recognised| recognised.calls);
        match outcome {
            Ok(recognised) if begun.traces > 0 => {
                self.members.formats.extend(std::iter::repeat_n(recognised.format, begun.traces));
                if let Some(wrong) = wrong {
                    self.not_whole(&name, wrong, begun.traces);
                }
            }
            outcome => {
                if begun.traces > 0 {
                    self.sink.take_back();
                    // The member's earlier traces have no calls either, but stay listed.
                    let before = known.into_iter().flat_map(|of| std::iter::repeat_n(of, begun.traces - 1));
                    self.members.formats.extend(before);
                }
                let (why, is_damaged) = match (wrong, outcome) {
                    (_, Err(error)) if is_refused => (reason(&error), false),
                    (Some(wrong), _) => (wrong.to_owned(), true),
                    (None, Err(error)) => (reason(&error), false),
                    (None, Ok(_)) => ("contains no function calls".to_owned(), false),
                };
                self.passed(&name, why, is_damaged);
            }
        }
    }

    fn pass(&mut self, name: &str, why: &str) {
        self.passed(name, why.to_owned(), false);
    }
}

impl Member {
    fn new(name: &str, naming: &Naming) -> Self {
        Self {
            name: name.to_owned(),
            unpacking: Unpacking::new(),
            content: Content::of_member(name, FORMATS, naming),
            begun: MemberTraces::default(),
            failed: None,
        }
    }

    /// Runs a step of unpacking and reads the unpacked bytes.
    fn read(
        &mut self,
        number: u64,
        sink: &mut dyn Sink,
        step: impl FnOnce(
            &mut Unpacking,
            &mut dyn FnMut(&[u8]) -> Result<(), ReadError>,
        ) -> Result<(), UnpackError<ReadError>>,
    ) {
        let Self { name, unpacking, content, begun, failed } = self;
        let mut sink = MemberSink { sink, member: name, number, begun };
        let broken = step(unpacking, &mut |bytes| content.feed(bytes, &mut sink));
        *failed = match broken {
            Ok(()) => return,
            Err(UnpackError::Refused(error)) => Some(error),
            Err(UnpackError::Faulty(fault)) => {
                let refused = content.settle(&mut sink);
                if let PackingFault::Damaged(packing, damage) = &fault
                    && content.calls() > 0
                {
                    let example = format!("{} at byte {} of the packed file", damage.reason, damage.offset);
                    sink.odd_of_file(OddityKind::Truncated, packing.name, content.bytes(), &example);
                }
                Some(refused.unwrap_or_else(|| fault.into_error()))
            }
        };
    }
}

/// Returns the reason why a member is no trace. Leaves out the sentence that is the same for all members.
fn reason(error: &ReadError) -> String {
    let end = error.found.find(LOOKS_LIKE_NONE).unwrap_or(error.found.len());
    format!("{}: {}", error.headline(), error.found.get(..end).unwrap_or_default())
}

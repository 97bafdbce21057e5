//! Reads a Callgrind file line by line.

use super::costs::{Costs, NONE};
use super::names::Names;
use super::totals::{StatedCosts, Totals};
use crate::lines::{Line, Lines};
use crate::quote::quote;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, Sink};

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Callgrind {
    lines: Lines,
    profile: Profile,
    /// Number of functions, once they are written.
    rows: u64,
}

/// Parsed content of a file.
#[derive(Debug)]
pub(super) struct Profile {
    pub(super) functions: Names,
    pub(super) files: Names,
    pub(super) objects: Names,
    /// Names of the counted events.
    pub(super) events: Names,
    pub(super) threads: Names,
    pub(super) costs: Costs,
    pub(super) totals: Totals,
    creator: Creator,
    /// Events of a cost line's numbers, in order, in the current part of the file.
    columns: Vec<u32>,
    /// Numbers at the start of a cost line that give a position in the program.
    positions: usize,
    thread: u32,
    now: CodePosition,
    /// Names given so far for the next call's callee.
    callee: CodePosition,
    /// Row of the function whose costs follow.
    row: Option<u32>,
    /// Caller and callee rows of the call whose cost is on the next line.
    call: Option<(u32, u32)>,
}

/// Program that wrote a file, as far as it matters for the meaning of `summary:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Creator {
    /// The file does not name a program, and has no calls so far. Cachegrind writes such files.
    #[default]
    Cachegrind,
    Callgrind,
    /// For example Xdebug, which writes the run time and the peak of memory into `summary:`.
    Other,
}

/// Current position in the program, as indices of names.
#[derive(Debug, Clone, Copy, Default)]
struct CodePosition {
    function: Option<u32>,
    file: Option<u32>,
    object: Option<u32>,
}

/// Most events that are read; later ones are counted in the report.
pub(super) const EVENTS: u32 = 256;

impl Default for Profile {
    fn default() -> Self {
        Self {
            functions: Names::default(),
            files: Names::default(),
            objects: Names::default(),
            events: Names::default(),
            threads: Names::default(),
            costs: Costs::default(),
            totals: Totals::default(),
            creator: Creator::default(),
            columns: Vec::new(),
            positions: 1,
            thread: u32::MAX,
            now: CodePosition::default(),
            callee: CodePosition::default(),
            row: None,
            call: None,
        }
    }
}

impl Reader for Callgrind {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let profile = &mut self.profile;
        self.lines.feed(bytes, &mut |line| profile.take(line, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let end = self.lines.offset();
        let mut is_cut = false;
        let profile = &mut self.profile;
        self.lines.finish(&mut |line| is_cut = !profile.take_last(line, sink));
        self.profile.close();
        self.rows = self.profile.costs.rows.len() as u64;
        super::write::write(std::mem::take(&mut self.profile), sink);
        if !is_cut {
            return Ok(());
        }
        Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside a line"))
    }

    fn calls(&self) -> u64 {
        self.rows.max(self.profile.costs.rows.len() as u64)
    }

    fn held_bytes(&self) -> u64 {
        let Profile { functions, files, objects, events, threads, costs, totals, .. } = &self.profile;
        let names = [functions, files, objects, events, threads];
        let names: u64 = names.iter().map(|names| names.held_bytes()).sum();
        self.lines.held_bytes() + names + costs.held_bytes() + totals.held_bytes()
    }
}

impl Profile {
    /// Ends the last part, and frees what only reading needs.
    fn close(&mut self) {
        self.totals.end_part(self.creator != Creator::Other);
        let Self { functions, files, objects, events, threads, costs, .. } = self;
        [functions, files, objects, events, threads].into_iter().for_each(Names::close);
        costs.close();
    }

    /// Takes the last line of a file that ends without a line break. Programs that trim files leave out the last one.
    /// Returns false if the line lacks a part: it may say anything, so it is not read.
    fn take_last(&mut self, line: Line<'_>, sink: &mut dyn Sink) -> bool {
        let text = line.text.trim_ascii();
        if text.is_empty() && !line.is_too_long {
            return true;
        }
        let (before, words) =
            match [&b"totals:"[..], b"summary:"].iter().find_map(|key| text.strip_prefix(*key)) {
                Some(costs) => (0, costs),
                None => (self.positions, text),
            };
        let mut words = words.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let has_positions = words.by_ref().take(before).filter(|word| is_position(word)).count() == before;
        let costs = words.map_while(number).count();
        if !has_positions || self.columns.is_empty() || costs < self.columns.len() {
            return false;
        }
        self.take(line, sink);
        // Half of its last number is a number, too. Only a total shows that it is whole.
        if before > 0 && !self.totals.has_summary() {
            let what = "that the last line is complete, although no line break ends it";
            sink.odd_of_file(OddityKind::Assumed, what, line.offset, &quote(line.text));
        }
        true
    }

    fn take(&mut self, line: Line<'_>, sink: &mut dyn Sink) {
        let Line { text, offset, .. } = line;
        if line.is_too_long {
            return sink.odd(OddityKind::BadEvent, "line of more than 16 MiB", offset, "");
        }
        let is_understood = match text.trim_ascii_start().first() {
            None | Some(b'#') => true,
            Some(b'0'..=b'9' | b'+' | b'-' | b'*') => self.cost(text, offset, sink),
            Some(_) => match text.iter().position(|byte| matches!(byte, b'=' | b':')) {
                Some(end) if text[end] == b'=' => self.name(&text[..end], &text[end + 1..], offset, sink),
                Some(end) => self.head(&text[..end], text[end + 1..].trim_ascii(), offset, sink),
                None => false,
            },
        };
        if !is_understood {
            sink.odd(OddityKind::BadEvent, "line that is neither name nor cost", offset, &quote(text));
        }
    }

    /// Takes a line of a header. Returns false if the key is unknown.
    fn head(&mut self, key: &[u8], value: &[u8], offset: u64, sink: &mut dyn Sink) -> bool {
        match key {
            b"events" => {
                let names = value.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
                self.columns.clear();
                for name in names {
                    let event = self.events.place(name, offset, sink);
                    if event >= EVENTS {
                        sink.odd(OddityKind::SkippedPart, "events beyond the 256th", offset, &quote(name));
                        break;
                    }
                    self.columns.push(event);
                }
            }
            b"positions" => {
                self.positions = value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
            }
            b"thread" => self.thread = self.threads.place(value, offset, sink),
            // Numbers of names stay valid from part to part; positions do not.
            b"part" => {
                (self.now, self.callee, self.row, self.call) = Default::default();
                self.totals.end_part(self.creator != Creator::Other);
            }
            b"creator" => {
                let is_own = value.starts_with(b"callgrind");
                self.creator = if is_own { Creator::Callgrind } else { Creator::Other };
            }
            b"summary" => {
                let stated = self.stated_costs("summary:", value, offset);
                self.totals.summary(stated);
            }
            b"totals" => {
                let stated = self.stated_costs("totals:", value, offset);
                self.totals.totals(&stated);
            }
            b"version" | b"pid" | b"cmd" | b"desc" | b"event" => {}
            _ => return false,
        }
        true
    }

    /// Reads the costs behind `summary:` or `totals:`. Costs that are left out at the end of the line are 0.
    fn stated_costs(&self, key: &'static str, value: &[u8], offset: u64) -> StatedCosts {
        let words = value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut costs = words.map_while(number).chain(std::iter::repeat(0));
        let costs = self.columns.iter().map(|&event| (event, costs.next().unwrap_or_default())).collect();
        StatedCosts { key, offset, costs }
    }

    /// Takes a line that names something. Returns false if it does not.
    fn name(&mut self, key: &[u8], value: &[u8], offset: u64, sink: &mut dyn Sink) -> bool {
        match key {
            b"ob" => self.now.object = Some(self.objects.place(value, offset, sink)),
            // Code inlined from another file (`fi`, and back with `fe`) belongs to the function all the same.
            b"fl" | b"fi" | b"fe" => self.now.file = Some(self.files.place(value, offset, sink)),
            b"fn" => {
                self.now.function = Some(self.functions.place(value, offset, sink));
                self.callee = CodePosition::default();
                self.call = None;
                self.row = self.row_of(self.now, offset);
            }
            b"cob" => self.callee.object = Some(self.objects.place(value, offset, sink)),
            b"cfl" | b"cfi" => self.callee.file = Some(self.files.place(value, offset, sink)),
            // Names the target of a jump. Later lines may refer to it by its number.
            b"jfi" => {
                self.files.place(value, offset, sink);
            }
            b"jfn" => {
                self.functions.place(value, offset, sink);
            }
            b"cfn" => self.callee.function = Some(self.functions.place(value, offset, sink)),
            b"calls" => return self.calls(value, offset),
            b"jump" | b"jcnd" => sink.odd(OddityKind::SkippedEvent, "jump", offset, ""),
            _ => return false,
        }
        true
    }

    /// Takes the number of calls of the named callee. Returns false if number, callee or caller is missing.
    fn calls(&mut self, value: &[u8], offset: u64) -> bool {
        let CodePosition { function, file, object } = std::mem::take(&mut self.callee);
        let (now, times) = (self.now, value.split(u8::is_ascii_whitespace).next().and_then(number));
        let callee = CodePosition { function, file: file.or(now.file), object: object.or(now.object) };
        let (Some(from), Some(to), Some(times)) = (self.row, self.row_of(callee, offset), times) else {
            return false;
        };
        if self.creator == Creator::Cachegrind {
            self.creator = Creator::Other;
        }
        self.costs.called(from, to, times);
        self.call = Some((from, to));
        true
    }

    /// Takes a line of costs, of the function or of the call just read. Returns false if it has no function or a word
    /// is no number.
    fn cost(&mut self, text: &[u8], offset: u64, sink: &mut dyn Sink) -> bool {
        let call = self.call.take();
        let Some(row) = self.row else { return false };
        let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        for (word, event) in words.skip(self.positions).zip(&self.columns) {
            let Some(cost) = number(word) else { return false };
            let event = *event;
            let is_kept = match call {
                Some((from, to)) => self.costs.add_call(from, to, event, cost),
                None => self.costs.add(row, event, cost),
            };
            if call.is_none() && is_kept {
                self.totals.add(event, cost);
            }
            if !is_kept {
                sink.odd(OddityKind::BadEvent, "cost too large", offset, &cost.to_string());
            }
        }
        true
    }

    fn row_of(&mut self, place: CodePosition, offset: u64) -> Option<u32> {
        let [file, object] = [place.file, place.object].map(|place| place.unwrap_or(NONE));
        Some(self.costs.row([self.thread, place.function?, file, object], offset))
    }
}

/// Returns whether a word is a position in the program: a number, `*` for that of the line before, or a number after
/// `+` or `-` for the distance from it.
fn is_position(word: &[u8]) -> bool {
    word == b"*"
        || number(word.strip_prefix(b"-").or_else(|| word.strip_prefix(b"+")).unwrap_or(word)).is_some()
}

/// Parses a count: decimal, or hexadecimal after `0x`.
fn number(word: &[u8]) -> Option<u64> {
    let word = std::str::from_utf8(word).ok()?;
    word.strip_prefix("0x").map_or_else(|| word.parse().ok(), |digits| u64::from_str_radix(digits, 16).ok())
}

//! Bytes of tiles.
//!
//! A tile file is a row of gzip members. Unpacked, they are [`MAGIC`](crate::MAGIC) and then parts: a letter, the number
//! of bytes, and so many bytes. The head (`H`) comes first. A part of rows holds a window (`R`), or the time before or
//! after it (`A`). Numbers are LEB128, signed ones in zigzag form.

use crate::lanes::Head;
use crate::pyramid::Node;
use crate::{MAGIC, Row};
use diptych_trace::{AxisKind, LaneKind, Unit};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// Letter of the head.
pub(crate) const HEAD: u8 = b'H';
/// Letter of the rows of a window.
pub(crate) const ROWS: u8 = b'R';
/// Letter of the rows of the time before or after a window.
pub(crate) const AROUND: u8 = b'A';
/// Version of the layout.
pub(crate) const VERSION: u64 = 1;

/// Bytes of a part while they are written.
#[derive(Debug, Default)]
struct Out(Vec<u8>);

impl Out {
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn signed(&mut self, value: i64) {
        self.number(((value << 1) ^ (value >> 63)) as u64);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Wraps the bytes as a part.
    fn part(self, letter: u8) -> Self {
        let mut part = Self(vec![letter]);
        part.number(self.0.len() as u64);
        part.0.extend(self.0);
        part
    }
}

/// Returns the head with the magic bytes before it.
pub(crate) fn head(head: &Head) -> Vec<u8> {
    let mut out = Out::default();
    out.number(VERSION);
    out.text(&head.title);
    out.number(kind_code(head.axis.kind));
    out.number(unit_code(head.axis.unit));
    out.number(head.axis.scale.to_bits());
    out.signed(head.resolution);
    out.signed(head.sampling.unwrap_or(-1));
    out.number(head.sample_ticks.to_bits());
    out.signed(head.origin);
    out.signed(head.extent);
    out.number(head.calls);
    out.number(head.functions.len() as u64);
    for function in &head.functions {
        for text in [&function.name, &function.file, &function.category] {
            out.text(text);
        }
        out.number(function.line.into());
        out.number(function.calls);
        out.signed(function.self_ticks);
    }
    out.number(head.lanes.len() as u64);
    for lane in &head.lanes {
        out.number(lane.parent.map_or(0, |parent| u64::from(parent) + 1));
        out.number(lane_code(lane.kind));
        out.text(&lane.name);
        out.signed(lane.order);
    }
    out.number(head.oddities.len() as u64);
    for oddity in &head.oddities {
        out.number(oddity.kind as u64);
        out.text(&oddity.subject);
        out.number(oddity.count);
        out.text(&oddity.example);
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(out.part(HEAD).0);
    bytes
}

/// Returns the rows of a node as a part with this letter. Each column lies by itself, which packs better.
pub(crate) fn rows(letter: u8, node: &Node<'_>) -> Vec<u8> {
    let Node { window, shortest, rows, .. } = *node;
    let mut out = Out::default();
    out.signed(window.from);
    out.signed(window.to);
    out.number(shortest.map_or(0, |shortest| u64::from(shortest) + 1));
    let lanes: Vec<&[Row]> = rows.chunk_by(|one, next| one.lane == next.lane).collect();
    out.number(lanes.len() as u64);
    for lane in &lanes {
        out.number(lane[0].lane.into());
        out.number(lane.len() as u64);
    }
    let each = |out: &mut Out, column: &dyn Fn(&Row, Option<&Row>) -> i64| {
        for lane in &lanes {
            let mut before = None;
            for row in *lane {
                out.signed(column(row, before));
                before = Some(row);
            }
        }
    };
    each(&mut out, &|row, before| i64::from(row.depth) - before.map_or(0, |before| i64::from(before.depth)));
    each(&mut out, &|row, _| row.function.into());
    each(&mut out, &|row, before| row.start - before.map_or(0, |before| before.start));
    each(&mut out, &|row, _| row.ticks());
    each(&mut out, &|row, _| row.count as i64);
    out.part(letter).0
}

/// Packs bytes as a gzip member.
pub(crate) fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::new(4));
    encoder.write_all(bytes)?;
    encoder.finish()
}

const KINDS: [AxisKind; 3] = [AxisKind::Time, AxisKind::Weight, AxisKind::Order];
const UNITS: [Unit; 6] =
    [Unit::Nanoseconds, Unit::Bytes, Unit::Count, Unit::Share, Unit::Objects, Unit::Events];
const LANES: [LaneKind; 5] =
    [LaneKind::Process, LaneKind::Thread, LaneKind::Group, LaneKind::Sublane, LaneKind::Async];

fn kind_code(kind: AxisKind) -> u64 {
    kind as u64
}

fn unit_code(unit: Unit) -> u64 {
    unit as u64
}

fn lane_code(kind: LaneKind) -> u64 {
    kind as u64
}

/// Returns the value of a code, which is its place in the list.
fn by_code<T: Copy>(all: &[T], code: u64) -> Option<T> {
    all.get(usize::try_from(code).ok()?).copied()
}

/// Returns the axis kind of a code.
pub(crate) fn axis_kind(code: u64) -> Option<AxisKind> {
    by_code(&KINDS, code)
}

/// Returns the unit of a code.
pub(crate) fn unit(code: u64) -> Option<Unit> {
    by_code(&UNITS, code)
}

/// Returns the kind of lane of a code.
pub(crate) fn lane_kind(code: u64) -> Option<LaneKind> {
    by_code(&LANES, code)
}

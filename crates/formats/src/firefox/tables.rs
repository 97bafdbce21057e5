//! Stores the columns of both kinds of profiles.

use crate::samples::{Numbers, Oddities};

/// Stands for no row or text.
pub(super) const NONE: u32 = u32::MAX;

/// A table of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Samples,
    Stacks,
    Frames,
    Functions,
    Resources,
    Markers,
    /// Samples of a counter.
    Counts,
}

impl Table {
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"samples" => Self::Samples,
            b"stackTable" => Self::Stacks,
            b"frameTable" => Self::Frames,
            b"funcTable" => Self::Functions,
            b"resourceTable" => Self::Resources,
            b"markers" => Self::Markers,
            _ => return None,
        })
    }
}

/// A column that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// Stack of a sample.
    Stack,
    /// Time of a sample, in milliseconds.
    Time,
    /// Time of a sample since the one before, in milliseconds.
    TimeDelta,
    /// Number of samples that a sample stands for, or another amount; see [`WeightKind`].
    Weight,
    /// Parent of a stack.
    Prefix,
    /// Innermost frame of a stack.
    Frame,
    /// Function of a frame; in raw profiles the index of a text.
    Function,
    Location,
    Category,
    /// Name of a function, a resource or a marker, as index of a text.
    Name,
    FileName,
    LineNumber,
    Resource,
    /// Start of a marker, in milliseconds.
    Start,
    End,
    Phase,
    /// Change of a counter since the sample before.
    Count,
}

impl Column {
    pub(super) fn of(table: Table, name: &[u8]) -> Option<Self> {
        Some(match (table, name) {
            (Table::Samples, b"stack") => Self::Stack,
            (Table::Samples | Table::Counts, b"time") => Self::Time,
            (Table::Samples | Table::Counts, b"timeDeltas") => Self::TimeDelta,
            (Table::Samples, b"weight") => Self::Weight,
            (Table::Counts, b"count") => Self::Count,
            (Table::Stacks, b"prefix") => Self::Prefix,
            (Table::Stacks, b"frame") => Self::Frame,
            (Table::Frames, b"func") => Self::Function,
            (Table::Frames, b"location") => Self::Location,
            (Table::Frames, b"category") => Self::Category,
            (Table::Functions | Table::Resources | Table::Markers, b"name") => Self::Name,
            (Table::Functions, b"fileName") => Self::FileName,
            (Table::Functions, b"lineNumber") => Self::LineNumber,
            (Table::Functions, b"resource") => Self::Resource,
            // Old profiles have one time for each marker.
            (Table::Markers, b"startTime" | b"time") => Self::Start,
            (Table::Markers, b"endTime") => Self::End,
            (Table::Markers, b"phase") => Self::Phase,
            _ => return None,
        })
    }
}

/// Meaning of the weights of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum WeightKind {
    /// Numbers of samples.
    #[default]
    Samples,
    /// Milliseconds that a sample lasts, in profiles made from recorded calls.
    Millis,
    /// Allocated bytes. The samples' times say little, and many such profiles have none.
    Bytes,
}

impl WeightKind {
    /// Returns the kind by the name that the format gives it.
    pub(super) fn of(name: &[u8]) -> Self {
        match name {
            b"tracing-ms" => Self::Millis,
            b"bytes" => Self::Bytes,
            _ => Self::Samples,
        }
    }
}

/// Tables of a thread, or those that threads share.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) sample_stack: Vec<u32>,
    pub(super) sample_time: Numbers,
    pub(super) has_deltas: bool,
    pub(super) sample_weight: Numbers,
    pub(super) weight_kind: WeightKind,
    /// Values of a counter's samples; their times are those of samples.
    pub(super) sample_count: Numbers,
    /// Byte of the file at which each sample's stack is given.
    pub(super) sample_offset: Vec<u64>,
    pub(super) stack_prefix: Vec<u32>,
    pub(super) stack_frame: Vec<u32>,
    /// Functions, or locations if `has_locations`.
    pub(super) frame_function: Vec<u32>,
    pub(super) frame_category: Vec<u32>,
    pub(super) function_name: Vec<u32>,
    pub(super) function_file: Vec<u32>,
    pub(super) function_line: Vec<u32>,
    pub(super) function_resource: Vec<u32>,
    pub(super) resource_name: Vec<u32>,
    pub(super) marker_name: Vec<u32>,
    pub(super) marker_start: Numbers,
    pub(super) marker_end: Numbers,
    pub(super) marker_phase: Vec<u32>,
    pub(super) marker_offset: Vec<u64>,
    /// Set if frames refer to locations, not to functions.
    pub(super) has_locations: bool,
    pub(super) texts: Vec<String>,
    text_bytes: u64,
}

impl Tables {
    /// Adds the next value of a column, as written; empty if it is `null`, nested or missing.
    pub(super) fn push(&mut self, table: Table, column: Column, raw: &[u8], offset: u64) {
        let number = std::str::from_utf8(raw).ok().and_then(|text| text.parse().ok()).unwrap_or(NONE);
        match (table, column) {
            (_, Column::Stack) => {
                self.sample_stack.push(number);
                self.sample_offset.push(offset);
            }
            (_, Column::Time) => self.sample_time.push(raw),
            (_, Column::TimeDelta) => {
                self.has_deltas = true;
                self.sample_time.push(raw);
            }
            (_, Column::Weight) => self.sample_weight.push(raw),
            (_, Column::Prefix) => self.stack_prefix.push(number),
            (_, Column::Frame) => self.stack_frame.push(number),
            (_, Column::Function) => self.frame_function.push(number),
            (_, Column::Location) => {
                self.has_locations = true;
                self.frame_function.push(number);
            }
            (_, Column::Category) => self.frame_category.push(number),
            (Table::Resources, Column::Name) => self.resource_name.push(number),
            (Table::Markers, Column::Name) => {
                self.marker_name.push(number);
                self.marker_offset.push(offset);
            }
            (_, Column::Name) => self.function_name.push(number),
            (_, Column::FileName) => self.function_file.push(number),
            (_, Column::LineNumber) => self.function_line.push(number),
            (_, Column::Resource) => self.function_resource.push(number),
            (_, Column::Start) => self.marker_start.push(raw),
            (_, Column::End) => self.marker_end.push(raw),
            (_, Column::Count) => self.sample_count.push(raw),
            (_, Column::Phase) => self.marker_phase.push(number),
        }
    }

    pub(super) fn push_text(&mut self, text: String) {
        self.text_bytes += text.len() as u64 + 24;
        self.texts.push(text);
    }

    /// Returns a text by its index; empty if there is none.
    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let columns = [
            &self.sample_stack,
            &self.stack_prefix,
            &self.stack_frame,
            &self.frame_function,
            &self.frame_category,
            &self.function_name,
            &self.function_file,
            &self.function_line,
            &self.function_resource,
            &self.marker_name,
            &self.marker_phase,
        ];
        let offsets = (self.sample_offset.capacity() + self.marker_offset.capacity()) * 8;
        let columns: usize = columns.map(|column| column.capacity() * 4).iter().sum();
        let numbers = [
            &self.sample_time,
            &self.sample_weight,
            &self.sample_count,
            &self.marker_start,
            &self.marker_end,
        ]
        .map(Numbers::held_bytes);
        (offsets + columns) as u64 + numbers.iter().sum::<u64>() + self.text_bytes
    }
}

/// One thread.
#[derive(Debug, Default)]
pub(super) struct Thread {
    /// Index of its process in [`super::document::Contents::processes`].
    pub(super) process: usize,
    pub(super) name: String,
    pub(super) process_name: String,
    pub(super) pid: String,
    pub(super) tid: String,
    pub(super) tables: Tables,
    pub(super) offset: u64,
    pub(super) odd: Oddities,
}

impl Thread {
    /// Returns whether its samples are allocations, which are drawn by their bytes.
    pub(super) fn has_bytes(&self) -> bool {
        self.tables.weight_kind == WeightKind::Bytes && !self.tables.sample_stack.is_empty()
    }
}

/// A counter of a process.
#[derive(Debug, Default)]
pub(super) struct Counter {
    /// Index of its process in [`super::document::Contents::processes`].
    pub(super) process: usize,
    pub(super) name: String,
    /// `Memory`, `Bandwidth`, `power` or another kind of value.
    pub(super) category: String,
    pub(super) pid: String,
    pub(super) tables: Tables,
    pub(super) offset: u64,
    pub(super) odd: Oddities,
}

/// A profile of one process. Raw profiles nest those of other processes.
#[derive(Debug, Default)]
pub(super) struct Process {
    /// Milliseconds since 1970, as written.
    pub(super) start_time: Vec<u8>,
    /// Milliseconds between samples, as written.
    pub(super) interval: Vec<u8>,
    pub(super) categories: Vec<String>,
}

/// Returns a value of a column; [`NONE`] if there is none.
pub(super) fn at(column: &[u32], row: u32) -> u32 {
    column.get(row as usize).copied().unwrap_or(NONE)
}

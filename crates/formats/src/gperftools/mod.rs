//! CPU profiles of gperftools (`CPUPROFILE=run.prof`), in the binary form that its library writes.
//!
//! The file is a list of machine words: a header with the sampling period, then for each stack how often it was seen,
//! its depth and its addresses from the inside out. A record with the address 0 ends the list, and the text of
//! `/proc/self/maps` follows, which says which file each address belongs to. There are no names of functions.

mod maps;
mod reader;

use crate::format::{ContentKind, Format, Sniff};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "gperftools",
    name: "gperftools CPU profile",
    extensions: &["prof"],
    description: "Binary CPU profiles of gperftools, without names of functions.",
    content: ContentKind::Binary,
    calls_are: "stacks that were sampled",
    sniff,
    open: || Box::<reader::Gperftools>::default(),
    sums: false,
    recall: None,
};

/// Size and order of the bytes of a machine word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Words {
    size: usize,
    is_big: bool,
}

impl Words {
    const ALL: [Self; 4] = [
        Self { size: 8, is_big: false },
        Self { size: 4, is_big: false },
        Self { size: 8, is_big: true },
        Self { size: 4, is_big: true },
    ];

    /// Reads the word at an index. `None` behind the last whole one.
    fn at(self, bytes: &[u8], index: usize) -> Option<u64> {
        let word = bytes.get(index * self.size..(index + 1) * self.size)?;
        let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        Some(if self.is_big { word.iter().fold(0, add) } else { word.iter().rev().fold(0, add) })
    }

    /// Returns whether a header in these words begins the bytes: no count, three words behind the second, version 0,
    /// the period, and no padding.
    fn fit(self, bytes: &[u8]) -> bool {
        let word = |index| self.at(bytes, index);
        let is_header = [word(0), word(1), word(2), word(4)] == [Some(0), Some(3), Some(0), Some(0)];
        // A period of more than ten minutes is none.
        is_header && word(3).is_some_and(|period| (1..=600_000_000).contains(&period))
    }

    /// Returns the words in which a header begins the bytes.
    fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|words| words.fit(bytes))
    }
}

/// Most bytes of a header.
const HEADER_BYTES: usize = 5 * 8;

fn sniff(head: &[u8], complete: bool) -> Sniff {
    if Words::of(head).is_some() {
        return Sniff::Yes;
    }
    let may_be = |words: &Words| {
        let known = [Some(0), Some(3), Some(0)];
        (0..3).all(|index| words.at(head, index).is_none_or(|word| Some(word) == known[index]))
    };
    if !complete && head.len() < HEADER_BYTES && Words::ALL.iter().any(may_be) {
        Sniff::NeedMore
    } else {
        Sniff::No
    }
}

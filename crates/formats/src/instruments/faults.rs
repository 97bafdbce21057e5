//! Rows whose numbers cannot be read, each reported once, with what counts in their place.

use diptych_trace::{OddityKind, Sink};

/// A number of a row that cannot be read.
#[derive(Debug)]
pub(super) struct RowFault {
    /// Says what is wrong with the number.
    pub(super) subject: &'static str,
    /// Row as text, shortened.
    pub(super) text: String,
    /// Byte of the file at which the row begins.
    pub(super) offset: u64,
}

/// The weight that counts for a row with a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InPlace {
    /// Self weight and callees stand for the weight.
    OwnAndCallees,
    /// Callees stand for the weight.
    Callees,
    /// The weight without callees stands for the self weight.
    WithoutCallees,
    /// The rest of the caller's weight stands for the weight.
    RestOfCaller,
    /// Nothing does.
    Nothing,
}

impl InPlace {
    fn kind(self) -> OddityKind {
        if self == Self::Nothing { OddityKind::BadEvent } else { OddityKind::Assumed }
    }

    fn words(self) -> &'static str {
        match self {
            Self::OwnAndCallees => "; counted: its self weight and callees",
            Self::Callees => "; counted: its callees",
            Self::WithoutCallees => "; counted: its weight without callees",
            Self::RestOfCaller => "; counted: the rest of its caller's weight",
            Self::Nothing => "",
        }
    }
}

/// All faults by kind and subject, in order of their first rows.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<Known>);

#[derive(Debug)]
struct Known {
    first: RowFault,
    in_place: InPlace,
    count: u64,
}

impl Faults {
    /// Notes a fault, and what counts in place of the number.
    pub(super) fn note(&mut self, fault: RowFault, in_place: InPlace) {
        let key = |subject: &'static str, in_place: InPlace| (subject, in_place.kind());
        let of_fault = key(fault.subject, in_place);
        match self.0.iter_mut().find(|known| key(known.first.subject, known.in_place) == of_fault) {
            Some(known) => {
                known.count += 1;
                // Rows are closed after their callees, so an earlier row may come later.
                if fault.offset < known.first.offset {
                    (known.first, known.in_place) = (fault, in_place);
                }
            }
            None => self.0.push(Known { first: fault, in_place, count: 1 }),
        }
    }

    /// Reports the faults.
    pub(super) fn write(&self, sink: &mut dyn Sink) {
        for Known { first, in_place, count } in &self.0 {
            let example = first.text.clone() + in_place.words();
            (0..*count).for_each(|_| sink.odd(in_place.kind(), first.subject, first.offset, &example));
        }
    }
}

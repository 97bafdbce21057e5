//! The items of the picture and their subjects.

use crate::instants;
use diptych_protocol::{Fact, PickAction, SideName, Subject, Tooltip};
use diptych_trace::{CallId, CounterId};
use diptych_views::counters::StepTooltip;
use diptych_views::icicle::IcicleItem;
use diptych_views::{Highlight, Model, SimilarityInput, counters, numbers, words};

use super::repeated;
use super::words::{line, tube};

/// Something that can be hovered and selected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Item {
    /// An item of one of the icicles.
    Icicle(IcicleItem),
    /// A call of A and one of B that match.
    Match {
        /// The call of A.
        a: CallId,
        /// The call of B.
        b: CallId,
        /// The similarity s of both calls, if the picture uses it.
        similarity: Option<f32>,
    },
    /// A button that lines up a call with its match on the other side.
    LineUp {
        /// Side of the call.
        side: SideName,
        /// The call.
        call: CallId,
    },
    /// Instants that share a label.
    Instants {
        /// Side of the instants.
        side: SideName,
        /// First of them.
        first: u32,
        /// One past the last of them.
        end: u32,
    },
    /// A step of a counter.
    Counter {
        /// Side of the counter.
        side: SideName,
        /// The counter.
        counter: CounterId,
        /// First sample whose value the step shows, and one past the last.
        rows: [u32; 2],
        /// Number of samples in the step's pixels.
        inside: u32,
    },
    /// Matches between calls of A and calls of B, at least one of each pair under two pixels.
    MatchBundle {
        /// First call of A, and the call after the last.
        a: [CallId; 2],
        /// First call of B, and the call after the last.
        b: [CallId; 2],
        /// Number of matches.
        count: u32,
    },
}

impl From<IcicleItem> for Item {
    fn from(item: IcicleItem) -> Self {
        Self::Icicle(item)
    }
}

impl Item {
    /// Returns the item of an icicle, if it is one.
    pub(crate) fn of_icicle(self) -> Option<IcicleItem> {
        if let Self::Icicle(item) = self { Some(item) } else { None }
    }

    /// Returns the subject of an item: a match stands for itself, a bundle for its calls of A.
    pub(crate) fn subject(self, model: &Model<'_>) -> Option<Subject> {
        match self {
            Self::Icicle(item) => item.subject(model),
            Self::Match { a, b, .. } => {
                let reference = |side: SideName, call: CallId| {
                    Some(words::reference(side, model.traces[side.index()]?, call))
                };
                Some(Subject::Match(reference(SideName::A, a)?, reference(SideName::B, b)?))
            }
            Self::MatchBundle { a: [first, end], .. } => {
                IcicleItem::Merged { side: SideName::A, first, end: end.0 }.subject(model)
            }
            Self::LineUp { side, call } => IcicleItem::Call { side, call }.subject(model),
            // Links name calls.
            Self::Instants { .. } | Self::Counter { .. } => None,
        }
    }

    /// Returns the calls to highlight with an item: for a match, those at both its ends.
    pub(crate) fn highlight(self, model: &Model<'_>) -> Option<Highlight> {
        match self {
            Self::Icicle(item) => item.highlight(model),
            Self::Match { a, b, .. } => {
                let [of_a, of_b] = model.traces;
                let of_a = Highlight::of_call(SideName::A, of_a?, a);
                Some(of_a.and(&Highlight::of_call(SideName::B, of_b?, b)))
            }
            Self::MatchBundle { a, b, .. } => {
                let of_a = Highlight::of_range(SideName::A, a[0], a[1].0);
                Some(of_a.and(&Highlight::of_range(SideName::B, b[0], b[1].0)))
            }
            Self::LineUp { .. } | Self::Instants { .. } | Self::Counter { .. } => None,
        }
    }

    /// Returns the action of a click that replaces selecting, if there is one.
    pub(crate) fn action(self) -> Option<PickAction> {
        match self {
            Self::LineUp { .. } => Some(PickAction::LineUp),
            _ => self.of_icicle().and_then(IcicleItem::action),
        }
    }

    /// Adds to a tooltip how many calls are similar, and what the callee sets share.
    pub(crate) fn explained(self, model: &Model<'_>, tip: Tooltip) -> Tooltip {
        let Some(similarity) = model.similarity else { return tip };
        let mut facts = tip.facts;
        match self {
            Self::Icicle(IcicleItem::Call { side, call }) => {
                facts.extend(words::similar_facts(similarity.matches, side, call));
            }
            Self::Match { a, b, .. } => facts.extend(words::pair_facts(similarity.matches, [a, b])),
            Self::MatchBundle { a, b, .. } => facts.push(sum_of_similarities(similarity, [a, b])),
            _ => {}
        }
        Tooltip { facts, ..tip }
    }

    /// Returns the tooltip of the item. Matches are described from A.
    pub(crate) fn tooltip(self, model: &Model<'_>, rect: [f32; 4]) -> Option<Tooltip> {
        let correspondence = model.correspondence;
        match self {
            Self::Icicle(item) => {
                let mut tip = item.tooltip(model, rect)?;
                if let IcicleItem::Call { side, call } = item {
                    tip.facts.extend(repeated_fact(model, side, call));
                }
                let is_matched = matches!(item, IcicleItem::Call { .. }) && !tip.partner.is_empty();
                if is_matched {
                    words::MATCHED_HINT.clone_into(&mut tip.hint);
                }
                Some(tip)
            }
            Self::Match { a, b, similarity } => {
                let tip = words::call_tooltip(SideName::A, model.traces[0]?, a, rect, correspondence);
                Some(tube(tip, [a, b], similarity, correspondence))
            }
            Self::MatchBundle { a, b, count } => {
                let tip = words::merged_tooltip(SideName::A, model.traces[0]?, a[0], a[1].0, rect);
                Some(line(tip, [a, b], count, correspondence))
            }
            Self::LineUp { .. } => None,
            Self::Instants { side, first, end } => {
                instants::tooltip(side, model.traces[side.index()]?, first as usize..end as usize, rect)
            }
            Self::Counter { side, counter, rows: [first, end], inside } => {
                let trace = model.traces[side.index()]?;
                let titles = counters::titles(trace);
                let of = StepTooltip {
                    side,
                    counter,
                    title: titles.get(counter.index())?,
                    rows: first as usize..end as usize,
                    inside: inside as usize,
                    rect,
                };
                counters::tooltip(trace, &of)
            }
        }
    }
}

/// Returns the sum of s over the calls of A in a range whose main match lies in a range of B. O(calls of A · members of
/// their callee sets).
fn sum_of_similarities(similarity: SimilarityInput<'_>, [a, b]: [[CallId; 2]; 2]) -> Fact {
    let sets = similarity.matches.sets;
    let partners = &similarity.main.sides[0].partner[a[0].index()..a[1].index()];
    let of_pair = |(call, &partner): (u32, &CallId)| {
        let is_inside = (b[0]..b[1]).contains(&partner);
        is_inside.then(|| sets.similarity(sets.class(0, CallId(call)), sets.class(1, partner)))
    };
    let sum: f64 = (a[0].0..).zip(partners).filter_map(of_pair).sum();
    Fact { label: "Sum of similarities".to_owned(), value: numbers::three_digits(sum) }
}

/// Returns how many times the block that a call belongs to runs in a row, if it is repeated.
fn repeated_fact(model: &Model<'_>, side: SideName, call: CallId) -> Option<Fact> {
    let all = model.similarity?.repetitions[side.index()];
    let copies = repeated::copies(all, model.traces[side.index()]?, call)?;
    Some(Fact { label: "Repeated".to_owned(), value: format!("×{}", numbers::count(copies.into())) })
}

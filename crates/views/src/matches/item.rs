//! What the items of the picture stand for.

use crate::icicle::IcicleItem;
use crate::view::Model;
use crate::{Highlight, words};
use diptych_protocol::{PickAction, SideName, Subject, Tooltip};
use diptych_trace::CallId;

use super::words::{line, tube};

/// Something that can be hovered and selected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Item {
    /// Of one of the icicles.
    Icicle(IcicleItem),
    /// A call of A and one of B that match.
    Match {
        /// Of A.
        a: CallId,
        /// Of B.
        b: CallId,
        /// s of both, where the picture shows it.
        similarity: Option<f32>,
    },
    /// Matches between calls of A and calls of B, at least one of each pair under two pixels.
    MatchBundle {
        /// The calls of A, from the first on to before the second.
        a: [CallId; 2],
        /// The calls of B.
        b: [CallId; 2],
        /// How many matches.
        count: u32,
        /// Σ s of them; the count where each call has one partner.
        similarity: f32,
    },
}

impl From<IcicleItem> for Item {
    fn from(item: IcicleItem) -> Self {
        Self::Icicle(item)
    }
}

impl Item {
    /// It as one of an icicle, if it is.
    pub(crate) fn of_icicle(self) -> Option<IcicleItem> {
        if let Self::Icicle(item) = self { Some(item) } else { None }
    }

    /// A match is what it is; of a bundle the calls of A are.
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
        }
    }

    /// Both ends of a match.
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
        }
    }

    /// What a click on it does in place of selecting.
    pub(crate) fn action(self) -> Option<PickAction> {
        self.of_icicle().and_then(IcicleItem::action)
    }

    /// Returns what hovering it says. Matches are described from A.
    pub(crate) fn tooltip(self, model: &Model<'_>, rect: [f32; 4]) -> Option<Tooltip> {
        let correspondence = model.correspondence;
        match self {
            Self::Icicle(item) => {
                let mut tip = item.tooltip(model, rect)?;
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
            Self::MatchBundle { a, b, count, similarity } => {
                let tip = words::merged_tooltip(SideName::A, model.traces[0]?, a[0], a[1].0, rect);
                Some(line(tip, [a, b], count, similarity, correspondence))
            }
        }
    }
}

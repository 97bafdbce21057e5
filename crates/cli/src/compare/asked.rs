//! What a comparison is asked for, beside its files.

use diptych_compare::lanes::PairBy;
use diptych_compare::ranking::{By, Floor, Normalisation, Options};
use diptych_compare::similarity::Measure;
use diptych_engine::trace::Axis;

/// Options as given; what was not given is left to the defaults, or to what was kept.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Asked {
    pub(crate) tau: Option<f64>,
    pub(crate) measure: Option<Measure>,
    pub(crate) lanes: Option<PairBy>,
    pub(crate) by: Option<By>,
    pub(crate) normalisation: Option<Normalisation>,
    pub(crate) floor_percent: Option<f64>,
    pub(crate) floor_us: Option<f64>,
}

impl Asked {
    /// What to rank traces on an axis by, where `kept` holds unless something else is asked for.
    pub(crate) fn ranking(&self, axis: Axis, kept: Options) -> Options {
        let share = self.floor_percent.map_or(kept.floor.share, |percent| percent / 100.0);
        let floor =
            self.floor_us.map_or(Floor { share, ..kept.floor }, |amount| Floor::on(axis, share, amount));
        Options {
            by: self.by.unwrap_or(kept.by),
            normalisation: self.normalisation.unwrap_or(kept.normalisation),
            floor,
            ..kept
        }
    }
}

/// Words for ways to weigh callee sets.
pub(crate) const MEASURES: [(&str, Measure); 3] =
    [("plain", Measure::Plain), ("multiset", Measure::Multiset), ("time", Measure::TimeWeighted)];
/// Words for ways to pair lanes.
pub(crate) const LANES: [(&str, PairBy); 3] =
    [("overlap", PairBy::Overlap), ("name", PairBy::Name), ("order", PairBy::Order)];
/// Words for what a row is.
pub(crate) const BY: [(&str, By); 2] = [("function", By::Function), ("path", By::Path)];
/// Words for what is compared.
pub(crate) const NORMALISATIONS: [(&str, Normalisation); 3] = [
    ("absolute", Normalisation::Absolute),
    ("per-total", Normalisation::PerTotal),
    ("per-call", Normalisation::PerCall),
];

/// The word for a value of one of the tables above.
pub(crate) fn word<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word)
}

/// The value that a word of one of the tables stands for.
pub(crate) fn value<T: Copy>(table: &[(&'static str, T)], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
}

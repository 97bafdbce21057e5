//! The options of a ranking.

use diptych_profile::Floor;

/// What a row of a ranking is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum By {
    /// A function, by its self time over all paths.
    #[default]
    Function,
    /// A call path, by its inclusive time.
    Path,
}

/// What is compared. Every page and file must say which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Normalisation {
    /// Ticks as recorded.
    #[default]
    Absolute,
    /// Shares of each run's total (all calls, over all lanes): every run is stretched so that its total is
    /// the mean of the two sides' median totals. A function that grew as the whole run did has not changed.
    PerTotal,
    /// Time a call: as if both sides had made the same number of calls of each function (or path), the mean
    /// of the two sides' median numbers; where only one side made any, its own. More calls of equal length
    /// are no change. Divide by that number ([`crate::ranking::Row::reference_calls`]) for one call.
    PerCall,
}

/// All options of a ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Functions or paths.
    pub by: By,
    /// Absolute, per total or per call.
    pub normalisation: Normalisation,
    /// What is too small to matter.
    pub floor: Floor,
    /// Of several runs a side: the probability, at most, that anything unchanged is listed.
    pub level: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            by: By::default(),
            normalisation: Normalisation::default(),
            floor: Floor::default(),
            level: 0.05,
        }
    }
}

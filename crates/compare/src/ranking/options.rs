//! The options of a ranking.

use diptych_profile::Floor;

/// The unit of a ranking's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowUnit {
    /// A function, by its self time over all paths.
    #[default]
    Function,
    /// A call path, by its inclusive time.
    Path,
}

/// The times that are compared. Every page and file must say which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Normalisation {
    /// Ticks as recorded.
    #[default]
    Absolute,
    /// Shares of each run's total (all calls, over all lanes). Every run is scaled so that its total is the mean of the
    /// two sides' median totals. A function that grew like the whole run has not changed.
    PerTotal,
    /// Time per call. Both sides count as if they had made the same number of calls of each function (or path). That is
    /// the mean of the two sides' median numbers, or the number of the only side that made any. More calls of equal
    /// length are no change. Divide by the number ([`crate::ranking::Row::reference_calls`]) for the time of one call.
    PerCall,
}

/// All options of a ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Unit of the rows: functions or paths.
    pub by: RowUnit,
    /// Normalisation: absolute, per total or per call.
    pub normalisation: Normalisation,
    /// Floor under which a change is too small to matter.
    pub floor: Floor,
    /// Maximum probability, with several runs per side, that any unchanged row is significant.
    pub level: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            by: RowUnit::default(),
            normalisation: Normalisation::default(),
            floor: Floor::default(),
            level: 0.05,
        }
    }
}

//! The options of a ranking.

use diptych_trace::{Axis, Unit};

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

/// What is too small to matter. A change must exceed both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Floor {
    /// Share of the smaller of the two sides' values; the smaller, so that exchanging sides changes nothing.
    pub share: f64,
    /// Ticks.
    pub ticks: i64,
}

impl Default for Floor {
    /// 5 % and 10 µs (of a trace whose ticks are nanoseconds).
    fn default() -> Self {
        Self { share: 0.05, ticks: 10_000 }
    }
}

impl Floor {
    /// On an axis. `amount` is in microseconds where the axis is time, else in its own unit: bytes, samples, events.
    pub fn on(axis: Axis, share: f64, amount: f64) -> Self {
        let units = if axis.unit == Unit::Nanoseconds { amount * 1000.0 } else { amount };
        Self { share, ticks: (units / axis.scale).round() as i64 }
    }

    /// 5 %, and 10 µs or 10 of the axis's own unit.
    pub fn default_on(axis: Axis) -> Self {
        Self::on(axis, 0.05, 10.0)
    }

    /// Whether the step between two values exceeds it.
    pub fn exceeded_by(self, values: [f64; 2]) -> bool {
        let change = (values[1] - values[0]).abs();
        change > self.ticks as f64 && change > self.share * values[0].min(values[1])
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_trace::AxisKind;

    #[test]
    fn a_floor_is_in_the_unit_of_the_axis() {
        assert_eq!(Floor::default_on(Axis::TIME), Floor::default());
        let ticks = |kind, unit, scale| Floor::on(Axis { kind, unit, scale }, 0.05, 10.0).ticks;
        assert_eq!(ticks(AxisKind::Weight, Unit::Count, 1.0), 10, "not 10,000 samples");
        assert_eq!(ticks(AxisKind::Weight, Unit::Bytes, 0.5), 20);
        assert_eq!(ticks(AxisKind::Order, Unit::Count, 1.0), 10);
        assert_eq!(ticks(AxisKind::Time, Unit::Nanoseconds, 1000.0), 10, "ticks of a microsecond");
    }
}

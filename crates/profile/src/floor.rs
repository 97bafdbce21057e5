//! Noise floor for changes.

use diptych_trace::{Axis, Unit};

/// Noise floor. A change must exceed both limits to matter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Floor {
    /// Share of the smaller of the two sides' values. With the smaller one, exchanging the sides changes nothing.
    pub share: f64,
    /// Limit in ticks.
    pub ticks: i64,
}

impl Default for Floor {
    /// Returns 5 % and 10 µs (for a trace whose ticks are nanoseconds).
    fn default() -> Self {
        Self { share: 0.05, ticks: 10_000 }
    }
}

impl Floor {
    /// Builds a floor for an axis. `amount` is in microseconds if the axis is in nanoseconds, in hundredths of a per
    /// cent if it is in shares, and otherwise in the axis's own unit: bytes, samples, events.
    pub fn on(axis: Axis, share: f64, amount: f64) -> Self {
        Self { share, ticks: (amount * step(axis) / axis.scale).round() as i64 }
    }

    /// Returns the amount that [`Self::on`] was given, up to rounding to ticks.
    pub fn amount(self, axis: Axis) -> f64 {
        self.ticks as f64 * axis.scale / step(axis)
    }

    /// Returns the default for an axis: 5 %, and 10 µs, 0.1 % of the whole or 10 of the axis's own unit.
    pub fn default_on(axis: Axis) -> Self {
        Self::on(axis, 0.05, 10.0)
    }

    /// Returns true if the step between two values exceeds both limits.
    pub fn exceeded_by(self, values: [f64; 2]) -> bool {
        let change = (values[1] - values[0]).abs();
        change > self.ticks as f64 && change > self.share * values[0].min(values[1])
    }
}

/// Returns the size of one step of a floor's amount, in the unit of the axis.
fn step(axis: Axis) -> f64 {
    match axis.unit {
        Unit::Nanoseconds => 1000.0,
        Unit::Share => 0.01,
        Unit::Bytes | Unit::Count | Unit::Objects | Unit::Events => 1.0,
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
        assert_eq!(Floor::on(Axis::SHARE, 0.05, 10.0).ticks, 1_000_000, "a thousandth of the whole");
        for axis in [Axis::TIME, Axis::SHARE] {
            assert!((Floor::on(axis, 0.05, 25.0).amount(axis) - 25.0).abs() < 1e-9);
        }
        assert_eq!(ticks(AxisKind::Order, Unit::Count, 1.0), 10);
        assert_eq!(ticks(AxisKind::Time, Unit::Nanoseconds, 1000.0), 10, "ticks of a microsecond");
    }
}

//! Sides that measure different things, compared in shares of their totals.

use crate::error::CliError;
use crate::output::note;
use diptych_engine::trace::Axis;
use diptych_views::words;

/// Returns true if the sides measure different things and are compared in shares. Fails if shares cannot be compared
/// either.
pub(crate) fn in_shares(axes: [Axis; 2]) -> Result<bool, CliError> {
    let [a, b] = axes;
    if a == b {
        return Ok(false);
    }
    if !a.has_shares_with(b) {
        return Err(CliError::Failed(format!("These two cannot be compared. {}", words::unlike_axes(axes))));
    }
    note(&format!("diptych: {}", words::in_shares(axes)));
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_engine::trace::{AxisKind, Unit};

    #[test]
    fn unlike_axes_are_compared_in_shares_except_bytes() {
        let samples = Axis { kind: AxisKind::Weight, unit: Unit::Count, scale: 1.0 };
        let bytes = Axis { unit: Unit::Bytes, ..samples };
        assert!(!in_shares([Axis::TIME; 2]).unwrap() && !in_shares([bytes; 2]).unwrap());
        assert!(in_shares([Axis::TIME, samples]).unwrap() && in_shares([samples, Axis::TIME]).unwrap());
        for axes in [[Axis::TIME, bytes], [bytes, samples]] {
            let Err(CliError::Failed(why)) = in_shares(axes) else { panic!("they are compared") };
            assert!(why.starts_with("These two cannot be compared. A measures "), "{why}");
            assert!(why.contains("Shares of bytes don’t show where time was spent."), "{why}");
        }
    }
}

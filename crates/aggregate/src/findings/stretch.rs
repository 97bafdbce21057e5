//! The stretch of slices in which most of a change lies.

/// Returns the stretch of values with the largest sum, first and last index included; of equal ones the first.
/// O(values).
fn best_stretch(values: &[f64]) -> Option<[usize; 2]> {
    let mut best: Option<(f64, [usize; 2])> = None;
    let (mut sum, mut from) = (0.0, 0);
    for (at, value) in values.iter().enumerate() {
        if sum <= 0.0 {
            (sum, from) = (0.0, at);
        }
        sum += value;
        if best.is_none_or(|(most, _)| sum > most) {
            best = Some((sum, [from, at]));
        }
    }
    best.map(|(_, stretch)| stretch)
}

/// Returns the stretch in which most of an excess lies. Slices with less than a tenth of the largest value count
/// against it, so that noise does not extend it.
pub(super) fn place_of(excess: &[f64]) -> [usize; 2] {
    let most = excess.iter().copied().fold(0.0, f64::max);
    let less: Vec<f64> = excess.iter().map(|value| value - most / 10.0).collect();
    best_stretch(&less).unwrap_or([0, excess.len().saturating_sub(1)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn best_stretch_has_the_largest_sum(values in prop::collection::vec(-9i32..9, 1..24)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let sum = |[from, to]: [usize; 2]| values[from..=to].iter().sum::<f64>();
            let all = (0..values.len()).flat_map(|from| (from..values.len()).map(move |to| [from, to]));
            let most = all.map(sum).fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((sum(best_stretch(&values).unwrap()) - most).abs() < 1e-9);
        }
    }
}

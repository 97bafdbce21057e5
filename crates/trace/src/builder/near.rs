//! Search in a sorted list, starting from a guess.

/// Returns how many numbers of an ascending list are less than `number`. O(log distance) from the guess to the result.
pub(super) fn count_less(ascending: &[i64], number: i64, guess: usize) -> usize {
    let guess = guess.min(ascending.len());
    let is_less = |place: usize| ascending[place] < number;
    // Entries before `from` are less than the number, entries from `to` on are not.
    let (mut from, mut to) = (guess, guess);
    let mut step = 1;
    if from > 0 && !is_less(from - 1) {
        while from > 0 && !is_less(from - 1) {
            to = from - 1;
            from = from.saturating_sub(step);
            step *= 2;
        }
    } else {
        while to < ascending.len() && is_less(to) {
            from = to + 1;
            to = (to + step).min(ascending.len());
            step *= 2;
        }
    }
    from + ascending[from..to].partition_point(|&other| other < number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn count_less_equals_a_linear_search(
            mut numbers in prop::collection::vec(-20i64..20, 0..60),
            number in -22i64..22,
            guess in 0usize..70,
        ) {
            numbers.sort_unstable();
            let expected = numbers.iter().filter(|&&other| other < number).count();
            prop_assert_eq!(count_less(&numbers, number, guess), expected);
        }
    }
}

//! Searches for the end of a run of leading entries, in lists that are too long to visit each entry.

/// Returns how many leading entries are `inside`. No entry after the first that is not inside may be inside. The search
/// gallops, so a short run takes few steps however long the list is.
pub fn leading<T>(entries: &[T], inside: impl Fn(&T) -> bool) -> usize {
    let mut reach = 1;
    while reach <= entries.len() && inside(&entries[reach - 1]) {
        reach *= 2;
    }
    // The entry before the last one tried is inside, and the last one is not.
    let inside_until = reach / 2;
    inside_until + partition_point(&entries[inside_until..entries.len().min(reach)], inside)
}

/// Returns the same as [`leading`], starting from a guess. The farther off the guess, the more steps it takes.
pub(crate) fn leading_near<T>(entries: &[T], guess: usize, inside: impl Fn(&T) -> bool) -> usize {
    let guess = guess.min(entries.len());
    // An eighth of the guess is a first step that confirms a guess which is about right.
    let (mut step, mut low, mut high) = (1 + guess / 8, guess, guess);
    if guess == 0 || inside(&entries[guess - 1]) {
        while high < entries.len() {
            high = entries.len().min(low + step);
            if !inside(&entries[high - 1]) {
                high -= 1;
                break;
            }
            (low, step) = (high, step * 2);
        }
    } else {
        high -= 1;
        while low > 0 {
            low = high.saturating_sub(step);
            if low == 0 || inside(&entries[low - 1]) {
                break;
            }
            (high, step) = (low - 1, step * 2);
        }
    }
    low + partition_point(&entries[low..high], inside)
}

/// Returns how many leading entries are `inside`, by a search that tries three entries in each step. The values they
/// refer to lie far apart in memory, so three reads at once wait no longer than one.
fn partition_point<T>(entries: &[T], inside: impl Fn(&T) -> bool) -> usize {
    let (mut low, mut high) = (0, entries.len());
    while high - low >= 4 {
        let step = (high - low) / 4;
        let is_inside = [1, 2, 3].map(|part| inside(&entries[low + part * step - 1]));
        let parts = is_inside.iter().filter(|inside| **inside).count();
        if parts < 3 {
            high = low + (parts + 1) * step - 1;
        }
        low += parts * step;
    }
    low + entries[low..high].iter().filter(|entry| inside(entry)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn leading_counts_match_a_linear_scan(count in 0usize..300, inside in 0usize..300, guess in 0usize..400) {
            let entries: Vec<usize> = (0..count).collect();
            let is_inside = |entry: &usize| *entry < inside;
            let naive = entries.iter().take_while(|entry| is_inside(entry)).count();
            prop_assert_eq!(leading(&entries, is_inside), naive);
            prop_assert_eq!(leading_near(&entries, guess, is_inside), naive);
            prop_assert_eq!(partition_point(&entries, is_inside), naive);
        }

        #[test]
        fn right_guess_takes_few_steps(count in 1usize..100_000, inside in 0usize..100_000) {
            let entries: Vec<usize> = (0..count).collect();
            let looked_at = std::cell::Cell::new(0);
            let is_inside = |entry: &usize| {
                looked_at.set(looked_at.get() + 1);
                *entry < inside
            };
            leading_near(&entries, inside, is_inside);
            // A confirmed guess takes one entry inside and one outside, an eighth as far. Each quartering of the range
            // between takes three.
            prop_assert!(looked_at.get() <= 5 + 3 * (1 + (1 + inside / 8).ilog2() / 2));
        }
    }
}

//! Where entries stop being of a kind, in lists that are too long to look at each.

/// How many entries, from the first on, are `inside`, of entries that are so up to one of them. Gallops, so that a few
/// cost a few steps, however many there are.
pub(crate) fn leading<T>(entries: &[T], inside: impl Fn(&T) -> bool) -> usize {
    let mut reach = 1;
    while reach <= entries.len() && inside(&entries[reach - 1]) {
        reach *= 2;
    }
    // The one before the last tried is inside, that one is not.
    let inside_until = reach / 2;
    inside_until + partition_point(&entries[inside_until..entries.len().min(reach)], inside)
}

/// The same of what is guessed about right: the farther off, the more steps.
pub(crate) fn leading_near<T>(entries: &[T], guess: usize, inside: impl Fn(&T) -> bool) -> usize {
    let guess = guess.min(entries.len());
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

/// How many entries are `inside`, of entries that are so up to one of them. Three are looked at in one step: what they
/// are asked lies far apart in memory, and is waited for at once.
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
        fn counts_are_those_of_one_after_the_other(count in 0usize..300, inside in 0usize..300, guess in 0usize..400) {
            let entries: Vec<usize> = (0..count).collect();
            let is_inside = |entry: &usize| *entry < inside;
            let naive = entries.iter().take_while(|entry| is_inside(entry)).count();
            prop_assert_eq!(leading(&entries, is_inside), naive);
            prop_assert_eq!(leading_near(&entries, guess, is_inside), naive);
            prop_assert_eq!(partition_point(&entries, is_inside), naive);
        }

        #[test]
        fn a_right_guess_is_confirmed_in_few_steps(count in 1usize..100_000, inside in 0usize..100_000) {
            let entries: Vec<usize> = (0..count).collect();
            let looked_at = std::cell::Cell::new(0);
            let is_inside = |entry: &usize| {
                looked_at.set(looked_at.get() + 1);
                *entry < inside
            };
            leading_near(&entries, inside, is_inside);
            // One that is inside, one that is not, an eighth as far; three a quartering of what lies between them.
            prop_assert!(looked_at.get() <= 5 + 3 * (1 + (1 + inside / 8).ilog2() / 2));
        }
    }
}

//! The changes that a comparison calls significant, as evidence for the findings of a pair with few lanes.
//!
//! Findings of many lanes take the noise from the lanes. With one lane there is no such noise, so the findings must have the
//! same evidence as the comparison: the noise of calls, or that between the runs of a side.

use crate::engine::Engine;
use diptych_aggregate::{SignificantStates, StackLevel};
use diptych_store::{Columns, StoreError};
use diptych_trace::IdentityId;

/// The significant changes of functions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SignificantChanges {
    /// Keys of the functions, in ascending order. For each, true if it takes less time in B, and if it takes more. Both are
    /// true if calls of one caller take more and those of another one less.
    functions: Vec<(String, [bool; 2])>,
    /// Ticks of the longest time without any call that the other run does not have, in A and in B.
    gap: [i64; 2],
}

impl Engine {
    /// Returns the significant changes of the current comparison, under its floor and with all of its runs; `None` while it is
    /// being computed.
    pub fn significant_changes(&self) -> Option<SignificantChanges> {
        let lists = self.differences()?.lists;
        let keys = lists.paths.keys();
        let mut of_function = vec![[false; 2]; keys.len()];
        let rows = lists.ranked.ranking.lists().into_iter().flatten().chain(&lists.ranked.largest);
        for row in rows.filter(|row| row.stands_out() || row.beneath.is_some()) {
            of_function[row.identity.index()][usize::from(row.delta > 0.0)] = true;
        }
        let changed = keys.iter().zip(of_function).filter(|(_, both)| both.contains(&true));
        let mut functions: Vec<(String, [bool; 2])> =
            changed.map(|(key, both)| (key.clone(), both)).collect();
        functions.sort();
        let mut gap = [0; 2];
        if let Some(longest) = lists.times.and_then(|times| times.gap) {
            gap[longest.side] = longest.excess();
        }
        Some(SignificantChanges { functions, gap })
    }
}

/// The functions of a run, with their states.
#[derive(Debug, Clone, Copy)]
pub struct StatesOfRun<'a> {
    /// Identity of each function.
    pub identities: &'a [IdentityId],
    /// State of each function.
    pub of_function: &'a [u32],
}

impl SignificantChanges {
    /// Returns the states of runs that changed significantly, of so many states. `keys` are the keys of all identities.
    ///
    /// If a state is a call with all that it calls, a change of any function may be its change.
    pub fn of_states(
        &self,
        keys: &[String],
        runs: &[StatesOfRun<'_>],
        level: StackLevel,
        states: usize,
    ) -> SignificantStates {
        let mut of_states = vec![[false; 2]; states];
        if level != StackLevel::Innermost {
            let any = [0, 1].map(|direction: usize| self.functions.iter().any(|(_, both)| both[direction]));
            of_states.fill(any);
        }
        for run in runs {
            for (identity, &state) in run.identities.iter().zip(run.of_function) {
                let key = keys.get(identity.index()).map_or("", String::as_str);
                let found = self.functions.binary_search_by(|(other, _)| other.as_str().cmp(key));
                if let (Ok(place), Some(both)) = (found, of_states.get_mut(state as usize)) {
                    let [less, more] = self.functions[place].1;
                    *both = [both[0] || less, both[1] || more];
                }
            }
        }
        SignificantStates { states: of_states, gap: self.gap.map(|ticks| ticks as f64) }
    }

    /// Writes the changes.
    pub fn put(&self, columns: &mut Columns<'_>) {
        columns.put_texts("significant.keys", self.functions.iter().map(|(key, _)| key.as_str()));
        let directions = self.functions.iter().map(|(_, [less, more])| u8::from(*less) + 2 * u8::from(*more));
        columns.put("significant.directions", &directions.collect::<Vec<u8>>());
        columns.put("significant.gap", &self.gap);
    }

    /// Reads changes; `None` if there are none.
    ///
    /// # Errors
    ///
    /// Fails on damaged columns.
    pub fn take(columns: &Columns<'_>) -> Result<Option<Self>, StoreError> {
        if !columns.has("significant.keys") {
            return Ok(None);
        }
        let keys = columns.texts("significant.keys")?;
        let directions = columns.get::<u8>("significant.directions")?;
        let &[a, b] = &columns.get::<i64>("significant.gap")?[..] else { return Err(StoreError::Damaged) };
        if keys.len() != directions.len() {
            return Err(StoreError::Damaged);
        }
        let both = directions.iter().map(|direction| [direction & 1 > 0, direction & 2 > 0]);
        Ok(Some(Self { functions: keys.into_iter().zip(both).collect(), gap: [a, b] }))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    fn changes() -> SignificantChanges {
        let functions = [("f", [true, false]), ("g", [true, true]), ("h", [false, true])];
        SignificantChanges {
            functions: functions.map(|(key, both)| (key.to_owned(), both)).into(),
            gap: [0, 7],
        }
    }

    #[test]
    fn changes_round_trip() {
        let mut columns = Columns::default();
        assert_eq!(SignificantChanges::take(&columns).unwrap(), None);
        changes().put(&mut columns);
        assert_eq!(SignificantChanges::take(&columns).unwrap(), Some(changes()));
    }

    #[test]
    fn states_change_with_any_of_their_functions() {
        let keys = ["a", "f", "h"].map(str::to_owned);
        let identities = [2, 0, 1].map(IdentityId);
        let run = |of_function| StatesOfRun { identities: &identities, of_function };
        let of = |runs: &[StatesOfRun<'_>], level| changes().of_states(&keys, runs, level, 3).states;
        let innermost = StackLevel::Innermost;
        let (one, two) = ([false; 2], [true; 2]);
        assert_eq!(of(&[run(&[0, 1, 2])], innermost), [[false, true], one, [true, false]]);
        assert_eq!(of(&[run(&[1, 1, 1])], innermost), [one, two, one]);
        assert_eq!(
            of(&[run(&[1, 0, 0]), run(&[0, 0, 2])], innermost),
            [[true, true], [false, true], [true, false]]
        );
        assert_eq!(of(&[run(&[0, 1, 2])], StackLevel::Depth(1)), [two, two, two]);
    }
}

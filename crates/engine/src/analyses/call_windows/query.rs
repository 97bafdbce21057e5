//! What a window of calls follows from, beside the traces.

use diptych_protocol::{LaneMatching, Word};
use diptych_store::{Columns, StoreError};

/// What a window of calls follows from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WindowQuery {
    /// Of each side, by function and then, where lanes call as a whole, by lane, the place of the shown element.
    pub(crate) places: [Vec<u32>; 2],
    /// Whether lanes of a side call as a whole.
    pub(crate) callers: [bool; 2],
    /// Elements that are shown.
    pub(crate) elements: u32,
    /// Of each side the ticks from which, and before which, calls start.
    pub(crate) windows: [[i64; 2]; 2],
    /// Columns and rows of the picture of a side; none wants no picture.
    pub(crate) picture: [u32; 2],
    /// Of the caller's end, the callee's and the ground, as red, green and blue.
    pub(crate) colors: [[u8; 3]; 3],
    /// Power of the frequency, tenths.
    pub(crate) p: i64,
    /// By which calls of both sides lie side by side; `None` if each side's have all its height.
    pub(crate) matched: Option<MatchQuery>,
}

/// By which calls match: as an alignment has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MatchQuery {
    /// Identity rules, all spelt out.
    pub(crate) rules: String,
    /// How lanes are paired, and pairs chosen by hand.
    pub(crate) matching: LaneMatching,
    pub(crate) chosen: Vec<u32>,
}

const PLACES: [&str; 2] = ["places.a", "places.b"];

impl WindowQuery {
    /// Puts it in.
    #[inline(never)] // Split off the first picture's module, by its name.
    pub(super) fn put(&self, columns: &mut Columns<'_>) {
        for (name, places) in PLACES.into_iter().zip(&self.places) {
            columns.put(name, places);
        }
        columns.put("windows", self.windows.as_flattened());
        columns.put("colors", self.colors.as_flattened());
        columns.put("p", &[self.p]);
        let [of_a, of_b] = self.callers.map(u32::from);
        let [width, height] = self.picture;
        columns.put("numbers", &[of_a, of_b, self.elements, width, height]);
        if let Some(MatchQuery { rules, matching, chosen }) = &self.matched {
            columns.put_text("rules", rules.as_str());
            columns.put_text("matching", matching.word());
            columns.put("chosen", chosen);
        }
    }

    /// Takes it out.
    pub(super) fn of(columns: &Columns<'_>) -> Result<Self, StoreError> {
        let windows = columns.get::<i64>("windows")?;
        let &[of_a, of_b] = windows.as_chunks().0 else { return Err(StoreError::Damaged) };
        let colors = columns.get::<u8>("colors")?;
        let &[caller, callee, ground] = colors.as_chunks().0 else { return Err(StoreError::Damaged) };
        let numbers = columns.get::<u32>("numbers")?;
        let &[callers_a, callers_b, elements, width, height] = &numbers[..] else {
            return Err(StoreError::Damaged);
        };
        let places = [columns.get::<u32>(PLACES[0])?, columns.get::<u32>(PLACES[1])?];
        if places.iter().flatten().any(|&place| place >= elements) {
            return Err(StoreError::Damaged);
        }
        // The two stand there together or not at all.
        let matched = if let Ok(rules) = columns.text("rules") {
            Some(MatchQuery {
                rules: rules.to_owned(),
                matching: LaneMatching::of_word(columns.text("matching")?).ok_or(StoreError::Damaged)?,
                chosen: columns.get("chosen")?,
            })
        } else {
            None
        };
        Ok(Self {
            places,
            callers: [callers_a != 0, callers_b != 0],
            elements,
            windows: [of_a, of_b],
            picture: [width, height],
            colors: [caller, callee, ground],
            p: *columns.get::<i64>("p")?.first().ok_or(StoreError::Damaged)?,
            matched,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_comes_out_as_it_was_put_in() {
        let matched =
            MatchQuery { rules: "off name `x`".to_owned(), matching: LaneMatching::Name, chosen: vec![1] };
        for matched in [None, Some(matched)] {
            let query = WindowQuery {
                places: [vec![0, 1, 2], vec![2]],
                callers: [false, true],
                elements: 3,
                windows: [[-3, 9], [0, 12]],
                picture: [300, 200],
                colors: [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
                p: -10,
                matched,
            };
            let mut columns = Columns::default();
            query.put(&mut columns);
            assert_eq!(WindowQuery::of(&columns).unwrap(), query);
        }
    }
}

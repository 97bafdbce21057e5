//! The queries of call windows and of repeats.

use diptych_protocol::{LaneMatching, Word};
use diptych_store::{Columns, StoreError};

/// The displayed elements that calls are grouped by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ElementQuery {
    /// Number of the displayed element, by side and function. The lanes follow the functions if they count as callers.
    pub(crate) places: [Vec<u32>; 2],
    /// True if the lanes of a side count as callers.
    pub(crate) callers: [bool; 2],
    /// Number of displayed elements.
    pub(crate) elements: u32,
}

/// The settings that a call window depends on, besides the traces.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WindowQuery {
    /// Displayed elements.
    pub(crate) of: ElementQuery,
    /// Window of each side, ticks: calls count if they start at or after the first tick and before the second.
    pub(crate) windows: [[i64; 2]; 2],
    /// Columns and rows of a side's picture; 0 for no picture.
    pub(crate) picture: [u32; 2],
    /// Colours of the caller's end, the callee's end and the background, each as 8-bit red, green and blue.
    pub(crate) colors: [[u8; 3]; 3],
    /// Exponent of the frequency, in tenths.
    pub(crate) p: i64,
    /// Alignment of the calls; `None` if no result depends on it.
    pub(crate) matched: Option<MatchQuery>,
    /// True if matched calls are drawn side by side, and false if each side's calls have the whole height.
    pub(crate) is_side_by_side: bool,
    /// Rules that forbid calls between layers; `None` if no layers are declared.
    pub(crate) layers: Option<LayerQuery>,
}

/// The declared layers, and which of them may call which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LayerQuery {
    /// Layer of each function and lane, by side, in the order of [`ElementQuery::places`]; [`NO_LAYER`] for none.
    pub(crate) of: [Vec<u32>; 2],
    /// Permission for each caller and callee layer, as rows of callees by caller.
    pub(crate) may: Vec<bool>,
    /// Number of layers.
    pub(crate) count: u32,
}

/// Layer of a function or lane that belongs to none.
pub(crate) const NO_LAYER: u32 = u32::MAX;

impl LayerQuery {
    /// Returns true if the layers forbid a call between two functions of a side. Functions without a layer may call and
    /// be called.
    pub(super) fn forbids(&self, side: usize, caller: usize, callee: usize) -> bool {
        let [from, to] = [caller, callee].map(|function| self.of[side][function]);
        from != NO_LAYER && to != NO_LAYER && !self.may[(from * self.count + to) as usize]
    }
}

/// A search for repeats of marked calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RepeatQuery {
    /// Displayed elements. Two calls are equal if their callers and callees belong to equal elements.
    pub(crate) of: ElementQuery,
    /// Side of the marked calls, 0 or 1.
    pub(crate) side: u32,
    /// Window of the marked calls, ticks: they start at or after the first and before the second.
    pub(crate) window: [i64; 2],
    /// Least share of a repeat that equals the pattern, per cent.
    pub(crate) alike: u32,
}

/// The settings of the alignment that says which calls match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MatchQuery {
    /// Identity rules, with the defaults written out.
    pub(crate) rules: String,
    /// Method by which lanes are paired.
    pub(crate) matching: LaneMatching,
    /// Pairs of lanes chosen by hand.
    pub(crate) chosen: Vec<u32>,
}

const PLACES: [&str; 2] = ["places.a", "places.b"];
const LAYERS: [&str; 2] = ["layers.a", "layers.b"];

impl ElementQuery {
    fn put(&self, columns: &mut Columns<'_>) {
        for (name, places) in PLACES.into_iter().zip(&self.places) {
            columns.put(name, places);
        }
        let [of_a, of_b] = self.callers.map(u32::from);
        columns.put("elements", &[of_a, of_b, self.elements]);
    }

    fn of(columns: &Columns<'_>) -> Result<Self, StoreError> {
        let numbers = columns.get::<u32>("elements")?;
        let &[callers_a, callers_b, elements] = &numbers[..] else { return Err(StoreError::Damaged) };
        let places = [columns.get::<u32>(PLACES[0])?, columns.get::<u32>(PLACES[1])?];
        if places.iter().flatten().any(|&place| place >= elements) {
            return Err(StoreError::Damaged);
        }
        Ok(Self { places, callers: [callers_a != 0, callers_b != 0], elements })
    }
}

impl LayerQuery {
    fn put(&self, columns: &mut Columns<'_>) {
        for (name, layers) in LAYERS.into_iter().zip(&self.of) {
            columns.put(name, layers);
        }
        let may: Vec<u8> = self.may.iter().map(|&may| may.into()).collect();
        columns.put("may", &may);
    }

    fn of(columns: &Columns<'_>, places: &[Vec<u32>; 2]) -> Result<Option<Self>, StoreError> {
        let Ok(may) = columns.get::<u8>("may") else { return Ok(None) };
        let count = may.len().isqrt() as u32;
        let of = [columns.get::<u32>(LAYERS[0])?, columns.get::<u32>(LAYERS[1])?];
        let fits = of.iter().zip(places).all(|(layers, places)| layers.len() == places.len());
        let is_there = |&layer: &u32| layer < count || layer == NO_LAYER;
        if count as usize * count as usize != may.len() || !fits || !of.iter().flatten().all(is_there) {
            return Err(StoreError::Damaged);
        }
        Ok(Some(Self { of, may: may.iter().map(|&may| may != 0).collect(), count }))
    }
}

impl RepeatQuery {
    /// Writes the query.
    pub(super) fn put(&self, columns: &mut Columns<'_>) {
        self.of.put(columns);
        columns.put("marked", &self.window);
        columns.put("numbers", &[self.side, self.alike]);
    }

    /// Reads a query. Fails on damaged bytes.
    pub(super) fn of(columns: &Columns<'_>) -> Result<Self, StoreError> {
        let &[side @ 0..=1, alike] = &columns.get::<u32>("numbers")?[..] else {
            return Err(StoreError::Damaged);
        };
        let &[from, to] = &columns.get::<i64>("marked")?[..] else { return Err(StoreError::Damaged) };
        Ok(Self { of: ElementQuery::of(columns)?, side, window: [from, to], alike })
    }
}

impl WindowQuery {
    /// Returns a digest of the elements, the alignment and the layers. Windows and the way calls are painted leave it
    /// unchanged.
    pub(crate) fn but_window(&self) -> u128 {
        let mut columns = Columns::default();
        self.of.put(&mut columns);
        self.put_sides(&mut columns, self.matched.as_ref().filter(|_| self.is_side_by_side));
        diptych_store::digest(&columns.to_bytes())
    }

    /// Writes the alignment and the layers.
    fn put_sides(&self, columns: &mut Columns<'_>, matched: Option<&MatchQuery>) {
        if let Some(MatchQuery { rules, matching, chosen }) = matched {
            columns.put_text("rules", rules.as_str());
            columns.put_text("matching", matching.word());
            columns.put("chosen", chosen);
        }
        if let Some(layers) = &self.layers {
            layers.put(columns);
        }
    }

    /// Writes the query.
    pub(super) fn put(&self, columns: &mut Columns<'_>) {
        self.of.put(columns);
        columns.put("windows", self.windows.as_flattened());
        columns.put("colors", self.colors.as_flattened());
        columns.put("p", &[self.p]);
        columns.put("picture", &self.picture);
        columns.put("side-by-side", &[u32::from(self.is_side_by_side)]);
        self.put_sides(columns, self.matched.as_ref());
    }

    /// Reads a query. Fails on damaged bytes.
    pub(super) fn of(columns: &Columns<'_>) -> Result<Self, StoreError> {
        let windows = columns.get::<i64>("windows")?;
        let &[of_a, of_b] = windows.as_chunks().0 else { return Err(StoreError::Damaged) };
        let colors = columns.get::<u8>("colors")?;
        let &[caller, callee, ground] = colors.as_chunks().0 else { return Err(StoreError::Damaged) };
        let &[width, height] = &columns.get::<u32>("picture")?[..] else { return Err(StoreError::Damaged) };
        // Rules and matching are present together or not at all.
        let matched = if let Ok(rules) = columns.text("rules") {
            Some(MatchQuery {
                rules: rules.to_owned(),
                matching: LaneMatching::of_word(columns.text("matching")?).ok_or(StoreError::Damaged)?,
                chosen: columns.get("chosen")?,
            })
        } else {
            None
        };
        let of = ElementQuery::of(columns)?;
        let layers = LayerQuery::of(columns, &of.places)?;
        Ok(Self {
            of,
            windows: [of_a, of_b],
            picture: [width, height],
            colors: [caller, callee, ground],
            p: *columns.get::<i64>("p")?.first().ok_or(StoreError::Damaged)?,
            matched,
            is_side_by_side: columns.get::<u32>("side-by-side")?.first() == Some(&1),
            layers,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements() -> ElementQuery {
        ElementQuery { places: [vec![0, 1, 2], vec![2]], callers: [false, true], elements: 3 }
    }

    #[test]
    fn query_round_trips() {
        let matched =
            MatchQuery { rules: "off name `x`".to_owned(), matching: LaneMatching::Name, chosen: vec![1] };
        let of = [vec![0, 1, NO_LAYER], vec![1]];
        let layers = LayerQuery { of, may: vec![true, false, false, true], count: 2 };
        for (matched, layers) in [(None, None), (Some(matched), Some(layers))] {
            let query = WindowQuery {
                of: elements(),
                windows: [[-3, 9], [0, 12]],
                picture: [300, 200],
                colors: [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
                p: -10,
                is_side_by_side: matched.is_some(),
                matched,
                layers,
            };
            let mut columns = Columns::default();
            query.put(&mut columns);
            assert_eq!(WindowQuery::of(&columns).unwrap(), query);
        }
        let query = RepeatQuery { of: elements(), side: 1, window: [3, 9], alike: 90 };
        let mut columns = Columns::default();
        query.put(&mut columns);
        assert_eq!(RepeatQuery::of(&columns).unwrap(), query);
    }
}

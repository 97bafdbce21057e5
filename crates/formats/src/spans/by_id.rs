//! Finds spans by id.

use super::id::Id;
use super::table::{Span, Table};
use rustc_hash::FxHashMap;

/// Kind of span to find among those with one id: of a service, or a half of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SpanKind {
    /// A span of this service.
    In(u32),
    Shared,
    NotShared,
}

/// Table that finds the first two spans of each id and kind, which suffices to find one other than a given span.
///
/// Positions are sorted by id, 4 bytes each, and found by binary search. Most ids have one or two spans. For ids with
/// many, a table holds the results, so that no search goes through all of them.
pub(super) struct ById<'a, S> {
    table: &'a Table,
    own: &'a [u32],
    service: &'a S,
    /// Positions sorted by id, ascending within an id.
    places: Vec<u32>,
    /// Results for ids with many spans, by the index at which they begin in that list.
    crowded: FxHashMap<(usize, SpanKind), [Option<u32>; 2]>,
}

/// Most spans of one id that are searched each time.
const FEW: usize = 8;

impl<'a, S: Fn(&Span) -> u32> ById<'a, S> {
    /// Makes a table of the spans `own`, given as indices in `table`. It returns positions in `own`.
    pub(super) fn new(table: &'a Table, own: &'a [u32], service: &'a S) -> Self {
        let mut places: Vec<u32> = (0..own.len() as u32).collect();
        let key = |place: u32| {
            let span = table.span(own[place as usize]);
            (span.trace, span.id())
        };
        places.sort_by_key(|&place| key(place));
        let mut found = Self { table, own, service, places, crowded: FxHashMap::default() };
        let mut from = 0;
        while from < found.places.len() {
            let id = key(found.places[from]);
            let length = found.places[from..].iter().take_while(|&&place| key(place) == id).count();
            for index in from..from + if length > FEW { length } else { 0 } {
                let place = found.places[index];
                for which in found.kinds(place) {
                    let known = found.crowded.entry((from, which)).or_default();
                    if let Some(free) = known.iter_mut().find(|known| known.is_none()) {
                        *free = Some(place);
                    }
                }
            }
            from += length;
        }
        found
    }

    /// Returns the first span of a trace with an id and of a kind, other than `but`.
    pub(super) fn first(&self, trace: u32, id: Id, which: SpanKind, but: u32) -> Option<u32> {
        let id = (trace, id);
        let key = |place: u32| (self.span(place).trace, self.span(place).id());
        let from = self.places.partition_point(|&place| key(place) < id);
        let mut own = self.places[from..].iter().copied().take_while(|&place| key(place) == id);
        if self.places.get(from + FEW).is_some_and(|&place| key(place) == id) {
            return self.crowded.get(&(from, which))?.iter().copied().flatten().find(|&place| place != but);
        }
        own.find(|&place| place != but && self.kinds(place).contains(&which))
    }

    fn span(&self, place: u32) -> &'a Span {
        self.table.span(self.own[place as usize])
    }

    fn kinds(&self, place: u32) -> [SpanKind; 2] {
        let span = self.span(place);
        [
            SpanKind::In((self.service)(span)),
            if span.is_shared() { SpanKind::Shared } else { SpanKind::NotShared },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::SpanSpec;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn first_matches_linear_search(
            spans in prop::collection::vec((0u32..2, 0u64..3, 0u32..3, any::<bool>()), 1..60), asked in 0u64..4, but in 0u32..60,
        ) {
            let mut table = Table::default();
            let id = |number| Id { is_text: number % 2 > 0, number };
            for &(trace, number, service, is_shared) in &spans {
                let spec =
                    SpanSpec { id: id(number), parent: None, start: 0, end: None, follows: false, is_shared };
                table.spans.push(Span::new(spec, [trace, 0, service], 0));
            }
            // The order differs from that in the table.
            let own: Vec<u32> = (0..spans.len() as u32).rev().collect();
            let service = |span: &Span| span.service;
            let by_id = ById::new(&table, &own, &service);
            for trace in 0..2 {
                for which in [SpanKind::In(1), SpanKind::Shared, SpanKind::NotShared] {
                    let is_it = |&place: &u32| {
                        let (of, number, service, is_shared) = spans[own[place as usize] as usize];
                        let is_kind = match which {
                            SpanKind::In(asked) => asked == service,
                            SpanKind::Shared => is_shared,
                            SpanKind::NotShared => !is_shared,
                        };
                        place != but && of == trace && number == asked && is_kind
                    };
                    let expected = (0..own.len() as u32).find(is_it);
                    prop_assert_eq!(by_id.first(trace, id(asked), which, but), expected);
                }
            }
        }
    }
}

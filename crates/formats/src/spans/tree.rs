//! Builds the trees of spans.

use super::by_id::{ById, SpanKind};
use super::table::{Span, Table};
use std::cmp::Reverse;

/// Spans of one trace as trees.
#[derive(Debug)]
pub(super) struct Tree {
    /// Spans without a parent, by start.
    pub(super) roots: Vec<u32>,
    /// Children, sorted by parent, then by start, the longest first.
    children: Vec<u32>,
    /// For each parent, the index in `children` of its first child.
    first: Vec<u32>,
    /// Spans whose parent is not in the file.
    pub(super) orphans: Vec<u32>,
    /// Spans that lost their parent because they were in a cycle.
    pub(super) circles: Vec<u32>,
}

/// Stands for no position.
const NONE: u32 = u32::MAX;

impl Tree {
    /// Builds the trees of the spans `own`, given as indices in `table`. `service` returns the service of a span.
    pub(super) fn new(table: &Table, own: &[u32], service: impl Fn(&Span) -> u32) -> Self {
        let span = |place: u32| table.span(own[place as usize]);
        let places = 0..own.len() as u32;
        let by_id = ById::new(table, own, &service);
        let (mut orphans, mut circles) = (Vec::new(), Vec::new());
        let mut parent: Vec<u32> = Vec::with_capacity(own.len());
        for place in places.clone() {
            let own = span(place);
            let first = |id, which| by_id.first(own.trace, id, which, place);
            let whole = own.is_shared().then(|| first(own.id(), SpanKind::NotShared)).flatten();
            // Of the two halves of a call, prefer the one in the span's own service, then the callee's.
            let among = [SpanKind::In(service(own)), SpanKind::Shared, SpanKind::NotShared];
            let found = |id| among.into_iter().find_map(|which| first(id, which));
            let found = whole.or_else(|| own.parent().and_then(found));
            if found.is_none() && own.parent() == Some(own.id()) {
                circles.push(place);
            } else if found.is_none() && own.parent().is_some() {
                orphans.push(place);
            }
            parent.push(found.unwrap_or(NONE));
        }
        drop(by_id);
        circles.extend(break_circles(&mut parent));
        let (mut roots, mut children): (Vec<u32>, Vec<u32>) =
            places.partition(|&place| parent[place as usize] == NONE);
        let key = |place: u32| (span(place).start, Reverse(span(place).end()), place);
        roots.sort_by_key(|&place| key(place));
        children.sort_by_key(|&place| (parent[place as usize], key(place)));
        let mut first = Vec::with_capacity(own.len() + 1);
        let mut at = 0;
        for place in 0..own.len() as u32 {
            first.push(at as u32);
            while children.get(at).is_some_and(|&child| parent[child as usize] == place) {
                at += 1;
            }
        }
        first.push(at as u32);
        Self { roots, children, first, orphans, circles }
    }

    /// Returns a child of a span by its number in order of start.
    pub(super) fn child(&self, place: u32, number: u32) -> Option<u32> {
        let range = self.first[place as usize]..self.first[place as usize + 1];
        range.start.checked_add(number).filter(|at| range.contains(at)).map(|at| self.children[at as usize])
    }
}

/// Removes the parent of one span in each cycle. Returns those spans.
fn break_circles(parent: &mut [u32]) -> Vec<u32> {
    // Number of the walk that first met each span, from 1; 0 for none.
    let mut met = vec![0; parent.len()];
    let mut broken = Vec::new();
    for start in 0..parent.len() {
        let (mut at, walk) = (start, start as u32 + 1);
        while met[at] == 0 {
            met[at] = walk;
            let next = parent[at] as usize;
            if next == NONE as usize {
                break;
            }
            if met[next] == walk {
                parent[at] = NONE;
                broken.push(at as u32);
            }
            at = next;
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_cycle_loses_one_link(links in prop::collection::vec(prop::option::of(0u32..20), 20)) {
            let mut parent: Vec<u32> = links.iter().map(|link| link.unwrap_or(NONE)).collect();
            let broken = break_circles(&mut parent);
            // Reference: a span that leads back to itself is in a cycle, and afterwards every path ends.
            let comes_back = |start: u32| {
                let mut at = start;
                (0..20).any(|_| match links[at as usize] {
                    Some(next) => {
                        at = next;
                        at == start
                    }
                    None => false,
                })
            };
            prop_assert!(broken.iter().all(|&place| comes_back(place)));
            for start in 0..20 {
                let mut at = Some(start as u32);
                for _ in 0..=20 {
                    at = at.and_then(|at| Some(parent[at as usize]).filter(|&next| next != NONE));
                }
                prop_assert_eq!(at, None);
            }
            let mut left = links;
            for place in broken {
                prop_assert!(left[place as usize].take().is_some());
            }
            prop_assert_eq!(left.iter().map(|link| link.unwrap_or(NONE)).collect::<Vec<_>>(), parent);
        }
    }
}

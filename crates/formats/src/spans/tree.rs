//! Which span lies in which.

use super::table::{Span, Table};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Spans of one trace as trees.
#[derive(Debug)]
pub(super) struct Tree {
    /// Those without a parent, by start.
    pub(super) roots: Vec<u32>,
    /// Places, by parent and in it by start, longest first; and where those of each parent begin.
    children: Vec<u32>,
    first: Vec<u32>,
    /// Those whose parent is not there, and those that lay in themselves until they were made roots.
    pub(super) orphans: Vec<u32>,
    pub(super) circles: Vec<u32>,
}

impl Tree {
    /// Of spans by their numbers in the table. `service` tells services apart.
    pub(super) fn new(table: &Table, own: &[u32], service: impl Fn(&Span) -> u32) -> Self {
        let span = |place: u32| &table.spans[own[place as usize] as usize];
        let places = 0..own.len() as u32;
        let mut by_id = ById::default();
        for place in places.clone() {
            by_id.add(span(place), service(span(place)), place);
        }
        let (mut orphans, mut circles) = (Vec::new(), Vec::new());
        let mut parent: Vec<Option<u32>> = Vec::with_capacity(own.len());
        for place in places.clone() {
            let own = span(place);
            let whole = own.is_shared.then(|| by_id.first(own.id, Which::NotShared, place)).flatten();
            // Of two halves of a call the one in the same service is meant, else that of who was called.
            let among = [Which::In(service(own)), Which::Shared, Which::NotShared];
            let found = |id: u32| among.into_iter().find_map(|which| by_id.first(id, which, place));
            let found = whole.or_else(|| own.parent.and_then(found));
            if found.is_none() && own.parent == Some(own.id) {
                circles.push(place);
            } else if found.is_none() && own.parent.is_some() {
                orphans.push(place);
            }
            parent.push(found);
        }
        circles.extend(break_circles(&mut parent));
        let key = |place: u32| (span(place).start, Reverse(span(place).end), place);
        let mut children: Vec<u32> =
            places.clone().filter(|&place| parent[place as usize].is_some()).collect();
        children.sort_by_key(|&place| (parent[place as usize], key(place)));
        let mut roots: Vec<u32> = places.clone().filter(|&place| parent[place as usize].is_none()).collect();
        roots.sort_by_key(|&place| key(place));
        let mut first = Vec::with_capacity(own.len() + 1);
        let mut at = 0;
        for place in places {
            first.push(at as u32);
            while children.get(at).is_some_and(|&child| parent[child as usize] == Some(place)) {
                at += 1;
            }
        }
        first.push(at as u32);
        Self { roots, children, first, orphans, circles }
    }

    /// The child of a span that begins after so many others.
    pub(super) fn child(&self, place: u32, number: u32) -> Option<u32> {
        let range = self.first[place as usize]..self.first[place as usize + 1];
        range.start.checked_add(number).filter(|at| range.contains(at)).map(|at| self.children[at as usize])
    }
}

/// Spans of one id: of a service, or a half of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Which {
    In(u32),
    Shared,
    NotShared,
}

/// The first two spans of each id and kind: as many as are needed to find one that is not the span itself.
#[derive(Debug, Default)]
struct ById(FxHashMap<(u32, Which), [Option<u32>; 2]>);

impl ById {
    fn add(&mut self, span: &Span, service: u32, place: u32) {
        for which in [Which::In(service), if span.is_shared { Which::Shared } else { Which::NotShared }] {
            let known = self.0.entry((span.id, which)).or_default();
            if let Some(free) = known.iter_mut().find(|known| known.is_none()) {
                *free = Some(place);
            }
        }
    }

    fn first(&self, id: u32, which: Which, but: u32) -> Option<u32> {
        self.0.get(&(id, which))?.iter().copied().flatten().find(|&place| place != but)
    }
}

/// Takes the parent of one span of each circle away; which.
fn break_circles(parent: &mut [Option<u32>]) -> Vec<u32> {
    // The walk that each was met on first, from 1.
    let mut met = vec![0; parent.len()];
    let mut broken = Vec::new();
    for start in 0..parent.len() {
        let (mut at, walk) = (start, start as u32 + 1);
        while met[at] == 0 {
            met[at] = walk;
            let Some(next) = parent[at] else { break };
            if met[next as usize] == walk {
                parent[at] = None;
                broken.push(at as u32);
            }
            at = next as usize;
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
        fn every_circle_loses_one_link(links in prop::collection::vec(prop::option::of(0u32..20), 20)) {
            let mut parent = links.clone();
            let broken = break_circles(&mut parent);
            // Twin: who comes back to itself lies in a circle; every way now ends.
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
                    at = at.and_then(|at| parent[at as usize]);
                }
                prop_assert_eq!(at, None);
            }
            let mut left = links;
            for place in broken {
                prop_assert!(left[place as usize].take().is_some());
            }
            prop_assert_eq!(left, parent);
        }
    }
}

//! Compares two structures: elements added, removed and moved.

use crate::{Hierarchy, Kind, NodeId};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Ordering;
use std::hash::BuildHasher;

/// The elements that exist only in B, only in A, or in both at different places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changes {
    /// Elements that exist only in A and did not move, in the order of the tree. Of nested ones, only the outermost.
    pub removed: Vec<NodeId>,
    /// Elements that exist only in B and did not move, in the order of the tree. Of nested ones, only the outermost.
    pub added: Vec<NodeId>,
    /// Moved elements: place in A, place in B. Elements that moved along with a listed one are not listed.
    pub moved: Vec<(NodeId, NodeId)>,
    /// Number of elements for which several elements of the other side fit equally well. They count as removed and
    /// added.
    pub ambiguous: u32,
}

/// Compares the two sides of a hierarchy.
///
/// An element that exists only in A has *moved* to one that exists only in B under three conditions. Both have the same
/// name and kind. They share at least half of all their leaves (Jaccard index, by the leaves' paths from there). Each
/// is the one with which the other shares most. A leaf must also be the only one of its name and kind on its side. An
/// element within a moved one moved along if the other side contains an element of the same name and kind.
///
/// O(elements), for those with a namesake on the other side O(elements in them × depth), and for elements of one name
/// O(pairs that share a leaf).
pub fn changes(hierarchy: &Hierarchy) -> Changes {
    let mut found = Changes::default();
    let partners = partners(hierarchy, &mut found.ambiguous);
    let counterparts = with_what_moved_along(hierarchy, &partners);
    let around = |id: NodeId| above(hierarchy, id).and_then(|parent| counterparts[parent.index()]);
    for (a, b) in hierarchy.ids().filter_map(|a| Some((a, partners[a.index()]?))) {
        if hierarchy.sides(a)[0] && around(a) != above(hierarchy, b) {
            found.moved.push((a, b));
        }
    }
    let is_one_sided = |id: NodeId| hierarchy.sides(id)[0] != hierarchy.sides(id)[1];
    let is_gone = |id: NodeId| is_one_sided(id) && counterparts[id.index()].is_none();
    for id in hierarchy.ids().filter(|&id| is_gone(id) && !hierarchy.is_group(id)) {
        if !above(hierarchy, id).is_some_and(is_gone) {
            if hierarchy.sides(id)[0] { &mut found.removed } else { &mut found.added }.push(id);
        }
    }
    found
}

/// Returns the element around an element, skipping groups of functions. A group exists only next to other elements,
/// which may differ by side.
fn above(hierarchy: &Hierarchy, id: NodeId) -> Option<NodeId> {
    hierarchy.way_up(id).skip(1).find(|&id| !hierarchy.is_group(id))
}

/// Adds the elements within moved ones, if both contain an element of one name and kind that did not move elsewhere.
fn with_what_moved_along(hierarchy: &Hierarchy, partners: &[Option<NodeId>]) -> Vec<Option<NodeId>> {
    let mut counterparts = partners.to_vec();
    let key = |id: NodeId, around: NodeId| (around, hierarchy.last_name(id), hierarchy.kind(id));
    let only_b = hierarchy.ids().filter(|&id| hierarchy.sides(id) == [false, true]);
    let by_name: FxHashMap<_, NodeId> =
        only_b.filter_map(|id| Some((key(id, above(hierarchy, id)?), id))).collect();
    // Parents come before their children.
    for a in hierarchy.ids().filter(|&id| hierarchy.sides(id) == [true, false]) {
        let around = above(hierarchy, a).and_then(|parent| counterparts[parent.index()]);
        let Some(&b) = around.and_then(|around| by_name.get(&key(a, around))) else { continue };
        if counterparts[a.index()].is_none() && counterparts[b.index()].is_none() {
            counterparts[a.index()] = Some(b);
            counterparts[b.index()] = Some(a);
        }
    }
    counterparts
}

/// Returns for each element the one on the other side that it moved to or came from.
fn partners(hierarchy: &Hierarchy, ambiguous: &mut u32) -> Vec<Option<NodeId>> {
    let mut leaves: FxHashMap<(&str, Kind), [u32; 2]> = FxHashMap::default();
    for id in hierarchy.ids().filter(|&id| hierarchy.is_leaf(id)) {
        let counts = leaves.entry((hierarchy.last_name(id), hierarchy.kind(id))).or_default();
        (0..2).for_each(|side| counts[side] += u32::from(hierarchy.sides(id)[side]));
    }
    let mut by_name: FxHashMap<(&str, Kind), [Vec<NodeId>; 2]> = FxHashMap::default();
    for id in hierarchy.ids().filter(|&id| !hierarchy.is_group(id)) {
        let (name, kind) = (hierarchy.last_name(id), hierarchy.kind(id));
        let is_told_apart = !hierarchy.is_leaf(id) || leaves[&(name, kind)] == [1, 1];
        match hierarchy.sides(id) {
            [true, false] if is_told_apart => by_name.entry((name, kind)).or_default()[0].push(id),
            [false, true] if is_told_apart => by_name.entry((name, kind)).or_default()[1].push(id),
            _ => {}
        }
    }
    let mut partners = vec![None; hierarchy.len()];
    let groups = by_name.into_values().filter(|[a, b]| !a.is_empty() && !b.is_empty());
    let groups: Vec<[Vec<NodeId>; 2]> = groups.collect();
    let contents = contents(hierarchy, groups.iter().flatten().flatten().copied());
    for sides in groups {
        let shared = shared(&sides, &contents);
        let [best_of_a, best_of_b] = best(&shared, &contents);
        let undecided = best_of_a.values().chain(best_of_b.values()).filter(|best| best.is_none());
        *ambiguous += undecided.count() as u32;
        for (&a, &b) in &best_of_a {
            // Each group is independent, so the order of the map has no effect.
            let is_mutual = b.is_some_and(|b| best_of_b.get(&b) == Some(&Some(a)));
            if let Some(b) = b.filter(|_| is_mutual) {
                partners[a.index()] = Some(b);
                partners[b.index()] = Some(a);
            }
        }
    }
    partners
}

/// Returns for each wanted element its leaves, as ascending hashes of their paths from the element. A leaf contains
/// itself. Elements that exist on both sides have none, because they did not move. The others have none either.
fn contents(hierarchy: &Hierarchy, wanted: impl IntoIterator<Item = NodeId>) -> Vec<Vec<u64>> {
    let mut contents = vec![Vec::new(); hierarchy.len()];
    let mut is_wanted = vec![false; hierarchy.len()];
    wanted.into_iter().for_each(|id| is_wanted[id.index()] = true);
    // True if the element or one around it is wanted: the way up ends where nothing is.
    let mut leads_to_wanted = is_wanted.clone();
    for id in hierarchy.ids() {
        leads_to_wanted[id.index()] |= hierarchy.parent(id).is_some_and(|up| leads_to_wanted[up.index()]);
    }
    for leaf in hierarchy.ids().filter(|&id| hierarchy.is_leaf(id)) {
        let mut hash = FxBuildHasher.hash_one(hierarchy.last_name(leaf));
        for id in hierarchy.way_up(leaf) {
            if hierarchy.sides(id) == [true, true] || !leads_to_wanted[id.index()] {
                break;
            }
            if hierarchy.is_group(id) {
                continue;
            }
            if is_wanted[id.index()] {
                contents[id.index()].push(hash);
            }
            hash = FxBuildHasher.hash_one((hash, hierarchy.name(id), id == leaf));
        }
    }
    for hashes in &mut contents {
        hashes.sort_unstable();
    }
    contents
}

/// Two elements that have leaves in common.
struct SharedLeaves {
    a: NodeId,
    b: NodeId,
    /// Number of leaves in common.
    common: u32,
}

/// Returns the number of shared leaves for each two elements that share any.
fn shared(sides: &[Vec<NodeId>; 2], contents: &[Vec<u64>]) -> Vec<SharedLeaves> {
    let mut holders: FxHashMap<u64, Vec<NodeId>> = FxHashMap::default();
    for &b in &sides[1] {
        contents[b.index()].iter().for_each(|&hash| holders.entry(hash).or_default().push(b));
    }
    let mut shared = Vec::new();
    for &a in &sides[0] {
        let mut counts: FxHashMap<NodeId, u32> = FxHashMap::default();
        let held = contents[a.index()].iter().filter_map(|hash| holders.get(hash));
        held.flatten().for_each(|&b| *counts.entry(b).or_default() += 1);
        shared.extend(counts.into_iter().map(|(b, common)| SharedLeaves { a, b, common }));
    }
    shared
}

/// The best match of each element on the other side: the one with the largest Jaccard index, at least a half. `None` if
/// several have that index.
type Best = FxHashMap<NodeId, Option<NodeId>>;

fn best(shared: &[SharedLeaves], contents: &[Vec<u64>]) -> [Best; 2] {
    let mut best = [Best::default(), Best::default()];
    // Largest Jaccard index of each element so far, as (common, all).
    let mut shares: [FxHashMap<NodeId, (u64, u64)>; 2] = [FxHashMap::default(), FxHashMap::default()];
    for &SharedLeaves { a, b, common } in shared {
        let all = (contents[a.index()].len() + contents[b.index()].len()) as u64 - u64::from(common);
        let common = u64::from(common);
        if 2 * common < all {
            continue;
        }
        for (side, of, with) in [(0, a, b), (1, b, a)] {
            let (best_common, best_all) = shares[side].get(&of).copied().unwrap_or((0, 1));
            match (common * best_all).cmp(&(best_common * all)) {
                Ordering::Greater => {
                    shares[side].insert(of, (common, all));
                    best[side].insert(of, Some(with));
                }
                Ordering::Equal => drop(best[side].insert(of, None)),
                Ordering::Less => {}
            }
        }
    }
    best
}

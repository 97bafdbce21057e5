//! Frames that only one side has, looked through: wrappers, and frames that go by another name.
//!
//! A frame is opened (its children take its place in the row) when what it holds stands on the other side where
//! the frame itself does not: at least half of its calls, by subtrees that are equal or begin alike.

use super::state::State;

/// Calls of a row that are asked whether they are better partners of a frame that would be opened.
const LONGEST_SEARCH: usize = 1 << 6;

/// What counts as found on the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// Equal subtrees.
    Class,
    /// Also calls of equal identity, with all they hold.
    IdentityWhole,
    /// Also calls of equal identity, each for itself.
    IdentityAlone,
}

/// Opens frames around subtrees that stand on the other side as they are, unless a partner of the frame's own
/// identity would hold as much of them. The rows with what was opened; `None` when nothing was.
/// O(calls in the upper `levels` layers).
pub(super) fn around_equals(state: &mut State, rows: [&[u32]; 2], levels: u32) -> Option<[Vec<u32>; 2]> {
    if levels == 0 {
        return None;
    }
    let opened = [0, 1].map(|side| {
        note_rows(state, rows, side);
        let opens = |&call: &u32| {
            let inside = state.size(side, call) - 1;
            if inside == 0 || state.count_classes.count(state.class(side, call)) > 0 {
                return false;
            }
            let found = covered(state, side, call, levels, By::Class);
            found * 2 >= inside && found > best_partner(state, side, call, rows[1 - side])
        };
        rows[side].iter().copied().filter(opens).collect::<Vec<u32>>()
    });
    open(state, rows, &opened)
}

/// Opens frames around calls of identities that stand on the other side; failing that, frames on both sides whose
/// contents correspond. `None` when nothing was opened. Same complexity.
pub(super) fn around_alike(state: &mut State, rows: [&[u32]; 2], levels: u32) -> Option<[Vec<u32>; 2]> {
    let half_found = |state: &mut State, side: usize, by: By| -> Vec<u32> {
        let mut opened = Vec::new();
        for &call in rows[side] {
            let inside = state.size(side, call) - 1;
            if inside > 0 && covered(state, side, call, levels, by) * 2 >= inside {
                opened.push(call);
            }
        }
        opened
    };
    let wrappers = [0, 1].map(|side| {
        note_rows(state, rows, side);
        half_found(state, side, By::IdentityWhole)
    });
    let opened = open(state, rows, &wrappers);
    if opened.is_some() {
        return opened;
    }
    let renamed = [0, 1].map(|side| {
        note_inside(state, rows[1 - side], 1 - side, levels);
        half_found(state, side, By::IdentityAlone)
    });
    if renamed.iter().any(Vec::is_empty) { None } else { open(state, rows, &renamed) }
}

/// Counts classes and identities of the other side's row, less what the own row has itself.
fn note_rows(state: &mut State, rows: [&[u32]; 2], side: usize) {
    state.count_classes.clear();
    state.count_identities.clear();
    for &call in rows[1 - side] {
        state.count_classes.add(state.classes.of[1 - side][call as usize]);
        state.count_identities.add(state.identity(1 - side, call));
    }
    for &call in rows[side] {
        state.count_classes.take(state.classes.of[side][call as usize]);
        state.count_identities.take(state.identity(side, call));
    }
}

/// Counts classes and identities of the upper layers inside a row's calls.
fn note_inside(state: &mut State, row: &[u32], side: usize, levels: u32) {
    state.count_classes.clear();
    state.count_identities.clear();
    let mut open: Vec<(u32, u32)> = row.iter().map(|&call| (call, 0)).collect();
    while let Some((call, level)) = open.pop() {
        for child in
            state.children(side, call).filter(|&child| state.partner[side][child as usize].some().is_none())
        {
            state.count_classes.add(state.classes.of[side][child as usize]);
            state.count_identities.add(state.pair.of_call(side, diptych_trace::CallId(child)).0);
            if level + 1 < levels {
                open.push((child, level + 1));
            }
        }
    }
}

/// How many of the calls inside a frame, in its upper layers, are among those counted.
fn covered(state: &mut State, side: usize, frame: u32, levels: u32, by: By) -> u32 {
    let (mut classes, mut identities) = (Vec::new(), Vec::new());
    let mut found = 0;
    let mut open = vec![(frame, 0)];
    while let Some((call, level)) = open.pop() {
        for child in state.children(side, call) {
            if !state.is_free(side, child) {
                continue;
            }
            let (class, identity) = (state.class(side, child), state.identity(side, child));
            if state.count_classes.take(class) {
                classes.push(class);
                found += state.size(side, child);
                continue;
            }
            if by != By::Class && state.count_identities.take(identity) {
                identities.push(identity);
                if by == By::IdentityWhole {
                    found += state.size(side, child);
                    continue;
                }
                found += 1;
            }
            if level + 1 < levels {
                open.push((child, level + 1));
            }
        }
    }
    for class in classes {
        state.count_classes.add(class);
    }
    for identity in identities {
        state.count_identities.add(identity);
    }
    found
}

/// The most calls in children of `frame` that are equal to children of a call of its identity in the other row.
fn best_partner(state: &State, side: usize, frame: u32, other: &[u32]) -> u32 {
    let identity = state.identity(side, frame);
    let mut inside: Vec<u32> = state.children(side, frame).map(|child| state.class(side, child)).collect();
    inside.sort_unstable();
    let size_of = |call: u32| {
        let known = inside.binary_search(&state.class(1 - side, call)).is_ok();
        if known { state.size(1 - side, call) } else { 0 }
    };
    let shared = |&call: &u32| state.children(1 - side, call).map(size_of).sum::<u32>();
    let row = other.iter().take(16 * LONGEST_SEARCH);
    let alike = row.filter(|&&call| state.identity(1 - side, call) == identity);
    alike.take(LONGEST_SEARCH).map(shared).max().unwrap_or(0).min(state.size(side, frame))
}

/// The rows with the children of what is opened in its place.
fn open(state: &State, rows: [&[u32]; 2], opened: &[Vec<u32>; 2]) -> Option<[Vec<u32>; 2]> {
    if opened.iter().all(Vec::is_empty) {
        return None;
    }
    Some([0, 1].map(|side| {
        let mut opened = opened[side].iter().copied().peekable();
        let mut row = Vec::new();
        for &call in rows[side] {
            if opened.next_if_eq(&call).is_some() {
                row.extend(state.children(side, call).filter(|&child| state.is_free(side, child)));
            } else {
                row.push(call);
            }
        }
        row
    }))
}

/// Whether the children of two calls correspond: Dice's coefficient of their identities is at least one half.
/// O(children of `a`).
pub(super) fn children_alike(state: &mut State, a: u32, b: u32) -> bool {
    state.count_identities.clear();
    let mut of_a = 0u64;
    for child in state.children(0, a) {
        state.count_identities.add(state.identity(0, child));
        of_a += 1;
    }
    let [mut of_b, mut common] = [0u64; 2];
    // With more than three times as many children the coefficient is below one half.
    for child in state.children(1, b).take(3 * of_a as usize + 1) {
        common += u64::from(state.count_identities.take(state.identity(1, child)));
        of_b += 1;
    }
    common > 0 && 4 * common >= of_a + of_b
}

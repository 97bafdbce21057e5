//! The search for partners: names of two lists that the rules make equal, level by level.
//!
//! After each rule, names that have become equal on both sides are partners, and later rules do not change them. So a
//! rule never joins a name that has a partner without it, and `parse_1` and `parse_2` stay two functions if both sides
//! have both.

use super::rewriter::{Rewriter, Text};
use rustc_hash::{FxHashMap, FxHashSet};

/// A name as recorded: the stages of its name and of its file, and its line if the file's text does not contain it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Stem {
    pub(super) name: u32,
    pub(super) file: u32,
    pub(super) line: u32,
}

/// The texts that decide at a level whether two names are equal: name, file and line.
pub(super) type Form = (Text, Text, u32);

impl Stem {
    /// Returns the texts as recorded.
    pub(super) fn base(self, rewriter: &Rewriter<'_>) -> Form {
        (rewriter.stages(self.name).base, rewriter.stages(self.file).base, self.line)
    }

    /// Returns the texts after all rules.
    pub(super) fn last(self, rewriter: &Rewriter<'_>) -> [Text; 2] {
        [rewriter.stages(self.name).last(), rewriter.stages(self.file).last()]
    }
}

/// A name of the second list of [`partners`]. Names with one owner find a partner together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owned {
    pub(super) stem: Stem,
    pub(super) owner: u32,
}

/// Names that became equal at one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Equals {
    pub(super) level: u32,
    /// Positions in the first list, ascending.
    pub(super) first: Vec<u32>,
    /// Owners of names in the second list, ascending, each once.
    pub(super) second: Vec<u32>,
}

/// Finds the partners between two lists. Names without partner are in no group. O(changes of all names).
pub(super) fn partners(rewriter: &Rewriter<'_>, first: &[Stem], second: &[Owned]) -> Vec<Equals> {
    let mut search = Search::new(rewriter, first, second);
    let mut found = search.join(0, (0..first.len() as u32).collect());
    for level in 1..rewriter.level_count() {
        let changed = std::mem::take(&mut search.changes[level as usize]);
        let mut places = Vec::with_capacity(changed.len());
        for (slot, is_name, text) in changed {
            if search.is_taken(slot) {
                continue;
            }
            let form = &mut search.forms[slot as usize];
            if is_name {
                form.0 = text;
            } else {
                (form.1, form.2) = (text, 0);
            }
            search.slots.entry(*form).or_default().push(slot);
            places.push(slot);
        }
        found.extend(search.join(level, places));
    }
    found
}

struct Search<'a> {
    second: &'a [Owned],
    /// Number of names in the first list. Slots from here on are names of the second list.
    split: u32,
    /// Form of each name at the current level.
    forms: Vec<Form>,
    /// Names that have or had each form. Names that have changed or have a partner are skipped when they are met.
    slots: FxHashMap<Form, Vec<u32>>,
    /// Changes of each level: the slot, true for its name and false for its file, and the new text.
    changes: Vec<Vec<(u32, bool, Text)>>,
    taken: Vec<bool>,
    taken_owners: FxHashSet<u32>,
}

impl<'a> Search<'a> {
    fn new(rewriter: &Rewriter<'_>, first: &[Stem], second: &'a [Owned]) -> Self {
        let stems = || first.iter().copied().chain(second.iter().map(|owned| owned.stem));
        let mut changes = vec![Vec::new(); rewriter.level_count() as usize];
        let mut slots: FxHashMap<Form, Vec<u32>> = FxHashMap::default();
        for (slot, stem) in (0..).zip(stems()) {
            for (is_name, stages) in [(false, stem.file), (true, stem.name)] {
                for &(level, text) in &rewriter.stages(stages).changes {
                    changes[level as usize].push((slot, is_name, text));
                }
            }
            slots.entry(stem.base(rewriter)).or_default().push(slot);
        }
        Self {
            second,
            split: first.len() as u32,
            forms: stems().map(|stem| stem.base(rewriter)).collect(),
            slots,
            changes,
            taken: vec![false; first.len()],
            taken_owners: FxHashSet::default(),
        }
    }

    fn is_taken(&self, slot: u32) -> bool {
        match slot.checked_sub(self.split) {
            None => self.taken[slot as usize],
            Some(place) => self.taken_owners.contains(&self.second[place as usize].owner),
        }
    }

    /// Makes partners of all names that have the form of one of these names.
    fn join(&mut self, level: u32, places: Vec<u32>) -> Vec<Equals> {
        let mut found = Vec::new();
        for place in places {
            if self.is_taken(place) {
                continue;
            }
            let form = self.forms[place as usize];
            let here = self.slots.get_mut(&form).map(std::mem::take).unwrap_or_default();
            let mut here: Vec<u32> = here
                .into_iter()
                .filter(|&slot| !self.is_taken(slot) && self.forms[slot as usize] == form)
                .collect();
            here.sort_unstable();
            here.dedup();
            let split = here.partition_point(|&slot| slot < self.split);
            let owner = |&slot: &u32| self.second[(slot - self.split) as usize].owner;
            let mut owners: Vec<u32> = here[split..].iter().map(owner).collect();
            owners.sort_unstable();
            owners.dedup();
            if split == 0 || owners.is_empty() {
                self.slots.insert(form, here);
                continue;
            }
            here.truncate(split);
            for &slot in &here {
                self.taken[slot as usize] = true;
            }
            self.taken_owners.extend(&owners);
            found.push(Equals { level, first: here, second: owners });
        }
        found
    }
}

//! Γ of every call, bottom up, in one pass over the calls from last to first.
//!
//! A call's Γ depends only on its identity and on the Γs of its children. So most calls find their class under that key
//! without a look at any set. Sets are only put together for new keys: O(members of the children's sets). Nothing
//! recurses, because in pre-order children follow their parent.

use super::callee_sets::TooLarge;
use super::intern::SliceTable;
use crate::Pair;
use diptych_trace::for_each_block_rev;
use rustc_hash::FxHashMap;

const NONE: u32 = u32::MAX;

/// A builder that gives classes to calls, one side after the other.
#[derive(Debug)]
pub(super) struct Consing {
    /// Distinct sets: ascending identities, or pairs of identity and count with counts.
    sets: SliceTable,
    counts: bool,
    most_members: usize,
    /// Class of a call without children, by identity.
    leaf: Vec<u32>,
    /// Class by identity and the class of all children.
    one_kind: FxHashMap<(u32, u32), u32>,
    /// Class by row of an identity with the ascending classes of the children.
    many_kinds: SliceTable,
    class_of_key: Vec<u32>,
    key: Vec<u32>,
    /// Number of children of each class of the current call. All 0 between calls.
    children: Vec<u32>,
    /// Number of times each identity is in the set being put together. All 0 between sets.
    members: Vec<u32>,
    set: Vec<u32>,
    touched: Vec<u32>,
}

impl Consing {
    /// Creates an empty builder. With `counts`, calls also differ by how often each function runs.
    pub(super) fn new(identity_count: u32, counts: bool, most_members: usize) -> Self {
        let identities = identity_count as usize;
        Self {
            sets: SliceTable::default(),
            counts,
            most_members,
            leaf: vec![NONE; identities],
            one_kind: FxHashMap::default(),
            many_kinds: SliceTable::default(),
            class_of_key: Vec::new(),
            key: Vec::new(),
            children: Vec::new(),
            members: vec![0; identities],
            set: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// Returns the class of each call of a side. O(calls) look-ups, plus the new sets.
    pub(super) fn side(
        &mut self,
        pair: Pair<'_>,
        side: usize,
        mut progress: impl FnMut(u64),
    ) -> Result<Vec<u32>, TooLarge> {
        let calls = pair.traces[side].calls();
        let (ends, functions) = (calls.subtree_end(), calls.function());
        let identities = pair.identities[side];
        let count = calls.len();
        let mut class_of = vec![NONE; count];
        let mut too_large = None;
        for_each_block_rev(0..count, &mut |rows| {
            if too_large.is_some() {
                return;
            }
            let start = rows.start;
            for call in rows.rev() {
                self.key.clear();
                let (mut child, end) = (call + 1, ends[call] as usize);
                while child < end {
                    let class = class_of[child];
                    let seen = &mut self.children[class as usize];
                    if *seen == 0 {
                        self.key.push(class);
                    }
                    *seen += 1;
                    child = ends[child] as usize;
                }
                class_of[call] = self.class(identities[functions[call].index()].0);
                if self.sets.values() > self.most_members {
                    too_large = Some(call as u32);
                    return;
                }
            }
            let done = (count - start) as u64;
            if start == 0 || done.is_multiple_of(1 << 15) {
                progress(done);
            }
        });
        match too_large {
            Some(call) => Err(TooLarge { side, call, most_members: self.most_members }),
            None => Ok(class_of),
        }
    }

    /// Returns the class of a call from its identity and the classes of its children in `key`. Empties `children`.
    fn class(&mut self, identity: u32) -> u32 {
        match *self.key {
            [] => {
                if self.leaf[identity as usize] == NONE {
                    self.leaf[identity as usize] = self.gather(identity);
                }
                self.leaf[identity as usize]
            }
            [only] if !self.counts => {
                self.children[only as usize] = 0;
                if let Some(&class) = self.one_kind.get(&(identity, only)) {
                    return class;
                }
                let class = self.gather(identity);
                self.one_kind.insert((identity, only), class);
                class
            }
            _ => self.class_of_many(identity),
        }
    }

    fn class_of_many(&mut self, identity: u32) -> u32 {
        self.key.sort_unstable();
        let kinds = self.key.len();
        self.key.push(identity);
        for kind in 0..kinds {
            let class = self.key[kind] as usize;
            let times = std::mem::take(&mut self.children[class]);
            if self.counts {
                self.key.push(times);
            }
        }
        let (row, new) = self.many_kinds.intern(&self.key);
        if new {
            let times = self.key.split_off(kinds).split_off(1);
            let class =
                if self.counts { self.gather_counts(identity, &times) } else { self.gather(identity) };
            self.class_of_key.push(class);
        }
        self.class_of_key[row as usize]
    }

    /// Interns the union of the sets of the classes in `key` and an identity.
    fn gather(&mut self, identity: u32) -> u32 {
        if self.counts {
            return self.gather_counts(identity, &[]);
        }
        self.set.clear();
        self.set.push(identity);
        self.members[identity as usize] = 1;
        for &class in &self.key {
            for &member in self.sets.get(class) {
                if std::mem::replace(&mut self.members[member as usize], 1) == 0 {
                    self.set.push(member);
                }
            }
        }
        self.set.sort_unstable();
        for &member in &self.set {
            self.members[member as usize] = 0;
        }
        self.finish()
    }

    /// Interns the sum of the counts of the classes in `key`, each multiplied by its `times`, and one of an identity.
    fn gather_counts(&mut self, identity: u32, times: &[u32]) -> u32 {
        self.touched.clear();
        self.touched.push(identity);
        self.members[identity as usize] = 1;
        for (&class, &times) in self.key.iter().zip(times) {
            for member in self.sets.get(class).chunks_exact(2) {
                let count = &mut self.members[member[0] as usize];
                if *count == 0 {
                    self.touched.push(member[0]);
                }
                *count += member[1] * times;
            }
        }
        self.touched.sort_unstable();
        self.set.clear();
        for &member in &self.touched {
            self.set.extend([member, std::mem::take(&mut self.members[member as usize])]);
        }
        self.finish()
    }

    /// Returns the distinct sets by class.
    pub(super) fn into_sets(self) -> SliceTable {
        self.sets
    }

    fn finish(&mut self) -> u32 {
        let (class, new) = self.sets.intern(&self.set);
        if new {
            self.children.push(0);
        }
        class
    }
}

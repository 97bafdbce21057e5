//! The search for roots, one call of A after the other, callers first.

use super::FoundRoots;
use crate::similarity::Matches;
use diptych_trace::CallId;

/// The state of the search. Calls of B are bits in order of their ids, so a subtree is a range of bits.
pub(super) struct Search<'a> {
    matches: Matches<'a>,
    /// End of the subtree of each call, exclusive.
    ends: Vec<usize>,
    /// Calls inside a match of an open call of A.
    covered: Vec<u64>,
    /// Previous values of words of `covered`, restored when a call of A closes.
    pub(super) log: Vec<(usize, u64)>,
    /// Calls of each class of B.
    of_class: Vec<Vec<u32>>,
    /// Cache of the calls that each class of A matches, filled on first use while there is room.
    matched: Vec<Option<Words>>,
    /// Cache of what an outermost call of each class finds, because many of them share one class.
    outermost: Vec<Option<Outermost>>,
    /// Bytes that the caches may still take.
    room: usize,
    /// Scratch words, as many as in `covered`. All 0 between uses.
    scratch: Vec<u64>,
}

/// Non-zero words with their indices, ascending.
type Words = Box<[(u32, u64)]>;

/// The roots of a call of A that is inside no match, as bits, and the words that they cover.
struct Outermost {
    roots: Vec<u32>,
    covered: Vec<(usize, u64)>,
}

impl Outermost {
    fn bytes(&self) -> usize {
        size_of_val(&self.roots[..]) + size_of_val(&self.covered[..])
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(matches: Matches<'a>, b: &[CallId], room: usize) -> Self {
        let subtree_end = matches.pair.traces[1].calls().subtree_end();
        let end = |call: &CallId| b.partition_point(|other| other.0 < subtree_end[call.index()]);
        let mut of_class = vec![Vec::new(); matches.sets.len()];
        for (bit, &call) in b.iter().enumerate() {
            of_class[matches.sets.class(1, call) as usize].push(bit as u32);
        }
        Self {
            matches,
            ends: b.iter().map(end).collect(),
            covered: vec![0; b.len().div_ceil(64)],
            log: Vec::new(),
            of_class,
            matched: vec![None; matches.sets.len()],
            outermost: std::iter::repeat_with(|| None).take(matches.sets.len()).collect(),
            room,
            scratch: vec![0; b.len().div_ceil(64)],
        }
    }

    pub(super) fn undo(&mut self, mark: usize) {
        for (word, bits) in self.log.drain(mark..).rev() {
            self.covered[word] = bits;
        }
    }

    /// Finds the roots of a call of A after those of its callers, and covers everything inside them.
    pub(super) fn roots_of(&mut self, call: CallId, b: &[CallId], found: &mut FoundRoots<'_>) {
        let class = self.matches.sets.class(0, call);
        if !self.log.is_empty() {
            self.each_root(class, |bit| found.push(call, b[bit]));
            return;
        }
        let kept = self.outermost[class as usize].take();
        let was_kept = kept.is_some();
        let outermost = kept.unwrap_or_else(|| self.outermost_of(class));
        if found.may_keep(call) {
            outermost.roots.iter().for_each(|&bit| found.push(call, b[bit as usize]));
        } else {
            found.total += outermost.roots.len() as u64;
        }
        for &(word, bits) in &outermost.covered {
            self.log.push((word, 0));
            self.covered[word] = bits;
        }
        if was_kept || self.has_room_for(outermost.bytes()) {
            self.outermost[class as usize] = Some(outermost);
        }
    }

    /// Returns what a call of a class finds if nothing is covered. Nothing is covered afterwards.
    fn outermost_of(&mut self, class: u32) -> Outermost {
        let mut roots = Vec::new();
        self.each_root(class, |bit| roots.push(bit as u32));
        let mut words: Vec<usize> = self.log.iter().map(|&(word, _)| word).collect();
        words.dedup(); // They ascend, as the roots do.
        let covered = words.into_iter().map(|word| (word, self.covered[word])).collect();
        self.undo(0);
        Outermost { roots, covered }
    }

    /// Returns the size of the caches in bytes.
    pub(super) fn kept_bytes(&self) -> usize {
        let matched = self.matched.iter().flatten().map(|words| size_of_val(&words[..]));
        matched.chain(self.outermost.iter().flatten().map(Outermost::bytes)).sum()
    }

    /// Returns true and reserves the bytes if the caches have room for them.
    fn has_room_for(&mut self, bytes: usize) -> bool {
        let left = self.room.checked_sub(bytes);
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    /// Calls `take` for the bit of each uncovered root of a class, ascending, and covers everything inside it.
    fn each_root(&mut self, class: u32, mut take: impl FnMut(usize)) {
        let kept = self.matched[class as usize].take();
        let was_kept = kept.is_some();
        let matched = kept.unwrap_or_else(|| self.matched_by(class));
        for &(word, bits) in &matched {
            let word = word as usize;
            loop {
                let open = bits & !self.covered[word];
                if open == 0 {
                    break;
                }
                // Callers precede their callees, so the first open bit has no match around it.
                let bit = word * 64 + open.trailing_zeros() as usize;
                take(bit);
                cover(&mut self.covered, &mut self.log, bit, self.ends[bit]);
            }
        }
        if was_kept || self.has_room_for(size_of_val(&matched[..])) {
            self.matched[class as usize] = Some(matched);
        }
    }

    /// Returns the calls that a class matches.
    fn matched_by(&mut self, class: u32) -> Words {
        let partners = self.matches.similarity.partners(0, class);
        let mut words: Vec<u32> = Vec::new();
        for &bit in partners.classes.iter().flat_map(|&partner| &self.of_class[partner as usize]) {
            let bits = &mut self.scratch[bit as usize / 64];
            if *bits == 0 {
                words.push(bit / 64);
            }
            *bits |= 1 << (bit % 64);
        }
        words.sort_unstable();
        words.into_iter().map(|word| (word, std::mem::take(&mut self.scratch[word as usize]))).collect()
    }
}

/// Sets a range of bits, and logs the words that change.
fn cover(covered: &mut [u64], log: &mut Vec<(usize, u64)>, from: usize, to: usize) {
    let mut at = from;
    while at < to {
        let (word, first) = (at / 64, at % 64);
        let count = (to - at).min(64 - first);
        let bits = (u64::MAX >> (64 - count)) << first;
        if covered[word] & bits != bits {
            log.push((word, covered[word]));
            covered[word] |= bits;
        }
        at += count;
    }
}

//! Sums over matches, by class and over any range of calls, up to the second moment of their times.

use super::Matches;
use diptych_trace::{CallId, for_each_block};

/// Σ s, Σ s·t and Σ s·t² over all calls g that match one call, with t relative to the middle of g's side.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ClassMoments([f64; 3]);

/// Returns the middle of a side's extent. Times relative to it lose least precision when they are squared.
pub(super) fn middle(matches: Matches<'_>, side: usize) -> i64 {
    matches.pair.traces[side].extent() / 2
}

impl ClassMoments {
    /// Computes the moments of each class of a side. O(calls of the other side + class pairs).
    pub(super) fn all(matches: Matches<'_>, side: usize) -> Vec<Self> {
        let other = 1 - side;
        let count = matches.sets.len();
        let middle = middle(matches, other);
        // The count, Σt and Σt² of each class of the other side.
        let mut times = vec![[0.0f64; 3]; count];
        let starts = matches.pair.traces[other].calls().start();
        for (&class, &start) in matches.sets.classes(other).iter().zip(starts) {
            let t = (start - middle) as f64;
            let powers = &mut times[class as usize];
            *powers = [powers[0] + 1.0, powers[1] + t, powers[2] + t * t];
        }
        let of_class = |class: u32| {
            let mut sums = [0.0; 3];
            for (partner, s) in matches.similarity.partners(side, class).iter() {
                for (sum, powers) in sums.iter_mut().zip(times[partner as usize]) {
                    *sum += f64::from(s) * powers;
                }
            }
            Self(sums)
        };
        (0..count as u32).map(of_class).collect()
    }
}

/// The sums over a range of calls f. The time t′ of f is relative to the middle of its side.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moments {
    pub(super) s: f64,
    pub(super) s_t: f64,
    pub(super) s_tt: f64,
    pub(super) s_own: f64,
    pub(super) s_own_t: f64,
    pub(super) s_own_own: f64,
    /// Σ self time · best s.
    pub(super) best_self: f64,
}

impl Moments {
    /// Returns the moments of one call.
    pub(super) fn of_call(class: ClassMoments, own: f64, best_self: f64) -> Self {
        let ClassMoments([s, s_t, s_tt]) = class;
        Self { s, s_t, s_tt, s_own: s * own, s_own_t: s_t * own, s_own_own: s * own * own, best_self }
    }

    fn add(&mut self, more: &Self) {
        self.s += more.s;
        self.s_t += more.s_t;
        self.s_tt += more.s_tt;
        self.s_own += more.s_own;
        self.s_own_t += more.s_own_t;
        self.s_own_own += more.s_own_own;
        self.best_self += more.best_self;
    }

    /// Returns Σ s·x and Σ s·x² for x = shift + scale·t − `own_scale`·t′.
    pub(super) fn of_shift(&self, shift: f64, scale: f64, own_scale: f64) -> [f64; 2] {
        let first = shift * self.s + scale * self.s_t - own_scale * self.s_own;
        let second = shift * shift * self.s
            + scale * scale * self.s_tt
            + own_scale * own_scale * self.s_own_own
            + 2.0 * shift * (scale * self.s_t - own_scale * self.s_own)
            - 2.0 * scale * own_scale * self.s_own_t;
        [first, second]
    }
}

/// Number of elements under one sum.
const FAN: usize = 64;

/// Sums of 64 elements, of 64 of those sums, and so on: 0.9 bytes per element. Differences of running sums would not
/// do, because a range of small values after one of large values would lose all precision.
#[derive(Debug, Clone, Default)]
pub(super) struct Pyramid {
    levels: Vec<Vec<Moments>>,
}

impl Pyramid {
    /// Builds the sums over `count` elements.
    pub(super) fn new(count: usize, mut element: impl FnMut(usize) -> Moments) -> Self {
        let mut level: Vec<Moments> = Vec::with_capacity(count.div_ceil(FAN));
        for_each_block(0..count, &mut |places| {
            for place in places {
                if place.is_multiple_of(FAN) {
                    level.push(Moments::default());
                }
                if let Some(last) = level.last_mut() {
                    last.add(&element(place));
                }
            }
        });
        let mut levels = Vec::new();
        while level.len() > 1 {
            let above = level.chunks(FAN).map(|chunk| {
                let mut sum = Moments::default();
                for moments in chunk {
                    sum.add(moments);
                }
                sum
            });
            let above = above.collect();
            levels.push(std::mem::replace(&mut level, above));
        }
        levels.push(level);
        Self { levels }
    }

    /// Returns the sum of a range. O(log elements), at most 126 additions per level.
    pub(super) fn sum(
        &self,
        mut from: usize,
        mut to: usize,
        mut element: impl FnMut(usize) -> Moments,
    ) -> Moments {
        let mut sum = Moments::default();
        for level in 0..=self.levels.len() {
            let mut take = |place: usize| match level.checked_sub(1) {
                None => sum.add(&element(place)),
                Some(level) => sum.add(&self.levels[level][place]),
            };
            let last = level == self.levels.len();
            while from < to && (last || !from.is_multiple_of(FAN)) {
                take(from);
                from += 1;
            }
            while from < to && !to.is_multiple_of(FAN) {
                to -= 1;
                take(to);
            }
            (from, to) = (from / FAN, to / FAN);
        }
        sum
    }
}

/// Returns the part of a call's self time that its best match accounts for, in ticks.
pub(super) fn best_self(matches: Matches<'_>, side: usize, call: CallId, self_ticks: i64) -> f64 {
    let best = matches.similarity.best(side, matches.sets.class(side, call));
    best.map_or(0.0, |best| f64::from(best.similarity) * self_ticks as f64)
}

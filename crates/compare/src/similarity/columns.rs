//! Callee sets and their matches as plain columns that can be written to a file and read back.

use super::intern::SliceTable;
use super::join::Sums;
use super::partners::Rows;
use super::{CalleeSets, Measure, PairRetention, Similarity};
use crate::Pair;

/// The columns of [`CalleeSets`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SetColumns {
    /// Measure: 0 plain, 1 multiset, 2 weighted by time.
    pub measure: u32,
    /// Class of each call, for A and B.
    pub class_of: [Vec<u32>; 2],
    /// Contents of the sets, one after the other.
    pub values: Vec<u32>,
    /// End of each class in `values`.
    pub ends: Vec<u64>,
    /// Weight of each identity. Empty unless time is weighed.
    pub identity_weight: Vec<u32>,
}

/// The columns of [`Similarity`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SimilarityColumns {
    /// Requested τ.
    pub tau: f64,
    /// Number of best partners retained per class, or 0 if all are.
    pub retained: u64,
    /// Numbers of class pairs and of call pairs that match.
    pub pairs: [u64; 2],
    /// Range of partners of each class of A.
    pub places: Vec<[u32; 2]>,
    /// Partners: classes of B.
    pub partners: Vec<u32>,
    /// Similarity of each partner.
    pub similarities: Vec<f32>,
    /// Sums by side and class: calls matched, mass, best partner, its similarity.
    pub sums: [SumColumns; 2],
}

/// The sums over the matches of each class of a side, with one row per class.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SumColumns {
    /// Number of calls of the other side that each call matches.
    pub calls: Vec<u64>,
    /// Σ s in parts of 2³².
    pub mass: Vec<u64>,
    /// Most similar class of the other side.
    pub best: Vec<u32>,
    /// Similarity of that class.
    pub best_similarity: Vec<f32>,
}

const MEASURES: [Measure; 3] = [Measure::Plain, Measure::Multiset, Measure::TimeWeighted];

impl CalleeSets {
    /// Copies the columns.
    pub fn to_columns(&self) -> SetColumns {
        let measure = MEASURES.iter().position(|&measure| measure == self.measure).unwrap_or(0) as u32;
        let (values, ends) = self.sets.columns();
        SetColumns {
            measure,
            class_of: self.class_of.clone(),
            values: values.to_vec(),
            ends: ends.iter().map(|&end| end as u64).collect(),
            identity_weight: self.identity_weight.clone(),
        }
    }

    /// Checks columns of a pair and takes them over, whatever they contain. Returns `None` if they do not fit the pair
    /// or each other. O(columns).
    pub fn from_columns(pair: Pair<'_>, columns: SetColumns) -> Option<Self> {
        let count = columns.ends.len() as u64;
        let fits = (0..2).all(|side| {
            let classes = &columns.class_of[side];
            classes.len() == pair.traces[side].calls().len()
                && classes.iter().all(|&class| u64::from(class) < count)
        });
        let ends_fit = columns.ends.is_sorted()
            && columns.ends.last().copied().unwrap_or(0) == columns.values.len() as u64;
        let measure = *MEASURES.get(columns.measure as usize)?;
        let weighs_time = measure == Measure::TimeWeighted;
        let weights = if weighs_time { pair.identity_count as usize } else { 0 };
        if !(fits && ends_fit && columns.identity_weight.len() == weights) {
            return None;
        }
        let mut start = 0;
        for &end in &columns.ends {
            let set = &columns.values[start..end as usize];
            if !is_set(set, measure, pair.identity_count, &columns.identity_weight) {
                return None;
            }
            start = end as usize;
        }
        let ends = columns.ends.iter().map(|&end| end as usize).collect();
        Some(Self::assemble(
            measure,
            pair.identity_count,
            columns.class_of,
            SliceTable::of_columns(columns.values, ends),
            columns.identity_weight,
        ))
    }
}

impl Similarity {
    /// Copies the columns.
    pub fn to_columns(&self) -> SimilarityColumns {
        let (places, partners, similarities) = self.rows[0].columns();
        let sums = |side: usize| {
            let sums = &self.sums[side];
            SumColumns {
                calls: sums.iter().map(|sums| sums.calls).collect(),
                mass: sums.iter().map(|sums| sums.mass).collect(),
                best: sums.iter().map(|sums| sums.best).collect(),
                best_similarity: sums.iter().map(|sums| sums.best_similarity).collect(),
            }
        };
        SimilarityColumns {
            tau: self.tau,
            retained: match self.retained {
                PairRetention::All => 0,
                PairRetention::Best(count) => count as u64,
            },
            pairs: [self.class_pairs, self.call_pairs],
            places: places.iter().map(|&(from, to)| [from, to]).collect(),
            partners: partners.to_vec(),
            similarities: similarities.to_vec(),
            sums: [sums(0), sums(1)],
        }
    }

    /// Checks columns over the classes of `sets` and takes them over, whatever they contain. Returns `None` if they do
    /// not fit the sets or each other.
    pub fn from_columns(sets: &CalleeSets, columns: SimilarityColumns) -> Option<Self> {
        let count = sets.len();
        let pairs = columns.partners.len();
        let fits = columns.places.len() == count
            && columns.similarities.len() == pairs
            && (0.0..=1.0).contains(&columns.tau)
            && columns.partners.iter().all(|&partner| (partner as usize) < count)
            && columns.similarities.iter().all(|s| (0.0..=1.0).contains(s));
        if !(fits && are_rows(&columns.places, &columns.partners)) {
            return None;
        }
        let [a, b] = columns.sums;
        let sums = [sums_of(a, count)?, sums_of(b, count)?];
        let places = columns.places.into_iter().map(|[from, to]| (from, to)).collect();
        let of_a = Rows::from_columns(places, columns.partners, columns.similarities);
        let of_b = of_a.transposed();
        let retained = if columns.retained == 0 {
            PairRetention::All
        } else {
            PairRetention::Best(columns.retained as usize)
        };
        let [class_pairs, call_pairs] = columns.pairs;
        Some(Self { tau: columns.tau, retained, class_pairs, call_pairs, rows: [of_a, of_b], sums })
    }
}

/// Returns true if a set contains ascending identities whose total weight fits into 32 bits.
fn is_set(set: &[u32], measure: Measure, identity_count: u32, identity_weight: &[u32]) -> bool {
    // With counts, a set alternates identities and counts.
    let step = if measure == Measure::Multiset { 2 } else { 1 };
    let members = set.chunks_exact(step);
    if !members.remainder().is_empty() {
        return false;
    }
    let (mut last, mut sum) = (None, 0u64);
    for member in members {
        let identity = member[0];
        if identity >= identity_count || last.is_some_and(|last| last >= identity) {
            return false;
        }
        last = Some(identity);
        sum += u64::from(match measure {
            Measure::Plain => 1,
            Measure::Multiset => member[1],
            Measure::TimeWeighted => identity_weight[identity as usize],
        });
    }
    u32::try_from(sum).is_ok()
}

/// Returns true if the rows divide all partners among them, each with ascending ones.
fn are_rows(places: &[[u32; 2]], partners: &[u32]) -> bool {
    let mut taken = vec![false; partners.len()];
    let mut left = partners.len();
    for &[from, to] in places {
        let range = from as usize..to as usize;
        let Some(row) = partners.get(range.clone()) else { return false };
        if row.len() > left
            || !row.is_sorted_by(|one, next| one < next)
            || taken[range.clone()].contains(&true)
        {
            return false;
        }
        taken[range].fill(true);
        left -= row.len();
    }
    left == 0
}

fn sums_of(columns: SumColumns, count: usize) -> Option<Vec<Sums>> {
    let SumColumns { calls, mass, best, best_similarity } = columns;
    if [mass.len(), best.len(), best_similarity.len()].iter().any(|&length| length != calls.len())
        || calls.len() != count
        || best.iter().any(|&class| class != u32::MAX && class as usize >= count)
        || best_similarity.iter().any(|s| !(0.0..=1.0).contains(s))
    {
        return None;
    }
    let rows = calls.into_iter().zip(mass).zip(best.into_iter().zip(best_similarity));
    Some(
        rows.map(|((calls, mass), (best, best_similarity))| Sums { calls, mass, best, best_similarity })
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::JoinOptions;
    use super::*;
    use crate::identity::unruled;
    use diptych_testkit::{Shape, generate};

    #[test]
    fn columns_are_restored_whole_or_rejected() {
        for (seed, measure) in (0..12).zip(MEASURES.into_iter().cycle()) {
            let traces = [seed, seed + 1].map(|seed| generate(seed, Shape::SMALL));
            let identities = unruled(traces.each_ref());
            let pair = identities.pair(traces.each_ref());
            let sets = CalleeSets::new(pair, measure, &mut |_, _| ()).unwrap();
            let similarity = Similarity::join(&sets, JoinOptions::default(), &mut |_, _| ());
            let columns = sets.to_columns();
            let back = CalleeSets::from_columns(pair, columns.clone()).unwrap();
            assert_eq!(back.to_columns(), columns);
            assert_eq!(back.multiplicity(1), sets.multiplicity(1));
            let pairs = similarity.to_columns();
            let again = Similarity::from_columns(&back, pairs.clone()).unwrap();
            assert_eq!(again.to_columns(), pairs);
            for class in 0..sets.len() as u32 {
                for side in 0..2 {
                    let list =
                        |similarity: &Similarity| similarity.partners(side, class).iter().collect::<Vec<_>>();
                    assert_eq!(list(&again), list(&similarity));
                    assert_eq!(again.best(side, class), similarity.best(side, class));
                }
            }
            let cut = SetColumns { ends: columns.ends[1..].to_vec(), ..columns.clone() };
            assert!(CalleeSets::from_columns(pair, cut).is_none());
            assert!(
                CalleeSets::from_columns(pair.swapped(), columns).is_none()
                    || traces[0].calls().len() == traces[1].calls().len()
            );
            let short = SimilarityColumns { places: pairs.places[1..].to_vec(), ..pairs };
            assert!(Similarity::from_columns(&back, short).is_none());
        }
    }
}

//! Class pairs as rows: for each class of one side, the classes of the other side that it matches.

use diptych_trace::for_each_block;
/// The classes that one class matches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Partners<'a> {
    /// Classes of the other side, ascending.
    pub classes: &'a [u32],
    /// Similarity s with each of them, rounded to f32 (and 1 only if it is 1 or rounds to it).
    pub similarities: &'a [f32],
}

impl<'a> Partners<'a> {
    /// Returns class and s, ascending by class.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (u32, f32)> + 'a {
        self.classes.iter().copied().zip(self.similarities.iter().copied())
    }

    /// Returns s with a class, if it matches. O(log partners).
    pub fn with(self, class: u32) -> Option<f32> {
        self.classes.binary_search(&class).ok().map(|place| self.similarities[place])
    }
}

/// All rows of one side, by class.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    /// Range of the row of each class. Rows are stored in the order in which they were found.
    places: Vec<(u32, u32)>,
    classes: Vec<u32>,
    similarities: Vec<f32>,
}

/// Minimum number of columns exchanged in one pass.
const COLUMNS: usize = 128;

impl Rows {
    /// Creates empty rows for a number of classes.
    pub(super) fn new(count: usize) -> Self {
        Self { places: vec![(0, 0); count], ..Self::default() }
    }

    /// Returns the range of each class's row, and the contents of the rows.
    pub(super) fn columns(&self) -> (&[(u32, u32)], &[u32], &[f32]) {
        (&self.places, &self.classes, &self.similarities)
    }

    /// Creates rows from [`Self::columns`], which must fit each other.
    pub(super) fn from_columns(places: Vec<(u32, u32)>, classes: Vec<u32>, similarities: Vec<f32>) -> Self {
        Self { places, classes, similarities }
    }

    /// Returns the number of pairs in all rows.
    pub(super) fn len(&self) -> usize {
        self.classes.len()
    }

    /// Adds the row of a class, and sorts it.
    pub(super) fn push_row(&mut self, class: u32, row: &mut [(u32, f32)]) {
        if !row.is_sorted_by_key(|&(partner, _)| partner) {
            row.sort_by_key(|&(partner, _)| partner);
        }
        let from = self.len() as u32;
        self.classes.extend(row.iter().map(|&(partner, _)| partner));
        self.similarities.extend(row.iter().map(|&(_, s)| s));
        self.places[class as usize] = (from, self.len() as u32);
    }

    /// Returns the pairs with rows and columns exchanged, by counting. O(pairs + classes).
    pub(super) fn transposed(&self) -> Self {
        let mut places = vec![(0u32, 0u32); self.places.len()];
        for_each_block(0..self.classes.len(), &mut |block| {
            for &class in &self.classes[block] {
                places[class as usize].1 += 1;
            }
        });
        let mut from = 0;
        for place in &mut places {
            let count = place.1;
            *place = (from, from);
            from += count;
        }
        let (classes, similarities) = (vec![0; self.len()], vec![0.0; self.len()]);
        let mut exchanged = Self { places, classes, similarities };
        // A pass covers few enough columns that the places written to stay in the cache. There are few enough passes
        // that each row visited has pairs on average.
        let mut next: Vec<u32> = self.places.iter().map(|&(from, _)| from).collect();
        let count = self.places.len();
        let columns = COLUMNS.max(count.div_ceil(1 + self.len() / count.max(1)));
        for most in (columns..count + columns).step_by(columns) {
            for_each_block(0..count, &mut |rows| {
                let Self { places, classes, similarities } = &mut exchanged;
                let (places, classes, similarities) =
                    (&mut places[..], &mut classes[..], &mut similarities[..]);
                for row in rows {
                    let left = next[row] as usize..self.places[row].1 as usize;
                    let taken =
                        self.classes[left.clone()].iter().take_while(|&&class| (class as usize) < most);
                    let mut exchanged = 0;
                    for (&class, &s) in taken.zip(&self.similarities[left]) {
                        let slot = &mut places[class as usize].1;
                        classes[*slot as usize] = row as u32;
                        similarities[*slot as usize] = s;
                        *slot += 1;
                        exchanged += 1;
                    }
                    next[row] += exchanged;
                }
            });
        }
        exchanged
    }

    /// Returns a row.
    pub(super) fn get(&self, row: u32) -> Partners<'_> {
        let (from, to) = self.places[row as usize];
        let range = from as usize..to as usize;
        Partners { classes: &self.classes[range.clone()], similarities: &self.similarities[range] }
    }
}

/// The best few pairs of every row and of every column.
#[derive(Debug)]
pub(super) struct BestPairs {
    most: usize,
    /// Pairs (s, other class) by row and by column, unordered, at most twice `most` of them.
    best: [Vec<Vec<(f32, u32)>>; 2],
}

impl BestPairs {
    /// Creates the best `most` pairs of each class of each side from the pairs so far.
    pub(super) fn new(rows: &Rows, most: usize) -> Self {
        let count = rows.places.len();
        let mut best = Self { most, best: [vec![Vec::new(); count], vec![Vec::new(); count]] };
        for row in 0..count as u32 {
            best.push_row(row, &rows.get(row).iter().collect::<Vec<_>>());
        }
        best
    }

    /// Adds the row of a class of A.
    pub(super) fn push_row(&mut self, row: u32, partners: &[(u32, f32)]) {
        for &(column, s) in partners {
            self.push(row, column, s);
        }
    }

    fn push(&mut self, row: u32, column: u32, s: f32) {
        for (side, (of_side, other)) in [(row, column), (column, row)].into_iter().enumerate() {
            let best = &mut self.best[side][of_side as usize];
            best.push((s, other));
            if best.len() >= 2 * self.most {
                thin(best, self.most);
            }
        }
    }

    /// Returns every pair that is among the best of either of its classes, each once.
    pub(super) fn finish(mut self) -> Rows {
        let mut pairs: Vec<(u32, u32, f32)> = Vec::new();
        for (side, all) in self.best.iter_mut().enumerate() {
            for (class, best) in all.iter_mut().enumerate() {
                thin(best, self.most);
                let class = class as u32;
                pairs.extend(
                    std::mem::take(best)
                        .into_iter()
                        .map(|(s, other)| if side == 0 { (class, other, s) } else { (other, class, s) }),
                );
            }
        }
        pairs.sort_by_key(|&(row, column, _)| (row, column));
        pairs.dedup_by_key(|&mut (row, column, _)| (row, column));
        let mut rows = Rows::new(self.best[0].len());
        for of_row in pairs.chunk_by(|one, next| one.0 == next.0) {
            let mut row: Vec<(u32, f32)> = of_row.iter().map(|&(_, column, s)| (column, s)).collect();
            rows.push_row(of_row[0].0, &mut row);
        }
        rows
    }
}

/// Drops all but the best: highest s, then lowest class.
fn thin(best: &mut Vec<(f32, u32)>, most: usize) {
    if best.len() > most {
        best.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        best.truncate(most);
    }
}

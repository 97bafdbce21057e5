//! Class pairs as rows: of each class of one side, the classes of the other it matches.

/// The classes that one class matches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Partners<'a> {
    /// Classes of the other side, ascending.
    pub classes: &'a [u32],
    /// s with each of them, rounded to f32 (and 1 only if it is 1 or rounds to it).
    pub similarities: &'a [f32],
}

impl<'a> Partners<'a> {
    /// Class and s, ascending by class.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (u32, f32)> + 'a {
        self.classes.iter().copied().zip(self.similarities.iter().copied())
    }

    /// s with a class, if it matches. O(log partners).
    pub fn with(self, class: u32) -> Option<f32> {
        self.classes.binary_search(&class).ok().map(|place| self.similarities[place])
    }
}

/// All rows of one side, by class.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    first: Vec<u32>,
    classes: Vec<u32>,
    similarities: Vec<f32>,
}

impl Rows {
    /// From (row, column, s) in any order, by counting twice: O(pairs + classes).
    pub(super) fn new(count: usize, pairs: &Triples) -> Self {
        let by_column = Self::by_row(count, &pairs.columns, &pairs.rows, &pairs.similarities);
        by_column.transposed()
    }

    /// The same pairs with rows and columns exchanged; each row ascends.
    pub(super) fn transposed(&self) -> Self {
        let count = self.first.len() - 1;
        let mut rows = Vec::with_capacity(self.classes.len());
        for row in 0..count {
            rows.resize(self.first[row + 1] as usize, row as u32);
        }
        Self::by_row(count, &self.classes, &rows, &self.similarities)
    }

    /// Sorts by row, stable in the order of the pairs.
    fn by_row(count: usize, rows: &[u32], columns: &[u32], similarities: &[f32]) -> Self {
        let mut first = vec![0u32; count + 1];
        for &row in rows {
            first[row as usize + 1] += 1;
        }
        for row in 0..count {
            first[row + 1] += first[row];
        }
        let mut next = first.clone();
        let mut sorted = Self { first, classes: vec![0; rows.len()], similarities: vec![0.0; rows.len()] };
        for ((&row, &column), &s) in rows.iter().zip(columns).zip(similarities) {
            let slot = &mut next[row as usize];
            sorted.classes[*slot as usize] = column;
            sorted.similarities[*slot as usize] = s;
            *slot += 1;
        }
        sorted
    }

    /// A row.
    pub(super) fn get(&self, row: u32) -> Partners<'_> {
        let range = self.first[row as usize] as usize..self.first[row as usize + 1] as usize;
        Partners { classes: &self.classes[range.clone()], similarities: &self.similarities[range] }
    }
}

/// Class pairs as they are found.
#[derive(Debug, Default)]
pub(super) struct Triples {
    pub(super) rows: Vec<u32>,
    pub(super) columns: Vec<u32>,
    pub(super) similarities: Vec<f32>,
}

impl Triples {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn push(&mut self, row: u32, column: u32, s: f32) {
        self.rows.push(row);
        self.columns.push(column);
        self.similarities.push(s);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32, f32)> + '_ {
        let columns = self.columns.iter().copied();
        self.rows
            .iter()
            .copied()
            .zip(columns)
            .zip(&self.similarities)
            .map(|((row, column), &s)| (row, column, s))
    }
}

/// The best few pairs of every row and of every column.
#[derive(Debug)]
pub(super) struct BestPairs {
    most: usize,
    /// By row and by column: (s, the other class), unordered, at most twice `most` of them.
    best: [Vec<Vec<(f32, u32)>>; 2],
}

impl BestPairs {
    /// At most `most` for each of `count` classes of each side.
    pub(super) fn new(count: usize, most: usize) -> Self {
        Self { most, best: [vec![Vec::new(); count], vec![Vec::new(); count]] }
    }

    pub(super) fn push(&mut self, row: u32, column: u32, s: f32) {
        for (side, (of, other)) in [(row, column), (column, row)].into_iter().enumerate() {
            let best = &mut self.best[side][of as usize];
            best.push((s, other));
            if best.len() >= 2 * self.most {
                thin(best, self.most);
            }
        }
    }

    /// Every pair that is among the best of either of its classes, each once.
    pub(super) fn finish(mut self) -> Triples {
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
        pairs.sort_unstable_by_key(|&(row, column, _)| (row, column));
        pairs.dedup_by_key(|&mut (row, column, _)| (row, column));
        let mut triples = Triples::default();
        for (row, column, s) in pairs {
            triples.push(row, column, s);
        }
        triples
    }
}

/// Keeps the best: highest s, then lowest class.
fn thin(best: &mut Vec<(f32, u32)>, most: usize) {
    if best.len() > most {
        best.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        best.truncate(most);
    }
}

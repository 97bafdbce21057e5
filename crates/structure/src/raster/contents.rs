//! The relations on each row of pixels, with their weights.

use super::index::{LineIndex, Lines, Sums};
use super::{Row, Weights};
use diptych_trace::Sorting;

/// A relation on a row of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RowRelation {
    /// Number of the relation ([`crate::VisibleRelations`]).
    pub relation: u32,
    /// Number of its lines that touch the row.
    pub calls: u32,
    /// Its share of the row's colour (Eq. 3), times the part of the row that lines fill. The shares of a row add up to
    /// [`Row::filled`].
    pub share: f64,
}

/// The relations on each row of a picture: the input of [`super::paint`], and the answer to "what lies here?".
#[derive(Debug, Clone, PartialEq)]
pub struct RowContents {
    /// Start of each row's relations, and the end.
    first: Vec<u32>,
    relations: Vec<RowRelation>,
}

impl Default for RowContents {
    fn default() -> Self {
        Self { first: vec![0], relations: Vec::new() }
    }
}

impl RowContents {
    /// Weighs the relations on each row, the largest share first, ties by number. `relations` is their number. An index
    /// changes a share by rounding only.
    ///
    /// O(lines in the rows), or with an index O(blocks that cover them), plus O(relations in a row · log of them) per
    /// row.
    pub fn new(
        lines: Lines<'_>,
        relations: usize,
        index: Option<&LineIndex>,
        weights: &Weights,
        rows: &[Row],
    ) -> Self {
        let mut sums = Sums::new(relations);
        let mut contents = Self::default();
        for &row in rows {
            sums.add_row(lines, weights, index, row);
            let scale = if sums.total > 0.0 { row.filled / sums.total } else { 0.0 };
            let mut of_row: Vec<RowRelation> = Vec::with_capacity(sums.touched.len());
            for relation in std::mem::take(&mut sums.touched) {
                let (weight, calls) = sums.take(relation);
                of_row.push(RowRelation { relation, calls, share: weight * scale });
            }
            sums.total = 0.0;
            of_row.order_by(|left, right| {
                right.share.total_cmp(&left.share).then(left.relation.cmp(&right.relation))
            });
            contents.push(&of_row);
        }
        contents
    }

    /// Appends a row.
    pub fn push(&mut self, relations: &[RowRelation]) {
        self.relations.extend_from_slice(relations);
        self.first.push(self.relations.len() as u32);
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the relations on a row, the largest share first. A row beyond the last has none.
    pub fn row(&self, row: usize) -> &[RowRelation] {
        match (self.first.get(row), self.first.get(row + 1)) {
            (Some(&from), Some(&to)) => &self.relations[from as usize..to as usize],
            _ => &[],
        }
    }
}

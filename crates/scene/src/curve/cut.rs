//! Cutting curves at integer depths, in place of a depth buffer.

use super::{Curve, CurveBatch, CurvePiece, CurvePoint};
use crate::ItemId;

/// Most pieces of one curve. A curve that crosses more levels is cut into this many equal parts.
const MAX_PIECES: usize = 256;

impl CurveBatch {
    /// Adds a curve along these control points, and sets its `first` and `count`.
    ///
    /// Call [`CurveBatch::cut`] after the last one: a curve without pieces is not drawn.
    pub fn push(&mut self, points: &[CurvePoint], curve: Curve, item: ItemId) {
        let first = self.points.len() as u32;
        self.points.extend_from_slice(points);
        self.curves.push(Curve { first, count: points.len() as u32, ..curve });
        self.items.push(item);
    }

    /// Computes the pieces: cuts every curve where its depth, linear along its length, crosses an integer. Sorts them
    /// by level, then by importance, then in the order in which they were added.
    pub fn cut(&mut self) {
        self.pieces.clear();
        for (index, curve) in self.curves.iter().enumerate() {
            cut_curve(curve, index as u32, &mut self.pieces);
        }
        // Sort keys are stored next to the pieces. Looking them up in `curves` during the sort would access memory at
        // random.
        let key = |piece: &CurvePiece| {
            u64::from(ascending(piece.level)) << 32
                | u64::from(ascending(self.curves[piece.curve as usize].importance))
        };
        let mut keyed: Vec<(u64, CurvePiece)> =
            self.pieces.iter().map(|piece| (key(piece), *piece)).collect();
        keyed.sort_by_key(|(key, _)| *key);
        self.pieces.iter_mut().zip(keyed).for_each(|(place, (_, piece))| *place = piece);
    }
}

/// Maps floats to numbers with the same order, as [`f32::total_cmp`] orders them.
fn ascending(float: f32) -> u32 {
    let bits = float.to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

fn cut_curve(curve: &Curve, index: u32, pieces: &mut Vec<CurvePiece>) {
    let (from, to) = (curve.depth0 as f64, curve.depth1 as f64);
    if !(from.is_finite() && to.is_finite()) {
        pieces.push(CurvePiece { curve: index, t0: 0.0, t1: 1.0, level: 0.0 });
        return;
    }
    let (low, high) = (from.min(to), from.max(to));
    // Counts integers strictly inside the range: the ends are on the level they touch.
    let (first, crossings) = (low.floor() + 1.0, (high.ceil() - low.floor() - 1.0).max(0.0));
    let even = crossings >= MAX_PIECES as f64;
    let parts = if even { MAX_PIECES } else { crossings as usize + 1 };
    let border = |part: usize| match part {
        0 => 0.0,
        part if part == parts => 1.0,
        part if even => part as f64 / parts as f64,
        part if from < to => (first + (part - 1) as f64 - from) / (to - from),
        part => (first + (parts - 1 - part) as f64 - from) / (to - from),
    };
    for part in 0..parts {
        let (t0, t1) = (border(part), border(part + 1));
        let level = (from + (to - from) * f64::midpoint(t0, t1)).floor();
        pieces.push(CurvePiece { curve: index, t0: t0 as f32, t1: t1 as f32, level: level as f32 });
    }
}

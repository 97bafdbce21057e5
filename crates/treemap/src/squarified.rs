//! Squarified layout: cells as square as possible.

use crate::Rect;

/// Returns cells of these areas, the largest first. Each row goes along the shorter side of the remaining rectangle.
/// Together the cells fill the rectangle. O(cells).
pub(crate) fn rects(rect: Rect, areas: &[f64]) -> Vec<Rect> {
    let mut found = Vec::with_capacity(areas.len());
    let (mut left, mut first) = (rect, 0);
    while first < areas.len() {
        let side = left.width().min(left.height());
        let (mut last, mut sum, mut worst) = (first, 0.0, f64::INFINITY);
        while let Some(&area) = areas.get(last) {
            // Areas decrease: the first is the largest of the row, the candidate the smallest.
            let (then, square) = (sum + area, side * side);
            let ratio = (square * areas[first] / (then * then)).max(then * then / (square * area));
            if ratio > worst {
                break;
            }
            (last, sum, worst) = (last + 1, then, ratio);
        }
        let is_last = last == areas.len();
        left = row(left, &areas[first..last], sum, is_last, &mut found);
        first = last;
    }
    found
}

/// Adds a row along the shorter side. Returns the remaining rectangle.
fn row(left: Rect, areas: &[f64], sum: f64, is_last: bool, found: &mut Vec<Rect>) -> Rect {
    let stands = left.width() >= left.height();
    let (side, other) = if stands { (left.height(), left.width()) } else { (left.width(), left.height()) };
    let thick = if is_last { other } else { (sum / side).min(other) };
    let mut before = 0.0;
    for (at, area) in areas.iter().enumerate() {
        let from = side * (before / sum);
        before += area;
        let to = if at + 1 == areas.len() { side } else { side * (before / sum) };
        found.push(if stands {
            Rect { x0: left.x0, y0: left.y0 + from, x1: left.x0 + thick, y1: left.y0 + to }
        } else {
            Rect { x0: left.x0 + from, y0: left.y0, x1: left.x0 + to, y1: left.y0 + thick }
        });
    }
    if stands { Rect { x0: left.x0 + thick, ..left } } else { Rect { y0: left.y0 + thick, ..left } }
}

//! The focus for a point of the picture (sections 4.2.1 to 4.2.3 and 4.3).

use super::activity::{CallStackPanel, CallsBox};
use super::cells::Cells;
use super::{Elements, Focus, Mode};
use diptych_structure::NodeId;

/// Returns the focus on calls. A point belongs to the side whose calls it is in, or to the nearer side if it lies
/// between both.
pub(super) fn of_calls(hanging: &[CallStackPanel], [x, y]: [f32; 2]) -> Option<Focus> {
    let beyond = |of: &&CallStackPanel| if of.from_top { y - of.end_px } else { of.end_px - y };
    let of = hanging
        .iter()
        .filter(|of| !of.boxes.is_empty())
        .min_by(|one, other| beyond(one).max(0.0).total_cmp(&beyond(other).max(0.0)))?;
    let on = |mode: Mode, items: Vec<&CallsBox>| {
        let items = items.into_iter().map(|of| of.calls.clone()).collect();
        Focus::on_calls(mode, Some(x.round() as i32), of.side, items)
    };
    if let Some(at) = of.boxes.iter().rfind(|of| holds(of, x, y)) {
        return Some(on(Mode::Detail, vec![at]));
    }
    if beyond(&of) >= 0.0 {
        return nearest(&of.boxes, x, y).map(|at| on(Mode::Overview, vec![at]));
    }
    let in_row = || of.boxes.iter().filter(|of| of.rect.y0 <= y && y < of.rect.y1);
    let left =
        in_row().filter(|of| of.rect.x1 <= x).max_by(|one, other| one.rect.x1.total_cmp(&other.rect.x1));
    let right =
        in_row().filter(|of| of.rect.x0 > x).min_by(|one, other| one.rect.x0.total_cmp(&other.rect.x0));
    let beside: Vec<&CallsBox> = left.into_iter().chain(right).collect();
    if beside.is_empty() {
        // A row that no box in sight reaches has no neighbours, so the nearest box counts.
        return nearest(&of.boxes, x, y).map(|at| on(Mode::Overview, vec![at]));
    }
    Some(on(Mode::Approach, beside))
}

/// Returns the focus on elements: the element at a point, or its ancestor `height` levels further out, with everything
/// in it.
pub(super) fn of_elements(elements: &Elements, cells: &Cells, point: [f32; 2], height: u32) -> Option<Focus> {
    let cell = cells.map.cells[cells.at(point)?];
    let hierarchy = elements.hierarchy();
    let way_up = hierarchy.way_up(cell.element).take_while(|&id| id != elements.root && id != NodeId::ROOT);
    let id = way_up.take(height as usize + 1).last()?;
    Some(Focus::on_elements(Some(point[0].round() as i32), elements.places_of(id)))
}

fn holds(of: &CallsBox, x: f32, y: f32) -> bool {
    // A box is drawn at least one pixel wide.
    of.rect.x0 <= x && x < of.rect.x1.max(of.rect.x0 + 1.0) && of.rect.y0 <= y && y < of.rect.y1
}

/// Returns the nearest box by the distance from its edge. The first one wins a tie.
pub(super) fn nearest(boxes: &[CallsBox], x: f32, y: f32) -> Option<&CallsBox> {
    let distance = |of: &CallsBox| {
        let across = (of.rect.x0 - x).max(x - of.rect.x1).max(0.0);
        let along = (of.rect.y0 - y).max(y - of.rect.y1).max(0.0);
        across * across + along * along
    };
    boxes.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_protocol::SideName;
    use diptych_scene::Rect;
    use diptych_trace::LaneId;
    use proptest::prelude::*;

    fn at(x0: f32, y0: f32, x1: f32, y1: f32, first: u32) -> CallsBox {
        CallsBox { rect: Rect::new(x0, y0, x1, y1), calls: first..first + 1 }
    }

    fn hanging(boxes: Vec<CallsBox>) -> CallStackPanel {
        let end_px = boxes.iter().map(|of| of.rect.y1).fold(0.0, f32::max);
        CallStackPanel { side: SideName::A, lane: LaneId(0), boxes, from_top: true, end_px }
    }

    /// Builds a root above two stacks with a gap between them.
    fn two_stacks() -> CallStackPanel {
        hanging(vec![
            at(0.0, 0.0, 100.0, 10.0, 0),
            at(10.0, 10.0, 30.0, 20.0, 1),
            at(12.0, 20.0, 20.0, 30.0, 2),
            at(60.0, 10.0, 90.0, 20.0, 3),
        ])
    }

    fn chosen(of: &CallStackPanel, x: f32, y: f32) -> (Mode, Vec<u32>) {
        let focus = of_calls(std::slice::from_ref(of), [x, y]).unwrap();
        (focus.mode, focus.items.iter().map(|item| item.start).collect())
    }

    #[test]
    fn pointer_position_decides_the_focus_mode() {
        let of = two_stacks();
        // On a call: its left and upper edge belong to it, its right and lower edge do not.
        assert_eq!(chosen(&of, 15.0, 25.0), (Mode::Detail, vec![2]));
        assert_eq!(chosen(&of, 12.0, 20.0), (Mode::Detail, vec![2]));
        assert_eq!(chosen(&of, 20.0, 25.0), (Mode::Approach, vec![2]));
        // Between two stacks both count; at the side of one only that one.
        assert_eq!(chosen(&of, 45.0, 15.0), (Mode::Approach, vec![1, 3]));
        assert_eq!(chosen(&of, 95.0, 15.0), (Mode::Approach, vec![3]));
        assert_eq!(chosen(&of, 5.0, 25.0), (Mode::Approach, vec![2]));
        // Below all boxes.
        assert_eq!(chosen(&of, 15.0, 30.0), (Mode::Overview, vec![2]));
        assert_eq!(chosen(&of, 85.0, 80.0), (Mode::Overview, vec![3]));
    }

    #[test]
    fn point_between_sides_belongs_to_the_nearer() {
        let a = two_stacks();
        let boxes = vec![at(0.0, 190.0, 100.0, 200.0, 7), at(10.0, 180.0, 30.0, 190.0, 8)];
        let b = CallStackPanel { side: SideName::B, lane: LaneId(0), boxes, from_top: false, end_px: 180.0 };
        let side = |y: f32| of_calls(&[a.clone(), b.clone()], [50.0, y]).map(|focus| focus.side);
        assert_eq!([side(5.0), side(60.0)], [Some(SideName::A); 2]);
        assert_eq!([side(150.0), side(195.0)], [Some(SideName::B); 2]);
    }

    proptest! {
        /// On a box, that box. Below all boxes, the nearest by distance. Between boxes, the neighbours in the row.
        #[test]
        fn focus_on_calls_equals_a_scan(
            boxes in prop::collection::vec((0u32..40, 0u32..5, 1u32..12), 1..12),
            x in 0.0..60.0f32,
            y in 0.0..70.0f32,
        ) {
            let boxes: Vec<CallsBox> = (0..)
                .zip(boxes)
                .map(|(first, (x0, row, width))| {
                    let (x0, y0) = (x0 as f32, row as f32 * 10.0);
                    at(x0, y0, x0 + width as f32, y0 + 10.0, first)
                })
                .collect();
            let of = hanging(boxes.clone());
            let (mode, items) = chosen(&of, x, y);
            let inside: Vec<&CallsBox> = boxes.iter().filter(|of| of.rect.contains(x, y)).collect();
            let end = boxes.iter().map(|of| of.rect.y1).fold(0.0, f32::max);
            if let Some(last) = inside.last() {
                prop_assert_eq!((mode, items), (Mode::Detail, vec![last.calls.start]));
            } else if y >= end {
                prop_assert_eq!(mode, Mode::Overview);
                let distance = |of: &CallsBox| {
                    let (dx, dy) = (x - x.clamp(of.rect.x0, of.rect.x1), y - y.clamp(of.rect.y0, of.rect.y1));
                    dx * dx + dy * dy
                };
                let least = boxes.iter().map(&distance).fold(f32::INFINITY, f32::min);
                prop_assert!(distance(&boxes[items[0] as usize]) <= least);
            } else {
                let in_row = |of: &&CallsBox| of.rect.y0 <= y && y < of.rect.y1;
                let left = boxes.iter().filter(in_row).map(|of| of.rect.x1).filter(|&x1| x1 <= x).fold(f32::MIN, f32::max);
                let right = boxes.iter().filter(in_row).map(|of| of.rect.x0).filter(|&x0| x0 > x).fold(f32::MAX, f32::min);
                if mode == Mode::Approach {
                    for &item in &items {
                        let rect = boxes[item as usize].rect;
                        let beside = [rect.x1.to_bits() == left.to_bits(), rect.x0.to_bits() == right.to_bits()];
                        prop_assert!(beside.contains(&true));
                    }
                } else {
                    prop_assert_eq!((left, right), (f32::MIN, f32::MAX));
                }
            }
        }
    }
}

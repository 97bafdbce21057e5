//! Links from the pinned item to its callees or calls: a refinement that the paper leaves to others (section 6).

use super::activity::{CallStackPanel, CallsBox};
use super::cells::Cells;
use super::measures::Measures;
use super::{Elements, Focus, Mode};
use diptych_scene::{Curve, CurveBatch, CurvePoint, ItemId, Rect};
use diptych_structure::radial::control_points_at;
use diptych_trace::{CallId, Sorting};
use diptych_views::LayoutInput;
use std::cmp::Reverse;

/// Largest number of links drawn. The text says how many there are.
pub(super) const MOST_LINKS: usize = 200;
/// Strength with which links follow the structure, the β of Extravis' Eq. 1.
const BETA: f64 = 0.85;
const WIDTHS_PX: [f64; 2] = [1.0, 4.0];

/// The links of the pinned item.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) curves: CurveBatch,
    /// Number of links, including those not drawn.
    pub(super) all: usize,
}

/// Returns the links of the pinned item. They lead from the box of a pinned call to the cells of its callees, or from a
/// pinned element to the boxes of its calls.
pub(super) fn links(
    input: &LayoutInput<'_>,
    elements: &Elements,
    cells: &Cells,
    hanging: &[CallStackPanel],
    focus: &Focus,
    measures: &Measures,
) -> Links {
    let mut found = if focus.mode == Mode::Elements {
        to_calls(elements, cells, hanging, focus)
    } else {
        to_elements(elements, cells, hanging, focus, measures)
    };
    let all = found.len();
    found.order_by_key(|(weight, place, _)| (Reverse(*weight), *place));
    found.truncate(MOST_LINKS);
    let most = found.iter().map(|(weight, ..)| *weight).max().unwrap_or(1).max(1) as f64;
    let theme = input.colors();
    let mut curves = CurveBatch::default();
    for (weight, _, mut points) in found {
        control_points_at(&mut points, BETA);
        let at = |&[x, y]: &[f64; 2]| CurvePoint { x: x as f32, y: y as f32, space: 0.0, reserved: 0.0 };
        let points: Vec<CurvePoint> = points.iter().map(at).collect();
        let width = WIDTHS_PX[0] + (WIDTHS_PX[1] - WIDTHS_PX[0]) * (weight as f64 / most).sqrt();
        let color = theme.ink.with_alpha(0.55);
        let line = Curve { color1: theme.hover.with_alpha(0.8), ..Curve::line(color, width as f32) };
        curves.push(&points, line, ItemId::NONE);
    }
    curves.cut();
    Links { curves, all }
}

/// A link: its weight, a number that breaks ties, its control points.
type Link = (u64, u32, Vec<[f64; 2]>);

fn to_elements(
    elements: &Elements,
    cells: &Cells,
    hanging: &[CallStackPanel],
    focus: &Focus,
    measures: &Measures,
) -> Vec<Link> {
    let of_item = |of: &CallsBox| focus.items.iter().any(|item| item.start == of.calls.start);
    let side = hanging.iter().find(|of| of.side == focus.side);
    let Some((of, at)) = side.and_then(|of| Some((of, of.boxes.iter().find(|at| of_item(at))?))) else {
        return Vec::new();
    };
    let from = end_of(of, at.rect);
    let measured = &measures[focus.side.index()];
    let called = (0..elements.len()).filter(|&place| measured[place as usize].calls > 0);
    called
        .filter_map(|place| {
            let at = cells.of_place(place)?;
            let mut points = vec![from];
            points.extend(way_to(cells, at)?);
            Some((measured[place as usize].calls, place, points))
        })
        .filter(|_| !elements.is_empty())
        .collect()
}

fn to_calls(elements: &Elements, cells: &Cells, hanging: &[CallStackPanel], focus: &Focus) -> Vec<Link> {
    let mut found = Vec::new();
    for of in hanging {
        let Some(index) = &elements.calls[of.side.index()] else { continue };
        for at in &of.boxes {
            let place = index.place(CallId(at.calls.start));
            if !focus.places.contains(&place) {
                continue;
            }
            if let Some(mut points) = cells.of_place(place).and_then(|cell| way_to(cells, cell)) {
                points.reverse();
                points.push(end_of(of, at.rect));
                found.push((at.rect.width().max(1.0) as u64, at.calls.start, points));
            }
        }
    }
    found
}

/// Returns the point where the links of calls start: the edge of their box that faces the cells.
fn end_of(of: &CallStackPanel, rect: Rect) -> [f64; 2] {
    let y = if of.from_top { rect.y1 } else { rect.y0 };
    [f64::from(f32::midpoint(rect.x0, rect.x1)), y.into()]
}

/// Returns the middles of the cells around a cell, the outermost first, and its own.
fn way_to(cells: &Cells, number: usize) -> Option<Vec<[f64; 2]>> {
    let around = |&at: &usize| cells.map.cells[at].around.map(|at| at as usize);
    let mut way: Vec<usize> = std::iter::successors(Some(number), around).collect();
    way.reverse();
    way.into_iter()
        .map(|at| {
            let rect = cells.rect(at)?;
            Some([f32::midpoint(rect.x0, rect.x1).into(), f32::midpoint(rect.y0, rect.y1).into()])
        })
        .collect()
}

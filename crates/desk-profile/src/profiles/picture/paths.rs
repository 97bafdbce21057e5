//! The document of a flame graph.

use super::FlamePicture;
use super::document::{Cell, Document, HEAD, LEAST_PX, MARGIN, ROOM, ROW, heaviest, height, weight_of};
use diptych_profile::NodeId;
use diptych_views::numbers;

/// A node with its left edge in pixels and its row.
struct PlacedNode {
    node: NodeId,
    x: f64,
    row: u32,
}

/// Writes the document.
pub fn svg(picture: FlamePicture<'_>) -> String {
    let FlamePicture { profile, widths, differences, functions, measure, upward, legend } = picture;
    let tree = profile.tree;
    let whole = widths.whole(tree);
    let scale = if whole > 0.0 { ROOM / whole } else { 0.0 };
    let cells = cells(picture, scale);
    let rows = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
    let document = Document {
        profile,
        legend,
        is_pair: differences.is_some(),
        is_funky: false,
        height: height(f64::from(rows)),
        heaviest_px: heaviest(functions, measure).map(|weight| weight * scale),
    };
    let mut out = document.head();
    let wholes: Vec<i64> = (0..tree.sides().len()).map(|side| tree.whole(side)).collect();
    for &PlacedNode { node, x, row } in &cells {
        let from_top = if upward { rows - 1 - row } else { row };
        let function = tree.identity()[node.index()];
        let cell = Cell {
            tree,
            differences,
            node,
            place: [x, HEAD + f64::from(from_top) * ROW],
            width: widths.width[node.index()] * scale,
            row: row.into(),
            function_px: weight_of(functions, measure, function) * scale,
            column_px: None,
            net: widths
                .net
                .get(node.index())
                .map(|net| net / widths.width[node.index()].max(f64::MIN_POSITIVE)),
        };
        document.cell(&mut out, &cell, &wholes);
    }
    let (drawn, all) = (cells.len() as u64, tree.len() as u64);
    let rule = if drawn < all { " (those of 0.1 px and more)" } else { "" };
    document
        .foot(&mut out, &format!("{} of {} paths drawn{rule}", numbers::count(drawn), numbers::count(all)));
    out
}

fn cells(picture: FlamePicture<'_>, scale: f64) -> Vec<PlacedNode> {
    let (siblings, widths) = (picture.profile.siblings, picture.widths);
    let mut cells = Vec::new();
    let mut open: Vec<PlacedNode> = Vec::new();
    let place = |open: &mut Vec<PlacedNode>, nodes: &[NodeId], mut x: f64, row: u32| {
        let first = open.len();
        for &node in nodes {
            let width = widths.width[node.index()] * scale;
            if width >= LEAST_PX {
                open.push(PlacedNode { node, x, row });
            }
            x += width;
        }
        open[first..].reverse();
    };
    place(&mut open, siblings.roots(), MARGIN, 0);
    while let Some(cell) = open.pop() {
        let x = cell.x + widths.own[cell.node.index()] * scale;
        place(&mut open, siblings.of(cell.node), x, cell.row + 1);
        cells.push(cell);
    }
    cells
}

//! The document of a funky graph (*Visualisations for Function Time Profiles*, section 5). It is a band of functions as
//! wide as their self weights. Above each function are its callees, below it its callers.

use super::super::Profile;
use super::document::{
    Cell, Document, HEAD, LEAST_PX, MARGIN, ROOM, ROW, heaviest, height, hex, shortened, theme, weight_of,
};
use diptych_profile::{
    ColorBy, DifferenceOptions, Differences, FunctionTable, Funky, FunkyColumn, FunkyPair, Measure, NodeId,
    Order, SortedSiblings, WeightedTree, WidthBy, Widths, funky_columns,
};
use diptych_views::numbers;
use std::fmt::Write;

/// Least width of a column, CSS pixels. Narrower ones share one bar.
const LEAST_COLUMN_PX: f64 = 3.0;
/// Thickness of the lines above and below the functions.
const RULE: f64 = 1.5;

/// The contents of a funky graph.
#[derive(Debug, Clone, Copy)]
pub struct FunkyPicture<'a> {
    /// Paths with unfolded recursion, and names. Siblings are sorted by weight, whatever the order given here.
    pub profile: Profile<'a>,
    /// Quantity that the widths of columns and paths stand for.
    pub width: WidthBy,
    /// Options that differences are judged by. For one side, its measure is the weight that gold shows.
    pub judged: DifferenceOptions,
    /// Sums of all functions of the profile.
    pub functions: &'a FunctionTable,
    /// Explanation of widths and colours below the title.
    pub legend: &'a str,
}

/// A tree of a column with its cells: nodes, left edges and rows.
struct Half {
    tree: WeightedTree,
    widths: Widths,
    cells: Vec<(NodeId, f64, u32)>,
    /// Pixels for a unit of its widths.
    scale: f64,
}

impl Half {
    fn new(tree: WeightedTree, picture: FunkyPicture<'_>, factors: [f64; 2], [x, px]: [f64; 2]) -> Self {
        let widths = Widths::new(&tree, picture.width, factors);
        let siblings = SortedSiblings::new(&tree, Order::Weight, &widths.width);
        let whole = widths.whole(&tree);
        let scale = if whole > 0.0 { px / whole } else { 0.0 };
        let mut half = Self { tree, widths, cells: Vec::new(), scale };
        let mut open = vec![(NodeId(0), x, 0)];
        while let Some((node, x, row)) = open.pop() {
            half.cells.push((node, x, row));
            let mut at = x + half.widths.own[node.index()] * scale;
            for &child in siblings.of(node) {
                let width = half.widths.width[child.index()] * scale;
                if width >= LEAST_PX {
                    open.push((child, at, row + 1));
                }
                at += width;
            }
        }
        half
    }

    fn rows(&self) -> u32 {
        self.cells.iter().map(|&(.., row)| row).max().unwrap_or(0)
    }
}

/// The columns to draw, and the sum of the others.
struct Columns {
    /// Tree of callees and tree of callers of each column.
    shown: Vec<[Half; 2]>,
    rest: u64,
    rest_weight: f64,
    /// Right edge of the last column.
    end: f64,
}

impl Columns {
    fn new(picture: FunkyPicture<'_>, all: &[FunkyColumn], factors: [f64; 2]) -> Self {
        let tree = picture.profile.tree;
        let whole: f64 = all.iter().map(|column| column.own.max(0.0)).sum();
        let mut funky = Funky::new(tree, picture.profile.names.len());
        let mut columns = Self { shown: Vec::new(), rest: 0, rest_weight: 0.0, end: MARGIN };
        for column in all {
            let px = if whole > 0.0 { column.own.max(0.0) / whole * ROOM } else { 0.0 };
            let pair = if px < LEAST_COLUMN_PX { None } else { funky.pair(column.function) };
            let Some(FunkyPair { callees, callers }) = pair else {
                columns.rest += 1;
                columns.rest_weight += column.own.max(0.0);
                continue;
            };
            let place = [columns.end, px];
            columns.shown.push([callees, callers].map(|tree| Half::new(tree, picture, factors, place)));
            columns.end += px;
        }
        columns
    }

    /// Returns the numbers of rows above and below the band.
    fn rows(&self) -> [u32; 2] {
        [0, 1].map(|half: usize| self.shown.iter().map(|pair| pair[half].rows()).max().unwrap_or(0))
    }
}

/// Writes the document. O(nodes below the drawn functions).
pub fn funky_svg(picture: FunkyPicture<'_>) -> String {
    let FunkyPicture { profile, judged, functions, legend, .. } = picture;
    let tree = profile.tree;
    let wholes: Vec<i64> = (0..tree.sides().len()).map(|side| tree.whole(side)).collect();
    let both = <[i64; 2]>::try_from(&wholes[..]).ok();
    let factors = both.map_or([1.0; 2], |wholes| judged.scale.factors(wholes));
    let all = funky_columns(functions, picture.width, factors);
    let columns = Columns::new(picture, &all, factors);
    let halves = [judged, judged.of_callers()].map(|judged| match judged.color {
        ColorBy::OwnBaseline => (judged, 0.0),
        ColorBy::Absolute | ColorBy::ShareOfTotal => (judged, Differences::new(tree, judged).largest()),
    });
    let [above, below] = columns.rows().map(f64::from);
    let height = height(above + below + 1.0) + 2.0 * RULE;
    let band = HEAD + above * ROW + RULE;
    let gold_scale =
        wholes.iter().copied().max().filter(|&whole| whole > 0).map_or(0.0, |whole| ROOM / whole as f64);
    let document = Document {
        profile,
        legend,
        is_pair: both.is_some(),
        is_funky: true,
        height,
        heaviest_px: heaviest(functions, judged.measure).map(|weight| weight * gold_scale),
    };
    let mut out = document.head();
    for (half, callers) in columns.shown.iter().flat_map(|pair| [(&pair[0], false), (&pair[1], true)]) {
        let (of_half, largest) = halves[usize::from(callers)];
        let differences = both.map(|wholes| Differences::within(&half.tree, wholes, of_half, largest));
        // The function itself is in both trees, but drawn once.
        for &(node, x, row) in half.cells.iter().filter(|&&(.., row)| row > 0 || !callers) {
            let weight =
                |measure| weight_of(functions, measure, half.tree.identity()[node.index()]) * gold_scale;
            let from = f64::from(row) * ROW + if row > 0 { RULE } else { 0.0 };
            let cell = Cell {
                tree: &half.tree,
                differences,
                node,
                place: [x, if callers { band + from } else { band - from }],
                width: half.widths.width[node.index()] * half.scale,
                row: if callers { -i64::from(row) } else { row.into() },
                function_px: weight(judged.measure),
                net: None,
                column_px: (row == 0).then(|| weight(Measure::Total)),
            };
            document.cell(&mut out, &cell, &wholes);
        }
    }
    write_band(&mut out, picture, &columns, band);
    document.foot(&mut out, &left_out(&columns, all.len() as u64));
    out
}

/// Writes the lines around the functions, and the bar of the functions that are too narrow.
fn write_band(out: &mut String, picture: FunkyPicture<'_>, columns: &Columns, band: f64) {
    let (theme, right) = (theme(), MARGIN + ROOM);
    if columns.rest > 0 {
        let width = (right - columns.end).max(1.0);
        let x = columns.end;
        let weight = numbers::extent(picture.profile.axis, columns.rest_weight.round() as i64);
        let height = ROW - 1.0;
        let fill = hex(theme.sunken);
        let text = format!("{} under {LEAST_COLUMN_PX}\u{202f}px, {weight}", functions(columns.rest));
        let _ = writeln!(
            out,
            "<g class=\"rest\"><title>{text}</title><path d=\"M{x:.4} {band}h{width:.4}v{height}h{:.4}Z\" fill=\"{fill}\"/><text \
             x=\"{:.2}\" y=\"{}\">{}</text></g>",
            -width,
            x + 3.0,
            band + 12.5,
            shortened(&text, width)
        );
    }
    for y in [band - RULE, band + ROW - 1.0] {
        let _ = writeln!(
            out,
            "<path class=\"rule\" d=\"M{MARGIN} {y}H{right}v{RULE}H{MARGIN}Z\" fill=\"{}\"/>",
            hex(theme.ink)
        );
    }
}

fn functions(count: u64) -> String {
    if count == 1 { "1 function".to_owned() } else { format!("{} functions", numbers::count(count)) }
}

/// Describes what is drawn: `28 of 293 functions drawn (those of 3 px and more, the rest in one bar; their paths of 0.1
/// px and more)`.
fn left_out(columns: &Columns, all: u64) -> String {
    let drawn = numbers::count(columns.shown.len() as u64);
    let paths: usize = columns.shown.iter().flatten().map(|half| half.tree.len()).sum();
    let cells: usize = columns.shown.iter().flatten().map(|half| half.cells.len()).sum();
    let mut text = format!("{drawn} of {} drawn", functions(all));
    if columns.rest > 0 {
        let _ = write!(text, " (those of {LEAST_COLUMN_PX} px and more, the rest in one bar)");
    }
    // Both trees contain the function itself.
    let roots = columns.shown.len();
    let (cells, paths) = (numbers::count((cells - roots) as u64), numbers::count((paths - roots) as u64));
    let rule = if cells == paths { "" } else { " (those of 0.1 px and more)" };
    let _ = write!(text, ", {cells} of {paths} of their paths{rule}");
    text
}

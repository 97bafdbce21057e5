//! The geometry of panels, lanes and slices.

use crate::space_time::SliceTimes;
use diptych_protocol::SpaceTimePanels;
use diptych_scene::Rect;

/// Height of the head above each panel.
const HEAD_PX: f32 = 20.0;
/// Height of the time axis below each panel.
const AXIS_PX: f32 = 16.0;
/// Width of the lane names left of each panel, and their largest share of the width.
const LABELS_PX: f32 = 128.0;
const LABELS_SHARE: f32 = 0.25;
/// Margin right of each panel.
const MARGIN_PX: f32 = 14.0;
/// Height of the row of the rest below the lanes, and least height of a plot that gives it away.
const REST_PX: f32 = 13.0;
const REST_FROM_PX: f32 = 52.0;
/// Least height of an area, if lanes are lower than [`LEAST_ROW_PX`]. Lower areas are merged with their neighbours.
const LEAST_PX: f32 = 3.0;
/// Least height of a lane that is drawn as itself. People who unfold lanes look for single ones, so a lane that can be
/// seen is never merged.
const LEAST_ROW_PX: f32 = 1.0;

/// The contents of a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    /// A side, by its index among the open sides.
    Side(usize),
    /// The difference of B from A.
    Difference,
}

/// A panel and its part of the canvas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Panel {
    pub(super) shows: Shows,
    /// Index of its partition.
    pub(super) number: usize,
    pub(super) head: Rect,
    pub(super) labels: Rect,
    pub(super) plot: Rect,
    /// Row of the lanes that have no row of their own, from the left edge of the labels on.
    pub(super) rest: Option<Rect>,
    pub(super) axis: Rect,
}

impl Panel {
    /// Takes the room for the row of the rest from the plot, if the plot is high enough.
    pub(super) fn make_room_for_rest(&mut self) {
        if self.plot.height() < REST_FROM_PX {
            return;
        }
        let bottom = self.plot.y1;
        self.plot.y1 -= REST_PX;
        self.labels.y1 = self.plot.y1;
        self.rest = Some(Rect::new(self.labels.x0, self.plot.y1, self.plot.x1, bottom));
    }
}

/// Returns the width of the lane names left of the plots, in a picture of this width.
pub(crate) fn labels_width(width: f32) -> f32 {
    LABELS_PX.min((width * LABELS_SHARE).floor())
}

/// Share of the height that the difference takes below both sides, if equal panels would make rows too low.
const DIFFERENCE_SHARE: f32 = 0.5;

/// Returns the panels for a state, one below the other, for this number of rows of lanes.
pub(super) fn panels(rect: Rect, wanted: SpaceTimePanels, sides: usize, rows: u32) -> Vec<Panel> {
    let shown: Vec<Shows> = match (sides, wanted) {
        (2, SpaceTimePanels::All) => vec![Shows::Side(0), Shows::Side(1), Shows::Difference],
        (2, SpaceTimePanels::B) => vec![Shows::Side(1)],
        (2, SpaceTimePanels::Difference) => vec![Shows::Difference],
        (_, SpaceTimePanels::States) => Vec::new(),
        (1, _) | (2, SpaceTimePanels::A) => vec![Shows::Side(0)],
        _ => Vec::new(),
    };
    let equal = rect.height() / shown.len().max(1) as f32;
    let is_low = (equal - HEAD_PX - AXIS_PX) < rows as f32 * LEAST_PX;
    // The top of each panel, and the bottom of the last.
    let edge = |at: usize| match (shown.len(), is_low) {
        (3, true) => {
            rect.y0
                + (rect.height() * (1.0 - DIFFERENCE_SHARE) * at.min(2) as f32 / 2.0).floor()
                + if at == 3 { (rect.height() * DIFFERENCE_SHARE).floor() } else { 0.0 }
        }
        _ => rect.y0 + at as f32 * equal.floor(),
    };
    let labels = labels_width(rect.width());
    let panel = |(at, shows): (usize, Shows)| {
        let (y0, height) = (edge(at), edge(at + 1) - edge(at));
        let [top, bottom] = [y0 + HEAD_PX, (y0 + height - AXIS_PX).max(y0 + HEAD_PX)];
        let [left, right] = [rect.x0 + labels, (rect.x1 - MARGIN_PX).max(rect.x0 + labels)];
        let number = match shows {
            Shows::Side(side) => side,
            Shows::Difference => 2,
        };
        Panel {
            shows,
            number,
            head: Rect::new(rect.x0, y0, right, top),
            labels: Rect::new(rect.x0, top, left, bottom),
            plot: Rect::new(left, top, right, bottom),
            rest: None,
            axis: Rect::new(left, bottom, right, bottom + AXIS_PX),
        }
    };
    shown.iter().copied().enumerate().map(panel).collect()
}

/// The separate lanes as rows of a plot, all equally high.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rows {
    /// First row of each node, and the one after the last.
    of_node: Vec<[u32; 2]>,
    /// Row of each leaf.
    of_leaf: Vec<u32>,
    count: u32,
}

impl Rows {
    pub(super) fn new(times: &SliceTimes) -> Self {
        let nodes = times.tree.nodes();
        let mut of_node = vec![[0; 2]; nodes.len()];
        let mut of_leaf = vec![0; times.tree.leaves().len()];
        let mut count = 0;
        for (at, node) in nodes.iter().enumerate() {
            of_node[at][0] = count;
            if times.tree.is_leaf(at) {
                of_leaf[node.leaves.clone()].fill(count);
                count += 1;
            }
        }
        for (at, node) in nodes.iter().enumerate() {
            of_node[at][1] = of_node.get(node.end).map_or(count, |next| next[0]);
        }
        Self { of_node, of_leaf, count }
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the heights of nodes in a plot, and the least height of an area. That is 3 px, or 1 px if lanes are at
    /// least that high, are not nested, or if no node but the root is 3 px high. An outermost node of 1 px counts as high
    /// enough, because merging it would merge all lanes.
    pub(super) fn heights(&self, times: &SliceTimes, plot: Rect) -> (Vec<f64>, f64) {
        let row = f64::from(plot.height() / self.count.max(1) as f32);
        let mut heights: Vec<f64> =
            self.of_node.iter().map(|[first, end]| f64::from(end - first) * row).collect();
        let [least, of_row] = [LEAST_PX, LEAST_ROW_PX].map(f64::from);
        let nodes = times.tree.nodes();
        let has_high = heights.iter().skip(1).any(|&height| height >= least);
        if row >= of_row || !has_high || nodes.iter().all(|node| node.level <= 1) {
            return (heights, of_row);
        }
        for (height, _) in heights.iter_mut().zip(nodes).filter(|(_, node)| node.level == 1) {
            if *height >= of_row {
                *height = height.max(least);
            }
        }
        (heights, least)
    }

    /// Returns the upper and lower edge of a node.
    pub(super) fn y(&self, plot: Rect, node: usize) -> [f32; 2] {
        self.of_node[node].map(|row| self.edge(plot, row))
    }

    /// Returns the upper and lower edge of some leaves.
    pub(super) fn y_of_leaves(&self, plot: Rect, first: u32, end: u32) -> [f32; 2] {
        let row = |leaf: u32| self.of_leaf.get(leaf as usize).copied().unwrap_or(0);
        [self.edge(plot, row(first)), self.edge(plot, row(end.saturating_sub(1)) + 1)]
    }

    fn edge(&self, plot: Rect, row: u32) -> f32 {
        plot.y0 + (plot.height() * row as f32 / self.count.max(1) as f32).round()
    }
}

/// Returns the x at which a slice begins.
pub(super) fn x(plot: Rect, slices: u32, slice: u32) -> f32 {
    plot.x0 + plot.width() * slice as f32 / slices.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spacetime::paint::tests::pair;

    const RECT: Rect = Rect::new(0.0, 0.0, 1000.0, 600.0);

    #[test]
    fn difference_panel_takes_half_with_many_rows() {
        let heights = |wanted, sides, rows| {
            let of = |panel: &Panel| (panel.shows, panel.plot.height().round() as i32);
            panels(RECT, wanted, sides, rows).iter().map(of).collect::<Vec<_>>()
        };
        let all = [Shows::Side(0), Shows::Side(1), Shows::Difference];
        let shown = |heights: [i32; 3]| all.into_iter().zip(heights).collect::<Vec<_>>();
        assert_eq!(heights(SpaceTimePanels::All, 2, 10), shown([164, 164, 164]));
        assert_eq!(heights(SpaceTimePanels::All, 2, 100), shown([114, 114, 264]));
        assert_eq!(heights(SpaceTimePanels::Difference, 2, 10), [(Shows::Difference, 564)]);
        assert_eq!(heights(SpaceTimePanels::B, 2, 10), [(Shows::Side(1), 564)]);
        assert_eq!(heights(SpaceTimePanels::B, 1, 10), [(Shows::Side(0), 564)]);
        assert_eq!(heights(SpaceTimePanels::States, 2, 10), []);
        // Panels do not overlap and fill the rectangle.
        for rows in [10, 100] {
            let panels = panels(RECT, SpaceTimePanels::All, 2, rows);
            for two in panels.windows(2) {
                assert!((two[0].axis.y1 - two[1].head.y0).abs() < 0.5);
            }
            assert!((panels[2].axis.y1 - RECT.y1).abs() < 1.5);
        }
    }

    #[test]
    fn separate_lanes_have_equal_heights() {
        let times = pair([[[1, 1], [1, 1]]; 2], [[[1, 1], [1, 1]]; 2]);
        let rows = Rows::new(&times);
        let plot = Rect::new(0.0, 10.0, 100.0, 30.0);
        assert_eq!([0, 1, 2].map(|node| rows.y(plot, node)), [[10.0, 30.0], [10.0, 20.0], [20.0, 30.0]]);
        let whole = |at: f32| at as i32;
        assert_eq!(rows.y_of_leaves(plot, 1, 2).map(whole), [20, 30]);
        // These lanes have no parent but the root, so one pixel is enough.
        assert_eq!(rows.heights(&times, plot), (vec![20.0, 10.0, 10.0], 1.0));
        assert_eq!([0, 1, 2].map(|slice| whole(x(plot, 2, slice))), [0, 50, 100]);
    }
}

//! Rings, curves and names as primitives.

use super::largest;
use super::paint::RelationPaint;
use crate::program::{CallRelation, Emphasis, Program, SidePresence, is_end, is_of};
use diptych_protocol::{RelationBlend, RelationColor, RelationWidth};
use diptych_scene::text::width::estimated_px;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{
    Align, Batch, Blend, Curve, CurveBatch, CurvePiece, CurvePoint, Face, ItemId, Layer, PolyBatch, Rect,
    Rgba, Space, TextBatch, TextRun, Weight,
};
use diptych_structure::NodeId;
use diptych_structure::radial::{
    Bundling, Cell, Edge, LabelSizes, Path, RingCircle, Rings, Width, bundle, labels, spline,
};
use diptych_views::LayoutInput;
use diptych_views::icicle::boxes::text_run;
use diptych_views::places::{name_in_group, short_name};
use rustc_hash::FxHashSet;

/// Height of the head above the circle.
pub(super) const HEAD_PX: f32 = 24.0;
const MARGIN_PX: f32 = 10.0;
/// Share of the radius that the inner circle takes, and share of the rings that shown elements take.
const INNER_SHARE: f64 = 0.66;
const LEAF_SHARE: f64 = 0.7;
const GAP: f64 = 0.015;
const LEAST_RING_PX: f64 = 12.0;
/// Half of the gap between cells.
const SEAM_PX: f64 = 0.6;
/// Largest step of an arc, radians.
const ARC_STEP: f64 = 0.05;
const LABELS: LabelSizes = LabelSizes { least: 7.0, most: 12.0, line_height: 1.15, margin: 1.0 };
/// Width of the thin end of a curve, as a share of the thick end.
const THIN: f32 = 0.3;
/// Opacity of curves while others stand out.
const BACK: f32 = 0.18;
/// Length of dashes and of the gaps between them.
const DASH_PX: f64 = 7.0;
const DASH_GAP_PX: f64 = 4.0;
const MOST_DASHES: f64 = 200.0;
const OUTLINE_PX: f64 = 2.0;
/// Reach of the mark of a forbidden or a rare relation from its middle.
const MARK_PX: f64 = 5.0;

/// The relations to draw, with the geometry of the elements.
#[derive(Debug)]
pub(super) struct RadialPicture {
    pub(super) rings: Rings,
    /// Relations of the shown sides.
    pub(super) relations: Vec<CallRelation>,
}

/// Returns the circle in a part of the canvas; `None` if there is no room for one.
fn disc(rect: Rect) -> Option<RingCircle> {
    let [width, height] = [rect.width(), rect.height() - HEAD_PX].map(f64::from);
    let outer_radius = width.min(height) / 2.0 - f64::from(MARGIN_PX);
    let center = [f64::from(rect.x0) + width / 2.0, f64::from(rect.y0 + HEAD_PX) + height / 2.0];
    (outer_radius > 40.0).then_some(RingCircle {
        center,
        inner_radius: outer_radius * INNER_SHARE,
        outer_radius,
        leaf_share: LEAF_SHARE,
        gap: GAP,
        least_ring: LEAST_RING_PX,
    })
}

/// Computes the geometry of the elements and picks the relations to draw.
pub(super) fn drawn(rect: Rect, program: &Program, side: Option<usize>) -> Option<RadialPicture> {
    let rings = Rings::new(program.hierarchy(), &program.shown, disc(rect)?);
    let is_there = |it: &&CallRelation| side.is_none_or(|side| it.calls[side] > 0);
    let relations = program.calls.relations.iter().filter(is_there).copied().collect();
    Some(RadialPicture { rings, relations })
}

/// Everything that the picture is drawn from.
pub(super) struct Drawing<'a> {
    pub(super) input: &'a LayoutInput<'a>,
    pub(super) program: &'a Program,
    pub(super) drawn: &'a RadialPicture,
    pub(super) paint: &'a RelationPaint<'a>,
    pub(super) side: Option<usize>,
    pub(super) emphasis: Emphasis,
}

impl Drawing<'_> {
    fn theme(&self) -> &'static Theme {
        self.input.colors()
    }

    /// Returns the rings, the curves, and the layer above both. Items are numbered by cells first, then relations.
    pub(super) fn layers(&self) -> Vec<Layer> {
        let layer = |batches: Vec<Batch>| {
            let mut layer = Layer::new(self.input.rect, Space::FIXED);
            layer.batches = batches;
            layer
        };
        let path = self.path();
        let mut curves = layer(vec![Batch::Curves(self.curves(&path))]);
        curves.blend = self.blend();
        let color = |it: &CallRelation| self.paint.ends(it)[0].with_alpha(1.0);
        let (largest, names_of_largest) = match disc(self.input.rect) {
            Some(circle) => {
                largest::names(self.theme(), self.program, self.drawn, &path, &circle, self.side, color)
            }
            None => Default::default(),
        };
        vec![
            layer(vec![Batch::Polys(self.cells())]),
            curves,
            layer(vec![
                Batch::Polys(self.outlines()),
                Batch::Polys(self.marks(&path)),
                Batch::Texts(self.names()),
            ]),
            layer(vec![Batch::Rects(largest), Batch::Texts(names_of_largest)]),
        ]
    }

    fn blend(&self) -> Blend {
        match (self.input.state.structure.blend, self.input.theme) {
            // Blending that ignores the order would hide which relation is the latest.
            _ if self.input.state.structure.color == RelationColor::Time => Blend::Normal,
            (RelationBlend::Over, _) => Blend::Normal,
            (RelationBlend::Strongest, ThemeName::Light) => Blend::Min,
            (RelationBlend::Strongest, _) => Blend::Max,
        }
    }

    fn cells(&self) -> PolyBatch {
        let mut polys = PolyBatch::default();
        for (at, cell) in self.drawn.rings.cells.iter().enumerate() {
            let whose = SidePresence::of(self.program.sides(cell.element));
            let [fill, _] = self.paint.cell(whose, cell.place.is_some());
            polys.strip(&sector(&self.drawn.rings, cell), fill, ItemId(at as u32));
        }
        polys
    }

    fn outlines(&self) -> PolyBatch {
        let mut polys = PolyBatch::default();
        for (ends, color) in
            [(self.emphasis.selected, self.theme().ink), (self.emphasis.pointed, self.theme().hover)]
        {
            let Some(ends) = ends else { continue };
            let cells = self.drawn.rings.cells.iter();
            for cell in cells.filter(|cell| is_end(self.program, ends, cell.element)) {
                outline(&self.drawn.rings, cell, color, &mut polys);
            }
        }
        polys
    }

    fn names(&self) -> TextBatch {
        let mut texts = TextBatch::default();
        let hierarchy = self.program.hierarchy();
        let with_cell: FxHashSet<NodeId> = self.drawn.rings.cells.iter().map(|cell| cell.element).collect();
        let name = |id| match hierarchy.parent(id) {
            Some(around) if with_cell.contains(&around) => name_in_group(hierarchy, id),
            _ => short_name(hierarchy, id),
        };
        let measure = |id| f64::from(estimated_px(&name(id), 1.0, Face::Ui, Weight::Medium));
        let scale = f64::from(self.input.state.structure.labels.clamp(50, 300)) / 100.0;
        for label in labels(&self.drawn.rings, LABELS, scale, measure) {
            let whose = SidePresence::of(self.program.sides(label.element));
            let is_shown = self.program.shown.place(label.element).is_some();
            let [_, color] = self.paint.cell(whose, is_shown);
            let [x, y] = label.center.map(|at| at as f32);
            let (half, high) = (label.width as f32 / 2.0, label.size as f32 * 0.7);
            let rect = Rect::new(x - half, y - high, x + half, y + high);
            let run = text_run(name(label.element), rect, label.size as f32, color, Align::Shrink);
            let weight = if is_shown { Weight::Regular } else { Weight::Medium };
            let (sine, cosine) = label.angle.sin_cos();
            let direction = [cosine as f32, sine as f32];
            texts.push(TextRun { weight, direction, ..run }, ItemId::NONE);
        }
        texts
    }

    /// Returns the course of all relations.
    fn path(&self) -> Path {
        let state = &self.input.state.structure;
        let calls = |it: &CallRelation| match self.side {
            Some(side) => it.calls[side],
            None => it.calls[0].max(it.calls[1]),
        };
        let edge = |it: &CallRelation| Edge { caller: it.caller, callee: it.callee, calls: calls(it) };
        let edges: Vec<Edge> = self.drawn.relations.iter().map(edge).collect();
        let bundling = Bundling {
            beta: f64::from(state.beta.min(100)) / 100.0,
            leave_out_common_ancestor: !state.through_ancestor,
            width: match state.width {
                RelationWidth::Root => Width::SquareRoot,
                RelationWidth::Log => Width::Logarithmic,
            },
        };
        let (hierarchy, shown) = (self.program.hierarchy(), &self.program.shown);
        bundle(hierarchy, shown, &self.drawn.rings, &edges, bundling)
    }

    /// Marks forbidden relations with a diamond in their middle, and rare ones with a ring, if that is asked for.
    fn marks(&self, path: &Path) -> PolyBatch {
        let mut polys = PolyBatch::default();
        for (at, it) in self.drawn.relations.iter().enumerate() {
            let (is_forbidden, is_rare) = (self.paint.is_forbidden(it), self.paint.is_rare(it));
            let is_back = self.emphasis.first().is_some_and(|ends| !is_of(self.program, ends, it));
            if is_back || !(is_forbidden || is_rare) {
                continue;
            }
            let middle = spline(path.curve(at), 0.5);
            if is_forbidden {
                for (reach, color) in [(MARK_PX + 1.5, self.theme().bg), (MARK_PX, self.theme().danger)] {
                    polys.strip(&diamond(middle, reach), color, ItemId::NONE);
                }
            } else {
                polys.strip(&ring(middle, [MARK_PX - 1.5, MARK_PX]), self.theme().ink, ItemId::NONE);
            }
        }
        polys
    }

    fn curves(&self, path: &Path) -> CurveBatch {
        let first = self.drawn.rings.cells.len() as u32;
        let mut batch = CurveBatch::default();
        for (at, it) in self.drawn.relations.iter().enumerate() {
            let point =
                |&[x, y]: &[f64; 2]| CurvePoint { x: x as f32, y: y as f32, space: 0.0, reserved: 0.0 };
            let points: Vec<CurvePoint> = path.curve(at).iter().map(point).collect();
            batch.push(&points, self.curve(it, path.widths[at] as f32), ItemId(first + at as u32));
        }
        batch.cut();
        self.dash(path, &mut batch);
        batch
    }

    fn curve(&self, it: &CallRelation, width: f32) -> Curve {
        let is_first = self.emphasis.first().map(|ends| is_of(self.program, ends, it));
        // A relation that is pointed at or selected has its full width and colour, changed or not.
        let width = if is_first == Some(true) { width } else { self.paint.width(it, width) };
        let faded = |color: Rgba| match is_first {
            Some(true) => color.with_alpha(1.0),
            Some(false) => color.with_alpha(color.channels()[3] * BACK),
            None => color,
        };
        let [color0, color1] = self.paint.ends(it).map(faded);
        let above = if is_first == Some(true) { f32::MAX / 2.0 } else { self.paint.importance(it) };
        Curve {
            width0: width,
            width1: (width * THIN).max(1.0),
            color0,
            color1,
            importance: above,
            ..Curve::line(color0, width)
        }
    }

    /// Cuts the curves that only one side has into dashes.
    fn dash(&self, path: &Path, batch: &mut CurveBatch) {
        let pieces = std::mem::take(&mut batch.pieces);
        for piece in pieces {
            let at = piece.curve as usize;
            if !self.paint.is_dashed(&self.drawn.relations[at]) {
                batch.pieces.push(piece);
                continue;
            }
            let points = path.curve(at);
            // This is at least the length of the curve, which lies within its control points.
            let length: f64 =
                points.windows(2).map(|two| (two[1][0] - two[0][0]).hypot(two[1][1] - two[0][1])).sum();
            let dashes = (length / (DASH_PX + DASH_GAP_PX)).ceil().clamp(1.0, MOST_DASHES);
            let filled = DASH_PX / (DASH_PX + DASH_GAP_PX);
            for dash in 0..dashes as u32 {
                let [t0, t1] = [0.0, filled].map(|part| ((f64::from(dash) + part) / dashes) as f32);
                let [t0, t1] = [t0, t1].map(|t| piece.t0 + (piece.t1 - piece.t0) * t);
                batch.pieces.push(CurvePiece { t0, t1, ..piece });
            }
        }
    }
}

/// Returns a square on its tip.
fn diamond([x, y]: [f64; 2], reach: f64) -> [[f32; 2]; 4] {
    [[x - reach, y], [x, y - reach], [x, y + reach], [x + reach, y]].map(|point| point.map(|at| at as f32))
}

/// Returns a ring between two radii, as a band.
fn ring([x, y]: [f64; 2], radii: [f64; 2]) -> Vec<[f32; 2]> {
    let angles = (0..=16).map(|step| std::f64::consts::TAU * f64::from(step) / 16.0);
    let points =
        angles.flat_map(|angle| radii.map(|radius| [x + radius * angle.sin(), y - radius * angle.cos()]));
    points.map(|point| point.map(|at| at as f32)).collect()
}

/// Returns a cell without the gap around it, as a band.
fn sector(rings: &Rings, cell: &Cell) -> Vec<[f32; 2]> {
    let [inner, outer] = [cell.radii[0] + SEAM_PX, (cell.radii[1] - SEAM_PX).max(cell.radii[0] + SEAM_PX)];
    let [from, to] = cell.angles;
    let is_whole = to - from > std::f64::consts::TAU - 1e-9;
    let seam = |radius: f64| {
        if is_whole { 0.0 } else { (SEAM_PX / radius.max(1.0)).min((to - from) / 4.0) }
    };
    band(rings, [from, to], [inner, outer], [seam(inner), seam(outer)])
}

/// Returns a band between two radii, each with its angles narrowed.
fn band(rings: &Rings, [from, to]: [f64; 2], radii: [f64; 2], seams: [f64; 2]) -> Vec<[f32; 2]> {
    let steps = ((to - from) / ARC_STEP).ceil().max(1.0) as u32;
    let mut points = Vec::with_capacity(2 * steps as usize + 2);
    for step in 0..=steps {
        let share = f64::from(step) / f64::from(steps);
        for (radius, seam) in radii.into_iter().zip(seams) {
            let angle = from + seam + (to - from - 2.0 * seam) * share;
            points.push(rings.at(angle, radius).map(|at| at as f32));
        }
    }
    points
}

/// Draws the edge of a cell, inside it.
fn outline(rings: &Rings, cell: &Cell, color: Rgba, polys: &mut PolyBatch) {
    let [from, to] = cell.angles;
    let [inner, outer] = cell.radii;
    let line = OUTLINE_PX.min((outer - inner) / 2.0);
    for radii in [[inner, inner + line], [outer - line, outer]] {
        polys.strip(&band(rings, [from, to], radii, [0.0; 2]), color, ItemId::NONE);
    }
    let side = |radius: f64| (OUTLINE_PX / radius.max(1.0)).min((to - from) / 2.0);
    for [start, sign] in [[from, 1.0], [to, -1.0]] {
        let corner =
            |radius: f64, turn: f64| rings.at(start + sign * turn * side(radius), radius).map(|at| at as f32);
        let quad = [corner(inner, 0.0), corner(inner, 1.0), corner(outer, 0.0), corner(outer, 1.0)];
        polys.strip(&quad, color, ItemId::NONE);
    }
}

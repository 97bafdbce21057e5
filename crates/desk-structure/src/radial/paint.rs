//! The colours of relations and elements.

use crate::program::{
    CallRelation, Program, RARE, SidePresence, direction_of, forbidden_places, grounds, within_one,
};
use diptych_protocol::{LegendEntry, LegendMark, RelationColor, StructureParts, StructureState};
use diptych_scene::Rgba;
use diptych_scene::theme::{OTHER, Theme, change_step, order};
use diptych_trace::Sorting;
use diptych_views::legend::{ChangeScale, entry, mark};
use diptych_views::numbers;
use diptych_views::places::Packages;
use std::collections::BTreeSet;

/// Opacity of a relation that both runs have unchanged, of the smallest change, and of the largest one.
const QUIET: f32 = 0.4;
const FAINT: f32 = 0.45;
const LOUD: f32 = 0.9;
/// Largest width of an unchanged relation, and least width of the one that changed most, CSS pixels. With unchanged relations
/// as wide as their calls, the few changes of a large program are lost among them.
const QUIET_PX: f32 = 1.25;
const CHANGED_PX: f32 = 2.5;
/// Step of changes under 5 %.
const SAME: usize = 4;

/// Returns true if both sides have a relation, and its calls changed by under 5 %.
pub(super) fn is_unchanged(it: &CallRelation) -> bool {
    let [a, b] = it.compared();
    it.is_in() == [true; 2] && change_step(a as f64, b as f64) == SAME
}

/// The colours of relations.
#[derive(Debug, Clone)]
pub(super) struct RelationPaint<'a> {
    theme: &'a Theme,
    by: RelationColor,
    /// Side that is shown alone.
    side: Option<usize>,
    /// Colours at the caller's and at the callee's end, if colour shows the direction.
    direction: [Rgba; 2],
    /// Colour of the package of each shown element.
    packages: Vec<Rgba>,
    /// Mean starts of the drawn relations, ascending, if colour shows the time.
    starts: Vec<f64>,
    /// Callers and callees, by place, of forbidden relations.
    forbidden: BTreeSet<[u32; 2]>,
    /// True if rare relations are marked.
    marks_rare: bool,
    /// Largest change of a relation between two elements, in calls.
    largest_change: u64,
    /// For A and B, whether a relation is of that side alone.
    has_only: [bool; 2],
    legend: Vec<LegendEntry>,
}

impl<'a> RelationPaint<'a> {
    pub(super) fn new(
        theme: &'a Theme,
        program: &Program,
        state: &StructureState,
        side: Option<usize>,
    ) -> Self {
        let by = state.color;
        // With one side there is no change.
        let by = if by == RelationColor::Change && side.is_some() { RelationColor::Direction } else { by };
        let sides = side.map_or_else(|| vec![0, 1], |side| vec![side]);
        let mut paint = Self {
            theme,
            by,
            side,
            direction: direction_of(theme, by),
            packages: Vec::new(),
            starts: Vec::new(),
            forbidden: forbidden_places(program, &sides),
            marks_rare: state.rare,
            largest_change: {
                let edges = program.calls.relations.iter().filter(|it| it.is_edge());
                edges.map(|it| it.change().unsigned_abs()).max().unwrap_or(0)
            },
            has_only: [0, 1].map(|side: usize| {
                let is_only = |it: &CallRelation| it.is_in()[side] && !it.is_in()[1 - side];
                program.calls.relations.iter().any(is_only)
            }),
            legend: Vec::new(),
        };
        if by == RelationColor::Time {
            let drawn = program.calls.relations.iter().filter(|it| paint.calls(it) > 0);
            paint.starts = drawn.map(|it| paint.mean_start(it)).collect();
            paint.starts.order_by(f64::total_cmp);
        }
        let packages = if by == RelationColor::Package { of_callers(program) } else { Packages::default() };
        paint.packages = packages.colors;
        // Colouring by direction already explains the colours of calls.
        let shows_calls = state.parts == StructureParts::Both && !paint.shows_direction();
        paint.legend = paint.entries(&packages.named, packages.others, shows_calls);
        if state.parts == StructureParts::Both && side.is_none() && program.calls.is_matched {
            paint.legend.extend(crate::sequence::ribbon_legend(theme));
        }
        paint
    }

    /// Returns the encoding in use: with one side there is no change.
    pub(super) fn color(&self) -> RelationColor {
        self.by
    }

    fn shows_direction(&self) -> bool {
        matches!(self.by, RelationColor::Direction | RelationColor::Published)
    }

    /// Returns the number of calls of a relation on the shown sides.
    fn calls(&self, it: &CallRelation) -> u64 {
        self.side.map_or(it.calls[0] + it.calls[1], |side| it.calls[side])
    }

    /// Returns the mean start of a relation's calls on the shown sides, 0 to 1.
    fn mean_start(&self, it: &CallRelation) -> f64 {
        let sum = |side: usize| it.calls[side] as f64 * it.mean_start[side];
        match self.side {
            Some(side) => it.mean_start[side],
            None => (sum(0) + sum(1)) / (self.calls(it) as f64).max(1.0),
        }
    }

    /// Returns the rank of a relation's mean start among those of all drawn relations, 0 to 1. Relations with one mean
    /// start share their middle rank. Colours by rank use the whole scale even if most calls come at once.
    fn rank(&self, it: &CallRelation) -> f64 {
        let start = self.mean_start(it);
        let before = self.starts.partition_point(|&of| of < start);
        let until = self.starts.partition_point(|&of| of <= start).max(before + 1);
        let last = self.starts.len().saturating_sub(1).max(1) as f64;
        f64::midpoint(before as f64, until as f64 - 1.0) / last
    }

    /// Returns true if the layers forbid any call of a relation.
    pub(super) fn is_forbidden(&self, it: &CallRelation) -> bool {
        self.forbidden.contains(&[it.caller, it.callee])
    }

    /// Returns true if a relation between two elements has so few calls that it is marked.
    pub(super) fn is_rare(&self, it: &CallRelation) -> bool {
        self.marks_rare && it.is_edge() && self.calls(it) <= RARE
    }

    /// Returns the colours at the caller's end and at the callee's end.
    pub(super) fn ends(&self, it: &CallRelation) -> [Rgba; 2] {
        let [a, b] = it.compared();
        let both = |color: Rgba, strength: f32| [color.with_alpha(strength); 2];
        match self.by {
            RelationColor::Change => match SidePresence::of(it.is_in()) {
                SidePresence::OnlyA => both(self.theme.a_fill, self.strength(it)),
                SidePresence::OnlyB => both(self.theme.b_fill, self.strength(it)),
                SidePresence::Both => match change_step(a as f64, b as f64) {
                    SAME => both(self.theme.none_mark, QUIET),
                    step => both(self.theme.change[step], self.strength(it)),
                },
            },
            RelationColor::Direction | RelationColor::Published => {
                self.direction.map(|color| color.with_alpha(LOUD))
            }
            RelationColor::Time => both(order(self.theme, self.rank(it)), 1.0),
            RelationColor::Package => {
                both(self.packages.get(it.caller as usize).copied().unwrap_or(OTHER), LOUD)
            }
        }
    }

    /// Returns true if colours show changes and a relation has none.
    pub(super) fn is_quiet(&self, it: &CallRelation) -> bool {
        self.by == RelationColor::Change && is_unchanged(it)
    }

    /// Returns the width of a relation's curve, given the width for its calls. Unchanged relations are thin. Changed ones have
    /// a least width that grows with the change.
    pub(super) fn width(&self, it: &CallRelation, of_calls: f32) -> f32 {
        match self.by {
            RelationColor::Change if self.is_quiet(it) => of_calls.min(QUIET_PX),
            RelationColor::Change => {
                of_calls.max(QUIET_PX + (CHANGED_PX - QUIET_PX) * self.share_of_change(it))
            }
            _ => of_calls,
        }
    }

    /// Returns the opacity of a changed relation.
    fn strength(&self, it: &CallRelation) -> f32 {
        FAINT + (LOUD - FAINT) * self.share_of_change(it)
    }

    /// Returns the size of a change, 0 to 1 for the largest. It grows with the logarithm of the change: a relation that gained
    /// one call must not outshout one that lost hundreds.
    fn share_of_change(&self, it: &CallRelation) -> f32 {
        let share =
            (it.change().unsigned_abs() as f32).ln_1p() / (self.largest_change as f32).ln_1p().max(1.0);
        share.min(1.0)
    }

    /// Returns true if the curve of a relation is dashed because only one of two sides has it.
    pub(super) fn is_dashed(&self, it: &CallRelation) -> bool {
        self.side.is_none() && SidePresence::of(it.is_in()) != SidePresence::Both
    }

    /// Returns the drawing order: relations with larger changes lie above others, or later ones above earlier ones.
    pub(super) fn importance(&self, it: &CallRelation) -> f32 {
        match self.by {
            RelationColor::Change => it.change().unsigned_abs() as f32,
            RelationColor::Time => self.rank(it) as f32,
            _ => 0.0,
        }
    }

    /// Returns the background and the text colour of an element's cell.
    pub(super) fn cell(&self, whose: SidePresence, is_shown: bool) -> [Rgba; 2] {
        let theme = self.theme;
        let [shown, around] = grounds(theme);
        match whose {
            _ if self.side.is_some() && is_shown => [shown, theme.ink],
            SidePresence::OnlyA if self.side.is_none() => [theme.a_tint, theme.a],
            SidePresence::OnlyB if self.side.is_none() => [theme.b_tint, theme.b],
            _ if is_shown => [shown, theme.ink],
            _ => [around, theme.ink],
        }
    }

    pub(super) fn legend(&self) -> Vec<LegendEntry> {
        self.legend.clone()
    }

    fn entries(&self, named: &[(String, Rgba)], others: usize, shows_calls: bool) -> Vec<LegendEntry> {
        let theme = self.theme;
        let mut entries = match self.by {
            RelationColor::Change => {
                let names = ChangeScale::Ratio
                    .names("no change (±5\u{202f}%)", ["fewer calls in B", "more calls in B"]);
                let color = |step: usize| if step == SAME { theme.none_mark } else { theme.change[step] };
                names.iter().enumerate().map(|(step, name)| entry(name, color(step))).collect()
            }
            RelationColor::Direction => {
                vec![entry("caller", self.direction[0]), entry("callee", self.direction[1])]
            }
            RelationColor::Published => vec![
                entry("caller", self.direction[0]),
                entry("callee (as published, not colour-blind safe)", self.direction[1]),
            ],
            RelationColor::Time => vec![
                entry("called first", order(theme, 0.0)),
                entry("called last, on top (colours by rank)", order(theme, 1.0)),
            ],
            RelationColor::Package => {
                let mut all: Vec<LegendEntry> =
                    named.iter().map(|(name, color)| entry(name, *color)).collect();
                if others > 0 {
                    all.push(entry(&format!("{} others", numbers::count(others as u64)), OTHER));
                }
                all
            }
        };
        match (self.side, self.by) {
            (Some(_), _) => {}
            (None, RelationColor::Change) => {
                let of_sides = [
                    mark("only in A, dashed", theme.a_fill, LegendMark::OnlyA),
                    mark("only in B, dashed", theme.b_fill, LegendMark::OnlyB),
                ];
                // A narrow page shows the first entries only. So what is in the picture comes before the scale.
                let (there, others): (Vec<_>, Vec<_>) =
                    of_sides.into_iter().zip(self.has_only).partition(|(_, is_there)| *is_there);
                entries.splice(0..0, there.into_iter().map(|(entry, _)| entry));
                entries.extend(others.into_iter().map(|(entry, _)| entry));
            }
            // The curve has another colour; only the dashes say that one side lacks the relation.
            (None, _) => {
                entries.push(mark("only in A or only in B", theme.ink2, LegendMark::Dashed));
                entries.push(mark("element only in A", theme.a_fill, LegendMark::OnlyA));
                entries.push(mark("element only in B", theme.b_fill, LegendMark::OnlyB));
            }
        }
        // A narrow page shows the first entries only, so what both views share comes first.
        if shows_calls {
            entries.push(entry("line of a call: caller’s end", theme.direction[0]));
            entries.push(entry("callee’s end", theme.direction[1]));
            entries.push(entry("within one element", within_one(theme, theme.direction)));
        }
        if !self.forbidden.is_empty() {
            entries.push(entry("forbidden by layers", theme.danger));
        }
        if self.marks_rare {
            entries.push(mark(&format!("at most {RARE} calls"), theme.ink, LegendMark::Edged));
        }
        entries
    }
}

/// Returns the packages, weighted by the relations that begin in them.
fn of_callers(program: &Program) -> Packages {
    let mut begin = vec![0u64; program.shown.elements().len()];
    for it in program.calls.relations.iter().filter(|it| it.is_edge()) {
        begin[it.caller as usize] += 1;
    }
    Packages::new(program.hierarchy(), &program.shown, &begin)
}

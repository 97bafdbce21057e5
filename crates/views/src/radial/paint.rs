//! The colours of relations and elements.

use crate::legend::{ChangeScale, entry, mark};
use crate::numbers;
use crate::program::{CallRelation, Packages, Program, SidePresence, grounds, within_one};
use diptych_protocol::{LegendEntry, LegendMark, RelationColor, StructureParts, StructureState};
use diptych_scene::Rgba;
use diptych_scene::theme::{OTHER, Theme, change_step, order};

/// Opacity of a relation that both runs have unchanged, and of all others.
const QUIET: f32 = 0.55;
const LOUD: f32 = 0.9;
/// Step of changes under 5 %.
const SAME: usize = 4;

/// The colours of relations.
#[derive(Debug, Clone)]
pub(super) struct RelationPaint<'a> {
    theme: &'a Theme,
    by: RelationColor,
    /// Side that is shown alone.
    side: Option<usize>,
    /// Colour of the package of each shown element.
    packages: Vec<Rgba>,
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
        let mut paint = Self { theme, by, side, packages: Vec::new(), legend: Vec::new() };
        let packages = if by == RelationColor::Package { of_callers(program) } else { Packages::default() };
        paint.packages = packages.colors;
        // Colouring by direction already explains the colours of calls.
        let shows_calls = state.parts == StructureParts::Both && by != RelationColor::Direction;
        paint.legend = paint.entries(&packages.named, packages.others, shows_calls, program.calls.is_matched);
        paint
    }

    /// Returns the colours at the caller's end and at the callee's end.
    pub(super) fn ends(&self, it: &CallRelation) -> [Rgba; 2] {
        let [a, b] = it.calls;
        let both = |color: Rgba, strength: f32| [color.with_alpha(strength); 2];
        match self.by {
            RelationColor::Change => match SidePresence::of(it.calls.map(|calls| calls > 0)) {
                SidePresence::OnlyA => both(self.theme.a_fill, LOUD),
                SidePresence::OnlyB => both(self.theme.b_fill, LOUD),
                SidePresence::Both => match change_step(a as f64, b as f64) {
                    SAME => both(self.theme.none_mark, QUIET),
                    step => both(self.theme.change[step], LOUD),
                },
            },
            RelationColor::Direction => self.theme.direction.map(|color| color.with_alpha(LOUD)),
            RelationColor::Time => {
                let side = self.side.unwrap_or(usize::from(a == 0));
                both(order(self.theme, it.mean_start[side]), LOUD)
            }
            RelationColor::Package => {
                both(self.packages.get(it.caller as usize).copied().unwrap_or(OTHER), LOUD)
            }
        }
    }

    /// Returns true if the curve of a relation is dashed because only one of two sides has it.
    pub(super) fn is_dashed(&self, it: &CallRelation) -> bool {
        self.side.is_none() && SidePresence::of(it.calls.map(|calls| calls > 0)) != SidePresence::Both
    }

    /// Returns the drawing order: relations with larger changes lie above others.
    pub(super) fn importance(&self, it: &CallRelation) -> f32 {
        if self.by == RelationColor::Change { it.change().unsigned_abs() as f32 } else { 0.0 }
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

    fn entries(&self, named: &[(String, Rgba)], others: usize, shows_calls: bool, has_ribbon: bool) -> Vec<LegendEntry> {
        let theme = self.theme;
        let mut entries = match self.by {
            RelationColor::Change => {
                let names = ChangeScale::Ratio.names("±5\u{202f}%", ["fewer calls in B", "more calls in B"]);
                let color = |step: usize| if step == SAME { theme.none_mark } else { theme.change[step] };
                names.iter().enumerate().map(|(step, name)| entry(name, color(step))).collect()
            }
            RelationColor::Direction => {
                vec![entry("caller", theme.direction[0]), entry("callee", theme.direction[1])]
            }
            RelationColor::Time => {
                vec![entry("called early", order(theme, 0.0)), entry("late", order(theme, 1.0))]
            }
            RelationColor::Package => {
                let mut all: Vec<LegendEntry> =
                    named.iter().map(|(name, color)| entry(name, *color)).collect();
                if others > 0 {
                    all.push(entry(&format!("{} others", numbers::count(others as u64)), OTHER));
                }
                all
            }
        };
        if shows_calls {
            entries.push(entry("calls in order: caller", theme.direction[0]));
            entries.push(entry("callee", theme.direction[1]));
            entries.push(entry("within one element", within_one(theme)));
            if self.side.is_none() && has_ribbon {
                entries.push(entry("ribbon: moved", theme.moved));
            }
        }
        if self.side.is_none() {
            entries.push(mark("only in A, dashed", theme.a_fill, LegendMark::OnlyA));
            entries.push(mark("only in B, dashed", theme.b_fill, LegendMark::OnlyB));
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

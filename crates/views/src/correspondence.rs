//! What the alignment says of a call: its kind, its partner, how much the two differ.

use crate::legend::{ends_of, mark, marks, step};
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind};
use diptych_protocol::{LegendEntry, LegendMark, SideName};
use diptych_scene::theme::{Theme, ThemeName, change_step};
use diptych_scene::{Cushion, Hatch, RectStyle, Rgba};
use diptych_trace::{CallId, Trace};

/// An alignment with what it is of.
#[derive(Debug, Clone, Copy)]
pub struct Correspondence<'a> {
    /// The traces and their identities.
    pub pair: Pair<'a>,
    /// Which call is which.
    pub alignment: &'a Alignment,
    /// What counts as no change.
    pub grey: Grey,
}

/// What counts as no change in the duration of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grey {
    /// The factor B is expected to be of A: the whole run's own, or 1.
    pub factor: f64,
    /// Differences up to this are noise, ticks.
    pub floor_ticks: i64,
}

/// How a box is filled and marked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paint {
    /// Its ground.
    pub fill: Rgba,
    /// Lines over it.
    pub mark: Rgba,
    /// Its edge.
    pub border: Rgba,
    /// Hatch and width of the edge.
    pub style: RectStyle,
    /// Its shading.
    pub cushion: Cushion,
    /// Whether the call is switched off: it has no label.
    pub is_off: bool,
    /// What stands before its label: `▲` or `▼` where colours alone would say it with little contrast.
    pub sign: Option<char>,
}

impl Paint {
    /// A fill and nothing else.
    pub fn plain(fill: Rgba) -> Self {
        let (mark, border) = (Rgba::default(), Rgba::default());
        Self {
            fill,
            mark,
            border,
            style: RectStyle::PLAIN,
            cushion: Cushion::CELL,
            is_off: false,
            sign: None,
        }
    }

    /// A fill that is read off a scale.
    pub(crate) fn calm(fill: Rgba) -> Self {
        Self { cushion: Cushion::CALM, ..Self::plain(fill) }
    }
}

impl<'a> Correspondence<'a> {
    /// The trace of a side.
    pub fn trace(&self, side: SideName) -> &'a Trace {
        self.pair.traces[side.index()]
    }

    /// What became of a call.
    pub fn kind(&self, side: SideName, call: CallId) -> Kind {
        self.alignment.sides[side.index()].kind[call.index()]
    }

    /// Its partner on the other side.
    pub fn partner(&self, side: SideName, call: CallId) -> Option<CallId> {
        self.alignment.sides[side.index()].partner[call.index()].some()
    }

    /// A call and its partner as A's and B's.
    pub fn both(&self, side: SideName, call: CallId) -> Option<[CallId; 2]> {
        let other = self.partner(side, call)?;
        Some(match side {
            SideName::A => [call, other],
            SideName::B => [other, call],
        })
    }

    /// Place of a matched pair on the scale of change: [`Theme::change`], 4 is grey.
    pub(crate) fn step(&self, [a, b]: [CallId; 2]) -> usize {
        let before = self.pair.traces[0].calls().duration(a);
        let after = self.pair.traces[1].calls().duration(b);
        let expected = before as f64 * self.grey.factor;
        if (after as f64 - expected).abs() <= self.grey.floor_ticks as f64 {
            return 4;
        }
        change_step(expected, after as f64)
    }

    /// Matched calls grey, moved ones edged, those of one side in its colour under its hatch.
    pub fn paint_match(&self, theme: &Theme, side: SideName, call: CallId) -> Paint {
        match self.kind(side, call) {
            Kind::Matched => Paint::calm(theme.matched),
            Kind::Moved => moved(theme, theme.matched),
            Kind::Only => only(theme, side),
        }
    }

    /// As [`Self::paint_match`], and what is matched or moved by the change of its duration.
    pub fn paint_change(&self, theme: &Theme, side: SideName, call: CallId) -> Paint {
        let Some(both) = self.both(side, call) else {
            return self.paint_match(theme, side, call);
        };
        let step = self.step(both);
        let sign = match step {
            _ if theme.name != ThemeName::HighContrast => None,
            0..4 => Some('▼'),
            4 => None,
            _ => Some('▲'),
        };
        Paint { sign, ..self.paint_fill(theme, side, call, theme.change[step]) }
    }

    /// A call that has a partner, filled; moved ones edged.
    pub(crate) fn paint_fill(&self, theme: &Theme, side: SideName, call: CallId, fill: Rgba) -> Paint {
        if self.kind(side, call) == Kind::Moved { moved(theme, fill) } else { Paint::calm(fill) }
    }
}

impl Correspondence<'_> {
    pub(crate) fn match_legend(theme: &Theme) -> Vec<LegendEntry> {
        let mut legend = vec![mark("matched", theme.matched, LegendMark::Matched)];
        legend.extend(marks(theme));
        legend
    }

    pub(crate) fn change_legend(&self, theme: &Theme) -> Vec<LegendEntry> {
        let [less, more] = ends_of(self.grey.factor, ["shorter in B", "longer in B"]);
        // Each step is a toggle that the shell names by its ratios: words at both ends only.
        let label = |step: usize| match step {
            0 => less,
            8 => more,
            _ => "",
        };
        let steps = theme.change.into_iter().enumerate();
        let steps = steps.map(|(at, color)| step(at, label(at), color));
        steps.chain(marks(theme)).collect()
    }
}

fn moved(theme: &Theme, fill: Rgba) -> Paint {
    Paint { border: theme.moved, style: RectStyle::PLAIN.border(6), ..Paint::calm(fill) }
}

/// What only one side has: its side's tint, hatched and edged in its side's colour.
pub(crate) fn only(theme: &Theme, side: SideName) -> Paint {
    let (fill, mark, hatch) = match side {
        SideName::A => (theme.a_tint, theme.a_fill, Hatch::LeanLeft),
        SideName::B => (theme.b_tint, theme.b_fill, Hatch::LeanRight),
    };
    let style = RectStyle::PLAIN.hatch(hatch).border(4);
    Paint { fill, mark, border: mark, style, cushion: Cushion::FLAT, is_off: false, sign: None }
}

//! Partners of calls in an alignment, and the colours that show matches and changes.

use crate::legend::{ends_of, entry, mark, marks, step};
use crate::successors::{Successor, Successors};
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind};
use diptych_compare::similarity::Matches;
use diptych_protocol::{LegendEntry, LegendMark, SideName};
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{Theme, ThemeName, change_step};
use diptych_scene::{Cushion, Hatch, RectStyle, Rgba};
use diptych_trace::{CallId, IdentityId, Trace};

/// An alignment with the traces it belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Correspondence<'a> {
    /// The traces and their identities.
    pub pair: Pair<'a>,
    /// Partner and kind of every call.
    pub alignment: &'a Alignment,
    /// Range of durations that counts as no change.
    pub grey: Grey,
    /// Functions whose change is significant; `None` if nothing judged them.
    pub significant: Option<SignificantFunctions<'a>>,
    /// Similarity of calls, if partners are calls with similar callees. `None` if partners are calls of one function.
    pub similar: Option<Matches<'a>>,
}

/// The functions whose change is significant, as the comparison ranks them. Fusion and Profile draw the change of any other
/// function pale, and Fusion lists it below the significant ones.
#[derive(Debug, Clone, Copy)]
pub struct SignificantFunctions<'a> {
    /// True for a significant function, by its number among those of all runs.
    pub of_runs: &'a [bool],
    /// Number among those of all runs, by function of the pair. `None` if they are the same.
    pub of_pair: Option<&'a [IdentityId]>,
    /// Functions that probably succeed others, or are succeeded.
    pub successors: Option<&'a Successors>,
    /// True for a function that waits, by its number among those of all runs.
    pub waits: &'a [bool],
    /// True for a side of whose recording parts are missing, at moments that are not known.
    pub gaps: [bool; 2],
}

impl SignificantFunctions<'_> {
    /// Returns what became of a function of the pair, or where it came from. `None` for a function that is only new or gone.
    pub fn successor(&self, function: IdentityId) -> Option<&Successor> {
        self.successors?.of(self.number(function)?)
    }

    /// Returns true if a function of the pair waits, so that its change is an effect.
    pub fn waits(self, function: IdentityId) -> bool {
        let number = self.number(function);
        number.and_then(|number| self.waits.get(number.index()).copied()).unwrap_or(false)
    }

    /// Returns true if the change of a function of the pair is significant. Names that are no functions have no change.
    pub fn holds(self, function: IdentityId) -> bool {
        self.judgement(function).unwrap_or(false)
    }

    /// Returns true for a function of the pair, and false for a name that is no function, such as that of a lane.
    pub fn knows(self, function: IdentityId) -> bool {
        self.judgement(function).is_some()
    }

    fn judgement(self, function: IdentityId) -> Option<bool> {
        self.of_runs.get(self.number(function)?.index()).copied()
    }

    fn number(self, function: IdentityId) -> Option<IdentityId> {
        match self.of_pair {
            Some(of_pair) => of_pair.get(function.index()).copied(),
            None => Some(function),
        }
    }
}

/// Largest similarity s of calls whose durations are not compared: they have at most half of their functions in common.
/// Such calls do different work, and the ratio of their durations says nothing about either.
const UNLIKE: f64 = 0.5;

/// Share of its colour that a change keeps if it is not significant. The rest is the grey of no change. With 0.3, the
/// strongest step became as purple as the first one.
const PALE: f64 = 0.15;

/// Returns the pale colour of a change that is not significant.
pub fn pale(theme: &Theme, color: Rgba) -> Rgba {
    Lab::from(theme.change[4]).mix(color.into(), PALE).to_rgba()
}

/// Returns the entries of the legend for pale colours: of less and of more. One colour alone would look like a step of the
/// scale.
pub fn pale_legend(theme: &Theme) -> [LegendEntry; 2] {
    let of = |label: &str, step: usize| entry(label, pale(theme, theme.change[step]));
    [of("nearly grey, not significant: less", 0), of("more", 8)]
}

/// Range of durations that counts as no change of a matched call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grey {
    /// Expected ratio of B's duration to A's: that of a typical function, or 1.
    pub factor: f64,
    /// Largest difference in ticks that counts as noise.
    pub floor_ticks: i64,
}

/// The fill, the marks and the border of a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paint {
    /// Colour of the ground.
    pub fill: Rgba,
    /// Colour of the hatching.
    pub mark: Rgba,
    /// Colour of the border.
    pub border: Rgba,
    /// Hatching and border width.
    pub style: RectStyle,
    /// Shading.
    pub cushion: Cushion,
    /// Set if the call's colour is switched off in the legend. Such a box has no label.
    pub is_off: bool,
    /// `▲` or `▼` before the label, in the high-contrast theme, where colours alone would be hard to tell apart.
    pub sign: Option<char>,
}

impl Paint {
    /// Returns a paint without marks or border.
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

    /// Returns a paint without marks or border, with the calm shading that leaves colours of a scale readable.
    pub fn calm(fill: Rgba) -> Self {
        Self { cushion: Cushion::CALM, ..Self::plain(fill) }
    }
}

impl<'a> Correspondence<'a> {
    /// Returns the trace of a side.
    pub fn trace(&self, side: SideName) -> &'a Trace {
        self.pair.traces[side.index()]
    }

    /// Returns the kind of a call: matched, moved, or on one side only.
    pub fn kind(&self, side: SideName, call: CallId) -> Kind {
        self.alignment.sides[side.index()].kind[call.index()]
    }

    /// Returns true if the other side ends early, before this call.
    pub fn is_not_compared(&self, side: SideName, call: CallId) -> bool {
        self.kind(side, call) == Kind::NotCompared
    }

    /// Returns the partner of a call on the other side.
    pub fn partner(&self, side: SideName, call: CallId) -> Option<CallId> {
        self.alignment.sides[side.index()].partner[call.index()].some()
    }

    /// Returns a call and its partner, A's first.
    pub fn both(&self, side: SideName, call: CallId) -> Option<[CallId; 2]> {
        let other = self.partner(side, call)?;
        Some(match side {
            SideName::A => [call, other],
            SideName::B => [other, call],
        })
    }

    /// Returns the step of a matched pair on the scale [`Theme::change`]; 4 is grey: no change, or calls that are not
    /// similar enough to compare.
    pub fn step(&self, calls: [CallId; 2]) -> usize {
        match self.step_of_durations(calls) {
            step if step != 4 && self.are_alike(calls) => step,
            _ => 4,
        }
    }

    /// Returns true if two partners do the same work: they are calls of one function, found by their order, or more
    /// similar than [`UNLIKE`]. O(log partners) if the similarity of the calls is retained.
    fn are_alike(&self, [a, b]: [CallId; 2]) -> bool {
        self.similar.is_none_or(|Matches { sets, similarity, .. }| {
            let (a, b) = (sets.class(0, a), sets.class(1, b));
            let retained = similarity.partners(0, a).with(b).map(f64::from);
            retained.unwrap_or_else(|| sets.similarity(a, b)) > UNLIKE
        })
    }

    fn step_of_durations(&self, [a, b]: [CallId; 2]) -> usize {
        let before = self.pair.traces[0].calls().duration(a);
        let after = self.pair.traces[1].calls().duration(b);
        let expected = before as f64 * self.grey.factor;
        if (after as f64 - expected).abs() <= self.grey.floor_ticks as f64 {
            return 4;
        }
        change_step(expected, after as f64)
    }

    /// Paints a call by its kind: matched calls grey, moved ones with a border, calls of one side in its colour and
    /// hatching.
    pub fn paint_match(&self, theme: &Theme, side: SideName, call: CallId) -> Paint {
        match self.kind(side, call) {
            Kind::Matched => Paint::calm(theme.matched),
            Kind::Moved => moved(theme, theme.matched),
            Kind::Only => only(theme, side),
            Kind::NotCompared => not_compared(theme),
        }
    }

    /// Paints a call that has a partner by its change in duration, and any other call like [`Self::paint_match`].
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

    /// Paints a call that has a partner with `fill`. A moved call has a border.
    pub fn paint_fill(&self, theme: &Theme, side: SideName, call: CallId, fill: Rgba) -> Paint {
        if self.kind(side, call) == Kind::Moved { moved(theme, fill) } else { Paint::calm(fill) }
    }
}

impl Correspondence<'_> {
    /// Returns the legend of [`Self::paint_match`].
    pub fn match_legend(theme: &Theme) -> Vec<LegendEntry> {
        let mut legend = vec![mark("matched", theme.matched, LegendMark::Matched)];
        legend.extend(marks(theme));
        legend
    }

    /// Returns the legend of [`Self::paint_change`].
    pub fn change_legend(&self, theme: &Theme) -> Vec<LegendEntry> {
        let [less, more] = ends_of(self.grey.factor, ["shorter in B", "longer in B"]);
        // Only the two ends have words: the shell names each step by its ratios.
        let label = |step: usize| match step {
            0 => less,
            8 => more,
            _ => "",
        };
        let steps = theme.change.into_iter().enumerate();
        let steps = steps.map(|(at, color)| step(at, label(at), color));
        let has_unlike = self.similar.is_some_and(|similar| similar.similarity.tau() < UNLIKE);
        let text = format!("grey: similarity up to {UNLIKE:.2}");
        let unlike = has_unlike.then(|| entry(&text, theme.change[4]));
        steps.chain(unlike).chain(marks(theme)).collect()
    }
}

impl Correspondence<'_> {
    /// Returns the entry of the legend for calls that are not compared, if a side ends early.
    pub fn not_compared_legend(&self, theme: &Theme) -> Option<LegendEntry> {
        let side = SideName::BOTH[self.alignment.side_not_compared()?];
        let text = format!("not compared: {} ends before it", side.other().letter());
        Some(mark(&text, theme.none_mark, LegendMark::Edged))
    }
}

fn moved(theme: &Theme, fill: Rgba) -> Paint {
    Paint { border: theme.moved, style: RectStyle::PLAIN.border(6), ..Paint::calm(fill) }
}

/// Paints a call that is not compared: paler than matched calls, with a quiet border.
fn not_compared(theme: &Theme) -> Paint {
    let style = RectStyle::PLAIN.border(4);
    Paint { border: theme.none_mark, style, cushion: Cushion::FLAT, ..Paint::plain(theme.bg) }
}

/// Paints a call that only one side has: the side's tint, with hatching and border in the side's colour.
pub fn only(theme: &Theme, side: SideName) -> Paint {
    let (fill, mark, hatch) = match side {
        SideName::A => (theme.a_tint, theme.a_fill, Hatch::LeanLeft),
        SideName::B => (theme.b_tint, theme.b_fill, Hatch::LeanRight),
    };
    let style = RectStyle::PLAIN.hatch(hatch).border(4);
    Paint { fill, mark, border: mark, style, cushion: Cushion::FLAT, is_off: false, sign: None }
}

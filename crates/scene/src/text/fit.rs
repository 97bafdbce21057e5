//! Fitting a run into its box, for every renderer that knows the widths of characters.

use std::borrow::Cow;

use super::turn::Turn;
use super::{Align, TextRun, UPRIGHT};
use crate::{Rect, SpaceTransform};

/// Character that replaces the rest of a name.
pub const ELLIPSIS: char = '…';

/// Distance from the centre of a run's box down to its baseline, in font sizes, so that capitals are centred.
pub const BASELINE: f32 = 0.36;

/// Smallest size to which runs of [`Align::Shrink`] shrink, in CSS pixels.
pub const LEAST_PX: f32 = 7.0;

/// A run as it is drawn: the rest of its text, its size, and its position.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedRun<'a> {
    /// The text, printable and elided.
    pub text: Cow<'a, str>,
    /// Font size in CSS pixels.
    pub size: f32,
    /// Left end in CSS pixels of the canvas.
    pub x: f32,
    /// Baseline in CSS pixels of the canvas.
    pub baseline: f32,
    /// Box that the run must stay inside.
    pub bounds: Rect,
    /// Turn to apply to the whole run, if any.
    pub turn: Option<Turn>,
}

/// Places a run: transforms its box, keeps a sticky run inside the clip, and shrinks or elides text that does not fit.
///
/// `advance` is the width of a character at the run's size and weight in CSS pixels. Returns `None` if nothing of the
/// run is to be drawn.
pub fn fit(
    run: &TextRun,
    clip: Rect,
    transform: SpaceTransform,
    advance: impl Fn(char) -> f32,
) -> Option<FittedRun<'_>> {
    let (x0, y0) = transform.apply(run.rect.x0, run.rect.y0);
    let (x1, y1) = transform.apply(run.rect.x1, run.rect.y1);
    let mut bounds = Rect::new(x0, y0, x1, y1);
    if run.align == Align::Sticky && run.direction == UPRIGHT {
        bounds.x0 = bounds.x0.max(clip.x0);
        bounds.x1 = bounds.x1.min(clip.x1);
    }
    let [cosine, sine] = run.direction;
    let finite = [x0, y0, x1, y1, run.size, cosine, sine].iter().all(|number| number.is_finite());
    let turn = Turn::about(bounds, run.direction);
    let reach = turn.map_or(bounds, |turn| turn.hull(bounds));
    if !finite || !reach.overlaps(clip) || run.size <= 0.0 {
        return None;
    }
    let size = match run.align {
        Align::Shrink => shrunk(run, bounds.width(), &advance),
        _ => run.size,
    };
    let advance = |character| advance(character) * size / run.size;
    let (text, width) = elide(&run.text, bounds.width(), &advance)?;
    let x = match run.align {
        Align::Start | Align::Sticky => bounds.x0,
        Align::Center | Align::Shrink => bounds.x0 + 0.5 * (bounds.width() - width),
        Align::End => bounds.x1 - width,
    };
    let baseline = 0.5 * (bounds.y0 + bounds.y1) + BASELINE * size;
    Some(FittedRun { text: printable(text), size, x, baseline, bounds, turn })
}

/// Returns the largest size up to the run's own at which its whole text fits into `width`, but at least [`LEAST_PX`].
fn shrunk(run: &TextRun, width: f32, advance: &impl Fn(char) -> f32) -> f32 {
    let whole: f32 = run.text.chars().map(advance).sum();
    // Sums of rounded advances may exceed the width by rounding alone.
    let fitting = if whole > width { run.size * width / whole * 0.999 } else { run.size };
    fitting.max(LEAST_PX.min(run.size))
}

/// Returns the text if it fits into `width`, or its longest prefix that fits with an ellipsis; and its width. Returns
/// `None` if the text is empty or not even the ellipsis fits.
fn elide<'a>(text: &'a str, width: f32, advance: &impl Fn(char) -> f32) -> Option<(Cow<'a, str>, f32)> {
    let dots = advance(ELLIPSIS);
    let mut used = 0.0;
    // End and width of the longest prefix that leaves room for the ellipsis.
    let mut kept = (0, 0.0);
    for (at, character) in text.char_indices() {
        if used + dots <= width && !extends(character) {
            kept = (at, used);
        }
        used += advance(character);
        if used > width {
            if dots > width {
                return None;
            }
            let (end, before) = kept;
            return Some((Cow::Owned(format!("{}{ELLIPSIS}", &text[..end])), before + dots));
        }
    }
    (!text.is_empty()).then_some((Cow::Borrowed(text), used))
}

/// Returns true if a character belongs to the one before it and must not be separated from it.
fn extends(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{200D}' | '\u{20D0}'..='\u{20F0}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0100}'..='\u{E01EF}')
}

/// Makes characters visible that have no shape but could harm: see [`is_unprintable`].
fn printable(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_harmful = |c: char| is_unprintable(c) || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    if text.contains(is_harmful) { Cow::Owned(text.replace(is_harmful, "\u{FFFD}")) } else { text }
}

/// Returns true if a character of a hostile name must not be printed: control characters, which could move a
/// terminal's cursor, separators of lines, and marks that begin or end another direction of writing, which could turn
/// the text beside them.
pub fn is_unprintable(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns true if a character takes no room on its own: joiners, direction marks, variation selectors and combining
/// marks.
pub fn is_zero_width(character: char) -> bool {
    extends(character)
        || matches!(character, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Face, Rgba, Weight};

    /// Fits a text with every character 10 px wide.
    fn fitted(text: &str, width: f32, align: Align) -> Option<(String, f32)> {
        let run = TextRun {
            rect: Rect::new(100.0, 0.0, 100.0 + width, 20.0),
            text: text.to_owned(),
            size: 10.0,
            color: Rgba::TRANSPARENT,
            face: Face::Ui,
            weight: Weight::Regular,
            align,
            direction: UPRIGHT,
        };
        let clip = Rect::new(0.0, 0.0, 1000.0, 1000.0);
        let fitted = fit(&run, clip, SpaceTransform::IDENTITY, |c| if extends(c) { 0.0 } else { 10.0 })?;
        assert!((fitted.baseline - 13.6).abs() < 1e-4);
        Some((fitted.text.into_owned(), fitted.x))
    }

    #[test]
    fn runs_that_do_not_fit_are_elided() {
        let text = |width| fitted("abcde", width, Align::Start).map(|(text, _)| text);
        assert_eq!(text(50.0).as_deref(), Some("abcde"));
        assert_eq!(text(49.0).as_deref(), Some("abc…"));
        assert_eq!(text(20.0).as_deref(), Some("a…"));
        assert_eq!(text(19.0).as_deref(), Some("…"));
        assert_eq!(text(9.0), None);
        assert_eq!(fitted("", 50.0, Align::Start), None);
        assert_eq!(fitted("a", 10.0, Align::Start).map(|(text, _)| text).as_deref(), Some("a"));
    }

    #[test]
    fn shrinking_runs_are_set_smaller_before_they_are_elided() {
        let shrunk = |text: &str, width: f32| {
            let run = TextRun {
                rect: Rect::new(100.0, 0.0, 100.0 + width, 20.0),
                text: text.to_owned(),
                size: 14.0,
                color: Rgba::TRANSPARENT,
                face: Face::Ui,
                weight: Weight::Regular,
                align: Align::Shrink,
                direction: UPRIGHT,
            };
            let clip = Rect::new(0.0, 0.0, 1000.0, 1000.0);
            // Characters are as wide as the size.
            fit(&run, clip, SpaceTransform::IDENTITY, |_| 14.0).map(|run| (run.text.into_owned(), run.size))
        };
        assert_eq!(shrunk("abc", 50.0), Some(("abc".to_owned(), 14.0)));
        let (text, size) = shrunk("abc", 30.0).unwrap_or_default();
        assert!(text == "abc" && size * 3.0 <= 30.0 && size > 9.9, "{text} {size}");
        assert_eq!(shrunk("abcdefgh", 30.0), Some(("abc…".to_owned(), LEAST_PX)));
        assert_eq!(shrunk("abc", 6.0), None);
    }

    #[test]
    fn runs_follow_their_alignment() {
        let x = |align| fitted("ab", 50.0, align).map(|(_, x)| x);
        assert_eq!(x(Align::Start), Some(100.0));
        assert_eq!(x(Align::Center), Some(115.0));
        assert_eq!(x(Align::End), Some(130.0));
        assert_eq!(
            fitted("abcdef", 45.0, Align::End).map(|(_, x)| x),
            Some(105.0),
            "the elided width counts"
        );
    }

    #[test]
    fn elision_keeps_combining_marks_with_letters() {
        let text = fitted("ae\u{301}xyz", 30.0, Align::Start).map(|(text, _)| text);
        assert_eq!(text.as_deref(), Some("ae\u{301}…"));
        let text = fitted("ae\u{301}xyz", 25.0, Align::Start).map(|(text, _)| text);
        assert_eq!(text.as_deref(), Some("a…"));
    }

    #[test]
    fn control_characters_become_visible() {
        let text = fitted("a\u{0}b\u{9B}\u{1B}[31m\n", 900.0, Align::Start).map(|(text, _)| text);
        assert_eq!(text.as_deref(), Some("a\u{FFFD}b\u{FFFD}\u{FFFD}[31m\u{FFFD}"));
    }

    #[test]
    fn a_sticky_run_stays_in_view() {
        let run = TextRun {
            rect: Rect::new(10.0, 0.0, 60.0, 20.0),
            text: "abc".to_owned(),
            size: 10.0,
            color: Rgba::TRANSPARENT,
            face: Face::Ui,
            weight: Weight::Regular,
            align: Align::Sticky,
            direction: UPRIGHT,
        };
        let transform =
            SpaceTransform { scale_x: 10.0, shift_x: -300.0, shift_y: 5.0, ..SpaceTransform::IDENTITY };
        let clip = Rect::new(0.0, 0.0, 25.0, 40.0);
        let seen = fit(&run, clip, transform, |_| 10.0).map(|f| (f.text.into_owned(), f.x, f.bounds));
        assert_eq!(seen, Some(("a…".to_owned(), 0.0, Rect::new(0.0, 5.0, 25.0, 25.0))));
        let gone = SpaceTransform { shift_x: -300.0, ..SpaceTransform::IDENTITY };
        assert_eq!(fit(&run, clip, gone, |_| 10.0), None);
    }

    #[test]
    fn a_nan_box_holds_nothing() {
        assert_eq!(fitted("abc", f32::NAN, Align::Start), None);
    }
}

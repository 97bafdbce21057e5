//! Entries of the colour legend.

use crate::numbers;
use diptych_protocol::{LegendEntry, LegendMark};
use diptych_scene::Rgba;
use diptych_scene::theme::{CHANGE_STEPS, Theme};

/// Returns the entries of calls that are marked by border or hatching, whatever their colour means.
pub fn marks(theme: &Theme) -> [LegendEntry; 3] {
    [
        mark("moved", theme.moved, LegendMark::Moved),
        mark("only in A", theme.a_fill, LegendMark::OnlyA),
        mark("only in B", theme.b_fill, LegendMark::OnlyB),
    ]
}

/// Returns a step of a scale. The user can show the calls of a single step.
pub fn step(at: usize, label: &str, color: Rgba) -> LegendEntry {
    LegendEntry { step: Some(at as u32), ..entry(label, color) }
}

/// The way in which the steps of the scale of change are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeScale {
    /// By the ratio of B to A at which each step begins: `0.8×`, `1.25×`.
    Ratio,
    /// By the share of the largest change at which each step begins: `+32 %`.
    OfLargest,
}

impl ChangeScale {
    /// Returns the names of the nine steps of [`Theme::change`]. Both ends have words, and `grey` names the middle.
    pub fn names(self, grey: &str, [less, more]: [&str; 2]) -> [String; 9] {
        let step = |at: usize| {
            let from = CHANGE_STEPS[at.abs_diff(GREY) - 1];
            match self {
                // A ratio below 1 needs no explanation; "÷1.25" did.
                Self::Ratio if at < GREY => format!("{}×", (100.0 / from).round() / 100.0),
                Self::Ratio => format!("{from}×"),
                // A step's ratio is 2 to the power of its share of the largest change.
                Self::OfLargest => numbers::change(if at < GREY { -from.log2() } else { from.log2() }),
            }
        };
        let of = if self == Self::OfLargest { " of the largest change" } else { "" };
        std::array::from_fn(|at| match at {
            0 if self == Self::Ratio => format!("{} or less: {less}", step(at)),
            8 if self == Self::Ratio => format!("{} or more: {more}", step(at)),
            0 => format!("{}{of}, {less}", step(at)),
            GREY => grey.to_owned(),
            8 => format!("{}{of}, {more}", step(at)),
            _ => step(at),
        })
    }
}

/// Index of the step for no change.
const GREY: usize = 4;

/// Returns the names of both ends of the scale of change, if grey stands for this factor: that of a typical function,
/// or 1. `equal` holds the names for a factor of 1. The other names must fit calls that grew while others shrank.
pub fn ends_of(factor: f64, equal: [&'static str; 2]) -> [&'static str; 2] {
    // A factor of exactly 1 means that changes are not measured against a typical function.
    if (factor - 1.0).abs() < f64::EPSILON { equal } else { ["less than typical", "more than typical"] }
}

/// Returns the words that say what more and less are compared with, if grey stands for this factor: ` than a typical
/// function’s 1.20×`. They are blank for a factor of 1.
pub fn than_typical(factor: f64) -> String {
    // A factor of exactly 1 means that changes are not measured against a typical function.
    if (factor - 1.0).abs() < f64::EPSILON {
        String::new()
    } else {
        format!(" than a typical function’s {}", numbers::ratio(factor))
    }
}

/// Returns a sentence on the colours of a change in duration, if grey stands for this factor:
/// `Purple: longer in B, green: shorter.` Else it says what a typical function does, because all calls may be longer in B,
/// or shorter.
pub fn duration_colors(factor: f64) -> String {
    // A factor of exactly 1 means that changes are not measured against a typical function.
    if (factor - 1.0).abs() < f64::EPSILON {
        return "Purple: longer in B, green: shorter.".to_owned();
    }
    let ratio = numbers::ratio(factor);
    format!(
        "A typical function takes {ratio} as long in B. Relative to that, purple is longer and green is shorter."
    )
}

/// Returns an entry for a colour without marks.
pub fn entry(label: &str, color: Rgba) -> LegendEntry {
    mark(label, color, LegendMark::Fill)
}

/// Returns an entry for a colour with its mark.
pub fn mark(label: &str, color: Rgba, mark: LegendMark) -> LegendEntry {
    LegendEntry { label: label.to_owned(), color: hex(color), share: String::new(), mark, step: None }
}

/// Formats a colour as `#rrggbb`.
pub fn hex(color: Rgba) -> String {
    let [r, g, b, _] = color.bytes();
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_compared_with_a_typical_function_or_with_none() {
        assert_eq!(than_typical(1.0), "");
        assert_eq!(than_typical(1.2), " than a typical function’s 1.20×");
    }

    #[test]
    fn duration_colors_fit_runs_that_grew_and_that_shrank() {
        assert_eq!(duration_colors(1.0), "Purple: longer in B, green: shorter.");
        assert_eq!(
            duration_colors(1.2),
            "A typical function takes 1.20× as long in B. Relative to that, purple is longer and green is shorter."
        );
        assert_eq!(
            duration_colors(0.854),
            "A typical function takes 0.854× as long in B. Relative to that, purple is longer and green is shorter."
        );
    }

    #[test]
    fn change_scale_names_every_step_and_both_ends() {
        let names = ChangeScale::Ratio.names("grey", ["less in B", "more in B"]);
        let expected = [
            "0.5× or less: less in B",
            "0.67×",
            "0.8×",
            "0.95×",
            "grey",
            "1.05×",
            "1.25×",
            "1.5×",
            "2× or more: more in B",
        ];
        assert_eq!(names, expected);
        let of_largest = ChangeScale::OfLargest.names("", ["less", "more"]);
        assert_eq!(of_largest[0].replace('\u{202f}', " "), "\u{2212}100 % of the largest change, less");
        assert_eq!(of_largest[6].replace('\u{202f}', " "), "+32 %");
    }

    #[test]
    fn scale_ends_name_what_is_typical_if_grey_is_not_1() {
        let equal = ["shorter in B", "longer in B"];
        assert_eq!(ends_of(1.0, equal), equal);
        for factor in [1.38, 0.8] {
            assert_eq!(ends_of(factor, equal), ["less than typical", "more than typical"]);
        }
    }
}

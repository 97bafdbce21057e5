//! Colours and weights of text on a terminal. [`crate::output::print_text`] removes them if they are not wanted.

use anstyle::{AnsiColor, Effects, Style};

/// Style of a line above a list.
pub(crate) const HEADING: Style = Style::new().effects(Effects::BOLD);
/// Style of the heads of a table's columns.
pub(crate) const COLUMN_HEAD: Style = Style::new().effects(Effects::DIMMED);
/// Style of more time in B, as on the page.
pub(crate) const LONGER: Style = AnsiColor::Magenta.on_default();
/// Style of less time in B, as on the page.
pub(crate) const SHORTER: Style = AnsiColor::Green.on_default();
/// Style of a doubt about the whole comparison.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);

/// Returns text in a style.
pub(crate) fn painted(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Returns a signed amount in the colour of its direction.
pub(crate) fn change(text: &str) -> String {
    match text.trim_start().chars().next() {
        Some('+') => painted(LONGER, text),
        Some('−') => painted(SHORTER, text),
        _ => text.to_owned(),
    }
}

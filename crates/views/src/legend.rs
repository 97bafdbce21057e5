//! Entries of the legend of colours.

use diptych_protocol::{LegendEntry, LegendMark};
use diptych_scene::Rgba;
use diptych_scene::theme::Theme;

/// What is marked by its edge or hatch, whatever its colour says.
pub(crate) fn marks(theme: &Theme) -> [LegendEntry; 3] {
    [
        mark("moved", theme.moved, LegendMark::Moved),
        mark("only in A", theme.a_fill, LegendMark::OnlyA),
        mark("only in B", theme.b_fill, LegendMark::OnlyB),
    ]
}

/// A step of the colours, which can be shown alone.
pub(crate) fn step(at: usize, label: &str, color: Rgba) -> LegendEntry {
    LegendEntry { step: Some(at as u32), ..entry(label, color) }
}

/// A colour by itself.
pub(crate) fn entry(label: &str, color: Rgba) -> LegendEntry {
    mark(label, color, LegendMark::Fill)
}

/// A colour, and how it is marked.
pub(crate) fn mark(label: &str, color: Rgba, mark: LegendMark) -> LegendEntry {
    LegendEntry { label: label.to_owned(), color: hex(color), share: String::new(), mark, step: None }
}

/// A colour as `#rrggbb`.
pub(crate) fn hex(color: Rgba) -> String {
    let [r, g, b, _] = color.bytes();
    format!("#{r:02x}{g:02x}{b:02x}")
}

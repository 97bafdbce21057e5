//! A table above the list of pairs, such as a part of a fleet's summary.

use diptych_report::html::Html;

/// A table with a title. Texts are hostile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Title.
    pub title: &'static str,
    /// Explanation below the title; may be empty.
    pub about: String,
    /// Columns.
    pub columns: Vec<SectionColumn>,
    /// Cells by row, as many as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A column of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionColumn {
    /// Head.
    pub head: &'static str,
    /// Content.
    pub kind: CellKind,
}

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// A number with its unit.
    Number,
    /// A name of a pair or a function.
    Name,
    /// A sentence.
    Words,
}

impl Section {
    /// Appends the section to a page.
    pub(crate) fn write(&self, out: &mut Html) {
        out.raw("<section class=\"summary\">\n");
        out.element("h2", "", self.title);
        if !self.about.is_empty() {
            out.element("p", "", &self.about);
        }
        if !self.rows.is_empty() {
            out.raw("<table>\n<thead>\n<tr>");
            for column in &self.columns {
                let class = if column.kind == CellKind::Number { " class=\"number\"" } else { "" };
                out.element("th", &format!(" scope=\"col\"{class}"), column.head);
            }
            out.raw("</tr>\n</thead>\n<tbody>\n");
            for row in &self.rows {
                out.raw("<tr>");
                for (cell, column) in row.iter().zip(&self.columns) {
                    out.raw(if column.kind == CellKind::Number { "<td class=\"number\">" } else { "<td>" });
                    match column.kind {
                        CellKind::Name => out.name(cell),
                        _ => out.text(cell),
                    }
                    out.raw("</td>");
                }
                out.raw("</tr>\n");
            }
            out.raw("</tbody>\n</table>\n");
        }
        out.raw("</section>\n");
    }
}

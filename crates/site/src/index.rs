//! The start page: one row for each pair.

use crate::page::{Document, day, status};
use crate::{PairRow, PairStatus, Section, Site};
use diptych_report::html::{Html, attribute};

impl Site {
    /// Returns the start page. It is a plain table; the script of the site adds sorting and filtering.
    /// Sections come above it.
    pub fn index(&self, rows: &[PairRow], sections: &[Section]) -> String {
        let mut out = Html::default();
        let counts = counts(rows);
        self.head(
            &mut out,
            &Document { title: &self.title, description: &counts, path: "index.html", row: None },
        );
        out.raw("<main class=\"index\">\n");
        out.element("h1", "", &self.title);
        for section in sections {
            section.write(&mut out);
        }
        if !sections.is_empty() {
            out.element("h2", "", "Pairs");
        }
        out.element("p", " id=\"counts\"", &counts);
        out.raw("<div id=\"controls\" hidden></div>\n<table id=\"pairs\">\n<thead>\n<tr>");
        out.raw("<th scope=\"col\">Status</th><th scope=\"col\">Pair</th><th scope=\"col\">B ÷ A</th>");
        out.raw("<th scope=\"col\">Verdict</th>");
        let has_dates = rows.iter().any(|row| row.date.is_some());
        if has_dates {
            out.raw("<th scope=\"col\">Date</th>");
        }
        out.raw("<th scope=\"col\">Viewer</th></tr>\n</thead>\n<tbody>\n");
        for row in rows {
            write_row(&mut out, row, has_dates);
        }
        out.raw("</tbody>\n</table>\n<footer>");
        out.text(&format!("Written by Diptych {}. ", self.version));
        out.raw("<a href=\"index.json\">JSON</a>");
        if self.base.is_some() {
            out.raw(" · <a href=\"feed.xml\">Feed</a>");
        }
        out.raw(&format!("</footer>\n</main>\n<script src=\"{}\"></script>\n", attribute(&self.script)));
        out.raw("</body>\n</html>\n");
        out.into_text()
    }
}

/// Returns the number of pairs with each outcome, as a sentence.
fn counts(rows: &[PairRow]) -> String {
    let of = |status: PairStatus| rows.iter().filter(|row| row.status == status).count();
    let parts = PairStatus::ALL.into_iter().filter(|status| of(*status) > 0);
    let parts: Vec<String> = parts.map(|status| format!("{} {}", of(status), status.word())).collect();
    format!("{} {}: {}", rows.len(), if rows.len() == 1 { "pair" } else { "pairs" }, parts.join(", "))
}

fn write_row(out: &mut Html, row: &PairRow, has_dates: bool) {
    // Narrow windows show each row as a block, in which the class of a cell takes the place of its column.
    let place = PairStatus::ALL.into_iter().position(|status| status == row.status).unwrap_or_default();
    out.raw(&format!("<tr data-status=\"{}\"><td class=\"state\" data-sort=\"{place}\">", row.status.word()));
    status(out, row.status);
    out.raw(&format!("</td><td class=\"name\"><a href=\"{}\">", attribute(&row.page)));
    out.name(&row.title);
    out.raw("</a></td>");
    match &row.ratio {
        Some((ratio, text)) => {
            out.raw(&format!("<td class=\"number\" data-sort=\"{ratio}\">"));
            out.text(text);
        }
        None => out.raw("<td class=\"number\" data-sort=\"\">"),
    }
    out.raw("</td><td class=\"verdict\">");
    out.text(&row.verdict);
    // The first reason is why the reader should look; the page has the others.
    let more = row.reasons.first().or(Some(&row.cause)).filter(|text| !text.is_empty());
    if let Some(text) = more {
        out.raw("<br><small>");
        out.text(text);
        if row.reasons.len() > 1 {
            out.text(&format!(" (and {} more)", row.reasons.len() - 1));
        }
        out.raw("</small>");
    }
    out.raw("</td>");
    if has_dates {
        let date = row.date.as_deref().unwrap_or_default();
        out.raw(&format!("<td class=\"date\" data-sort=\"{}\">", attribute(date)));
        out.text(day(date));
        out.raw("</td>");
    }
    out.raw("<td class=\"viewer\">");
    if let Some(viewer) = &row.viewer {
        // Otherwise a reader of links by voice hears “Open” many times.
        let label = attribute(&format!("Open {} in the viewer", row.title));
        out.raw(&format!("<a aria-label=\"{label}\" href=\"{}\">Open</a>", attribute(viewer)));
    }
    out.raw("</td></tr>\n");
}

//! The text of a report.

use crate::html::{Html, attribute};
use crate::{MOST_NOTE_BYTES, Report, ReportList, ReportNote};
use diptych_protocol::comparison::{DifferenceList, DifferenceRow, PhaseRow};
use diptych_protocol::{SideName, SideSummary};

/// Returns the names of both sides, for the title of the document.
pub(crate) fn title(report: &Report) -> String {
    format!("{} and {}", report.sides.a.name, report.sides.b.name)
}

/// Writes the text with up to `rows` rows in each list. `picture` is the address of the picture.
pub(crate) fn write(out: &mut Html, report: &Report, rows: usize, picture: Option<&str>) {
    out.raw("<main class=\"report\">\n");
    verdict(out, report);
    sides(out, report);
    if let Some(address) = picture {
        self::picture(out, report, address);
    }
    notes(out, &report.notes);
    phases(out, &report.summary.phases);
    if !report.summary.none.is_empty() {
        out.element("p", "", &report.summary.none);
    }
    for list in &report.lists {
        self::list(out, counted(report), list, rows);
    }
    out.element("footer", "", &format!("Written by Diptych {}. {}", report.version, report.summary.noise));
    out.raw("</main>\n");
}

fn verdict(out: &mut Html, report: &Report) {
    let summary = &report.summary;
    let parts: Vec<&str> = summary.verdict.iter().map(|part| part.text.as_str()).collect();
    out.element("h1", "", &parts.join("; "));
    if let Some(doubt) = &summary.doubt {
        out.raw("<p class=\"doubt\"><strong>");
        out.text(&doubt.title);
        out.raw("</strong> ");
        out.text(&doubt.body);
        out.raw("</p>\n");
    }
    for line in [&summary.cause, &summary.drift].into_iter().filter(|line| !line.is_empty()) {
        out.element("p", " class=\"cause\"", line);
    }
}

fn sides(out: &mut Html, report: &Report) {
    out.raw("<table class=\"sides\">\n<tr><th></th><th>Trace</th><th>Duration</th><th>Content</th><th>Format</th></tr>\n");
    for side in SideName::BOTH {
        let SideSummary { name, duration, headline, format, .. } = &report.sides[side];
        let letter = side.letter().to_lowercase();
        out.raw(&format!("<tr class=\"{letter}\">"));
        out.element("th", "", side.letter());
        out.raw("<td>");
        out.name(name);
        out.raw("</td>");
        for cell in [duration, headline, format] {
            out.element("td", "", cell);
        }
        out.raw("</tr>\n");
    }
    out.raw("</table>\n");
}

fn picture(out: &mut Html, report: &Report, address: &str) {
    let verdict =
        report.summary.verdict.iter().map(|part| part.text.as_str()).collect::<Vec<&str>>().join("; ");
    let alt = attribute(&format!("Both whole runs over time. {verdict}"));
    out.raw(&format!("<figure><img alt=\"{alt}\" src=\"{}\"></figure>\n", attribute(address)));
}

fn notes(out: &mut Html, notes: &[ReportNote]) {
    if notes.is_empty() {
        return;
    }
    out.raw("<h2>Notes</h2>\n<ol class=\"notes\">\n");
    let (mut bytes, mut count) = (0, 0);
    for note in notes {
        let mut item = Html::default();
        item.raw("<li><b>");
        item.name(&note.place);
        item.raw("</b>");
        if !note.is_found {
            item.raw(" <small>not in these traces</small>");
        }
        item.element("p", " dir=\"auto\"", &note.text);
        item.raw("</li>\n");
        let item = item.into_text();
        bytes += item.len();
        if bytes > MOST_NOTE_BYTES {
            break;
        }
        out.raw(&item);
        count += 1;
    }
    out.raw("</ol>\n");
    if count < notes.len() {
        let more = format!("{} more notes are too long for this report.", notes.len() - count);
        out.element("p", "", &more);
    }
}

fn phases(out: &mut Html, phases: &[PhaseRow]) {
    if phases.is_empty() {
        return;
    }
    out.raw("<h2>Largest changes by call path</h2>\n<ul class=\"phases\">\n");
    for row in phases {
        // Callers come before their callees, so depth is all that is needed to indent.
        out.raw(&format!("<li class=\"depth-{}\"><b>", row.depth.min(8)));
        out.text(&row.delta);
        out.raw("</b> ");
        out.name(&row.name);
        let notes = [&row.file, &row.over, &row.explains, &row.same, &row.only, &row.pauses, &row.calls];
        for note in notes.into_iter().filter(|note| !note.is_empty()) {
            out.raw(", ");
            out.text(note);
        }
        out.text(&format!(" ({} → {})", row.a, row.b));
        out.raw("</li>\n");
    }
    out.raw("</ul>\n");
}

/// Returns what the rows of lists count, as the sides say it.
fn counted(report: &Report) -> &'static str {
    if report.sides.a.headline.contains("samples") { "Samples" } else { "Calls" }
}

fn list(out: &mut Html, counted: &str, list: &ReportList, most: usize) {
    let shown = list.rows.len().min(most);
    let of = if shown < list.total { format!("first {shown} of {}", list.total) } else { format!("{shown}") };
    let heading = format!("{} ({of})", heading(list.list));
    // The list of all kinds is open, because it is what a reader looks for.
    let open = if list.list == DifferenceList::Largest { " open" } else { "" };
    out.raw(&format!("<details{open}>\n"));
    out.element("summary", "", &heading);
    if shown > 0 {
        out.raw("<div class=\"wide\"><table>\n<tr><th>Change</th><th>Relative</th><th>A</th><th>B</th>");
        out.raw(&format!("<th>{counted} A</th><th>{counted} B</th><th>Reason</th><th>Function</th></tr>\n"));
        for row in &list.rows[..shown] {
            self::row(out, row);
        }
        out.raw("</table></div>\n");
    }
    if list.below > 0 {
        let colon = if list.below_reasons.is_empty() { "" } else { ": " };
        let are = if list.below == 1 { "is" } else { "are" };
        let line = format!("{} more {are} not significant{colon}{}.", list.below, list.below_reasons);
        out.element("p", "", &line);
    }
    out.raw("</details>\n");
}

fn row(out: &mut Html, row: &DifferenceRow) {
    out.raw("<tr>");
    let calls = [row.calls_a, row.calls_b].map(|calls| calls.to_string());
    for cell in [&row.delta, &row.own, &row.a, &row.b, &calls[0], &calls[1]] {
        out.element("td", " class=\"number\"", cell);
    }
    let reason = [row.reason.as_str(), row.confidence.as_str()];
    let reason: Vec<&str> = reason.into_iter().filter(|text| !text.is_empty()).collect();
    out.element("td", "", &reason.join("; "));
    out.raw("<td>");
    out.name(&row.name);
    if !row.file.is_empty() {
        out.raw(" <small>");
        out.name(&row.file);
        out.raw("</small>");
    }
    out.raw("</td></tr>\n");
}

fn heading(list: DifferenceList) -> &'static str {
    match list {
        DifferenceList::Largest => "Largest changes",
        DifferenceList::Slower => "Slower in B",
        DifferenceList::Faster => "Faster in B",
        DifferenceList::New => "New in B",
        DifferenceList::Gone => "Gone from A",
        DifferenceList::Moved => "Moved",
        DifferenceList::Waiting => "Waiting",
        DifferenceList::Pauses => "Outlier calls",
    }
}

//! The Atom feed (RFC 4287): one entry for each comparison.

use crate::{FEED, PairRow, Site};
use diptych_report::html::{Html, attribute};

impl Site {
    /// Returns the feed; `None` if the site has no address, because entries need absolute ones. Pairs without a date are
    /// left out, because each entry needs one.
    ///
    /// A comparison of other inputs is another entry, so that readers of the feed hear of it.
    pub fn feed(&self, rows: &[PairRow]) -> Option<String> {
        let base = self.base.as_ref()?;
        let mut dated: Vec<(&str, &PairRow)> =
            rows.iter().filter_map(|row| Some((row.date.as_deref()?, row))).collect();
        // Dates with different offsets are not in order as text; the sort is for readers, who order by date themselves.
        dated.sort_by(|one, other| other.0.cmp(one.0));
        let mut out = Html::default();
        out.raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
        out.element("title", "", &self.title);
        out.element("id", "", base);
        out.raw(&format!("<link rel=\"self\" href=\"{}{FEED}\"/>\n", attribute(base)));
        out.raw(&format!(
            "<link rel=\"alternate\" type=\"text/html\" href=\"{}index.html\"/>\n",
            attribute(base)
        ));
        out.raw("<author><name>Diptych</name></author>\n");
        out.raw(&format!("<generator version=\"{}\">Diptych</generator>\n", attribute(&self.version)));
        out.element("updated", "", dated.first().map_or("1970-01-01T00:00:00Z", |(date, _)| date));
        for (date, row) in dated {
            out.raw("<entry>\n");
            out.element("title", "", &format!("{}: {}", row.title, row.status.word()));
            out.element("id", "", &format!("{base}{}#{}", row.page, row.inputs));
            out.raw(&format!(
                "<link rel=\"alternate\" type=\"text/html\" href=\"{}{}\"/>\n",
                attribute(base),
                attribute(&row.page)
            ));
            out.element("updated", "", date);
            let mut lines = vec![row.verdict.as_str()];
            lines.extend(row.reasons.iter().map(String::as_str));
            out.element("summary", "", &lines.join("\n"));
            out.raw("</entry>\n");
        }
        out.raw("</feed>\n");
        Some(out.into_text())
    }
}

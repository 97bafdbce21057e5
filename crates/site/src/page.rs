//! The page of one pair, and the head that all pages have.

use crate::{FEED, PairRow, PairStatus, Site};
use diptych_report::Report;
use diptych_report::html::{Html, attribute};

/// Policy of the pages: nothing but files of the site.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
                      form-action 'none'";
/// Rows of each list on the page. The viewer has all of them.
const ROWS: usize = 25;

/// A page of the site.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// Title of the page.
    pub(crate) title: &'a str,
    /// Description for previews of links.
    pub(crate) description: &'a str,
    /// Path of the page, from the folder of the site.
    pub(crate) path: &'a str,
    /// Pair whose picture previews show.
    pub(crate) row: Option<&'a PairRow>,
}

/// A file that readers can download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// Name for people.
    pub name: String,
    /// Path from the folder of the site.
    pub path: String,
    /// Size in words.
    pub size: String,
}

impl Document<'_> {
    /// Returns the path from this page to the folder of the site.
    pub(crate) fn root(&self) -> String {
        "../".repeat(self.path.matches('/').count())
    }
}

impl Site {
    /// Appends everything up to the start of the body.
    pub(crate) fn head(&self, out: &mut Html, document: &Document<'_>) {
        let root = document.root();
        out.raw(
            "<!doctype html>\n<html lang=\"en\" data-theme=\"auto\">\n<head>\n<meta charset=\"utf-8\">\n",
        );
        out.raw(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n"));
        out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
        out.element("title", "", document.title);
        self.previews(out, document);
        out.raw(&format!("<link rel=\"stylesheet\" href=\"{root}{}\">\n", attribute(&self.style)));
        out.raw(&format!(
            "<link rel=\"icon\" type=\"image/svg+xml\" href=\"{root}{}\">\n",
            attribute(&self.icon)
        ));
        if self.base.is_some() {
            let title = attribute(&self.title);
            out.raw(&format!(
                "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"{title}\" href=\"{root}{FEED}\">\n"
            ));
        }
        out.raw("</head>\n<body class=\"site\">\n");
    }

    /// Appends the Open Graph tags. Those that need absolute addresses are left out if the site has no address.
    fn previews(&self, out: &mut Html, document: &Document<'_>) {
        let mut tag = |kind: &str, name: &str, value: &str| {
            out.raw(&format!("<meta {kind}=\"{name}\" content=\"{}\">\n", attribute(value)));
        };
        tag("name", "description", document.description);
        tag("property", "og:type", "website");
        tag("property", "og:site_name", &self.title);
        tag("property", "og:title", document.title);
        tag("property", "og:description", document.description);
        let Some(base) = &self.base else { return };
        tag("property", "og:url", &format!("{base}{}", document.path));
        if let Some(picture) = document.row.and_then(|row| row.picture.as_ref()) {
            tag("property", "og:image", &format!("{base}{}", picture.png));
            tag("property", "og:image:type", "image/png");
            tag("property", "og:image:width", &picture.png_size.0.to_string());
            tag("property", "og:image:height", &picture.png_size.1.to_string());
            tag("property", "og:image:alt", &format!("Both whole runs over time. {}", document.description));
            tag("name", "twitter:card", "summary_large_image");
        }
    }

    /// Returns the page of a pair. A pair that could not be compared has no report.
    pub fn page(&self, row: &PairRow, report: Option<&Report>, downloads: &[Download]) -> String {
        let mut out = Html::default();
        let document =
            Document { title: &row.title, description: &row.verdict, path: &row.page, row: Some(row) };
        let root = document.root();
        self.head(&mut out, &document);
        out.raw(&format!("<header>\n<p><a href=\"{root}index.html\">"));
        out.name(&self.title);
        out.raw("</a></p>\n<p class=\"pair\">");
        status(&mut out, row.status);
        out.raw(" <strong>");
        out.name(&row.title);
        out.raw("</strong>");
        if let Some(date) = &row.date {
            out.raw(&format!(" <time datetime=\"{}\">", attribute(date)));
            out.text(day(date));
            out.raw("</time>");
        }
        out.raw("</p>\n");
        if !row.reasons.is_empty() {
            out.raw("<ul class=\"reasons\">\n");
            for reason in &row.reasons {
                out.element("li", "", reason);
            }
            out.raw("</ul>\n");
        }
        out.raw("<p class=\"actions\">");
        if let Some(viewer) = &row.viewer {
            out.raw(&format!("<a class=\"open\" href=\"{root}{}\">Open in Diptych</a> ", attribute(viewer)));
        }
        for Download { name, path, size } in downloads {
            out.raw(&format!("<a download href=\"{root}{}\">", attribute(path)));
            out.name(name);
            out.raw("</a> <small>");
            out.text(size);
            out.raw("</small> ");
        }
        out.raw("</p>\n</header>\n");
        if let Some(report) = report {
            let picture = row.picture.as_ref().map(|picture| {
                let path = picture.svg.as_ref().unwrap_or(&picture.png);
                format!("{root}{path}")
            });
            report.write_text(&mut out, ROWS, picture.as_deref());
        } else {
            out.raw("<main class=\"report\">\n<h1>This pair could not be compared</h1>\n");
            out.element("p", " class=\"cause\"", &row.verdict);
            out.raw("</main>\n");
        }
        out.raw("</body>\n</html>\n");
        out.into_text()
    }
}

/// Appends the outcome as a badge.
pub(crate) fn status(out: &mut Html, status: PairStatus) {
    let word = status.word();
    out.raw(&format!("<span class=\"status {word}\">{word}</span>"));
}

/// Returns the day of a date.
pub(crate) fn day(date: &str) -> &str {
    date.split('T').next().unwrap_or(date)
}

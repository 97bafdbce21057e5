//! A comparison as one HTML file: to be mailed, attached and archived.
//!
//! [`Report`] is what the file says. [`Report::to_html`] writes it so that it can be read without scripts: verdict,
//! lists, and a picture as an image. [`Application`] is the page in one piece, which the build makes. With it, the file
//! starts the page in place of the text once scripts run, and hands it the comparison as data.
//!
//! Every name in a report comes from a trace and is hostile. Names reach the document as escaped text, and the data of
//! the application as base64, which contains no `<`. The policy in the document allows nothing but its own parts.

#![forbid(unsafe_code)]

mod application;
mod body;
mod content;
pub mod html;
mod picture;
mod policy;

pub use application::{Application, ApplicationError};
pub use content::Content;
pub use picture::{CaptionedScene, picture};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use diptych_protocol::comparison::{ComparisonSummary, DifferenceList, DifferenceRow};
use diptych_protocol::{SideSummary, Sides};
use html::Html;
use policy::Policy;

/// Most bytes of a report. Mail servers, trackers and chat refuse larger files, and browsers open them slowly.
pub const MOST_FILE_BYTES: usize = 50_000_000;
/// Most bytes of a report without the application.
pub const MOST_BYTES: usize = 150_000;
/// Most bytes of the picture in it, before it is encoded.
pub const MOST_PICTURE_BYTES: usize = 76_000;
/// Most bytes of all notes in a report. Further notes are counted.
const MOST_NOTE_BYTES: usize = 30_000;
/// Numbers of rows in each list to try, largest first, until the report fits.
const ROWS: [usize; 5] = [50, 25, 12, 6, 3];

/// The notice to a reader that the last element of the file is missing. The style sheet shows it, because a file that was cut
/// off has lost its script.
const CUT_OFF: &str = "<p class=\"cut-off\" role=\"alert\"><strong>This report is not complete.</strong> If it is no longer \
    loading, its file was cut off. Ask its sender for the file again.</p>\n";
/// The last element of the file, by which the style sheet knows a whole one.
const LAST_ELEMENT: &str = "<i id=\"end-of-report\" hidden></i>\n";

/// The style of the text, without its colours.
const STYLE: &str = include_str!("report.css");

/// Returns the style sheet of a report. Colours are those of the page, in both themes.
pub fn style() -> String {
    diptych_scene::theme::css() + STYLE
}

/// The content of a report.
#[derive(Debug, Clone)]
pub struct Report {
    /// Summary of each side.
    pub sides: Sides<SideSummary>,
    /// The comparison in words.
    pub summary: ComparisonSummary,
    /// The lists that have rows.
    pub lists: Vec<ReportList>,
    /// The notes, in their order.
    pub notes: Vec<ReportNote>,
    /// The overview as an SVG document for both themes; `None` if it would be too large.
    pub picture: Option<String>,
    /// Version of the program.
    pub version: String,
}

/// A note with its place in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportNote {
    /// Place of the note: name, kind and context.
    pub place: String,
    /// True if the traces have the place.
    pub is_found: bool,
    /// Text of the note.
    pub text: String,
}

/// A list of differences.
#[derive(Debug, Clone)]
pub struct ReportList {
    /// The list.
    pub list: DifferenceList,
    /// Its first significant rows.
    pub rows: Vec<DifferenceRow>,
    /// Number of all its significant rows.
    pub total: usize,
    /// Number of its other rows.
    pub below: usize,
    /// Reasons why those are not significant; empty if they have none.
    pub below_reasons: String,
}

impl ReportList {
    /// Makes a list of its first significant rows, and of what the summary says of it.
    pub fn new(list: DifferenceList, rows: Vec<DifferenceRow>, summary: &ComparisonSummary) -> Self {
        let place = DifferenceList::ALL.iter().position(|&other| other == list).unwrap_or_default();
        let (total, below) = (summary.counts[place] as usize, summary.below[place] as usize);
        Self { list, rows, total, below, below_reasons: summary.below_reasons[place].clone() }
    }
}

impl Report {
    /// Returns the document, at most [`MOST_BYTES`] long without the application. `application` is the page, and the
    /// content that it opens. Lists are shortened until the text fits, and say so.
    pub fn to_html(&self, application: Option<(&Application, &Content<'_>)>) -> String {
        let scripts = application.map_or_else(String::new, |(application, content)| {
            let name = format!("{}.diptych", body::title(self));
            content.element(&name) + &application.elements(content)
        });
        let mut document = String::new();
        for rows in ROWS {
            document = self.document(rows, application.map(|(application, _)| application), &scripts);
            if document.len() - scripts.len() <= MOST_BYTES {
                break;
            }
        }
        document
    }

    /// Appends the text of the report, with up to `rows` rows in each list. `picture` is the address of the picture.
    pub fn write_text(&self, out: &mut Html, rows: usize, picture: Option<&str>) {
        body::write(out, self, rows, picture);
    }

    /// Returns the picture as an address that holds it; `None` if it is too large for a report. As an image, the
    /// document cannot run scripts, and its styles do not meet those of the report.
    fn inline_picture(&self) -> Option<String> {
        let picture = self.picture.as_ref().filter(|picture| picture.len() <= MOST_PICTURE_BYTES)?;
        Some(format!("data:image/svg+xml;base64,{}", BASE64.encode(picture)))
    }

    /// Returns the document with `scripts`: the elements of the application and of its content.
    fn document(&self, rows: usize, application: Option<&Application>, scripts: &str) -> String {
        let style = style();
        let policy = match application {
            None => Policy::text_only(&style),
            Some(application) => Policy::with_scripts(&style, application.script_hashes()),
        };
        let mut out = Html::default();
        out.raw(
            "<!doctype html>\n<html lang=\"en\" data-theme=\"auto\">\n<head>\n<meta charset=\"utf-8\">\n",
        );
        out.raw(&format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n"));
        out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n");
        out.element("title", "", &body::title(self));
        out.raw(&format!("<style>{style}</style>\n</head>\n<body>\n<div id=\"app\">\n"));
        out.raw(CUT_OFF);
        body::write(&mut out, self, rows, self.inline_picture().as_deref());
        out.raw("</div>\n");
        out.raw(scripts);
        out.raw(LAST_ELEMENT);
        out.raw("</body>\n</html>\n");
        out.into_text()
    }
}

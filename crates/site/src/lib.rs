//! The pages of a site of comparisons, and the file that lists its pairs.
//!
//! [`Manifest`] is that file. [`PairRow`] is what the index says of a pair. [`Site::index`] and [`Site::page`] write the
//! pages, [`Site::feed`] writes the Atom feed. The text of a comparison is that of a report. This crate reads and writes
//! no files: the command does.
//!
//! Every name is hostile: it comes from a trace or from the file of somebody who adds pairs. Names reach a page as
//! escaped text. The policy of each page allows scripts, styles and images of the site itself and nothing else, so the
//! pages have no inline script and no inline style.

#![forbid(unsafe_code)]

mod feed;
mod headers;
mod index;
mod manifest;
mod page;
mod row;
mod section;

pub use headers::Host;
pub use manifest::{Manifest, ManifestError, Pair};
pub use page::{Document, Download};
pub use row::{PairRow, PairStatus, Picture};
pub use section::{CellKind, Section, SectionColumn};

/// Name of the folder with the pages of pairs.
pub const PAGES: &str = "pairs";
/// Name of the folder with the viewer.
pub const VIEWER: &str = "view";
/// Name of the folder with files that have a hash in their path.
pub const ASSETS: &str = "assets";
/// Name of the feed.
pub const FEED: &str = "feed.xml";

/// Returns the style sheet of all pages. It begins with that of reports.
pub fn style() -> String {
    diptych_report::style() + include_str!("site.css")
}

/// The script of the index, which sorts and filters the table.
pub const SCRIPT: &str = include_str!("site.js");

/// The icon of all pages, an SVG document.
pub const ICON: &str = include_str!("../../../www/icon.svg");

/// The parts that all pages of a site share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Title of the site.
    pub title: String,
    /// Absolute address of the folder, with a slash at its end.
    pub base: Option<String>,
    /// Path of the style sheet, from the folder.
    pub style: String,
    /// Path of the script.
    pub script: String,
    /// Path of the icon.
    pub icon: String,
    /// Version of the program.
    pub version: String,
}

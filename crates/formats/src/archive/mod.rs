//! Archives (zip and tar): several files in one. Each of them may be a trace of any format, packed or not.
//!
//! An archive is a format whose traces are those of its members, named after them. The reader walks it front to back as
//! its bytes arrive, header by header ([`walk`]). The alternative, the list of members at the end of a zip, would have
//! to be read before anything else. Libraries that read archives want to seek or to block. Each member's content goes
//! to a reader of its own ([`reader`]). Nothing is written to disk, so a member's name is text and leads nowhere. An
//! archive within an archive is not opened.
//!
//! A call's source offset counts bytes of its member ([`diptych_trace::source_of`]), so that its record can be found
//! again ([`find`]).

mod find;
mod member_sink;
mod reader;
mod tar;
mod tar_header;
#[cfg(test)]
mod tests;
mod walk;
mod zip;
mod zip_header;

pub(crate) use find::Finder;

use crate::format::{ContentKind, Format};

/// Registry entry for zip.
pub(crate) const ZIP_FORMAT: Format = Format {
    id: "zip",
    name: "ZIP archive",
    extensions: &["zip"],
    description: "One or several traces of any format, stored or deflated.",
    content: ContentKind::Archive,
    calls_are: "its members",
    sniff: zip::sniff,
    open: || Box::new(reader::Archive::new("ZIP", Box::<zip::Zip>::default())),
    sums: false,
    recall: None,
};

/// Registry entry for tar.
pub(crate) const TAR_FORMAT: Format = Format {
    id: "tar",
    name: "tar archive",
    extensions: &["tar", "tgz", "tzst"],
    description: "One or several traces of any format, also packed as a whole (`.tar.gz`, `.tar.zst`).",
    content: ContentKind::Archive,
    calls_are: "its members",
    sniff: tar::sniff,
    open: || Box::new(reader::Archive::new("tar", Box::<tar::Tar>::default())),
    sums: false,
    recall: None,
};

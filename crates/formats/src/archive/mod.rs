//! Archives, zip and tar: several files in one, of which each may be a trace of any format, packed or not.
//!
//! An archive is a format whose traces are those of its members, named after them. It is walked front to back as its bytes
//! come, header by header ([`Walk`]): a list of members at the end of the file, as zip has one, would have to be read before
//! anything else, and libraries that read archives want to seek or to block. What a member holds goes to a reader of its own
//! ([`reader`]); nothing is written anywhere, so a name is text and leads nowhere. An archive in an archive is not opened.
//!
//! The byte at which a call stands is one of its member ([`diptych_trace::source_of`]), so that its record is found again ([`find`]).

mod find;
mod member_sink;
mod reader;
mod tar;
mod tar_header;
#[cfg(test)]
mod tests;
mod zip;
mod zip_header;

pub(crate) use find::Finder;

use crate::packed::Damage;
use crate::registry::{ContentKind, Format};

/// The row of the registry for zip.
pub(crate) const ZIP_FORMAT: Format = Format {
    id: "zip",
    name: "ZIP archive",
    extensions: &["zip"],
    description: "One or several traces of any format, stored or deflated.",
    content: ContentKind::Archive,
    calls_are: "in its members",
    sniff: zip::sniff,
    open: || Box::new(reader::Archive::new("ZIP", Box::<zip::Zip>::default())),
    sums: false,
    recall: None,
};

/// The row of the registry for tar.
pub(crate) const TAR_FORMAT: Format = Format {
    id: "tar",
    name: "tar archive",
    extensions: &["tar", "tgz", "tzst"],
    description: "One or several traces of any format, also packed as a whole (`.tar.gz`, `.tar.zst`).",
    content: ContentKind::Archive,
    calls_are: "in its members",
    sniff: tar::sniff,
    open: || Box::new(reader::Archive::new("tar", Box::<tar::Tar>::default())),
    sums: false,
    recall: None,
};

/// Goes through an archive as its bytes come. What is held is bounded by a header.
pub(crate) trait Walk {
    /// Takes the next bytes.
    fn feed(&mut self, bytes: &[u8], take: &mut dyn Take) -> Result<(), Damage>;

    /// The archive is over, or ends early.
    fn finish(&mut self, take: &mut dyn Take) -> Result<(), Damage>;

    /// Bytes held.
    fn held_bytes(&self) -> u64;
}

// Derived, it would be code in every visitor's page, by way of the table of functions.
impl std::fmt::Debug for dyn Walk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("walk")
    }
}

/// Who is told what an archive holds.
pub(crate) trait Take {
    /// A file begins. Folders are not told.
    fn begin(&mut self, name: &str);

    /// The next bytes of it, unpacked as the archive packs them. Whether more of them are wanted.
    fn bytes(&mut self, bytes: &[u8]) -> bool;

    /// It is over. `wrong`: what of its bytes is not as it was, a predicate.
    fn end(&mut self, wrong: Option<&str>);

    /// A member that is no file or cannot be unpacked, and why: a predicate.
    fn pass(&mut self, name: &str, why: &str);
}

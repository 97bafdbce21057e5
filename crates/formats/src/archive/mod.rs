//! Archives (zip and tar): several files in one. Each of them may be a trace of any format, packed or not.
//!
//! An archive is a format whose traces are those of its members, named after them. The reader walks it front to back as
//! its bytes arrive, header by header ([`Walk`]). The alternative, the list of members at the end of a zip, would have
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
mod zip;
mod zip_header;

pub(crate) use find::Finder;

use crate::format::{ContentKind, Format};
use crate::packed::Damage;

/// Registry entry for zip.
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

/// Registry entry for tar.
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

/// Walks an archive as its bytes arrive. It holds no more bytes than a header has, or a long name.
pub(crate) trait Walk {
    /// Takes the next bytes.
    fn feed(&mut self, bytes: &[u8], take: &mut dyn Take) -> Result<(), Damage>;

    /// Takes the end of the bytes. An error if the archive ends early.
    fn finish(&mut self, take: &mut dyn Take) -> Result<(), Damage>;

    /// Returns the number of bytes held.
    fn held_bytes(&self) -> u64;
}

// Not a supertrait: the page would carry code that prints walkers, and nothing calls it.
impl std::fmt::Debug for dyn Walk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Walk")
    }
}

/// Receiver of an archive's members.
pub(crate) trait Take {
    /// Takes the beginning of a file. Folders are not reported.
    fn begin(&mut self, name: &str);

    /// Takes the file's next bytes, after the archive's own packing is undone. Returns whether more of them are wanted.
    fn bytes(&mut self, bytes: &[u8]) -> bool;

    /// Takes the end of the file. `wrong` is a predicate that says what is wrong with the bytes, such as "is cut off".
    fn end(&mut self, wrong: Option<&str>);

    /// Takes a member that is no file or cannot be unpacked. `why` is a predicate.
    fn pass(&mut self, name: &str, why: &str);
}

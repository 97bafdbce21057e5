//! The description of a format. The list of all formats is in [`crate::registry`], so that a format knows its own
//! description and not the others.

use crate::reader::Reader;
use crate::record::RecordOutcome;

/// One format: its names, how to recognise it and how to read it. Help text and docs derive from it.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Stable identifier for programs.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Usual extensions, without the dot. They never decide alone on a file's format.
    pub extensions: &'static [&'static str],
    /// One sentence about the format, mostly about the programs that write it.
    pub description: &'static str,
    /// Kind of content of its files.
    pub content: ContentKind,
    /// Phrase for the events that become calls, which follows *Diptych reads calls from* in the error for a file without
    /// any.
    pub calls_are: &'static str,
    /// Recognises the format from the first bytes, or from all of them if `complete`.
    pub sniff: fn(head: &[u8], complete: bool) -> Sniff,
    /// Makes a reader for one file.
    pub open: fn() -> Box<dyn Reader>,
    /// True if the reader reports begins and ends of calls, or calls as they end with their depth, while the file is read.
    /// Their times can then be summed without keeping them, if the calls nest and have ends.
    pub sums: bool,
    /// Reads the record that begins at the first of these bytes, for [`Recall`](crate::Recall). `complete` if the file
    /// ends with them. `None` if a call is not a single record of the file, or if its record is not shown.
    pub recall: Option<fn(bytes: &[u8], complete: bool) -> RecordOutcome>,
}

impl Format {
    /// Returns the name with its indefinite article: `a pprof`, `an OTLP JSON`.
    pub(crate) fn with_article(&self) -> String {
        // These are spelled out and begin with a vowel sound: *ar-ess-eff*, *eff-trace*.
        let is_spelled = ["RSF", "ftrace"].contains(&self.name);
        let article = if is_spelled || self.name.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
        format!("{article} {}", self.name)
    }
}

/// Kind of content of a format's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentKind {
    /// JSON.
    Json,
    /// Text of another kind.
    Text,
    /// Bytes that are no text.
    Binary,
    /// Files of other formats.
    Archive,
}

/// Answer of a format to the first bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sniff {
    /// The file is not of this format.
    No,
    /// The file may be of this format, but another format may be sure.
    Maybe,
    /// The file may be of this format if its name has one of the format's extensions. Otherwise it is not.
    IfNamed,
    /// The file is of this format, whatever follows.
    Yes,
    /// Too few bytes to tell. Never returned if these are all bytes.
    NeedMore,
}

#[cfg(test)]
mod tests {
    use crate::{FORMATS, Format};

    #[test]
    fn names_have_the_right_article() {
        let names = FORMATS.iter().map(Format::with_article);
        let mut with_an: Vec<String> = names.filter(|name| name.starts_with("an ")).collect();
        with_an.sort();
        let expected = ["an Instruments call tree", "an OTF2", "an OTLP JSON", "an RSF", "an ftrace"];
        assert_eq!(with_an, expected, "if these are right, edit this list; if not, edit `with_article`");
    }
}

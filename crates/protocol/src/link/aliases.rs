//! Keys of other viewers' links, which are read and never written.

use super::text::{self, KeyValue};
use crate::sides::Sides;

/// Keys of other viewers, each with its viewer and its meaning.
pub const ALIASES: &[(&str, &str)] = &[
    ("profileURL", "speedscope: the address of a file; given twice, A and B"),
    ("title", "speedscope: the name of the file"),
    ("url", "Perfetto: the address of a file"),
    ("ts", "Perfetto: the start of the selected slice, in nanoseconds of the trace's clock"),
    ("dur", "Perfetto: the duration of that slice, in nanoseconds"),
    ("visStart", "Perfetto: the start of the window, in nanoseconds of the trace's clock"),
    ("visEnd", "Perfetto: the end of the window, in nanoseconds of the trace's clock"),
    ("profiles[]", "Firefox Profiler: the address of a profile; given twice, A and B"),
];

/// Times of a link of Perfetto, as decimal texts in nanoseconds of the trace's own clock. They have places on the axis
/// once A is open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ForeignTimes {
    /// Start of the selected slice.
    pub start: Option<String>,
    /// Duration of the selected slice.
    pub duration: Option<String>,
    /// Start of the window.
    pub from: Option<String>,
    /// End of the window.
    pub to: Option<String>,
}

/// The foreign keys of a link.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    sources: Vec<String>,
    title: Option<String>,
    pub(super) times: ForeignTimes,
}

impl Aliases {
    /// Takes a part. Returns `None` if the key is no alias, and `Some(false)` if the value cannot be read.
    pub(super) fn take(&mut self, KeyValue { key, value }: &KeyValue) -> Option<bool> {
        let time = match key.as_str() {
            "profileURL" | "url" => {
                self.sources.push(value.clone());
                return Some(true);
            }
            "profiles[]" => {
                self.sources.push(firefox_source(value));
                return Some(true);
            }
            "title" => {
                self.title = Some(value.clone());
                return Some(true);
            }
            "ts" => &mut self.times.start,
            "dur" => &mut self.times.duration,
            "visStart" => &mut self.times.from,
            "visEnd" => &mut self.times.to,
            _ => return None,
        };
        let is_number =
            !value.is_empty() && value.len() < 20 && value.bytes().all(|byte| byte.is_ascii_digit());
        if is_number {
            *time = Some(value.clone());
        }
        Some(is_number)
    }

    /// Gives the sides the sources and the name, unless the link's own keys did: the first source is A's, the second B's.
    pub(super) fn give(
        self,
        sources: &mut Sides<Vec<String>>,
        names: &mut Sides<Option<String>>,
    ) -> ForeignTimes {
        if sources.a.is_empty() && sources.b.is_empty() {
            let mut found = self.sources.into_iter();
            sources.a.extend(found.next());
            sources.b.extend(found.next());
            if !sources.a.is_empty() && names.a.is_none() {
                names.a = self.title;
            }
        }
        self.times
    }
}

/// Returns the address of the file that a page of the Firefox Profiler shows; any other address as it is.
fn firefox_source(address: &str) -> String {
    let Some(page) = address.strip_prefix("https://profiler.firefox.com/") else { return address.to_owned() };
    let mut parts = page.split(['/', '?', '#']);
    match (parts.next(), parts.next().filter(|part| !part.is_empty())) {
        (Some("from-url"), Some(source)) => text::unescape(source),
        (Some("public"), Some(token)) => format!("https://storage.googleapis.com/profile-store/{token}"),
        _ => address.to_owned(),
    }
}

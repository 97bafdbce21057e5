//! The content that the application of a report opens, as an element of the document.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

/// Content that the application of a report opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content<'a> {
    /// A comparison without its traces, as a session takes it. A `.diptych` file would need the reader, which is a third
    /// of the application.
    Comparison {
        /// The results of the comparison: the columns of a `.diptych` file, not compressed.
        results: &'a [u8],
        /// The view as `MessagePack`.
        state: &'a [u8],
    },
    /// A `.diptych` file with both traces.
    File(&'a [u8]),
}

impl Content<'_> {
    /// Returns the element that holds the content. `name` may be any text: each `<` of it is written as `\u003c`.
    pub(crate) fn element(&self, name: &str) -> String {
        let data = match self {
            Content::Comparison { results, state } => {
                let results = BASE64.encode(compressed(results));
                format!("\"results\":\"{results}\",\"state\":\"{}\"", BASE64.encode(state))
            }
            Content::File(file) => format!("\"file\":\"{}\"", BASE64.encode(file)),
        };
        format!(
            "<script type=\"application/json\" id=\"report-data\">{{\"name\":\"{}\",{data}}}</script>\n",
            escaped(name)
        )
    }
}

/// Returns bytes packed by gzip, which browsers unpack.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _written = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Returns the inside of a JSON string that means nothing in HTML.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '"' | '\\' | '<' | '>' | '&' | '\u{0}'..='\u{1f}' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            other => out.push(other),
        }
    }
    out
}

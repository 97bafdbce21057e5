//! Percent-encoding, and the parts of a hash.

use std::fmt::Write;

/// A key and its value, both without percent-encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyValue {
    /// Key.
    pub key: String,
    /// Value.
    pub value: String,
}

/// Splits a hash or a query into keys and values, in order. A part without `=` is a key with a blank value.
pub(super) fn parts(hash: &str) -> Vec<KeyValue> {
    let hash = hash.trim_start_matches(['#', '?']);
    // Perfetto names a page before the parameters: `#!/viewer?url=…`.
    let hash =
        hash.strip_prefix("!/").map_or(hash, |rest| rest.split_once('?').map_or("", |(_, query)| query));
    let parts = hash.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            KeyValue { key: unescape(key), value: unescape(value) }
        })
        .collect()
}

/// Percent-encodes all bytes but those that are readable and safe in a hash.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' | b':' | b',' => {
                out.push(byte as char);
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Undoes percent-encoding. A stray `%` stays, and invalid UTF-8 becomes U+FFFD.
pub(super) fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        let byte = hex.filter(|pair| pair.bytes().all(|b| b.is_ascii_hexdigit()));
        match (bytes[at], byte.and_then(|pair| u8::from_str_radix(pair, 16).ok())) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

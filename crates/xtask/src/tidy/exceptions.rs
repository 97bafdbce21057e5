//! Reads `tidy.toml`: the exceptions to rules, each with its reason. An exception that nothing needs any more is a
//! violation itself; each check reports those of its own rule.

use serde::Deserialize;

use super::sources::Sources;

/// Path of the exceptions.
pub(crate) const FILE: &str = "crates/xtask/tidy.toml";

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exceptions {
    #[serde(default)]
    pub(crate) length: Vec<Length>,
    #[serde(default)]
    pub(crate) color: Vec<Color>,
}

/// An exception for a file, or for one function in it, that may be longer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Length {
    pub(crate) path: String,
    /// Function; without it, the whole file.
    pub(crate) function: Option<String>,
    pub(crate) lines: usize,
    reason: String,
}

/// An exception for a file that may contain colours.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Color {
    pub(crate) path: String,
    reason: String,
}

/// Reads the file. Without a file there are no exceptions. Fails on an exception without a reason.
pub(crate) fn read(sources: &Sources) -> Result<Exceptions, String> {
    let Some(text) = sources.text(FILE) else { return Ok(Exceptions::default()) };
    let exceptions: Exceptions = toml::from_str(text).map_err(|err| format!("{FILE}: {err}"))?;
    let lengths = exceptions.length.iter().map(|exception| (&exception.path, &exception.reason));
    let colors = exceptions.color.iter().map(|exception| (&exception.path, &exception.reason));
    match lengths.chain(colors).find(|(_, reason)| reason.trim().is_empty()) {
        Some((path, _)) => Err(format!("{FILE}: no reason for {path}")),
        None => Ok(exceptions),
    }
}

/// Returns the violation for an exception that nothing needs.
pub(crate) fn unused(place: &str) -> String {
    format!("{FILE}: nothing needs the exception for {place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(&Sources::of(&[(FILE, text)])).unwrap_err()
    }

    #[test]
    fn exceptions_need_a_reason() {
        assert!(error("[[color]]\npath = 'a'\nreason = ' '\n").ends_with("no reason for a"));
        assert!(error("[[length]]\npath = 'a'\nlines = 1\n").contains("missing field `reason`"));
        assert!(error("[[lenght]]\n").contains("unknown field"));
        assert!(read(&Sources::of(&[])).unwrap().color.is_empty());
    }
}

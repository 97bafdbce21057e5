//! Labels and names as parts of paths.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A label: a key and its value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label {
    key: String,
    value: String,
}

/// The name of a trace or a pair, which is also the name of its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DatasetName(String);

/// Stands for a value that is empty, as Hive writes it.
const NO_VALUE: &str = "__HIVE_DEFAULT_PARTITION__";
/// Largest number of bytes of a name in a path, which file systems limit to 255 with the ending.
const MOST_BYTES: usize = 240;

impl Label {
    /// Creates a label.
    ///
    /// # Errors
    ///
    /// Fails if the key cannot be the name of a column, or if the value is too long for a folder.
    pub(crate) fn new(key: &str, value: &str) -> Result<Self, String> {
        let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
        let is_name = key.starts_with(is_start) && key.chars().all(|c| is_start(c) || c.is_ascii_digit());
        if !is_name {
            return Err(format!("`{key}` cannot be a label; use letters, digits and `_`"));
        }
        if diptych_tables::column_names().contains(&key) {
            return Err(format!("`{key}` is a column of the tables; give the label another name"));
        }
        let label = Self { key: key.to_owned(), value: value.to_owned() };
        if label.folder().len() > MOST_BYTES {
            return Err(format!("the value of the label `{key}` is too long for the name of a folder"));
        }
        Ok(label)
    }

    /// Parses `KEY=VALUE`.
    ///
    /// # Errors
    ///
    /// Fails as [`Label::new`] does, and without `=`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE, such as commit=3f2a91c")?;
        Self::new(key, value)
    }

    /// Returns the key.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// Returns the value.
    pub(crate) fn value(&self) -> &str {
        &self.value
    }

    /// Returns the name of the folder, `KEY=VALUE`.
    pub(crate) fn folder(&self) -> String {
        let value = if self.value.is_empty() { NO_VALUE.to_owned() } else { escaped(&self.value) };
        format!("{}={value}", self.key)
    }
}

/// Checks that no two labels have the same key. Some file systems and engines do not tell letters by their case.
pub(super) fn check_keys(labels: &[Label]) -> Result<(), String> {
    let mut known = BTreeSet::new();
    match labels.iter().find(|label| !known.insert(label.key.to_ascii_lowercase())) {
        None => Ok(()),
        Some(twice) => Err(format!("the label `{}` is given twice", twice.key)),
    }
}

impl DatasetName {
    /// Checks a name.
    ///
    /// # Errors
    ///
    /// Fails if the name is empty or too long for a file.
    pub(crate) fn new(name: &str) -> Result<Self, String> {
        match escaped(name).len() {
            0 => Err("the name is empty".to_owned()),
            1..=MOST_BYTES => Ok(Self(name.to_owned())),
            _ => Err(format!("the name is too long for a file; use up to {MOST_BYTES} characters")),
        }
    }

    /// Returns the name as it was given.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Returns the name of the file.
    pub(super) fn file(&self) -> String {
        format!("{}.parquet", escaped(&self.0))
    }
}

/// Returns text as part of a path. Characters that shells, file systems or Hive treat specially become `%XX`, which Hive,
/// Spark and DuckDB read back. A dot or an underline at the start would hide the file from them.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_plain = c.is_ascii_alphanumeric() || c == '-' || (at > 0 && matches!(c, '.' | '_'));
        if is_plain || (!c.is_ascii() && c.is_alphanumeric()) {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_become_safe_folders() {
        let folder = |text: &str| Label::parse(text).map(|label| label.folder());
        assert_eq!(folder("commit=3f2a91c"), Ok("commit=3f2a91c".to_owned()));
        assert_eq!(folder("ref=a/../b c=d"), Ok("ref=a%2F..%2Fb%20c%3Dd".to_owned()));
        assert_eq!(folder("machine="), Ok("machine=__HIVE_DEFAULT_PARTITION__".to_owned()));
        assert_eq!(folder("town=Zürich"), Ok("town=Zürich".to_owned()));
        assert_eq!(folder("v=\u{202e}x\n"), Ok("v=%E2%80%AEx%0A".to_owned()));
        for wrong in ["commit", "=x", "1a=x", "a-b=x", "../a=x", "pair=x", "function=x"] {
            assert!(folder(wrong).is_err(), "{wrong}");
        }
        assert!(folder(&format!("a={}", "x".repeat(300))).is_err());
    }

    #[test]
    fn label_keys_are_unique_without_case() {
        let labels = |keys: [&str; 2]| keys.map(|key| Label::new(key, "x").unwrap());
        assert!(check_keys(&labels(["commit", "machine"])).is_ok());
        assert!(check_keys(&labels(["commit", "Commit"])).is_err());
    }

    #[test]
    fn names_never_leave_the_folder() {
        let file = |name: &str| DatasetName::new(name).map(|name| name.file());
        assert_eq!(file("parser"), Ok("parser.parquet".to_owned()));
        assert_eq!(file("../x"), Ok("%2E.%2Fx.parquet".to_owned()));
        assert_eq!(file(".hidden"), Ok("%2Ehidden.parquet".to_owned()));
        assert!(file("").is_err() && file(&"x".repeat(300)).is_err());
    }
}

//! Typed access to the values of a TOML table, with the line of each error.

use super::{ManifestError, start};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads values of tables and locates errors in the text.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
}

impl Reader<'_> {
    /// Returns an error at a place of the text, in bytes.
    pub(super) fn error(&self, at: usize, text: String) -> ManifestError {
        let before = self.text.get(..at).unwrap_or_default();
        ManifestError { line: 1 + before.matches('\n').count(), text }
    }

    /// Returns an error at the value of a key.
    pub(super) fn error_at(&self, table: &DeTable<'_>, key: &str, text: &str) -> ManifestError {
        self.error(table.get(key).map_or(0, start), text.to_owned())
    }

    /// Fails if a table has a key that is not in the list.
    pub(super) fn only_keys(&self, table: &DeTable<'_>, known: &[&str]) -> Result<(), ManifestError> {
        let is_known = |key: &str| known.contains(&key);
        match table.iter().find(|(key, _)| !is_known(key.get_ref())) {
            None => Ok(()),
            Some((key, _)) => Err(self.error(
                key.span().start,
                format!("`{}` is not known here; the keys are {}", key.get_ref(), known.join(", ")),
            )),
        }
    }

    /// Returns a text.
    pub(super) fn text_of<'v>(
        &self,
        table: &'v DeTable<'_>,
        key: &str,
    ) -> Result<Option<&'v str>, ManifestError> {
        match table.get(key).map(Spanned::get_ref) {
            None => Ok(None),
            Some(DeValue::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.error_at(table, key, &format!("`{key}` must be text, in quotes"))),
        }
    }

    /// Returns true or false.
    pub(super) fn truth(&self, table: &DeTable<'_>, key: &str) -> Result<Option<bool>, ManifestError> {
        match table.get(key).map(Spanned::get_ref) {
            None => Ok(None),
            Some(DeValue::Boolean(truth)) => Ok(Some(*truth)),
            Some(_) => Err(self.error_at(table, key, &format!("`{key}` must be true or false"))),
        }
    }

    /// Returns a list of texts. A single text is a list of one.
    pub(super) fn texts(&self, table: &DeTable<'_>, key: &str) -> Result<Option<Vec<String>>, ManifestError> {
        let wrong = || self.error_at(table, key, &format!("`{key}` must be text, or a list of texts"));
        let Some(value) = table.get(key) else { return Ok(None) };
        let texts: Vec<String> = match value.get_ref() {
            DeValue::String(text) => vec![text.to_string()],
            DeValue::Array(items) => {
                let texts = items.iter().map(|item| item.get_ref().as_str().map(str::to_owned));
                texts.collect::<Option<_>>().ok_or_else(wrong)?
            }
            _ => return Err(wrong()),
        };
        // No condition is a choice; no trace is a mistake.
        if texts.is_empty() && key != "fail-if" {
            return Err(self.error_at(table, key, &format!("`{key}` is empty")));
        }
        Ok(Some(texts))
    }

    /// Returns a date as RFC 3339 writes it. A date without a time begins at midnight, and one without an offset is UTC.
    pub(super) fn date(&self, table: &DeTable<'_>, key: &str) -> Result<Option<String>, ManifestError> {
        let wrong = || {
            self.error_at(
                table,
                key,
                &format!("`{key}` must be a date, like 2026-11-28 or 2026-11-28T03:00:00Z"),
            )
        };
        match table.get(key).map(Spanned::get_ref) {
            None => Ok(None),
            Some(DeValue::Datetime(of)) => {
                let date = of.date.ok_or_else(wrong)?;
                let time = of.time.map_or_else(|| "00:00:00".to_owned(), |time| time.to_string());
                // TOML 1.1 lets seconds be left out; RFC 3339 does not.
                let seconds = if time.len() == 5 { ":00" } else { "" };
                let offset = of.offset.map_or_else(|| "Z".to_owned(), |offset| offset.to_string());
                Ok(Some(format!("{date}T{time}{seconds}{offset}")))
            }
            Some(_) => Err(wrong()),
        }
    }

    /// Returns a list of tables, each with its place in the text.
    pub(super) fn tables<'v, 't>(
        &self,
        table: &'v DeTable<'t>,
        key: &str,
    ) -> Result<Vec<(&'v DeTable<'t>, usize)>, ManifestError> {
        let Some(value) = table.get(key) else { return Ok(Vec::new()) };
        let wrong = |at| self.error(at, format!("`{key}` must be a table; write `[[{key}]]`"));
        let items = value.get_ref().as_array().ok_or_else(|| wrong(start(value)))?;
        let of = |item: &'v Spanned<DeValue<'t>>| {
            Ok((item.get_ref().as_table().ok_or_else(|| wrong(start(item)))?, start(item)))
        };
        items.iter().map(of).collect()
    }
}

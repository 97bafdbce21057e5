//! A pair in `index.json`. The next build reads it again, so that it knows which pairs are finished.

use crate::error::CliError;
use diptych_site::{PairRow, PairStatus, Picture};
use serde_json::Value;

/// A pair as a JSON object. docs/site.md lists its fields.
#[derive(Debug, Clone)]
pub(super) struct Entry(pub(super) Value);

impl Entry {
    /// Returns the name of the pair.
    pub(super) fn name(&self) -> Option<&str> {
        self.0["name"].as_str()
    }

    /// Returns a text of the object; empty if there is none.
    pub(super) fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_default()
    }

    /// Returns the paths of the published traces.
    pub(super) fn traces(&self) -> Vec<&str> {
        let sides = ["a", "b"].into_iter();
        let all = sides.flat_map(|side| self.0["traces"][side].as_array().into_iter().flatten());
        // Behind `#` is the name of one of several traces in a file.
        all.filter_map(Value::as_str).map(|path| path.split('#').next().unwrap_or(path)).collect()
    }

    /// Returns the paths of all files of the pair, except its page.
    pub(super) fn files(&self) -> Vec<&str> {
        let others = [&self.0["picture"]["svg"], &self.0["picture"]["png"], &self.0["stored"]];
        others.into_iter().filter_map(Value::as_str).chain(self.traces()).collect()
    }

    /// Returns the row of the index. Fails if the object was not written by this version.
    pub(super) fn row(&self) -> Result<PairRow, CliError> {
        let of = &self.0;
        let optional = |key: &str| of[key].as_str().map(str::to_owned);
        let status = PairStatus::of_word(self.text("status"));
        let picture = of["picture"]["png"].as_str().map(|png| Picture {
            svg: of["picture"]["svg"].as_str().map(str::to_owned),
            png: png.to_owned(),
            png_size: super::pair::PNG_SIZE,
        });
        let error = of["error"].as_str();
        let verdict = &of["verdict"];
        let ratio = verdict["ratio"].as_f64();
        Ok(PairRow {
            name: self.text("name").to_owned(),
            title: self.text("title").to_owned(),
            date: optional("date"),
            status: status.ok_or_else(|| CliError::Failed("index.json has an unknown status".to_owned()))?,
            verdict: error.or(verdict["text"].as_str()).unwrap_or_default().to_owned(),
            cause: verdict["cause"].as_str().unwrap_or_default().to_owned(),
            ratio: ratio.map(|ratio| (ratio, self.text("ratio").to_owned())),
            reasons: of["reasons"].as_array().into_iter().flatten().filter_map(text).collect(),
            page: self.text("page").to_owned(),
            viewer: optional("viewer"),
            picture,
            inputs: self.text("inputs").to_owned(),
        })
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

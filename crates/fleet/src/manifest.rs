//! The file that lists the pairs of a fleet: a table with the columns `name`, `a` and `b`.
//!
//! Every other column is a label, except those in [`SETTINGS`]. CSV becomes a [`ManifestTable`] here; whoever reads
//! another format makes one. The `pairs.toml` of a site is a manifest too, without labels.

use diptych_site::{Manifest, Pair};
use std::collections::BTreeSet;

/// A manifest as a table of text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ManifestTable {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Values by row, as many as there are columns. An empty value is none.
    pub rows: Vec<Vec<String>>,
    /// Number of the line or row of the file at which each row begins, from 1.
    pub places: Vec<u64>,
}

/// The pairs of a fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetManifest {
    /// The pairs, in the order of the file.
    pub pairs: Vec<FleetPair>,
}

/// A pair of a fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetPair {
    /// The pair, with paths relative to the manifest.
    pub pair: Pair,
    /// Labels by key, in the order of the columns.
    pub labels: Vec<(String, String)>,
}

/// Columns that every manifest has.
const REQUIRED: [&str; 3] = ["name", "a", "b"];
/// Columns that set something of a pair and are no labels.
const SETTINGS: [&str; 4] = ["rules", "fail_if", "allow_unlike", "allow_incomplete"];

impl ManifestTable {
    /// Reads CSV, with the names of the columns in the first line.
    ///
    /// # Errors
    ///
    /// Fails with the line if the text is no CSV, or if a line has another number of values.
    pub fn parse_csv(bytes: &[u8]) -> Result<Self, String> {
        // Spreadsheets put a mark of the byte order before the text.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            .from_reader(bytes);
        let mut table = Self::default();
        for record in reader.records() {
            let record = record.map_err(|error| reason(&error))?;
            let values: Vec<String> = record.iter().map(str::to_owned).collect();
            if table.columns.is_empty() {
                table.columns = values;
            } else {
                table.places.push(record.position().map_or(0, csv::Position::line));
                table.rows.push(values);
            }
        }
        Ok(table)
    }
}

fn reason(error: &csv::Error) -> String {
    let line = error.position().map_or(0, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("line {line}: {len} values, and the first line has {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => format!("line {line}: the text is not UTF-8"),
        _ => format!("line {line}: {error}"),
    }
}

impl FleetManifest {
    /// Takes the pairs of a table.
    ///
    /// # Errors
    ///
    /// Fails if a column is missing or given twice, if a pair has no name, no A or no B, or if two pairs have one name.
    pub fn from_table(table: &ManifestTable) -> Result<Self, String> {
        let place = |name: &str| table.columns.iter().position(|column| column == name);
        for name in REQUIRED {
            place(name).ok_or_else(|| {
                format!("line 1: no column `{name}`; a manifest has the columns name, a, b and any labels")
            })?;
        }
        let mut known = BTreeSet::new();
        if let Some(twice) = table.columns.iter().find(|column| !known.insert(column.as_str())) {
            return Err(format!("line 1: the column `{twice}` is given twice"));
        }
        let mut names = BTreeSet::new();
        let mut pairs = Vec::with_capacity(table.rows.len());
        for (row, at) in table.rows.iter().zip(&table.places) {
            let pair = pair(table, row).map_err(|why| format!("line {at}: {why}"))?;
            // Some file systems do not tell letters by their case.
            if !names.insert(pair.pair.name.to_lowercase()) {
                let name = &pair.pair.name;
                return Err(format!("line {at}: two pairs are called `{name}`; give each its own name"));
            }
            pairs.push(pair);
        }
        if pairs.is_empty() {
            return Err("no pairs; write a line with name, a and b for each".to_owned());
        }
        Ok(Self { pairs })
    }

    /// Takes the pairs of a site.
    pub fn from_site(manifest: Manifest) -> Self {
        let pairs = manifest.pairs.into_iter();
        Self { pairs: pairs.map(|pair| FleetPair { pair, labels: Vec::new() }).collect() }
    }
}

fn pair(table: &ManifestTable, row: &[String]) -> Result<FleetPair, String> {
    let value = |name: &str| {
        let at = table.columns.iter().position(|column| column == name)?;
        row.get(at).map(String::as_str).filter(|value| !value.is_empty())
    };
    let required =
        |name: &str| value(name).map(str::to_owned).ok_or_else(|| format!("no value for `{name}`"));
    let truth = |name: &str| match value(name) {
        None | Some("false" | "0") => Ok(false),
        Some("true" | "1") => Ok(true),
        Some(other) => Err(format!("`{name}` must be true or false, not `{other}`")),
    };
    let (name, a, b) = (required("name")?, required("a")?, required("b")?);
    let is_label = |column: &str| !REQUIRED.contains(&column) && !SETTINGS.contains(&column);
    let labels = table.columns.iter().zip(row).filter(|(column, _)| is_label(column));
    Ok(FleetPair {
        labels: labels.map(|(key, value)| (key.clone(), value.clone())).collect(),
        pair: Pair {
            title: name.clone(),
            name,
            date: None,
            a: vec![a],
            b: vec![b],
            link: String::new(),
            fail_if: value("fail_if").map(str::to_owned).into_iter().collect(),
            known: None,
            rules: value("rules").map(str::to_owned),
            traces: true,
            allow_unlike: truth("allow_unlike")?,
            allow_incomplete: truth("allow_incomplete")?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(text: &str) -> Result<FleetManifest, String> {
        ManifestTable::parse_csv(text.as_bytes()).and_then(|table| FleetManifest::from_table(&table))
    }

    #[test]
    fn columns_that_are_no_settings_are_labels() {
        let text = "# nightly\nname, a, b, commit, rules, machine\n\
                    parse,old.json,\"new, 2.json\",3f2a,r.txt,\nrender,x-*.json,y-*.json,91bc,,ci-4\n";
        let found = manifest(&format!("\u{feff}{text}")).unwrap();
        let [parse, render] = &found.pairs[..] else { panic!("{found:?}") };
        assert_eq!(
            (parse.pair.b.as_slice(), parse.pair.rules.as_deref()),
            (&["new, 2.json".to_owned()][..], Some("r.txt"))
        );
        let label = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(parse.labels, [label("commit", "3f2a"), label("machine", "")]);
        assert_eq!(render.labels, [label("commit", "91bc"), label("machine", "ci-4")]);
    }

    #[test]
    fn errors_name_line_and_reason() {
        for (text, says) in [
            ("", "line 1: no column `name`"),
            ("name,a\nx,y\n", "line 1: no column `b`"),
            ("name,a,b\n", "no pairs"),
            ("name,a,b,a\nx,y,z,y\n", "line 1: the column `a` is given twice"),
            ("name,a,b\nx,y\n", "line 2: 2 values, and the first line has 3"),
            ("name,a,b\nx,y,z\n,y,z\n", "line 3: no value for `name`"),
            ("name,a,b\nx,y,z\nX,y,z\n", "line 3: two pairs are called `X`"),
            ("name,a,b,allow_unlike\nx,y,z,maybe\n", "line 2: `allow_unlike` must be true or false"),
        ] {
            let error = manifest(text).expect_err(text);
            assert!(error.starts_with(says), "{text}: {error}");
        }
    }
}

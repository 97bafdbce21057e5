//! Reads the list of pairs from CSV, Parquet or the `pairs.toml` of a site.

use crate::error::{CliError, cannot_be};
use crate::output::shown;
use diptych_fleet::{FleetManifest, FleetPair, ManifestTable};
use diptych_site::Manifest;
use diptych_tables::Columns;
use std::fs::File;
use std::path::{Path, PathBuf};

/// First bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";

/// Reads the pairs of a manifest, whatever its format.
pub(super) fn read(path: &Path) -> Result<Vec<FleetPair>, CliError> {
    let bytes = std::fs::read(path).map_err(|error| cannot_be("read", path, &error))?;
    let found = if bytes.starts_with(PARQUET) {
        table_of_parquet(path).and_then(|table| FleetManifest::from_table(&table))
    } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        let text = String::from_utf8_lossy(&bytes);
        Manifest::parse(&text).map(FleetManifest::from_site).map_err(|error| error.to_string())
    } else {
        ManifestTable::parse_csv(&bytes).and_then(|table| FleetManifest::from_table(&table))
    };
    let found = found.map_err(|why| CliError::Usage(format!("{}, {}", path.display(), shown(&why))))?;
    Ok(found.pairs)
}

fn table_of_parquet(path: &Path) -> Result<ManifestTable, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let columns = Columns::read(file, None).map_err(|error| error.to_string())?;
    let mut table = ManifestTable {
        columns: columns.names.clone(),
        rows: vec![Vec::with_capacity(columns.names.len()); columns.len()],
        places: (1..=columns.len() as u64).collect(),
    };
    for name in &columns.names {
        let values = columns.as_text(name).map_err(|error| format!("{error}; labels are text or numbers"))?;
        for (row, value) in table.rows.iter_mut().zip(values) {
            row.push(value);
        }
    }
    Ok(table)
}

/// Returns the folder of a manifest, to which its paths are relative.
pub(super) fn folder_of(manifest: &Path) -> PathBuf {
    manifest.parent().map(Path::to_owned).unwrap_or_default()
}

//! Files that list pairs: TOML of a site, CSV of a fleet.

use diptych_fleet::{FleetManifest, ManifestTable};
use diptych_site::Manifest as SiteManifest;

/// Reads any bytes as the TOML file of a site.
pub(crate) fn site(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match SiteManifest::parse(&text) {
        Ok(manifest) => assert!(!manifest.pairs.is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads any bytes as the CSV file of a fleet.
pub(crate) fn fleet(bytes: &[u8]) {
    let Ok(table) = ManifestTable::parse_csv(bytes) else { return };
    let _ = FleetManifest::from_table(&table);
}

//! Collects the files of OTF2 archives until all of them are read.

use super::records::begins;
use std::collections::BTreeMap;

/// Collected files of OTF2 archives.
#[derive(Debug, Default)]
pub(crate) struct Files {
    archives: BTreeMap<String, Archive>,
    held_bytes: u64,
}

/// Files of one archive.
#[derive(Debug, Default)]
pub(crate) struct Archive {
    pub(super) anchor: Option<File>,
    pub(super) definitions: Option<File>,
    /// Definitions of each location.
    pub(super) local: BTreeMap<u64, File>,
    /// Events of each location.
    pub(super) events: BTreeMap<u64, File>,
}

/// Content of a file.
#[derive(Debug)]
pub(crate) struct File {
    /// Number of the file among the archive's members, from 1.
    pub(super) member: u64,
    pub(super) bytes: Vec<u8>,
}

/// Role of a file in its archive.
enum Part {
    Anchor,
    Definitions,
    Local(u64),
    Events(u64),
}

impl Files {
    /// Returns whether a name may belong to a file of an OTF2 archive; its bytes must confirm it.
    pub(crate) fn is_name(name: &str) -> bool {
        part(name).is_some()
    }

    /// Returns whether bytes begin like such a file. `None` if there are too few to tell.
    pub(crate) fn begins(bytes: &[u8]) -> Option<bool> {
        (bytes.len() >= 2).then(|| begins(bytes))
    }

    /// Adds a file that has such a name.
    pub(crate) fn take(&mut self, name: &str, member: u64, bytes: Vec<u8>) {
        let Some((stem, part)) = part(name) else { return };
        self.held_bytes += bytes.len() as u64;
        let archive = self.archives.entry(stem.to_owned()).or_default();
        let file = File { member, bytes };
        match part {
            Part::Anchor => archive.anchor = Some(file),
            Part::Definitions => archive.definitions = Some(file),
            Part::Local(location) => _ = archive.local.insert(location, file),
            Part::Events(location) => _ = archive.events.insert(location, file),
        }
    }

    /// Returns the number of bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.held_bytes
    }

    /// Takes out the archives, keyed by path without extension.
    pub(crate) fn finish(&mut self) -> impl Iterator<Item = (String, Archive)> + use<> {
        self.held_bytes = 0;
        std::mem::take(&mut self.archives).into_iter()
    }
}

/// Splits the path of a file into the archive's path without extension, and the file's role. The forms are `NAME.otf2`,
/// `NAME.def`, `NAME/LOCATION.def` and `NAME/LOCATION.evt`.
fn part(path: &str) -> Option<(&str, Part)> {
    let (stem, extension) = path.rsplit_once('.')?;
    let local = || {
        let (archive, location) = stem.rsplit_once('/')?;
        Some((archive, location.parse::<u64>().ok()?))
    };
    match extension {
        "otf2" => Some((stem, Part::Anchor)),
        "evt" => local().map(|(archive, location)| (archive, Part::Events(location))),
        "def" => Some(match local() {
            Some((archive, location)) => (archive, Part::Local(location)),
            None => (stem, Part::Definitions),
        }),
        _ => None,
    }
}

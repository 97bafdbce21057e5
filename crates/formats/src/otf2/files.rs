//! The files of OTF2 archives, until all of them are there.

use super::records::begins;
use std::collections::BTreeMap;

/// Files of OTF2 archives, as they lie in what is read.
#[derive(Debug, Default)]
pub(crate) struct Files {
    archives: BTreeMap<String, Archive>,
    held_bytes: u64,
}

/// One archive.
#[derive(Debug, Default)]
pub(crate) struct Archive {
    pub(super) anchor: Option<File>,
    pub(super) definitions: Option<File>,
    /// By location.
    pub(super) local: BTreeMap<u64, File>,
    pub(super) events: BTreeMap<u64, File>,
}

/// A file.
#[derive(Debug)]
pub(crate) struct File {
    /// Number of the member, from 1.
    pub(super) member: u64,
    pub(super) bytes: Vec<u8>,
}

/// Which file of an archive a name is that of.
enum Part {
    Anchor,
    Definitions,
    Local(u64),
    Events(u64),
}

impl Files {
    /// Whether a name is that of a file of an archive; its bytes must say so too.
    pub(crate) fn is_name(name: &str) -> bool {
        part(name).is_some()
    }

    /// Whether bytes begin as such a file does; `None`: too few to tell.
    pub(crate) fn begins(bytes: &[u8]) -> Option<bool> {
        (bytes.len() >= 2).then(|| begins(bytes))
    }

    /// Takes a file of such a name.
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

    /// Bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.held_bytes
    }

    /// The archives, by the path of each without extension.
    pub(crate) fn finish(&mut self) -> impl Iterator<Item = (String, Archive)> + use<> {
        self.held_bytes = 0;
        std::mem::take(&mut self.archives).into_iter()
    }
}

/// The path of the archive without extension, and which file of it a path is that of: `NAME.otf2`, `NAME.def`,
/// `NAME/LOCATION.def`, `NAME/LOCATION.evt`.
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

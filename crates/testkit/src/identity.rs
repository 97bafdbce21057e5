//! Functions of both sides under one numbering, without identity rules.

use diptych_trace::{FunctionId, FunctionSpec, IdentityId, Trace, without_version};
use std::collections::BTreeMap;

/// Gives one [`IdentityId`] to all functions that go by the same key, on whichever side they stand.
/// Ids are given in the order in which keys are first asked for.
///
/// The key is decided by the caller (the identity rules); [`IdentityTable::plain_key`] is the key when there
/// are none.
#[derive(Debug, Default)]
pub struct IdentityTable {
    by_key: BTreeMap<String, IdentityId>,
    keys: Vec<String>,
}

impl IdentityTable {
    /// The id of a key.
    pub fn identify(&mut self, key: &str) -> IdentityId {
        if let Some(&id) = self.by_key.get(key) {
            return id;
        }
        let id = IdentityId(self.keys.len() as u32);
        self.by_key.insert(key.to_owned(), id);
        self.keys.push(key.to_owned());
        id
    }

    /// One id for each function of a trace, by a key function.
    pub fn identify_all(
        &mut self,
        trace: &Trace,
        key: impl Fn(FunctionSpec<'_>) -> String,
    ) -> Vec<IdentityId> {
        let of = |id: FunctionId| key(trace.functions().get(trace.names(), id));
        trace.functions().ids().map(|id| self.identify(&of(id))).collect()
    }

    /// What identifies a function when no rule has been asked for: its name, its file's name, and the folder
    /// that holds the file without a version at its end. Lines and the folders above differ between builds.
    pub fn plain_key(function: FunctionSpec<'_>) -> String {
        let mut parts = function.file.rsplit(['/', '\\']);
        let (file, folder) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        format!("{}\u{1f}{}/{file}", function.name, without_version(folder))
    }

    /// Number of identities.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether nothing was identified yet.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key of an id.
    pub fn key(&self, id: IdentityId) -> &str {
        &self.keys[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_keys_look_past_versions_lines_and_folders_above() {
        let key = |file, line| IdentityTable::plain_key(FunctionSpec { name: "f", file, line, category: "" });
        assert_eq!(key("/lib/x-1.0/a.py", 3), key("/opt/x-2.1/a.py", 9));
        assert_ne!(key("/lib/x/a.py", 3), key("/lib/y/a.py", 3));
        assert_ne!(key("/lib/x/a.py", 3), key("/lib/x/b.py", 3));
        assert_eq!(key("C:\\x\\a.c", 1), key("/x/a.c", 1));
        assert_eq!(key("", 0), "f\u{1f}/");
    }
}

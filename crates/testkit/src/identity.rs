//! Functions of both sides under one numbering, without identity rules.

use diptych_trace::{FunctionId, FunctionSpec, IdentityId, Trace, without_version};
use std::collections::BTreeMap;

/// A table that assigns one [`IdentityId`] to all functions with the same key, on either side. Ids are assigned in the
/// order in which keys are first asked for.
///
/// The caller decides the key (the identity rules). [`IdentityTable::plain_key`] is the key without rules.
#[derive(Debug, Default)]
pub struct IdentityTable {
    by_key: BTreeMap<String, IdentityId>,
    keys: Vec<String>,
}

impl IdentityTable {
    /// Returns the id of a key.
    pub fn identify(&mut self, key: &str) -> IdentityId {
        if let Some(&id) = self.by_key.get(key) {
            return id;
        }
        let id = IdentityId(self.keys.len() as u32);
        self.by_key.insert(key.to_owned(), id);
        self.keys.push(key.to_owned());
        id
    }

    /// Returns the id of each function of a trace, under a key function.
    pub fn identify_all(
        &mut self,
        trace: &Trace,
        key: impl Fn(FunctionSpec<'_>) -> String,
    ) -> Vec<IdentityId> {
        let of = |id: FunctionId| key(trace.functions().get(trace.names(), id));
        trace.functions().ids().map(|id| self.identify(&of(id))).collect()
    }

    /// Returns the key of a function without rules: its name, its file's name, and the file's folder without a version
    /// at its end. Lines and outer folders differ between builds.
    pub fn plain_key(function: FunctionSpec<'_>) -> String {
        let mut parts = function.file.rsplit(['/', '\\']);
        let (file, folder) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        format!("{}\u{1f}{}/{file}", function.name, without_version(folder))
    }

    /// Returns the number of identities.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns true if there are no identities.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the key of an id.
    pub fn key(&self, id: IdentityId) -> &str {
        &self.keys[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_keys_ignore_versions_lines_and_outer_folders() {
        let key = |file, line| IdentityTable::plain_key(FunctionSpec { name: "f", file, line, category: "" });
        assert_eq!(key("/lib/x-1.0/a.py", 3), key("/opt/x-2.1/a.py", 9));
        assert_ne!(key("/lib/x/a.py", 3), key("/lib/y/a.py", 3));
        assert_ne!(key("/lib/x/a.py", 3), key("/lib/x/b.py", 3));
        assert_eq!(key("C:\\x\\a.c", 1), key("/x/a.c", 1));
        assert_eq!(key("", 0), "f\u{1f}/");
    }
}

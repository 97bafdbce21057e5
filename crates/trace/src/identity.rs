//! Functions of both sides under one numbering.

use crate::{FunctionId, FunctionSpec, IdentityId, Trace};
use rustc_hash::FxHashMap;

/// Gives one [`IdentityId`] to all functions that go by the same key, on whichever side they stand.
/// Ids are given in the order in which keys are first asked for.
///
/// The key is decided by the caller (the identity rules); [`IdentityTable::raw_key`] is the key when there
/// are none: name and file, without line.
#[derive(Debug, Default)]
pub struct IdentityTable {
    by_key: FxHashMap<String, IdentityId>,
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

    /// Name and file: what identifies a function when no rule has run.
    pub fn raw_key(function: FunctionSpec<'_>) -> String {
        format!("{}\u{1f}{}", function.name, function.file)
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

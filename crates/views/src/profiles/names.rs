//! What functions are called in a profile: no two of them alike.

use crate::differences::Names;
use diptych_trace::IdentityId;
use std::collections::BTreeMap;

/// Names of functions, by identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameNames {
    names: Vec<String>,
    files: Vec<String>,
}

impl FrameNames {
    /// Of so many functions: their names, and for those that share one also their files. O(functions · log functions).
    pub fn new(names: &dyn Names, count: usize) -> Self {
        let of = |id: usize| names.name_and_file(IdentityId(id as u32));
        let (mut plain, files): (Vec<String>, Vec<String>) = (0..count).map(of).unzip();
        for name in plain.iter_mut().filter(|name| name.is_empty()) {
            "(unnamed)".clone_into(name);
        }
        let mut sharing: BTreeMap<&str, u32> = BTreeMap::new();
        for name in &plain {
            *sharing.entry(name).or_default() += 1;
        }
        let is_shared: Vec<bool> = plain.iter().map(|name| sharing[name.as_str()] > 1).collect();
        for (id, name) in plain.iter_mut().enumerate() {
            if is_shared[id] && !files[id].is_empty() {
                *name = format!("{name} ({})", files[id]);
            }
        }
        Self { names: plain, files }
    }

    /// How many functions there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a function, which no other has.
    pub fn name(&self, function: IdentityId) -> &str {
        &self.names[function.index()]
    }

    /// Its file; blank where it is unknown.
    pub fn file(&self, function: IdentityId) -> &str {
        &self.files[function.index()]
    }
}

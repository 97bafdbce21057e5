//! Unique names of the functions in a profile.

use crate::differences::Names;
use diptych_trace::{IdentityId, Sorting};

/// Names of functions, by identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameNames {
    names: Vec<String>,
    files: Vec<String>,
}

impl FrameNames {
    /// Collects the names of `count` functions, with the file added if functions share a name. O(functions · log
    /// functions).
    pub fn new(names: &dyn Names, count: usize) -> Self {
        let of = |id: usize| names.name_and_file(IdentityId(id as u32));
        let (mut plain, files): (Vec<String>, Vec<String>) = (0..count).map(of).unzip();
        for name in plain.iter_mut().filter(|name| name.is_empty()) {
            "(unnamed)".clone_into(name);
        }
        let mut by_name: Vec<usize> = (0..count).collect();
        by_name.order_by(|&x, &y| plain[x].cmp(&plain[y]));
        let is_shared: Vec<bool> = by_name.windows(2).map(|two| plain[two[0]] == plain[two[1]]).collect();
        for (at, &id) in by_name.iter().enumerate() {
            let of = |at: Option<usize>| at.and_then(|at| is_shared.get(at)) == Some(&true);
            if (of(Some(at)) || of(at.checked_sub(1))) && !files[id].is_empty() {
                plain[id] = format!("{} ({})", plain[id], files[id]);
            }
        }
        Self { names: plain, files }
    }

    /// Returns the number of functions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if there are no functions.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the unique name of a function.
    pub fn name(&self, function: IdentityId) -> &str {
        &self.names[function.index()]
    }

    /// Returns the file of a function, empty if unknown.
    pub fn file(&self, function: IdentityId) -> &str {
        &self.files[function.index()]
    }
}

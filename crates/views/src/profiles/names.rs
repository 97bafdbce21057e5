//! What functions are called in a profile: no two of them alike.

use crate::differences::Names;
use diptych_trace::IdentityId;

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
        let mut by_name: Vec<usize> = (0..count).collect();
        by_name.sort_by(|&x, &y| plain[x].cmp(&plain[y]));
        let is_shared: Vec<bool> = by_name.windows(2).map(|two| plain[two[0]] == plain[two[1]]).collect();
        for (at, &id) in by_name.iter().enumerate() {
            let of = |at: Option<usize>| at.and_then(|at| is_shared.get(at)) == Some(&true);
            if (of(Some(at)) || of(at.checked_sub(1))) && !files[id].is_empty() {
                plain[id] = format!("{} ({})", plain[id], files[id]);
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

//! Names of identities without their traces.

use diptych_compare::identity::{Identities, without_mark};
use diptych_engine::trace::IdentityId;
use diptych_views::differences::Names;

/// The names of identities by their keys, without traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyNames {
    identities: Identities,
    /// Keys as people see them.
    keys: Vec<String>,
}

impl KeyNames {
    pub(crate) fn new(keys: Vec<String>) -> Self {
        let shown = keys.iter().map(|key| without_mark(key).to_owned()).collect();
        Self { identities: Identities { keys, ..Identities::default() }, keys: shown }
    }

    /// Returns the keys as people see them.
    pub(crate) fn keys(&self) -> &[String] {
        &self.keys
    }
}

impl Names for KeyNames {
    fn name_and_file(&self, identity: IdentityId) -> (String, String) {
        let (name, file) = self.identities.name_and_file(identity);
        (name.to_owned(), file.to_owned())
    }
}

//! Names and files of functions.

use diptych_compare::identity::Identities;
use diptych_trace::IdentityId;
use diptych_views::differences::Names;

/// Names and files as the trace gives them.
#[derive(Debug)]
pub struct Texts {
    /// Name of each function.
    pub names: Vec<String>,
    /// File of each function; empty for none.
    pub files: Vec<String>,
}

impl Texts {
    /// Collects the names of all functions.
    pub fn of_functions(identities: &Identities) -> Self {
        let of = |id| identities.name_and_file(IdentityId(id));
        let (names, files) =
            (0..identities.count()).map(of).map(|(name, file)| (name.to_owned(), file.to_owned())).unzip();
        Self { names, files }
    }

    /// Returns the number of functions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if there is no function.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Names for Texts {
    fn name_and_file(&self, identity: IdentityId) -> (String, String) {
        let text = |texts: &[String]| texts.get(identity.index()).cloned().unwrap_or_default();
        (text(&self.names), text(&self.files))
    }
}

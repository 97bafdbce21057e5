//! Rules and the identities they give.

use diptych_compare::Pair;
use diptych_compare::identity::{Compiled, Identities, Rules, identify, read_rules};
use diptych_protocol::comparison::RuleProblem;
use diptych_trace::{IdentityId, Trace};
use diptych_views::differences::Names;

/// Which functions of a pair are the same, and why.
#[derive(Debug)]
pub(crate) struct Basis {
    /// What the formats ask for.
    pub(crate) defaults: Rules,
    /// What holds.
    pub(crate) rules: Rules,
    pub(crate) identities: Identities,
}

impl Basis {
    /// From rules as text (blank: the defaults of both formats).
    pub(crate) fn new(traces: [&Trace; 2], formats: [&str; 2], text: &str) -> Result<Self, RuleProblem> {
        let defaults = Rules::defaults(formats);
        let (rules, compiled) = read(text, &defaults)?;
        let identities = identify(&compiled, traces);
        Ok(Self { defaults, rules, identities })
    }

    /// The pair under these identities.
    pub(crate) fn pair<'a>(&'a self, traces: [&'a Trace; 2]) -> Pair<'a> {
        Pair {
            traces,
            identities: [self.identities.of(0), self.identities.of(1)],
            identity_count: self.identities.count(),
        }
    }
}

/// Reads and compiles rules, or says where they are wrong.
pub(crate) fn read(text: &str, defaults: &Rules) -> Result<(Rules, Compiled), RuleProblem> {
    read_rules(text, defaults)
        .map_err(|error| RuleProblem { line: error.line as u32, message: error.message })
}

impl Names for Basis {
    fn name_and_file(&self, identity: IdentityId) -> (String, String) {
        let (name, file) = self.identities.name_and_file(identity);
        (name.to_owned(), file.to_owned())
    }
}

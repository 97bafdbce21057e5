//! Rules, before anything is known of what they do.

use diptych_compare::identity::{Compiled, Rules, read_rules};
use diptych_protocol::comparison::RuleProblem;

/// Which rules decide which functions of a pair are the same.
#[derive(Debug)]
pub(crate) struct IdentityBasis {
    /// What the formats ask for.
    pub(crate) defaults: Rules,
    /// What holds.
    pub(crate) rules: Rules,
    /// The same rules, to be run on the names of further runs.
    pub(crate) compiled: Compiled,
}

impl IdentityBasis {
    /// From rules as text (blank: the defaults of both formats).
    pub(crate) fn new(formats: [&str; 2], text: &str) -> Result<Self, RuleProblem> {
        let defaults = Rules::defaults(formats);
        let (rules, compiled) = read(text, &defaults)?;
        Ok(Self { defaults, rules, compiled })
    }
}

/// Reads and compiles rules, or says where they are wrong.
pub(crate) fn read(text: &str, defaults: &Rules) -> Result<(Rules, Compiled), RuleProblem> {
    read_rules(text, defaults)
        .map_err(|error| RuleProblem { line: error.line as u32, message: error.message })
}

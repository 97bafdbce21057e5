//! Reads identity rules, and says where they are wrong.

use diptych_compare::identity::{self, Compiled, Rules, TextError};
use diptych_protocol::comparison::RuleProblem;

/// Reads and compiles rules, or returns where they are wrong. Runs in the compute role only.
pub fn read_rules(text: &str, defaults: &Rules) -> Result<(Rules, Compiled), RuleProblem> {
    identity::read_rules(text, defaults).map_err(problem)
}

/// Returns the problem of an error.
pub(super) fn problem(error: TextError) -> RuleProblem {
    RuleProblem { line: error.line as u32, message: error.message }
}

//! Rules and the identities they give.

use diptych_compare::Pair;
use diptych_compare::identity::{Compiled, Identities, Rules, identify, read_rules};
use diptych_protocol::comparison::RuleProblem;
use diptych_trace::Trace;
use std::sync::Arc;

/// Which functions of a pair are the same, and why.
#[derive(Debug)]
pub(crate) struct Basis {
    /// What the formats ask for.
    pub(crate) defaults: Rules,
    /// What holds.
    pub(crate) rules: Rules,
    /// The same rules, to be run on the names of further runs.
    pub(crate) compiled: Compiled,
    /// Of the two runs that are shown.
    pub(crate) identities: Arc<Identities>,
    /// There are so many functions that the rules of the formats would take too long on this thread: names are
    /// compared as they are, which the pair settings say.
    pub(crate) is_plain: bool,
}

/// Functions of both sides up to which rules run unasked: well under a second.
const RULED_FUNCTIONS: usize = 20_000;

impl Basis {
    /// From rules as text (blank: the defaults of both formats).
    pub(crate) fn new(traces: [&Trace; 2], formats: [&str; 2], text: &str) -> Result<Self, RuleProblem> {
        let defaults = Rules::defaults(formats);
        let functions: usize = traces.iter().map(|trace| trace.functions().len()).sum();
        let is_plain = text.trim().is_empty() && functions > RULED_FUNCTIONS;
        let text = if is_plain { "# no rules" } else { text };
        let (rules, compiled) = read(text, &defaults)?;
        let identities = Arc::new(identify(&compiled, traces));
        Ok(Self { defaults, rules, compiled, identities, is_plain })
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

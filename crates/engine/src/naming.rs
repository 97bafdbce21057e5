//! The part of identity rules that works while a trace is read: arguments that complete the names of calls.

use diptych_compare::identity::{RuleKind, Rules};
use diptych_formats::{ArgumentRule, Naming};

/// Format whose calls have arguments, as the registry of formats names it.
const WITH_ARGUMENTS: &str = "chrome-json";

/// Returns the enabled rules for arguments.
pub fn naming_of(rules: &Rules) -> Naming {
    let rules = rules.rules.iter().filter(|rule| rule.enabled && rule.kind == RuleKind::Argument);
    let rules =
        rules.map(|rule| ArgumentRule { argument: rule.pattern.clone(), names: rule.replacement.clone() });
    Naming::new(&rules.collect::<Vec<_>>())
}

/// Returns the rules for arguments in a text of identity rules. The format of the trace is not known yet, so `defaults`
/// stands for the rules of the format that has arguments. A wrong text counts as the default rules, as it does
/// everywhere until it is mended.
pub fn naming_of_text(text: &str) -> Naming {
    let defaults = Rules::defaults([WITH_ARGUMENTS; 2]);
    naming_of(&Rules::parse(text, &defaults).unwrap_or(defaults))
}

//! Helpers shared by the tests of identity.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::identity::{Field, Identities, Origin, Rule, RuleKind, Rules, compile, identify};
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink, Trace};

/// Builds a trace that calls each function (name, file, line) once, one after the other, for ten ticks each.
pub(crate) fn calls_of(functions: &[(&str, &str, u32)]) -> Trace {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    for (at, &(name, file, line)) in (0..).zip(functions) {
        let function = builder.function(FunctionSpec { name, file, line, category: "" });
        builder.call(lane, CallSpec { start: 10 * at, end: 10 * at + 10, function, source: 0 });
    }
    builder.finish().remove(0).1
}

/// Returns an enabled rule of a user.
pub(crate) fn rule(on: Field, pattern: &str, replacement: &str) -> Rule {
    let (pattern, replacement) = (pattern.to_owned(), replacement.to_owned());
    let (kind, origin) = (RuleKind::Pattern, Origin::User);
    Rule { name: String::new(), on, kind, pattern, replacement, enabled: true, origin }
}

/// Returns rules without renames and pairs.
pub(crate) fn rules(rules: &[Rule]) -> Rules {
    Rules { rules: rules.to_vec(), ..Rules::NONE }
}

/// Identifies the functions of two traces.
pub(crate) fn named(rules: &Rules, traces: [&Trace; 2]) -> Identities {
    identify(&compile(rules).unwrap(), traces, &mut |_, _| ())
}

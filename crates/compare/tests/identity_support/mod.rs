//! What the tests of identity share.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::identity::{Field, Identities, Origin, Rule, RuleKind, Rules, compile, identify};
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink, Trace};

/// A trace that calls each of some functions (name, file, line) once, one after the other, ten ticks each.
pub(crate) fn calls_of(functions: &[(&str, &str, u32)]) -> Trace {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    for (at, &(name, file, line)) in (0..).zip(functions) {
        let function = builder.function(FunctionSpec { name, file, line, category: "" });
        builder.call(lane, CallSpec { start: 10 * at, end: 10 * at + 10, function, source: 0 });
    }
    builder.finish().remove(0).1
}

/// A rule of a user's that is on.
pub(crate) fn rule(on: Field, pattern: &str, replacement: &str) -> Rule {
    let (pattern, replacement) = (pattern.to_owned(), replacement.to_owned());
    let (kind, origin) = (RuleKind::Pattern, Origin::User);
    Rule { name: String::new(), on, kind, pattern, replacement, enabled: true, origin }
}

/// Rules without renames and pairs.
pub(crate) fn rules(rules: &[Rule]) -> Rules {
    Rules { rules: rules.to_vec(), ..Rules::NONE }
}

/// Identities of two traces.
pub(crate) fn named(rules: &Rules, traces: [&Trace; 2]) -> Identities {
    identify(&compile(rules).unwrap(), traces, &mut |_, _| ())
}

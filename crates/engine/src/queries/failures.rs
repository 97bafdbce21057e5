//! Failures of comparisons, in words.

use crate::kept::capitalised;
use diptych_protocol::comparison::RuleProblem;
use diptych_protocol::{Failure, FailureKind};
use diptych_trace::Axis;
use diptych_views::words;

/// Returns the failure for a comparison whose results could not be computed.
pub(crate) fn not_compared() -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: "The comparison could not be made.".to_owned(),
        body: "Both traces stay open. Reload the page, or change an identity rule to try again.".to_owned(),
    }
}

/// Returns the failure for wrong identity rules, in whose place the default rules are used.
pub(crate) fn wrong_rules(problem: &RuleProblem) -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: format!("Line {} of the identity rules is wrong.", problem.line + 1),
        body: format!("{}. The default rules are used instead.", capitalised(&problem.message)),
    }
}

/// Returns the failure for sides that cannot be compared, not even in shares.
pub(crate) fn unlike_axes(axes: [Axis; 2]) -> Failure {
    let one_run = if axes[0].has_shares_with(axes[1]) {
        " With one run per side, shares of each side’s total are compared."
    } else {
        ""
    };
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: "These two traces cannot be compared.".to_owned(),
        body: words::unlike_axes(axes) + one_run,
    }
}

//! Tooltips of matches.

use diptych_protocol::{Fact, Tooltip};
use diptych_trace::CallId;
use diptych_views::words::{name_or_unnamed, partner};
use diptych_views::{Correspondence, numbers};

/// Completes the tooltip of a tube: compares its call of A with its call of B, which need not be partners.
pub(super) fn tube(
    tip: Tooltip,
    [a, b]: [CallId; 2],
    similarity: Option<f32>,
    correspondence: Option<&Correspondence<'_>>,
) -> Tooltip {
    let mut facts = tip.facts;
    facts.extend(similarity.map(|s| Fact { label: "Similarity".to_owned(), value: format!("{s:.2}") }));
    let partner = correspondence.map_or_else(Vec::new, |correspondence| partner::rows(correspondence, a, b));
    let other =
        correspondence.map(|correspondence| name_or_unnamed(correspondence.pair.traces[1].call_name(b)));
    let context = match other {
        Some(name) if name != tip.name => format!("matches {name} of B"),
        _ => tip.context,
    };
    let hint = "Click: select both calls".to_owned();
    Tooltip { facts, partner, context, hint, ..tip }
}

/// Completes the tooltip of a line between boxes of calls too small for tubes.
pub(super) fn line(
    tip: Tooltip,
    [a, b]: [[CallId; 2]; 2],
    count: u32,
    correspondence: Option<&Correspondence<'_>>,
) -> Tooltip {
    let calls = |[first, end]: [CallId; 2]| numbers::count(u64::from(end.0 - first.0));
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
    let first = |[first, _]: [CallId; 2], side: usize| {
        correspondence
            .map(|correspondence| name_or_unnamed(correspondence.pair.traces[side].call_name(first)))
    };
    let mut facts = vec![fact("Calls of A", calls(a)), fact("Calls of B", calls(b))];
    facts.extend(first(a, 0).map(|name| fact("First of A", name)));
    facts.extend(first(b, 1).map(|name| fact("First of B", name)));
    let matches = if count == 1 {
        "1 match".to_owned()
    } else {
        format!("{} matches", numbers::count(u64::from(count)))
    };
    Tooltip {
        name: format!("{matches} of calls under 2\u{202f}px"),
        facts,
        kind: "matched".to_owned(),
        partner: Vec::new(),
        hint: "Zoom in to see each match".to_owned(),
        ..tip
    }
}

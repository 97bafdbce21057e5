//! Texts about the calls that are similar to a call, and why.

use super::name_or_unnamed;
use crate::numbers;
use diptych_compare::similarity::Matches;
use diptych_protocol::{Fact, SideName};
use diptych_trace::CallId;
use std::cmp::Ordering;

/// Number of functions that a fact names. It counts the others.
const NAMED: usize = 3;

/// Returns facts about the calls that match a call: their number and the best s, and how the callee sets of the call and
/// of its best match differ. Empty if the call has no match. O(functions + members of both sets).
pub fn similar_facts(matches: Matches<'_>, side: SideName, call: CallId) -> Vec<Fact> {
    let Matches { sets, similarity, .. } = matches;
    let own = sets.class(side.index(), call);
    let Some(best) = similarity.best(side.index(), own) else { return Vec::new() };
    let count = similarity.matches(side.index(), own);
    let noun = if count == 1 { "match" } else { "matches" };
    let mut facts = vec![Fact {
        label: format!("Similar in {}", side.other().letter()),
        value: format!("{} {noun}, best {:.2}", numbers::count(count), best.similarity),
    }];
    let classes = if side == SideName::A { [own, best.class] } else { [best.class, own] };
    facts.extend(shared_facts(matches, classes));
    facts
}

/// Returns facts about the callee sets of a call of A and a call of B: how many functions they share, and which are in one
/// of them alone. O(functions + members of both sets).
pub fn pair_facts(matches: Matches<'_>, [a, b]: [CallId; 2]) -> Vec<Fact> {
    shared_facts(matches, [matches.sets.class(0, a), matches.sets.class(1, b)])
}

fn shared_facts(matches: Matches<'_>, [a, b]: [u32; 2]) -> Vec<Fact> {
    let (shared, only) = compare(matches, [a, b]);
    let all = shared + only[0].len() + only[1].len();
    let mut facts = vec![Fact {
        label: "Shared functions".to_owned(),
        value: format!("{} of {}", numbers::count(shared as u64), numbers::count(all as u64)),
    }];
    for (side, only) in SideName::BOTH.into_iter().zip(only).filter(|(_, only)| !only.is_empty()) {
        let label = format!("Only in {}", side.letter());
        facts.push(Fact { label, value: names(matches, side, &only) });
    }
    facts
}

/// Returns the number of functions in both sets, and the identities that are in the set of A alone and of B alone.
fn compare(matches: Matches<'_>, [a, b]: [u32; 2]) -> (usize, [Vec<u32>; 2]) {
    let members = |class: u32| matches.sets.members(class).map(|(identity, _)| identity);
    let (mut of_a, mut of_b) = (members(a).peekable(), members(b).peekable());
    let (mut shared, mut only) = (0, [Vec::new(), Vec::new()]);
    loop {
        let order = match (of_a.peek(), of_b.peek()) {
            (None, None) => return (shared, only),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => a.cmp(b),
        };
        if order == Ordering::Equal {
            shared += 1;
            of_a.next();
            of_b.next();
        } else if order == Ordering::Less {
            only[0].extend(of_a.next());
        } else {
            only[1].extend(of_b.next());
        }
    }
}

/// Names some functions of a side: `parse, visit, render and 4 more`.
fn names(matches: Matches<'_>, side: SideName, identities: &[u32]) -> String {
    let (trace, of_function) = (matches.pair.traces[side.index()], matches.pair.identities[side.index()]);
    let name = |identity: &u32| {
        let function = of_function.iter().position(|of| of.0 == *identity)?;
        let id = diptych_trace::FunctionId(function as u32);
        Some(name_or_unnamed(trace.functions().get(trace.names(), id).name))
    };
    let mut text = identities.iter().take(NAMED).filter_map(name).collect::<Vec<_>>().join(", ");
    if identities.len() > NAMED {
        text += &format!(" and {} more", numbers::count((identities.len() - NAMED) as u64));
    }
    text
}

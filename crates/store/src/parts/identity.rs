//! Identities of functions as columns, and the suggested prefix rule.

use crate::fingerprint::sum_of_texts;
use crate::{Columns, StoreError};
use diptych_compare::identity::{Identities, PrefixSuggestion, Rules, Share};
use diptych_trace::{IdentityId, Trace};

/// Functions of the first trace of each side, with their keys.
#[derive(Debug, Clone, Copy)]
pub struct KeyedIdentities<'a> {
    /// Keys of the identities, ascending.
    pub keys: &'a [String],
    /// Identity of each function, by side.
    pub of_function: [&'a [IdentityId]; 2],
}

pub(super) fn put_identities(columns: &mut Columns, identities: KeyedIdentities<'_>) {
    columns.put_texts("keys", identities.keys.iter().map(String::as_str));
    columns.put("identity.a", identities.of_function[0]);
    columns.put("identity.b", identities.of_function[1]);
}

/// Reads the identities of a pair that were made under the given rules. The effects of rules on names are not stored.
pub fn identities(columns: &Columns, rules: &str, traces: [&Trace; 2]) -> Result<Identities, StoreError> {
    if columns.text("rules")? != rules {
        return Err(StoreError::Misfit { what: "it was made under other identity rules" });
    }
    let keys = columns.texts("keys")?;
    let of_function: [Vec<IdentityId>; 2] = [columns.get("identity.a")?, columns.get("identity.b")?];
    let fits = of_function.iter().zip(traces).all(|(of_function, trace)| {
        of_function.len() == trace.functions().len() && of_function.iter().all(|id| id.index() < keys.len())
    });
    if !fits || !keys.is_sorted_by(|one, next| one < next) {
        return Err(StoreError::Misfit { what: "the functions belong to other traces" });
    }
    Ok(Identities {
        of_function: of_function.map(|of_function| vec![of_function]),
        keys,
        ..Identities::default()
    })
}

/// Adds a checksum of the keys of identities.
pub fn put_sum_of_keys(columns: &mut Columns, keys: &[String]) {
    columns.put("keys.sum", &[sum_of_texts(keys)]);
}

/// Checks that a result was made under identities with these keys.
pub fn check_sum_of_keys(columns: &Columns, keys: &[String]) -> Result<(), StoreError> {
    if columns.get::<u64>("keys.sum")? == [sum_of_texts(keys)] {
        return Ok(());
    }
    Err(StoreError::Misfit { what: "it was made under other identity rules" })
}

/// Adds the suggestion of a prefix rule, if one helps.
pub fn put_prefix(columns: &mut Columns, found: Option<PrefixSuggestion>) {
    let Some(PrefixSuggestion { rule, dropped, before, after }) = found else { return };
    columns.put_text("prefix.rule", Rules { rules: vec![rule], ..Rules::default() }.to_text());
    columns.put_texts("prefix.dropped", dropped.iter().map(String::as_str));
    let shares = [before, after].concat();
    columns.put(
        "prefix.shares",
        &shares.iter().flat_map(|share| [share.part, share.whole]).collect::<Vec<u64>>(),
    );
}

/// Reads the suggestion of a prefix rule; `None` if none helps.
pub fn prefix(columns: &Columns) -> Result<Option<PrefixSuggestion>, StoreError> {
    let Ok(rule) = columns.text("prefix.rule") else { return Ok(None) };
    let rule = Rules::parse(rule, &Rules::NONE).ok().and_then(|mut rules| rules.rules.pop());
    let &[a, of_a, b, of_b, then_a, of_then_a, then_b, of_then_b] = &columns.get::<u64>("prefix.shares")?[..]
    else {
        return Err(StoreError::Damaged);
    };
    if a > of_a || b > of_b || then_a > of_then_a || then_b > of_then_b {
        return Err(StoreError::Damaged);
    }
    let share = |part, whole| Share { part, whole };
    Ok(Some(PrefixSuggestion {
        rule: rule.ok_or(StoreError::Damaged)?,
        dropped: columns.texts("prefix.dropped")?,
        before: [share(a, of_a), share(b, of_b)],
        after: [share(then_a, of_then_a), share(then_b, of_then_b)],
    }))
}

//! Function identity: the functions of both sides that count as one.
//!
//! Raw names rarely agree between builds: they contain install folders, lines, addresses and counters. So a function is
//! identified by its **key**, the text `name (file)` after an ordered list of [`Rules`] has rewritten both. Two
//! functions are one [`IdentityId`](diptych_trace::IdentityId) if their keys are equal. Rules are data: the page shows
//! and edits them, and links carry them.
//!
//! [`compile`] turns rules into something that runs, or reports the first error. [`identify`] gives every function its
//! identity. [`agree`] measures how much of each side the other side has too. [`propose_rules`], [`propose_renames`]
//! and [`suggest_prefix`] propose changes that would match more names.
//!
//! Invariants: Rules run from top to bottom. A disabled rule is as if it were absent. Rules for names and rules for
//! files never see each other's text. Identities ascend with their keys, so exchanging the sides changes no identity.
//! Each distinct text is rewritten once, however many calls have it.
//!
//! This module does not look at when functions run, and it does not decide which *calls* correspond.

mod agreement;
mod balanced;
mod change_counts;
mod compiled;
mod defaults;
mod families;
mod generated;
mod identities;
mod joining;
mod keys;
mod labels;
mod likeness;
mod matcher;
mod moved;
mod neighbours;
mod numbering;
mod partners;
mod prefix;
mod proposals;
mod replacement;
mod required;
mod rewrite_cache;
mod rewriter;
mod rules;
mod suggestions;
mod text;
mod trail;

pub use agreement::{Agreement, Share, SideAgreement, UnpairedIdentity, agree};
pub use change_counts::ChangeCounts;
pub use compiled::{Compiled, LONGEST_REWRITTEN_BYTES, RuleError, RulePart, compile};
pub use defaults::RAW_ADDRESS_NAME;
#[cfg(test)]
pub(crate) use identities::unruled;
pub use identities::{Identities, file_of, identify, identify_again, identify_runs};
pub use keys::without_mark;
pub use moved::{RuleProposal, RuleProposalKind, propose_rules};
pub use neighbours::{Edges, Neighbours};
pub use prefix::{PrefixSuggestion, may_suggest_prefix, suggest_prefix};
pub use proposals::{HEAVIEST_COMPARED, Proposal, Reason, propose_renames, without_rules};
pub use rewrite_cache::RewriteCache;
pub use rules::{Field, Origin, Rename, Rule, RuleKind, Rules};
pub use suggestions::{Suggestion, Suggestions, suggest};
pub use text::{TextError, read_rules};
pub use trail::{Step, Trail, trails};

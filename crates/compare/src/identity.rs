//! Which functions of both sides are the same function.
//!
//! Raw names rarely agree between builds: they carry install folders, lines, addresses, counters. So a function
//! is identified by its **key**, the text `name (file)` after an ordered list of [`Rules`] has rewritten both, and
//! two functions are one [`IdentityId`](diptych_trace::IdentityId) when their keys are equal. Rules are data:
//! shown, edited, switched, carried in links. [`compile`] turns them into something that runs, or says where
//! one is wrong; [`identify`] gives every function its identity; [`agree`] says how much of each side is then
//! named alike. [`propose_rules`], [`propose_renames`] and [`suggest_prefix`] say what would help.
//!
//! Invariants: rules run from top to bottom; a rule that is off is as if it were absent; rules for names and
//! rules for files never see each other's text. Identities ascend with their keys, so exchanging the sides
//! changes no identity. Work is done once for each distinct text, not for each call.
//!
//! What this module does not do: look at when functions run, or decide which *calls* correspond.

mod agreement;
mod balanced;
mod compiled;
mod defaults;
mod identities;
mod likeness;
mod matcher;
mod memo;
mod moved;
mod neighbours;
mod prefix;
mod proposals;
mod replacement;
mod required;
mod rules;
mod text;
mod trail;

pub use agreement::{Agreement, Alone, Share, SideAgreement, agree};
pub use compiled::{Compiled, LONGEST_REWRITTEN_BYTES, RuleError, RulePart, compile};
#[cfg(test)]
pub(crate) use identities::unruled;
pub use identities::{Identities, Touched, file_of, identify, identify_again, identify_runs, key_of};
pub use memo::Memo;
pub use moved::{RuleProposal, propose_rules};
pub use neighbours::{Edges, Neighbours};
pub use prefix::{PrefixSuggestion, may_suggest_prefix, suggest_prefix};
pub use proposals::{HEAVIEST_COMPARED, Proposal, Reason, propose_renames, without_rules};
pub use rules::{Field, Origin, Rename, Rule, RuleKind, Rules};
pub use text::{TextError, read_rules};
pub use trail::{Step, Trail, trails};

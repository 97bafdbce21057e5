//! Analyses: results that take over 50 ms. The compute role computes them, and the engine keeps them.
//!
//! Every analysis is one file, here or in the folder of its desk, and one line in a list for the compute
//! role: [`SHARED`], or that of its desk. It declares its query and the traces it reads.
//! [`Analysis::compute`] runs in the compute role and returns the result as stored bytes. [`Analysis::read`] reads
//! those bytes in the engine. Queries and results travel and are stored as bytes, so nothing between the two roles
//! knows any analysis by name.
//!
//! The [`Table`] holds the results. Its key is [`Work`]: an analysis, the versions of the traces it reads, and its
//! query. A slot is pending, ready or failed. [`Table::need`] asks for a result; a missing one becomes a job
//! ([`NewJob`]). After the result has arrived ([`Table::arrived`]), the caller asks again.
//!
//! [`comparison`] combines the results for the current pair. It adds the results that are quick enough for the engine's
//! own thread: the call paths of all runs ([`PathUnion`]) and their ranking ([`RankedDifferences`]).

mod alignment;
mod analysis;
mod basis;
mod bench;
mod comparison;
mod identity_report;
mod list_paths;
mod names;
mod paths;
mod permutation_test;
mod proposals;
mod ranked;
mod read_rules;
mod run_keys;
mod similarity;
mod table;
mod texts;
mod totals;

pub use alignment::PairAlignment;
pub(crate) use alignment::{AlignmentQuery, Alignments};
pub use alignment::{edits_of, pair_by};
pub(crate) use analysis::Entry;
pub use analysis::{Analysis, ReadContext, Reads};
pub(crate) use basis::IdentityBasis;
pub use bench::{JobInput, Stages};
pub use comparison::Comparison;
pub(crate) use comparison::{ComparisonRequest, Progress, ranked};
pub(crate) use identity_report::{IdentityQuery, IdentityReports};
pub(crate) use list_paths::{ListPaths, ListQuery};
pub use names::Names;
pub use paths::PathUnion;
pub use permutation_test::PermutationTest;
pub(crate) use proposals::Proposals;
pub use ranked::options_of;
pub(crate) use ranked::{RankedDifferences, RankedInput, moved};
pub use read_rules::read_rules;
pub(crate) use run_keys::{RunKeys, RunNames};
pub(crate) use similarity::Similarities;
pub use table::{Lookup, Table};
pub(crate) use table::{NewJob, Work};
pub use texts::Texts;
pub(crate) use totals::{Totals, TotalsQuery, function_totals, put_totals, read_totals};

use diptych_store::{Columns, StoreError};

/// The analyses that do not belong to one desk, for the compute role. The engine finds an analysis by its type.
const SHARED: &[Computed] = &[
    Computed::new::<basis::RuleCheck>(),
    Computed::new::<Totals>(),
    Computed::new::<Alignments>(),
    Computed::new::<Similarities>(),
    Computed::new::<IdentityReports>(),
    Computed::new::<Proposals>(),
    Computed::new::<RunKeys>(),
    Computed::new::<PermutationTest>(),
    Computed::new::<ListPaths>(),
];

/// [`Analysis::compute`] as a function pointer.
type Compute = fn(&Columns<'_>, &mut JobInput<'_>) -> Result<Vec<u8>, StoreError>;
/// An analysis as the compute role sees it.
#[derive(Debug)]
pub struct Computed {
    name: &'static str,
    pub(crate) reads: Reads,
    pub(crate) compute: Compute,
}

/// The analyses that only single desks want, by desk. They are apart from [`Desk`](crate::Desk), so that the artifact of
/// the compute role holds no views and that of the session does not compute.
pub type DeskAnalyses = &'static [&'static [Computed]];

impl Computed {
    /// Returns an analysis by its type.
    pub const fn new<A: Analysis>() -> Self {
        Self { name: A::NAME, reads: A::READS, compute: A::compute }
    }

    /// Returns the analysis of a name, which may be one of those that desks want.
    pub(crate) fn find(name: &str, of_desks: DeskAnalyses) -> Option<&'static Self> {
        SHARED.iter().chain(of_desks.iter().copied().flatten()).find(|computed| computed.name == name)
    }
}

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
mod run_keys;
mod similarity;
mod table;
mod texts;
mod totals;

pub use alignment::PairAlignment;
pub(crate) use alignment::{AlignmentQuery, Alignments};
pub use alignment::{edits_of, pair_by};
pub(crate) use basis::IdentityBasis;
pub use basis::read as read_rules;
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
pub(crate) use ranked::{MovedFunction, RankedDifferences, RankedInput, moved};
pub(crate) use run_keys::{RunKeys, RunNames};
pub(crate) use similarity::Similarities;
pub use table::{Lookup, Table};
pub(crate) use table::{NewJob, Work};
pub use texts::Texts;
pub(crate) use totals::{Totals, TotalsQuery, function_totals, put_totals, read_totals};

use diptych_store::{Columns, StoreError};
use diptych_trace::Trace;
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

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

/// The traces that an analysis reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// Both traces. The analysis fails while a side is empty.
    Both,
    /// The traces of all open sides.
    Open,
    /// No trace. The query holds all the data.
    Nothing,
}

/// A result computed from the traces.
pub trait Analysis: 'static {
    /// Name in jobs and in the keys of stored results.
    const NAME: &'static str;
    /// Text that the page shows until the first stage begins; empty for none.
    const TITLE: &'static str;
    /// Traces that the analysis reads.
    const READS: Reads;
    /// True if results are stored for another visit.
    const STORED: bool;
    /// True if the query follows a slider or a window. Running work is then finished and followed by the newest query.
    /// Otherwise a new query cancels running work.
    const INTERACTIVE: bool;
    /// Query, besides the traces.
    type Query;
    /// Result as the engine keeps it.
    type Value: Debug + 'static;

    /// Writes a query. Equal queries must give equal bytes, because a digest of the bytes is part of the key.
    fn put_query(query: &Self::Query, columns: &mut Columns<'_>);

    /// Computes the result of a query, as stored bytes. Runs in the compute role.
    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError>;

    /// Reads a result in the engine. The bytes may be any. Returns `None` if a pending analysis has to be read first.
    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<Self::Value>, StoreError>;
}

/// The context in which stored bytes are read.
#[derive(Debug, Clone, Copy)]
pub struct ReadContext<'a> {
    /// Traces of the displayed runs.
    pub traces: [Option<&'a Trace>; 2],
    /// Results of the other analyses.
    pub(crate) table: &'a Table,
    /// Number of the job that brought the bytes. It distinguishes values of one analysis.
    pub(crate) serial: u32,
}

impl<'a> ReadContext<'a> {
    /// Returns both traces.
    ///
    /// # Errors
    ///
    /// Fails if a side is empty.
    pub fn both(self) -> Result<[&'a Trace; 2], StoreError> {
        let [Some(a), Some(b)] = self.traces else {
            return Err(StoreError::Misfit { what: "a side is empty" });
        };
        Ok([a, b])
    }
}

/// [`Analysis::compute`] as a function pointer.
type Compute = fn(&Columns<'_>, &mut JobInput<'_>) -> Result<Vec<u8>, StoreError>;
/// [`Analysis::read`] as a function pointer, for a value of any type.
type Read = fn(&Columns<'_>, &[u8], ReadContext<'_>) -> Result<Option<Rc<dyn Any>>, StoreError>;

/// An analysis as the engine sees it.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) reads: Reads,
    pub(crate) stored: bool,
    pub(crate) interactive: bool,
    read: Read,
}

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

impl Entry {
    pub(crate) const fn new<A: Analysis>() -> Self {
        Self {
            name: A::NAME,
            title: A::TITLE,
            reads: A::READS,
            stored: A::STORED,
            interactive: A::INTERACTIVE,
            read: read_any::<A>,
        }
    }
}

fn read_any<A: Analysis>(
    query: &Columns<'_>,
    bytes: &[u8],
    context: ReadContext<'_>,
) -> Result<Option<Rc<dyn Any>>, StoreError> {
    let value = A::read(query, bytes, context)?;
    Ok(value.map(|value| Rc::new(value) as Rc<dyn Any>))
}

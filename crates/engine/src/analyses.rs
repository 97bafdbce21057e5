//! Analyses: what is worked out of the traces over 50 ms, by the compute role, and what the engine keeps of it.
//!
//! Every analysis is one file here and one line of `analyses!`. It says what it is asked (its query) and which
//! traces it reads; how it is computed, in the compute role, to stored bytes ([`Analysis::compute`]); and how those
//! bytes are read back in the engine ([`Analysis::read`]). Query and result travel and are stored as bytes, so nothing
//! between the two roles knows any analysis by name.
//!
//! The [`Table`] holds them. Its key is [`Work`]: an analysis, the versions of the traces it reads, and its query. A
//! slot is pending or ready. Whoever needs an answer says so ([`Table::need`]); what is missing becomes a [`NewJob`]
//! job, and when that has arrived ([`Table::arrived`]) whoever needs it asks again.
//!
//! [`comparison`] joins what the analyses of the pair that is shown have come to, and adds what follows from them
//! quickly, in the engine's own thread: the call paths of all runs ([`PathUnion`]) and their ranking ([`Ranked`]).

mod alignment;
mod basis;
mod bench;
mod call_windows;
mod comparison;
mod confidence;
mod identity_report;
mod list_paths;
mod names;
mod paths;
mod permutation_test;
mod profile;
mod profile_file;
mod proposals;
mod ranked;
mod run_keys;
mod similarity;
mod space_time;
mod table;
mod totals;

pub(crate) use alignment::{Aligned, AlignmentQuery, Alignments};
pub(crate) use basis::IdentityBasis;
pub(crate) use bench::{Bench, Held, Stages};
pub(crate) use call_windows::{
    CallWindows, ElementQuery, LayerQuery, MatchQuery, NO_LAYER, RepeatQuery, RepeatSearch, WindowQuery,
};
pub(crate) use comparison::{Comparison, ComparisonRequest, Progress, ranked};
pub(crate) use confidence::{ConfidenceTest, RunMeasure, RunNumbers, numbers_of_runs, separated};
pub(crate) use identity_report::{IdentityQuery, IdentityReports};
pub(crate) use list_paths::{ListPaths, ListQuery};
pub(crate) use paths::PathUnion;
use permutation_test::PermutationTest;
pub(crate) use profile::{LEFT_OUT, ProfileQuery, Profiled, Profiles};
pub(crate) use profile_file::{ProfileFileQuery, ProfileFiles};
pub(crate) use proposals::Proposals;
pub(crate) use ranked::{MovedFunction, Ranked, RankedInput, moved, options_of};
pub(crate) use run_keys::{RunKeys, RunNames};
pub(crate) use similarity::{Similar, Similarities};
pub(crate) use space_time::{CurveQuery, Curves, PartitionQuery, Partitions, RunsOf, SliceQuery, Slices};
pub(crate) use table::{Lookup, NewJob, Table, Work};
pub(crate) use totals::{Totals, TotalsQuery, function_totals, put_totals, read_totals};

use diptych_store::{Columns, StoreError};
use diptych_trace::Trace;
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

/// All analyses. One line each.
macro_rules! analyses {
    ($entry:ident) => {
        &[
            $entry::new::<basis::RuleCheck>(),
            $entry::new::<Totals>(),
            $entry::new::<Alignments>(),
            $entry::new::<Similarities>(),
            $entry::new::<IdentityReports>(),
            $entry::new::<Proposals>(),
            $entry::new::<RunKeys>(),
            $entry::new::<PermutationTest>(),
            $entry::new::<ConfidenceTest>(),
            $entry::new::<Profiles>(),
            $entry::new::<ProfileFiles>(),
            $entry::new::<Slices>(),
            $entry::new::<Partitions>(),
            $entry::new::<Curves>(),
            $entry::new::<CallWindows>(),
            $entry::new::<RepeatSearch>(),
            $entry::new::<ListPaths>(),
        ]
    };
}

/// What the engine keeps of them.
static ANALYSES: &[Entry] = analyses!(Entry);

/// How they are computed. Apart from [`ANALYSES`], because the engine and the compute role are two artifacts, and
/// neither holds the other's code.
static COMPUTED: &[Computed] = analyses!(Computed);

/// Which traces an analysis reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Both; there is none while a side is empty.
    Both,
    /// Those of the sides that are open.
    Open,
    /// None: its query holds all that it reads.
    Nothing,
}

/// Something worked out of the traces.
pub(crate) trait Analysis: 'static {
    /// Names it in jobs and in the keys of stored results.
    const NAME: &'static str;
    /// What the page says while it runs, before its first stage; empty if it says nothing.
    const TITLE: &'static str;
    /// Which traces it reads.
    const READS: Reads;
    /// Whether results are stored for another visit.
    const STORED: bool;
    /// Whether it follows a slider or a window: what runs is finished, and followed by the newest. Of others what
    /// runs is given up once something else is asked.
    const INTERACTIVE: bool;
    /// What is asked, beside the traces.
    type Query;
    /// What the engine keeps of the answer.
    type Value: Debug + 'static;

    /// Writes a query. The same queries are the same bytes.
    fn put_query(query: &Self::Query, columns: &mut Columns<'_>);

    /// Answers a query, in the compute role: as stored bytes.
    fn compute(query: &Columns<'_>, bench: &mut Bench<'_>) -> Result<Vec<u8>, StoreError>;

    /// Reads stored bytes, which may be any, in the engine. `None` if another analysis, on its way, is read first.
    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<Self::Value>, StoreError>;
}

/// What is at hand when stored bytes are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadContext<'a> {
    /// The traces that are shown.
    pub(crate) traces: [Option<&'a Trace>; 2],
    /// The other analyses.
    pub(crate) table: &'a Table,
    /// Of the job that brought the bytes: tells values of one analysis apart.
    pub(crate) serial: u32,
}

impl<'a> ReadContext<'a> {
    /// Both traces.
    fn both(self) -> Result<[&'a Trace; 2], StoreError> {
        let [Some(a), Some(b)] = self.traces else {
            return Err(StoreError::Misfit { what: "a side is empty" });
        };
        Ok([a, b])
    }
}

/// What [`Analysis::compute`] is as a value.
type Compute = fn(&Columns<'_>, &mut Bench<'_>) -> Result<Vec<u8>, StoreError>;
/// What [`Analysis::read`] is as a value.
type Read = fn(&Columns<'_>, &[u8], ReadContext<'_>) -> Result<Option<Rc<dyn Any>>, StoreError>;

/// What the engine knows of an analysis, as a value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) reads: Reads,
    pub(crate) stored: bool,
    pub(crate) interactive: bool,
    read: Read,
}

/// How an analysis is computed, as a value.
#[derive(Debug)]
pub(crate) struct Computed {
    name: &'static str,
    pub(crate) reads: Reads,
    pub(crate) compute: Compute,
}

impl Computed {
    const fn new<A: Analysis>() -> Self {
        Self { name: A::NAME, reads: A::READS, compute: A::compute }
    }

    /// The analysis of a name.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        COMPUTED.iter().find(|computed| computed.name == name)
    }
}

impl Entry {
    const fn new<A: Analysis>() -> Self {
        Self {
            name: A::NAME,
            title: A::TITLE,
            reads: A::READS,
            stored: A::STORED,
            interactive: A::INTERACTIVE,
            read: read_any::<A>,
        }
    }

    /// The analysis of a name.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        ANALYSES.iter().find(|entry| entry.name == name)
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

//! The trait that every analysis implements, and an analysis as the engine sees it.

use super::bench::JobInput;
use super::table::Table;
use diptych_store::{Columns, StoreError};
use diptych_trace::Trace;
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

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
    pub(super) read: Read,
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

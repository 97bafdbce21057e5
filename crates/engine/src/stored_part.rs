//! The parts of a stored comparison that desks show without traces.

use diptych_store::{Columns, StoreError};
use diptych_trace::Axis;
use diptych_views::{Correspondence, ResultKind};
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

/// A result of one type that a `.diptych` file holds, so that views show it without traces.
pub trait StoredPart: Sync + Debug {
    /// Returns the name of the part in the list of parts that a file lacks, such as `the overview`.
    fn name(&self) -> &'static str;

    /// Returns the type of the result, under which views find it.
    fn kind(&self) -> ResultKind;

    /// Writes the part of a pair as columns whose names begin with the name of a view. O(calls).
    fn put(&self, columns: &mut Columns<'_>, pair: &Correspondence<'_>);

    /// Reads the part of a pair with this axis; `None` if the file lacks it. The columns may hold anything.
    ///
    /// # Errors
    ///
    /// Fails if the columns do not fit each other.
    fn read(&self, columns: &Columns<'_>, axis: Axis) -> Result<Option<Rc<dyn Any>>, StoreError>;
}

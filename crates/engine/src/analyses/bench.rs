//! What an analysis is computed with, in the compute role.

use super::call_windows::HeldCalls;
use super::identity_report::HeldDraft;
use super::names::Names;
use super::space_time::HeldSlices;
use diptych_store::StoreError;
use diptych_trace::Trace;

/// Told what is being done, how much of it is done, and of how much; of nothing where a stage begins.
pub(crate) type Stages<'a> = &'a mut dyn FnMut(&'static str, u64, u64);

/// What the compute role keeps of one job for the next, which mostly needs the same.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// The names of the last pair, with the versions of its sides and the rules.
    names: Option<((Vec<u32>, String), Names)>,
    /// What the last draft of rules needed.
    pub(super) draft: Option<HeldDraft>,
    /// The last tables of slices.
    pub(super) space_time: Option<HeldSlices>,
    /// The last calls in their order.
    pub(super) calls: Option<HeldCalls>,
}

/// Traces, what is kept of the job before, and whom to tell how far the work is.
pub(crate) struct Bench<'a> {
    /// The traces that the job reads.
    pub(crate) traces: [Option<&'a Trace>; 2],
    /// By side, the runs beside them that it reads, packed.
    pub(crate) runs: [Vec<&'a [u8]>; 2],
    /// Versions of all these.
    pub(crate) versions: Vec<u32>,
    pub(crate) held: &'a mut Held,
    pub(crate) stages: Stages<'a>,
}

impl<'a> Bench<'a> {
    /// Both traces.
    pub(crate) fn both(&self) -> Result<[&'a Trace; 2], StoreError> {
        let [Some(a), Some(b)] = self.traces else {
            return Err(StoreError::Misfit { what: "a side is empty" });
        };
        Ok([a, b])
    }

    /// The keys of the functions under rules that are spelt out, and whom to tell; an error if the rules are
    /// wrong. O(functions), once.
    pub(crate) fn names(&mut self, rules: &str) -> Result<(&Names, Stages<'_>), StoreError> {
        let key = (self.versions.clone(), rules.to_owned());
        let held = match self.held.names.take() {
            Some((cached_key, names)) if cached_key == key => names,
            before => {
                drop(before); // Before its memory is needed again.
                Names::new(self.traces, rules, self.stages)?
            }
        };
        let (_, names) = self.held.names.insert((key, held));
        Ok((&*names, &mut *self.stages))
    }
}

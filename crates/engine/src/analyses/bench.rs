//! The inputs of an analysis in the compute role.

use super::call_windows::HeldCalls;
use super::identity_report::HeldDraft;
use super::names::Names;
use super::space_time::HeldSlices;
use diptych_store::StoreError;
use diptych_trace::Trace;

/// Callback for progress: the stage, the work done and the whole work. Both numbers are 0 when a stage begins.
pub(crate) type Stages<'a> = &'a mut dyn FnMut(&'static str, u64, u64);

/// Data that the compute role keeps between jobs, because the next job mostly needs the same.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// The names of the last pair, with the versions of its sides and the rules.
    names: Option<((Vec<u32>, String), Names)>,
    /// Data of the last draft of rules.
    pub(super) draft: Option<HeldDraft>,
    /// Tables of slices of the last space-time job.
    pub(super) space_time: Option<HeldSlices>,
    /// Ordered calls of the last call window.
    pub(super) calls: Option<HeldCalls>,
}

/// Inputs of a job: the traces, the data cached by the previous job, and the progress callback.
pub(crate) struct Bench<'a> {
    /// The traces that the job reads.
    pub(crate) traces: [Option<&'a Trace>; 2],
    /// The other runs that the job reads, packed, by side.
    pub(crate) runs: [Vec<&'a [u8]>; 2],
    /// Versions of the traces and runs.
    pub(crate) versions: Vec<u32>,
    pub(crate) held: &'a mut Held,
    pub(crate) stages: Stages<'a>,
}

impl<'a> Bench<'a> {
    /// Returns both traces, or an error if a side is empty.
    pub(crate) fn both(&self) -> Result<[&'a Trace; 2], StoreError> {
        let [Some(a), Some(b)] = self.traces else {
            return Err(StoreError::Misfit { what: "a side is empty" });
        };
        Ok([a, b])
    }

    /// Returns the identities under rules with the defaults written out, and the progress callback. Fails if the rules
    /// are wrong. O(functions) for new rules or traces, O(1) after that.
    pub(crate) fn names(&mut self, rules: &str) -> Result<(&Names, Stages<'_>), StoreError> {
        let key = (self.versions.clone(), rules.to_owned());
        let held = match self.held.names.take() {
            Some((cached_key, names)) if cached_key == key => names,
            before => {
                drop(before); // Frees its memory before the new names need as much.
                Names::new(self.traces, rules, self.stages)?
            }
        };
        let (_, names) = self.held.names.insert((key, held));
        Ok((&*names, &mut *self.stages))
    }
}

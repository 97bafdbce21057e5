//! The inputs of an analysis in the compute role.

use super::names::Names;
use crate::memory::Memory;
use diptych_aggregate::Workers;
use diptych_store::StoreError;
use diptych_trace::Trace;

/// Callback for progress: the stage, the work done and the whole work. Both numbers are 0 when a stage begins.
pub type Stages<'a> = &'a mut dyn FnMut(&'static str, u64, u64);

/// The names of the last pair, with the versions of its sides and the rules. The next job mostly needs the same.
struct NamesCache((Vec<u32>, String), Names);

/// Inputs of a job: the traces, the data cached by the previous job, and the progress callback.
pub struct JobInput<'a> {
    /// The traces that the job reads.
    pub traces: [Option<&'a Trace>; 2],
    /// The other runs that the job reads, packed, by side.
    pub runs: [Vec<&'a [u8]>; 2],
    /// Versions of the traces and runs.
    pub versions: Vec<u32>,
    /// Data that analyses keep for the next job.
    pub memory: &'a mut Memory,
    /// Workers for parts of the job that depend on no other part.
    pub workers: &'a dyn Workers,
    /// Callback for progress.
    pub stages: Stages<'a>,
}

impl std::fmt::Debug for JobInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The callback has no text, and traces are too long for one.
        f.debug_struct("JobInput").field("versions", &self.versions).finish_non_exhaustive()
    }
}

impl<'a> JobInput<'a> {
    /// Returns both traces.
    ///
    /// # Errors
    ///
    /// Fails if a side is empty.
    pub fn both(&self) -> Result<[&'a Trace; 2], StoreError> {
        let [Some(a), Some(b)] = self.traces else {
            return Err(StoreError::Misfit { what: "a side is empty" });
        };
        Ok([a, b])
    }

    /// Returns the identities under rules with the defaults written out, and the progress callback. Fails if the rules
    /// are wrong. O(functions) for new rules or traces, O(1) after that.
    pub fn names(&mut self, rules: &str) -> Result<(&Names, Stages<'_>), StoreError> {
        let key = (self.versions.clone(), rules.to_owned());
        let names = match self.memory.take() {
            Some(NamesCache(of, names)) if of == key => names,
            before => {
                drop(before); // Frees its memory before the new names need as much.
                Names::new(self.traces, rules, self.stages)?
            }
        };
        self.memory.keep(NamesCache(key, names));
        let misfit = StoreError::Misfit { what: "names are missing" };
        let NamesCache(_, names) = self.memory.get().ok_or(misfit)?;
        Ok((names, &mut *self.stages))
    }
}

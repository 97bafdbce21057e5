//! Time by function: asked for, worked out by the compute role, taken in.

use crate::answer::Answer;
use crate::comparison::Basis;
use crate::engine::Engine;
use diptych_protocol::compute::{FunctionTotals, Job, Need, Work};
use diptych_protocol::{Event, SideName};

/// Time by function, and the versions of the sides it is of.
#[derive(Debug)]
pub(crate) struct KnownTotals {
    versions: [u32; 2],
    rules: String,
    functions: Vec<FunctionTotals>,
}

/// A job handed out and not answered yet.
#[derive(Debug)]
pub(crate) struct PendingJob {
    pub(crate) id: u32,
    epoch: u32,
    versions: [u32; 2],
    rules: String,
}

/// Most functions given at once; their number is always said.
const FUNCTIONS_LISTED: usize = 1000;

impl Engine {
    pub(crate) fn request_totals(&mut self, epoch: u32, rules: &str) -> Event {
        let rules = self.rules_of_open(rules);
        self.totals.take_if(|totals| totals.rules != rules);
        if let Some(event) = self.known_totals() {
            return event;
        }
        let needs = SideName::BOTH.into_iter().filter_map(|side| {
            let (version, _) = self.trace(side)?;
            Some(Need { side, version })
        });
        let needs: Vec<Need> = needs.collect();
        let id = self.next_job();
        let versions = self.session.versions();
        self.pending = Some(PendingJob { id, epoch, versions, rules: rules.clone() });
        Event::Compute { job: Job { id, needs, work: Work::Totals { rules }, key: String::new() } }
    }

    /// Rules for the sides that are open, spelt out.
    pub(crate) fn rules_of_open(&self, text: &str) -> String {
        let [a, b] = SideName::BOTH.map(|side| self.session.slot(side).run().map(|run| run.format.as_str()));
        let formats = [a.or(b).unwrap_or(""), b.or(a).unwrap_or("")];
        let basis = Basis::new(formats, text).or_else(|_| Basis::new(formats, ""));
        basis.map_or_else(|_| String::new(), |basis| basis.rules.to_text())
    }

    pub(crate) fn known_totals(&self) -> Option<Event> {
        let known = self.totals.as_ref().filter(|totals| totals.versions == self.session.versions())?;
        let functions = known.functions.iter().take(FUNCTIONS_LISTED).cloned().collect();
        Some(Event::Totals { functions, of: known.functions.len() as u32 })
    }

    pub(crate) fn totals(&mut self, id: u32, functions: Vec<FunctionTotals>) -> Vec<Answer> {
        let Some(job) = self.pending.take_if(|job| job.id == id) else { return Vec::new() };
        if job.versions != self.session.versions() {
            return Vec::new();
        }
        self.totals = Some(KnownTotals { versions: job.versions, rules: job.rules, functions });
        self.known_totals().map(|event| Answer::of(job.epoch, event)).into_iter().collect()
    }
}

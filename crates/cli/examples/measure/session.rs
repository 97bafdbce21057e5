//! Runs the engine and its compute role like the page does, but in one process and one thread.

use crate::{Error, read};
use diptych_engine::trace::Run;
use diptych_engine::{Compute, Engine, EngineEvent};
use diptych_protocol::compute::Job;
use diptych_protocol::{Ask, CompareRequest, Event, SideName, ViewState};
use std::collections::VecDeque;
use std::path::Path;
use std::time::Instant;

/// Both roles, with their times.
pub(crate) struct Session {
    pub(crate) engine: Engine,
    compute: Compute,
    /// Name and milliseconds of each piece of work of the engine.
    pub(crate) blocked: Vec<(&'static str, f64)>,
    /// Jobs: name, total milliseconds, longest silence in milliseconds.
    pub(crate) jobs: Vec<(&'static str, f64, f64)>,
}

impl Default for Session {
    fn default() -> Self {
        let (engine, compute) = (diptych_desks::engine(), diptych_desks::compute());
        Self { engine, compute, blocked: Vec::new(), jobs: Vec::new() }
    }
}

impl Session {
    /// Opens both files. Returns the larger extent and the larger number of calls.
    pub(crate) fn open(&mut self, files: [&Path; 2]) -> Result<(i64, usize), Error> {
        let (mut extent, mut calls) = (1, 0);
        for (side, file) in SideName::BOTH.into_iter().zip(files) {
            let run = read::run(file)?;
            extent = extent.max(run.trace.extent());
            calls = calls.max(run.trace.calls().len());
            self.compute.load(side, 0, read::run(file)?.trace);
            self.load(side, run);
        }
        Ok((extent, calls))
    }

    fn load(&mut self, side: SideName, run: Run) {
        self.timed("taking a side in", |engine| engine.load(side, run));
    }

    fn timed<T>(&mut self, what: &'static str, work: impl FnOnce(&mut Engine) -> T) -> T {
        let begun = Instant::now();
        let done = work(&mut self.engine);
        self.blocked.push((what, begun.elapsed().as_secs_f64() * 1e3));
        done
    }

    /// Asks until everything is known, and does the work that the asks cause.
    pub(crate) fn compare(&mut self, state: &ViewState) -> Result<(), Error> {
        let ask = CompareRequest { state: state.clone(), proposals: false };
        while self.ask("asking for a comparison", &ask)?.pending {
            self.work();
        }
        Ok(())
    }

    /// Does the requested work.
    pub(crate) fn work(&mut self) {
        let mut events = VecDeque::from(self.engine.take_events());
        while let Some(EngineEvent { event, query }) = events.pop_front() {
            if let Event::WorkWanted { job } = event {
                let Some(query) = query else { continue };
                let stored = self.run(&job, &query);
                self.timed(what(&job), |engine| engine.arrived(job.id, stored.as_deref()));
                events.extend(self.engine.take_events());
            }
        }
    }

    /// Asks the engine, and measures the time.
    pub(crate) fn ask<A: Ask>(&mut self, what: &'static str, ask: &A) -> Result<A::Reply, Error> {
        let reply = self.timed(what, |engine| engine.ask(ask));
        reply.map_err(|failure| format!("{} {}", failure.title, failure.body).into())
    }

    fn run(&mut self, job: &Job, query: &[u8]) -> Option<Vec<u8>> {
        // This session has only the current traces, so their versions do not matter.
        let mut job = job.clone();
        job.needs.iter_mut().for_each(|need| need.version = 0);
        let begun = Instant::now();
        let (mut last, mut silence) = (0.0f64, 0.0f64);
        let mut word = || {
            let now = begun.elapsed().as_secs_f64() * 1e3;
            silence = silence.max(now - last);
            last = now;
            now
        };
        let done = self.compute.run(&job, query, &mut |_| {
            word();
        });
        let ms = word();
        self.jobs.push((what(&job), ms, silence));
        done
    }
}

fn what(job: &Job) -> &'static str {
    ["totals", "align", "similar", "test", "identity"]
        .into_iter()
        .find(|name| *name == job.analysis)
        .unwrap_or("other")
}

//! The engine with its compute role, as the page has them: both in one process and one thread.

use crate::{Error, read};
use diptych_engine::trace::Run;
use diptych_engine::{Answer, Compute, Engine};
use diptych_protocol::compute::Job;
use diptych_protocol::{Envelope, Event, Request, SideName, ViewState};
use std::collections::VecDeque;
use std::path::Path;
use std::time::Instant;

/// Both roles, and how long each took.
#[derive(Default)]
pub(crate) struct Session {
    pub(crate) engine: Engine,
    compute: Compute,
    /// What the engine was busy with, and for how long, ms.
    pub(crate) blocked: Vec<(&'static str, f64)>,
    /// Jobs: what, ms in all, the longest ms without a word.
    pub(crate) jobs: Vec<(&'static str, f64, f64)>,
}

impl Session {
    /// Opens both files; the longer extent and the more calls.
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

    /// Asks, and does the work that is asked for until nothing is left to do.
    pub(crate) fn compare(&mut self, state: &ViewState) {
        let request = || Request::Compare { state: state.clone() };
        let mut answers = VecDeque::from(self.ask("asking for a comparison", request()));
        while let Some(answer) = answers.pop_front() {
            match (answer.event, answer.input) {
                (Event::Compute { job }, Some(query)) => {
                    let stored = self.run(&job, &query);
                    let name = what(&job);
                    answers.extend(self.timed(name, |engine| engine.arrived(job.id, stored.as_deref())));
                }
                (Event::AnalysesChanged, _) => answers.extend(self.ask("asking again", request())),
                _ => {}
            }
        }
    }

    /// Asks the engine, timed.
    pub(crate) fn ask(&mut self, what: &'static str, request: Request) -> Vec<Answer> {
        self.timed(what, |engine| engine.handle(&Envelope { epoch: 1, request }))
    }

    fn run(&mut self, job: &Job, query: &[u8]) -> Option<Vec<u8>> {
        // The traces here are the ones that are needed, whatever their number.
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
    ["totals", "align", "similar", "test"].into_iter().find(|name| *name == job.analysis).unwrap_or("other")
}

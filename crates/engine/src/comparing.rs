//! How a comparison comes about: what is known, what is to be worked out, what came of that.

use crate::answer::Answer;
use crate::comparison::{
    Aligned, Asked, Basis, Comparison, Paths, Ranked, Similar, SimilarAsked, options_of,
};
use crate::engine::Engine;
use diptych_compare::ranking::{Options, Trial};
use diptych_protocol::comparison::RuleProblem;
use diptych_protocol::compute::{Job, Need, Work};
use diptych_protocol::{Event, Failure, FailureKind, SideName, ViewState};
use diptych_store::{Columns, parts};
use diptych_trace::Trace;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// A part of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Lanes, alignment, call trees.
    Aligned,
    /// Which changes are more than the runs of a side differ by.
    Tested,
    /// Callee sets and their matches.
    Similar,
}

/// A part that was asked for.
#[derive(Debug)]
pub(crate) struct PendingComparison {
    part: Part,
    pub(crate) job: u32,
    epoch: u32,
    versions: [u32; 2],
    runs: u32,
    state: ViewState,
    /// Asked a second time, since what came the first time did not fit.
    anew: bool,
    /// What came before the alignment that it is read with, as happens with what was kept.
    early: Option<Vec<u8>>,
}

impl Engine {
    /// Answers with the comparison, or with the work it takes.
    pub(crate) fn compare(&mut self, epoch: u32, view: &ViewState) -> Vec<Answer> {
        let (state, versions) = (&view.comparison, self.session().versions());
        self.pending_comparisons.clear();
        let asked = Asked::of(state);
        let known =
            self.comparison.as_ref().filter(|known| known.versions == versions && known.asked == asked);
        let mut answers = Vec::new();
        if known.is_none() {
            match self.basis(&asked.rules) {
                None => {
                    self.comparison = None;
                    return vec![Answer::of(epoch, Event::Comparison { summary: None })];
                }
                Some(Ok(basis)) => self.comparison = Some(Comparison::new(versions, asked, basis)),
                Some(Err(problem)) => {
                    answers.push(Answer::of(epoch, wrong_rules(&problem)));
                    let Some(Ok(basis)) = self.basis("") else { return answers };
                    self.comparison = Some(Comparison::new(versions, asked, basis));
                }
            }
        }
        let runs = self.session().runs_version();
        if let Some(comparison) = &mut self.comparison {
            comparison.keep_runs(runs);
        }
        answers.extend(self.next_of(epoch, view));
        answers
    }

    /// What there is to say, and what is still to be done and not under way, under a state.
    fn next_of(&mut self, epoch: u32, view: &ViewState) -> Vec<Answer> {
        let first = self.rank(options_of(&view.comparison));
        let mut answers = Vec::new();
        if first.is_none() {
            let summary = self.summary(&view.comparison).map(Box::new);
            answers.push(Answer::of(epoch, Event::Comparison { summary }));
        }
        let similar = self.comparison.as_ref().and_then(|comparison| comparison.similar.as_ref());
        let is_similar = similar.is_some_and(|known| known.asked == SimilarAsked::of(&view.comparison));
        for part in [first, (!is_similar).then_some(Part::Similar)].into_iter().flatten() {
            if self.pending_comparisons.iter().all(|pending| pending.part != part) {
                answers.extend(self.job_for(part, epoch, view, false));
            }
        }
        answers
    }

    /// Takes the stored result of a job in. One that does not fit, kept from another time, is computed anew.
    pub(crate) fn stored(&mut self, id: u32, bytes: Option<&[u8]>) -> Vec<Answer> {
        let Some(place) = self.pending_comparisons.iter().position(|pending| pending.job == id) else {
            return Vec::new();
        };
        let mut pending = self.pending_comparisons.remove(place);
        let is_of_now =
            pending.versions == self.session().versions() && pending.runs == self.session().runs_version();
        if !is_of_now {
            return Vec::new();
        }
        let is_aligned = self.comparison.as_ref().is_some_and(|comparison| comparison.aligned.is_some());
        if pending.part == Part::Similar && !is_aligned {
            pending.early = bytes.map(<[u8]>::to_vec);
            self.pending_comparisons.push(pending);
            return Vec::new();
        }
        let mut answers: Vec<Answer> = if self.take_in(&pending, bytes.unwrap_or_default()).is_some() {
            self.next_of(pending.epoch, &pending.state)
        } else if pending.anew {
            vec![Answer::of(pending.epoch, not_compared())]
        } else {
            self.job_for(pending.part, pending.epoch, &pending.state, true).into_iter().collect()
        };
        let mut waiting = self.pending_comparisons.iter_mut();
        if let Some((id, bytes)) = waiting.find_map(|early| Some((early.job, early.early.take()?))) {
            answers.extend(self.stored(id, Some(&bytes)));
        }
        answers
    }

    /// Reads a stored part; `None` if it does not fit.
    fn take_in(&mut self, pending: &PendingComparison, bytes: &[u8]) -> Option<()> {
        let traces = self.traces()?;
        let comparison = self.comparison.as_ref()?;
        match pending.part {
            Part::Aligned => {
                let rules = comparison.basis.rules.to_text();
                let aligned = Aligned::from_bytes(bytes, &rules, traces).ok()?;
                let comparison = self.comparison.as_mut()?;
                comparison.aligned = Some(aligned);
                comparison.serial = pending.job;
            }
            Part::Tested => {
                let options = options_of(&pending.state.comparison);
                let rows = self.trial(options)?.rows();
                let tested = parts::tested(&Columns::from_bytes(bytes).ok()?, rows).ok()?;
                self.comparison.as_mut()?.tested = Some((options, tested));
            }
            Part::Similar => {
                let asked = SimilarAsked::of(&pending.state.comparison);
                let aligned = comparison.aligned.as_ref()?;
                let similar = Similar::from_bytes(bytes, (asked, pending.job), aligned, traces).ok()?;
                self.comparison.as_mut()?.similar = Some(similar);
            }
        }
        Some(())
    }

    /// The traces of both sides, if both are open.
    pub(crate) fn traces(&self) -> Option<[&Trace; 2]> {
        Some([self.session().trace(SideName::A)?, self.session().trace(SideName::B)?])
    }

    fn basis(&self, rules: &str) -> Option<Result<Basis, RuleProblem>> {
        let formats = [self.format(SideName::A)?, self.format(SideName::B)?];
        Some(Basis::new(formats, rules))
    }

    fn format(&self, side: SideName) -> Option<&str> {
        Some(self.session().slot(side).run()?.format.as_str())
    }

    /// The work that a part takes. Results are kept by the content of all that they follow from.
    fn job_for(&mut self, part: Part, epoch: u32, view: &ViewState, anew: bool) -> Option<Answer> {
        let (comparison, state) = (self.comparison.as_ref()?, &view.comparison);
        let rules = comparison.basis.rules.to_text();
        let (key, work, input) = match part {
            Part::Aligned => {
                let options = format!("{rules}\n{:?}\n{:?}", state.lanes, state.chosen_lanes);
                let (lanes, chosen) = (state.lanes, state.chosen_lanes.clone());
                (self.key_of_pair("align", &options)?, Work::Align { rules, lanes, chosen }, None)
            }
            Part::Tested => {
                let mut columns = Columns::default();
                parts::put_trial(&mut columns, &self.trial(options_of(state))?);
                let input = columns.to_bytes();
                let key = format!("test-{:032x}-{}", xxh3_128(&input), diptych_store::VERSION);
                (key, Work::Test, Some(input))
            }
            Part::Similar => {
                let SimilarAsked { tau, measure } = SimilarAsked::of(state);
                let options = format!("{rules}\n{tau}\n{measure:?}");
                (self.key_of_pair("similar", &options)?, Work::Similar { rules, tau, measure }, None)
            }
        };
        let (versions, runs) = (comparison.versions, self.session().runs_version());
        let needs = |side: SideName| Need { side, version: versions[side.index()] };
        let needs = if input.is_some() { Vec::new() } else { SideName::BOTH.map(needs).to_vec() };
        let job = self.next_job();
        let state = view.clone();
        let pending = PendingComparison { part, job, epoch, versions, runs, state, anew, early: None };
        self.pending_comparisons.push(pending);
        let event = Event::Compute { job: Job { id: job, needs, work, key } };
        Some(Answer { input, ..Answer::of(epoch, event) })
    }

    /// Under which something that follows from the two traces shown is kept.
    fn key_of_pair(&self, name: &str, options: &str) -> Option<String> {
        let sides = SideName::BOTH.map(|side| self.session().slot(side).derived());
        let [a, b] = [sides[0]?, sides[1]?].map(|(trace, derived)| derived.fingerprint(trace));
        let version = diptych_store::VERSION;
        Some(format!("{name}-{a:032x}-{b:032x}-{:016x}-{version}", xxh3_64(options.as_bytes())))
    }

    /// Ranks, unless that was done under the same options. Or says what has to be worked out first.
    fn rank(&mut self, options: Options) -> Option<Part> {
        self.lay_paths();
        let Some(comparison) = &self.comparison else { return Some(Part::Aligned) };
        if comparison.ranked.as_ref().is_some_and(|ranked| ranked.options == options) {
            return None;
        }
        let tested = comparison.tested.as_ref().filter(|(of, _)| *of == options).map(|(_, tested)| tested);
        let known = comparison.aligned.as_ref().zip(comparison.paths.as_ref()).zip(self.traces());
        let Some(((aligned, (_, paths)), traces)) = known else { return Some(Part::Aligned) };
        if tested.is_none() && Trial::is_possible(&paths.union, options) {
            return Some(Part::Tested);
        }
        let ranked = Ranked::new((aligned, paths), traces, options, tested);
        if let Some(comparison) = &mut self.comparison {
            comparison.ranked = Some(ranked);
        }
        None
    }

    /// Lays the call trees of all runs over each other, once the pair is aligned.
    fn lay_paths(&mut self) {
        let (Some(traces), Some(comparison)) = (self.traces(), &self.comparison) else { return };
        let (None, Some(aligned)) = (&comparison.paths, &comparison.aligned) else { return };
        let beside = SideName::BOTH.map(|side| self.session().slot(side).beside().collect());
        let paths = Paths::new(&comparison.basis, aligned, traces, &beside);
        let runs = self.session().runs_version();
        if let Some(comparison) = &mut self.comparison {
            comparison.paths = Some((runs, paths));
        }
    }

    /// What several runs a side are tested by under some options, if there are enough.
    fn trial(&self, options: Options) -> Option<Trial> {
        Trial::new(&self.comparison.as_ref()?.paths.as_ref()?.1.union, options)
    }
}

fn not_compared() -> Event {
    Event::Failed {
        failure: Failure {
            side: None,
            kind: FailureKind::Internal,
            title: "The comparison could not be made.".to_owned(),
            body: "Both traces stay open. Reload the page, or change an identity rule to try again."
                .to_owned(),
        },
    }
}

fn wrong_rules(problem: &RuleProblem) -> Event {
    Event::Failed {
        failure: Failure {
            side: None,
            kind: FailureKind::Internal,
            title: format!("The identity rules are wrong in line {}.", problem.line + 1),
            body: format!("{} The rules of the formats hold instead.", problem.message),
        },
    }
}

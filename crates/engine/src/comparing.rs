//! Requests about what corresponds between the sides.

use crate::answer::Answer;
use crate::comparison::{
    Aligned, Asked, Basis, Comparison, Differences, Ranked, Similar, SimilarAsked, identity, lanes, locate,
    options_of,
};
use crate::engine::Engine;
use crate::views::find;
use diptych_compare::identity::PrefixSuggestion;
use diptych_protocol::comparison::{
    ComparisonSummary, DifferenceList, DifferenceOrder, Doubt, Framed, LanePairing, RuleProblem,
};
use diptych_protocol::compute::{Job, Need, Work};
use diptych_protocol::{
    CallRef, ComparisonState, Event, Fact, Failure, FailureKind, RuleSampleOf, SideName, ViewState, Window,
};
use diptych_trace::{CallId, Trace};
use diptych_views::{Clock, Correspondence, Grey, differences, numbers, words};
use xxhash_rust::xxh3::xxh3_64;

/// A part of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Lanes, alignment, call trees.
    Aligned,
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
        answers.extend(self.next_of(epoch, view).into_iter().map(|event| Answer::of(epoch, event)));
        answers
    }

    /// What there is to say, and what is still to be done and not under way, under a state.
    fn next_of(&mut self, epoch: u32, view: &ViewState) -> Vec<Event> {
        let summary = self.summary(&view.comparison);
        let similar = self.comparison.as_ref().and_then(|comparison| comparison.similar.as_ref());
        let is_similar = similar.is_some_and(|known| known.asked == SimilarAsked::of(&view.comparison));
        let missing = [(Part::Aligned, summary.is_some()), (Part::Similar, is_similar)]
            .into_iter()
            .filter(|&(part, is_known)| {
                !is_known && self.pending_comparisons.iter().all(|pending| pending.part != part)
            })
            .collect::<Vec<_>>();
        let mut events = Vec::new();
        events.extend(summary.map(|summary| Event::Comparison { summary: Some(Box::new(summary)) }));
        events.extend(missing.into_iter().filter_map(|(part, _)| self.job_for(part, epoch, view, false)));
        events
    }

    /// Takes the stored result of a job in. One that does not fit, kept from another time, is computed anew.
    pub(crate) fn stored(&mut self, id: u32, bytes: Option<&[u8]>) -> Vec<Answer> {
        let Some(place) = self.pending_comparisons.iter().position(|pending| pending.job == id) else {
            return Vec::new();
        };
        let mut pending = self.pending_comparisons.remove(place);
        if pending.versions != self.session().versions() {
            return Vec::new();
        }
        let is_aligned = self.comparison.as_ref().is_some_and(|comparison| comparison.aligned.is_some());
        if pending.part == Part::Similar && !is_aligned {
            pending.early = bytes.map(<[u8]>::to_vec);
            self.pending_comparisons.push(pending);
            return Vec::new();
        }
        let events = if self.take_in(&pending, bytes.unwrap_or_default()).is_some() {
            self.next_of(pending.epoch, &pending.state)
        } else if pending.anew {
            vec![not_compared()]
        } else {
            self.job_for(pending.part, pending.epoch, &pending.state, true).into_iter().collect()
        };
        let mut answers: Vec<Answer> =
            events.into_iter().map(|event| Answer::of(pending.epoch, event)).collect();
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

    /// The work that a part takes. Results are kept by the content of both traces and all that they follow from.
    fn job_for(&mut self, part: Part, epoch: u32, view: &ViewState, anew: bool) -> Option<Event> {
        let (comparison, state) = (self.comparison.as_ref()?, &view.comparison);
        let rules = comparison.basis.rules.to_text();
        let sides = SideName::BOTH.map(|side| self.session().slot(side).derived());
        let [a, b] = [sides[0]?, sides[1]?].map(|(trace, derived)| derived.fingerprint(trace));
        let (name, options, work) = match part {
            Part::Aligned => {
                let options = format!("{rules}\n{:?}\n{:?}", state.lanes, state.chosen_lanes);
                let (lanes, chosen) = (state.lanes, state.chosen_lanes.clone());
                ("align", options, Work::Align { rules, lanes, chosen })
            }
            Part::Similar => {
                let SimilarAsked { tau, measure } = SimilarAsked::of(state);
                let options = format!("{rules}\n{tau}\n{measure:?}");
                ("similar", options, Work::Similar { rules, tau, measure })
            }
        };
        let version = diptych_store::VERSION;
        let key = format!("{name}-{a:032x}-{b:032x}-{:016x}-{version}", xxh3_64(options.as_bytes()));
        let versions = comparison.versions;
        let needs = SideName::BOTH.map(|side| Need { side, version: versions[side.index()] }).to_vec();
        let job = self.next_job();
        let state = view.clone();
        self.pending_comparisons.push(PendingComparison {
            part,
            job,
            epoch,
            versions,
            state,
            anew,
            early: None,
        });
        Some(Event::Compute { job: Job { id: job, needs, work, key } })
    }

    /// The comparison in words, if it is known.
    fn summary(&mut self, state: &ComparisonState) -> Option<ComparisonSummary> {
        self.rank(state)?;
        let traces = self.traces()?;
        let comparison = self.comparison.as_ref()?;
        let (basis, aligned) = (&comparison.basis, comparison.aligned.as_ref()?);
        let ranked = comparison.ranked.as_ref()?;
        let lists = self.differences()?;
        let (axis, grey) = (lists.axis, self.grey(state)?);
        let (ranking, verdict) = (&ranked.ranking, &ranked.verdict);
        let of_a = &aligned.alignment.sides[0];
        let all: i64 = of_a.self_time.iter().sum();
        let matched = (of_a.self_time[0] + of_a.self_time[1]) as f64 / all.max(1) as f64;
        let calls = traces[0].calls().len() as u64;
        let in_order = aligned.alignment.sides.iter().all(|side| side.calls[1] + side.calls[2] == 0);
        let name_of = |row: &diptych_compare::ranking::Row| {
            words::name_or_unnamed(aligned.identities.name_and_file(row.identity).0)
        };
        let lanes = aligned.lanes.counts(traces);
        let mut doubt = differences::doubt(verdict);
        if let Some((doubt, prefix)) = doubt.as_mut().zip(aligned.prefix.as_ref()) {
            remedy(basis, prefix, doubt);
        }
        Some(ComparisonSummary {
            verdict: differences::verdict(axis, verdict, matched),
            doubt,
            none: differences::none(axis, ranking, calls, in_order, name_of),
            chips: lists.chips(),
            counts: lists.counts(),
            noise: differences::noise(ranking),
            floor: differences::floor(axis, ranking.options.floor),
            grey: differences::grey(axis, grey),
            identity: numbers::percent(verdict.calls_alike[0]),
            lanes: differences::lanes(lanes),
            lanes_doubtful: lanes.suspect > 0,
            facts: facts(aligned),
        })
    }

    /// Ranks, unless that was done under the same options.
    fn rank(&mut self, state: &ComparisonState) -> Option<()> {
        let options = options_of(state);
        let traces = self.traces()?;
        let comparison = self.comparison.as_ref()?;
        if comparison.ranked.as_ref().is_some_and(|ranked| ranked.options == options) {
            return Some(());
        }
        let ranked = Ranked::new(comparison.aligned.as_ref()?, traces, options);
        self.comparison.as_mut()?.ranked = Some(ranked);
        Some(())
    }

    /// The lists of the comparison on screen.
    pub(crate) fn differences(&self) -> Option<Differences<'_>> {
        let comparison = self.comparison.as_ref()?;
        Some(Differences {
            aligned: comparison.aligned.as_ref()?,
            ranked: comparison.ranked.as_ref()?,
            axis: self.traces()?[0].axis(),
        })
    }

    /// A stretch of a list; empty without a comparison.
    pub(crate) fn stretch(
        &self,
        list: DifferenceList,
        order: DifferenceOrder,
        first: u32,
        count: u32,
    ) -> Event {
        let lists = self.differences();
        let rows = lists.map_or_else(Vec::new, |lists| lists.stretch(list, order, first, count));
        let of = lists.map_or(0, |lists| lists.rows(list).len() as u32);
        Event::Differences { list, rows, first, of }
    }

    /// Where a difference lies on both axes: both windows equally long, each about its call.
    pub(crate) fn go_to(&self, id: u32) -> Event {
        Event::Framed { framed: self.framed(id).unwrap_or(Framed { a: None, b: None, call: None }) }
    }

    fn framed(&self, id: u32) -> Option<Framed> {
        let (lists, traces) = (self.differences()?, self.traces()?);
        let (list, row) = lists.find(id)?;
        let calls = locate::calls_of((lists.aligned, traces), list, row);
        let side = if calls[1].is_some() && list != DifferenceList::Gone { SideName::B } else { SideName::A };
        let shown = calls[side.index()]?;
        let nearest = locate::nearest_pair(lists.aligned, traces, side.index(), shown);
        let length = |side: usize| calls[side].map(|call| traces[side].calls().duration(call));
        let span = [0, 1].into_iter().filter_map(length).max()?.max(1) * 2;
        // Where one side has no call, its window lies about the place that corresponds.
        let middle = |side: usize| {
            let call = calls[side].or(nearest.map(|pair| pair[side]))?;
            let of = traces[side].calls();
            Some(i64::midpoint(of.start()[call.index()], of.end()[call.index()]))
        };
        let clocks = self.shown_clocks();
        let window = |side: usize| {
            let middle = clocks[side].common(middle(side)?);
            Some(Window { start: middle - span / 2, end: middle + span / 2 + 1 })
        };
        let call = Some(words::reference(side, traces[side.index()], shown));
        Some(Framed { a: window(0), b: window(1), call })
    }

    /// The partner of a call, or the call itself.
    pub(crate) fn partner(&self, reference: &CallRef) -> Option<(SideName, CallId)> {
        let (side, call) = find(self.session(), reference)?;
        let aligned = self.comparison.as_ref().and_then(|comparison| comparison.aligned.as_ref());
        let partner =
            aligned.and_then(|aligned| aligned.alignment.sides[side.index()].partner[call.index()].some());
        Some(partner.map_or((side, call), |partner| (side.other(), partner)))
    }

    /// What identity rules would do.
    pub(crate) fn identity(&mut self, rules: &str, samples: &[RuleSampleOf]) -> Event {
        let mut memo = std::mem::take(&mut self.rule_memo);
        let report = self.comparison.as_ref().and_then(|comparison| {
            let Basis { defaults, rules: current } = &comparison.basis;
            let known = comparison.aligned.as_ref().map(|aligned| &aligned.identities);
            let asked = identity::Asked { text: rules, samples, defaults, current, known };
            identity::report(self.session(), asked, &mut memo)
        });
        self.rule_memo = memo;
        report.map_or(Event::Comparison { summary: None }, |report| Event::Identity {
            report: Box::new(report),
        })
    }

    /// Which lanes belong together in the comparison on screen.
    pub(crate) fn lane_pairing(&self) -> Event {
        let aligned = self.comparison.as_ref().and_then(|comparison| comparison.aligned.as_ref());
        let pairing = aligned.zip(self.traces()).map_or_else(
            || LanePairing { pairs: Vec::new(), unpaired: [Vec::new(), Vec::new()] },
            |(aligned, traces)| lanes::pairing(traces, &aligned.lanes),
        );
        Event::LanePairing { pairing }
    }

    /// How the axis of each side lies on the common one under a state, and which alignment that may follow.
    pub(crate) fn clocks(&self, state: &ComparisonState) -> ([Clock<'_>; 2], u32) {
        let known = self.comparison.as_ref().filter(|known| known.versions == self.session().versions());
        let warp = known.and_then(|known| Some(&known.aligned.as_ref()?.warp));
        let clocks = SideName::BOTH.map(|side| Clock::of(state, side, warp));
        (clocks, known.map_or(0, |known| known.serial))
    }

    /// The same under the state of the picture on screen.
    pub(crate) fn shown_clocks(&self) -> [Clock<'_>; 2] {
        self.pair.as_ref().map_or([Clock::Own; 2], |view| self.clocks(&view.comparison).0)
    }

    /// What counts as no change: the whole run's own factor when it is a tenth off and half of the time matches.
    pub(crate) fn grey(&self, state: &ComparisonState) -> Option<Grey> {
        let comparison = self.comparison.as_ref()?;
        let (aligned, ranked) = (comparison.aligned.as_ref()?, comparison.ranked.as_ref()?);
        let of_a = &aligned.alignment.sides[0];
        let all: i64 = of_a.self_time.iter().sum();
        let half_matches = 2 * (of_a.self_time[0] + of_a.self_time[1]) >= all;
        let factor = ranked
            .verdict
            .ratio
            .filter(|ratio| !state.grey_is_equal && half_matches && !(1.0 / 1.1..=1.1).contains(ratio));
        Some(Grey { factor: factor.unwrap_or(1.0), floor_ticks: ranked.options.floor.ticks })
    }

    /// The same, for words, which no grey point changes.
    pub(crate) fn shown_correspondence(&self) -> Option<Correspondence<'_>> {
        self.correspondence(&ComparisonState::default())
    }

    /// What layouts and words need to know of the comparison on screen.
    pub(crate) fn correspondence(&self, state: &ComparisonState) -> Option<Correspondence<'_>> {
        let comparison = self.comparison.as_ref()?;
        if comparison.versions != self.session().versions() {
            return None;
        }
        let traces = self.traces()?;
        let aligned = comparison.aligned.as_ref()?;
        let (pair, alignment) = (aligned.pair(traces), &aligned.alignment);
        Some(Correspondence { pair, alignment, grey: self.grey(state)? })
    }
}

/// What a rule more would do for sides that are hardly comparable.
fn remedy(basis: &Basis, found: &PrefixSuggestion, doubt: &mut Doubt) {
    doubt.body += &format!(" {}", differences::remedy(found));
    let prefix = if found.dropped.len() == 1 { "that prefix" } else { "those prefixes" };
    doubt.remedy = format!("Drop {prefix}");
    let mut rules = basis.rules.clone();
    rules.rules.push(found.rule.clone());
    doubt.rules = rules.to_short_text(&basis.defaults);
}

fn facts(aligned: &Aligned) -> Vec<Fact> {
    let [a, b] = &aligned.alignment.sides;
    let fact = |label: &str, value: u64| Fact { label: label.to_owned(), value: numbers::count(value) };
    vec![
        fact("Calls matched", a.calls[0]),
        fact("Calls moved", a.calls[1]),
        fact("Calls only in A", a.calls[2]),
        fact("Calls only in B", b.calls[2]),
    ]
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

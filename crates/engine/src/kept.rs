//! A stored comparison, opened without its traces. `diptych compare -o` and the page write its file.
//!
//! Lists, phases and texts follow from the call trees in the file, as they do from the call trees of traces. Results
//! that need the calls themselves are stored as finished values ([`columns`]): side cards, time by function, moved
//! functions and the overview. A view that shows calls stays empty. Files of earlier versions lack some of these
//! columns; [`StoredComparison::lacks`] lists them.

mod columns;
mod put;
mod side;

pub use columns::lane_sums;
pub use put::put_views;

use crate::analyses::{PathUnion, Progress, RankedDifferences, RankedInput, Table, options_of, ranked};
use crate::queries::{ComparisonStatus, Lists, PairStatements, facts, in_words, not_compared};
use crate::stored_part::StoredPart;
use columns::{Views, views};
use diptych_compare::common_times::CommonTimes;
use diptych_compare::identity::Rules;
use diptych_compare::inclusive_times::InclusiveTimes;
use diptych_compare::moves::MovedFunction;
use diptych_compare::ranking::{Normalisation, Options};
use diptych_profile::CallTree;
use diptych_protocol::compute::FunctionTotals;
use diptych_protocol::{
    ComparisonState, Failure, FailureKind, KeptReply, Normalise, SideName, SideSummary, Sides,
};
use diptych_store::parts::PairFacts;
use diptych_store::{Columns, StoreError, parts};
use diptych_trace::{Trace, Unit};
use diptych_views::{ResultKind, differences};
use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

/// Text of what a file lost or has too much of, for the session. No file can contain a text of this name.
pub(crate) const GAPS: &str = "file.gaps";

/// A stored comparison that was opened.
#[derive(Debug)]
pub(crate) struct StoredComparison {
    /// Name of the file.
    name: String,
    facts: PairFacts,
    paths: PathUnion,
    common: Option<CommonTimes>,
    /// Inclusive time of each function as recorded, with one run a side.
    inclusive: Option<InclusiveTimes>,
    views: Views,
    /// Settings of the comparison, as far as a state can express them.
    state: ComparisonState,
    /// Effect of one more rule, in words; empty for no suggestion.
    remedy: String,
    /// Parts that damage destroyed or that a newer version added, in words; empty for none.
    gaps: String,
    /// The columns as they were read, to be saved again.
    bytes: Vec<u8>,
    ranked: Option<RankedDifferences>,
}

impl StoredComparison {
    /// Reads a file, with the parts that desks store. Fails if the bytes are no stored comparison, have another version
    /// or are damaged.
    pub(crate) fn read(
        name: &str,
        bytes: &[u8],
        of_desks: impl Iterator<Item = &'static dyn StoredPart>,
    ) -> Result<Self, Failure> {
        let columns = Columns::from_bytes(bytes).map_err(|error| not_opened(name, &error, ""))?;
        let gaps = columns.text(GAPS).unwrap_or_default();
        let read =
            Self::of_columns(name, &columns, of_desks).map_err(|error| not_opened(name, &error, gaps))?;
        Ok(Self { bytes: bytes.to_vec(), ..read })
    }

    /// Returns the columns as they were read.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn of_columns(
        name: &str,
        columns: &Columns<'_>,
        of_desks: impl Iterator<Item = &'static dyn StoredPart>,
    ) -> Result<Self, StoreError> {
        let facts = parts::facts(columns)?;
        let keys = columns.texts("keys")?;
        let count = keys.len() as u32;
        let mut runs: Vec<(usize, Arc<CallTree>)> = Vec::new();
        for (side, of_side) in facts.runs.iter().enumerate() {
            for run in 0..of_side.len() {
                runs.push((side, Arc::new(parts::tree(columns, side, run, count)?)));
            }
        }
        let common = match &runs[..] {
            [(_, a), (_, b)] if columns.has("common.a") => {
                Some(parts::common_times(columns, [a.len(), b.len()])?)
            }
            _ => None,
        };
        let inclusive = parts::inclusive_times(columns, count)?.filter(|_| runs.len() == 2);
        let left_out = facts.ends.early.filter(|_| facts.is_left_out);
        let mut paths = PathUnion::of_trees(&runs, keys, left_out);
        paths.lanes = lane_sums(columns, &runs, count)?;
        paths.thread_moves = parts::thread_moves(columns, count)?;
        paths.lane_families = parts::lane_families(columns)?;
        paths.late_lane = parts::late_lane(columns, count)?;
        paths.run_names = facts.runs.each_ref().map(|runs| runs.iter().map(|run| run.name.clone()).collect());
        let state = state(columns, &facts)?;
        let remedy = columns.text("told.remedy").unwrap_or_default().to_owned();
        let views = views(columns, name, &facts, count, of_desks)?;
        let gaps = columns.text(GAPS).unwrap_or_default().to_owned();
        Ok(Self {
            name: name.to_owned(),
            facts,
            paths,
            common,
            inclusive,
            views,
            state,
            remedy,
            gaps,
            bytes: Vec::new(),
            ranked: None,
        })
    }

    /// Returns the reply to opening the file.
    pub(crate) fn reply(&self) -> KeptReply {
        let sides = Sides::from_fn(|side| self.side(side));
        let has_overview = self.has_parts();
        let (lacks, gaps) = (self.lacks(), self.gaps.clone());
        KeptReply { sides, comparison: self.state.clone(), has_overview, lacks, gaps }
    }

    /// Returns the parts that this version stores and the file lacks, in words; empty if it lacks none.
    fn lacks(&self) -> String {
        let Views { parts, functions, moved, fingerprints, .. } = &self.views;
        let of_desks = parts.iter().map(|of| (of.part.name(), of.value.is_some()));
        let own = [
            ("times by function", functions.is_some()),
            ("which functions moved", moved.is_some()),
            ("the fingerprints of its traces", fingerprints.is_some()),
        ];
        let missing: Vec<&str> =
            of_desks.chain(own).filter(|(_, is_there)| !is_there).map(|(part, _)| part).collect();
        missing.join(", ")
    }

    /// Returns the summary of a side.
    pub(crate) fn side(&self, side: SideName) -> Box<SideSummary> {
        Box::new(self.views.sides[side].clone())
    }

    /// Returns the fingerprint of a side's trace, if the file has one.
    pub(crate) fn fingerprint(&self, side: SideName) -> Option<u128> {
        self.views.fingerprints.map(|fingerprints| fingerprints[side.index()])
    }

    /// Fails if a trace is not the one that a side was compared by. Files without fingerprints accept any trace.
    pub(crate) fn check(&self, side: SideName, name: &str, trace: &Trace) -> Result<(), Failure> {
        let is_to_convert = self.facts.axis.unit == Unit::Share && trace.axis().unit != Unit::Share;
        let fingerprint = if is_to_convert {
            // The comparison was of shares, so the stored fingerprint is too.
            diptych_store::fingerprint(&trace.in_shares())
        } else {
            diptych_store::fingerprint(trace)
        };
        let Some(kept) = self.views.fingerprints.filter(|kept| kept[side.index()] != fingerprint) else {
            return Ok(());
        };
        let [letter, compared] = [side.letter(), &self.facts.runs[side.index()][0].name];
        let is_other = kept[side.other().index()] == fingerprint;
        let what = if is_other {
            format!("is trace {}", side.other().letter())
        } else {
            "has different calls".to_owned()
        };
        Err(Failure {
            side: Some(side),
            kind: FailureKind::NotATrace,
            title: format!("{name} is not trace {letter} of {}.", self.name),
            body: format!(
                "{letter} is {compared}, but {name} {what}. Open {compared} here, or close {} to compare other traces.",
                self.name
            ),
        })
    }

    /// Returns time by function; empty if the file lacks it.
    pub(crate) fn functions(&self) -> Rc<Vec<FunctionTotals>> {
        self.views.functions.clone().unwrap_or_default()
    }

    /// Returns true if the file has all parts that desks show without traces.
    pub(crate) fn has_parts(&self) -> bool {
        self.views.parts.iter().all(|of| of.value.is_some())
    }

    /// Returns the results that views show without traces, by type; `None` for those that the file lacks.
    pub(crate) fn results(&self) -> impl Iterator<Item = (ResultKind, Option<Rc<dyn Any>>)> + '_ {
        self.views.parts.iter().map(|of| (of.part.kind(), of.value.clone()))
    }

    /// Returns the lists, once they are ranked.
    pub(crate) fn lists(&self) -> Option<Lists<'_>> {
        let (ranked, times) = (self.ranked.as_ref()?, self.facts.times.as_ref());
        // The file does not record whether calls come from samples.
        let gaps = self.facts.ends.have_gaps();
        Some(Lists { paths: &self.paths, times, ranked, axis: self.facts.axis, gaps })
    }

    /// Ranks the comparison under a state and returns it in words.
    pub(crate) fn compared(&mut self, state: &ComparisonState, table: &mut Table) -> ComparisonStatus {
        let mut compared = ComparisonStatus { summary: None, failure: None, is_pending: false };
        let options = self.options(state);
        if self.ranked.as_ref().is_none_or(|ranked| ranked.options != options) {
            let moved: &[MovedFunction] = self.views.moved.as_deref().unwrap_or_default();
            let few = self.facts.times.as_ref().map_or(&[][..], |times| &times.few);
            let shifts = self.facts.times.as_ref().map(|times| &times.shifts);
            let (common, inclusive) = (self.common.as_ref(), self.inclusive.as_ref());
            let input = RankedInput { paths: &self.paths, few, shifts, common, inclusive, moved };
            match ranked(input, options, table) {
                Ok(ranked) => self.ranked = Some(ranked),
                Err(Progress::Failed) => compared.failure = Some(not_compared()),
                Err(_) => compared.is_pending = true,
            }
        }
        if compared.is_pending || compared.failure.is_some() {
            return compared;
        }
        compared.summary = self.lists().map(|lists| {
            let mut doubt = differences::doubt(&lists.ranked.verdict, &self.facts.ends, lists.axis);
            if let Some(doubt) = doubt.as_mut().filter(|_| !self.remedy.is_empty()) {
                doubt.body += &format!(" {}", self.remedy);
            }
            let of_pair = PairStatements {
                sums: (self.facts.calls, self.facts.self_ticks),
                ends: &self.facts.ends,
                is_left_out: self.facts.is_left_out,
                lanes: self.facts.lanes,
                proposals: None,
                facts: facts(self.facts.calls),
            };
            in_words(lists, of_pair, doubt, state)
        });
        compared
    }

    /// Returns the stored options if the state has the settings of the file. A state has whole numbers only, so other
    /// options would differ by rounding.
    fn options(&self, state: &ComparisonState) -> Options {
        let of = |state: &ComparisonState| (state.normalise, state.floor_percent, state.floor_us);
        if of(state) == of(&self.state) {
            return Options { by: Options::default().by, ..self.facts.options };
        }
        Options { level: self.facts.options.level, ..options_of(state, self.facts.axis) }
    }
}

/// Returns the settings of a comparison as a state, with floors rounded to whole per cent and microseconds.
pub(crate) fn state(columns: &Columns<'_>, facts: &PairFacts) -> Result<ComparisonState, StoreError> {
    let formats = facts.runs.each_ref().map(|runs| runs[0].format.as_str());
    let Options { normalisation, floor, .. } = facts.options;
    Ok(ComparisonState {
        rules: short_rules(columns, formats)?,
        lanes: word(columns, "told.lanes-by")?,
        measure: word(columns, "told.measure")?,
        tau: (columns.get::<f64>("told.tau")?.first().copied().unwrap_or(0.2) * 100.0).round() as u32,
        normalise: match normalisation {
            Normalisation::Absolute => Normalise::Absolute,
            Normalisation::PerTotal => Normalise::PerTotal,
            Normalisation::PerCall => Normalise::PerCall,
        },
        floor_percent: (floor.share * 100.0).round() as u32,
        floor_us: floor.amount(facts.axis).round() as u32,
        ..ComparisonState::default()
    })
}

/// Returns the stored identity rules as a state has them: as changes of the defaults of both formats.
pub(crate) fn short_rules(columns: &Columns<'_>, formats: [&str; 2]) -> Result<String, StoreError> {
    let misfit = StoreError::Misfit { what: "its identity rules cannot be read" };
    let defaults = Rules::defaults(formats);
    let rules = Rules::parse(columns.text("rules")?, &Rules::NONE).map_err(|_| misfit)?;
    Ok(if rules == defaults { String::new() } else { rules.to_short_text(&defaults) })
}

fn word<T: diptych_protocol::Word>(columns: &Columns<'_>, name: &str) -> Result<T, StoreError> {
    T::of_word(columns.text(name)?).ok_or(StoreError::Misfit { what: "its settings cannot be read" })
}

/// Returns the failure for a file that cannot be opened. `gaps` are the parts that damage destroyed, in words.
pub(crate) fn not_opened(name: &str, error: &StoreError, gaps: &str) -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Malformed,
        title: format!("{name} cannot be opened."),
        body: format!("{}. {gaps}", capitalised(&error.to_string())).trim_end().to_owned(),
    }
}

pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

//! Stores a comparison in a file: the columns that the page stores of a pair, and the facts that are printed without
//! the traces.

use super::analysis::Analysis;
use super::comparison::{Comparison, Facts, SimilarityCounts, SimilarityFacts};
use super::options::{Focus, Settings};
use super::proposals;
use super::traces::{AllRuns, FirstRuns};
use crate::error::CliError;
use crate::key_names::KeyNames;
use crate::output::note;
use diptych_compare::identity::Rules;
use diptych_compare::ranking::Options;
use diptych_engine::FileToSave;
use diptych_engine::trace::Run;
use diptych_profile::UnionTree;
use diptych_protocol::{SideName, Word};
use diptych_store::parts::PairFacts;
use diptych_store::{Columns, SavedFile, StoreError, parts};
use std::path::Path;
use std::sync::Arc;

/// The runs that a file keeps on request.
pub(super) struct KeptTraces {
    /// The aligned run of each side.
    shown: [Arc<Run>; 2],
    /// The other runs of each side, as the engine stores them.
    others: [Vec<Vec<u8>>; 2],
}

impl KeptTraces {
    /// Takes the runs from a session, before it is analysed.
    pub(super) fn new(all: &AllRuns) -> Self {
        Self {
            shown: all.shown.clone(),
            others: SideName::BOTH.map(|side| all.session.engine.other_runs(side)),
        }
    }
}

/// Returns the bytes of the `.diptych` file.
pub(super) fn file(
    analysis: &Analysis,
    comparison: &Comparison,
    traces: Option<&KeptTraces>,
) -> Result<Vec<u8>, CliError> {
    let mut file = FileToSave::of(columns(analysis, comparison));
    if let Some(KeptTraces { shown, others }) = traces {
        for side in SideName::BOTH {
            file.put_runs(side, &shown[side.index()], &others[side.index()]);
        }
    }
    file.to_bytes(None, env!("CARGO_PKG_VERSION"))
        .map_err(|error| CliError::Failed(format!("the comparison cannot be stored: {error}")))
}

/// Returns the file's columns: the analysis, and the facts that are printed.
fn columns(analysis: &Analysis, comparison: &Comparison) -> Columns<'static> {
    let Analysis { rules, pair, shown, sides, .. } = analysis;
    let mut columns = Columns::default();
    pair.put(&mut columns, rules);
    put_facts(&mut columns, &comparison.facts, comparison.ranking.options);
    diptych_engine::put_views(
        &mut columns,
        pair,
        shown.each_ref().map(|run| &run.trace),
        sides,
        diptych_desks::ALL,
    );
    columns
}

/// The beginnings of the names of the parts that are printed. All others are for the page.
const PRINTED: &[&str] = &[
    "common.",
    "ends.",
    "few.",
    "inclusive.",
    "keys",
    "lanes.",
    "rules",
    "shifts.",
    "thread-moves.",
    "times.",
    "told.",
    "tree.",
];

/// A stored comparison, opened.
pub(super) struct StoredComparison<'a> {
    file: SavedFile<'a>,
    path: &'a Path,
}

impl<'a> StoredComparison<'a> {
    /// Opens the bytes of a file.
    pub(super) fn open(bytes: &'a [u8], path: &'a Path) -> Result<Self, CliError> {
        let file = SavedFile::open(bytes, u64::MAX).map_err(|error| {
            let two = if error == StoreError::NotOurs {
                "; to compare two traces, use `diptych compare A B`"
            } else {
                ""
            };
            CliError::Failed(format!("{}: {error}{two}", path.display()))
        })?;
        Ok(Self { file, path })
    }

    /// Says on standard error which parts damage destroyed, and which this version does not know.
    pub(super) fn note_gaps(&self) {
        let gaps = self.file.gaps();
        if !gaps.is_empty() {
            note(&format!("diptych: {}: {gaps}", self.path.display()));
        }
    }

    /// Returns the rules of the comparison.
    pub(super) fn rules(&self) -> Result<String, CliError> {
        let text = self.file.columns.text("rules").map_err(|error| self.wrong(&error))?;
        let rules = Rules::parse(text, &Rules::NONE).map_err(|_| self.wrong(&StoreError::Damaged))?;
        Ok(proposals::with_effects(&rules, &effects(&self.file.columns)))
    }

    /// Rebuilds the comparison. `settings` override the stored ones.
    pub(super) fn comparison(&self, settings: &Settings, focus: Focus) -> Result<Comparison, CliError> {
        let (facts, union, kept) = self.read().map_err(|error| self.wrong(&error))?;
        let options = settings.ranking(facts.axis, kept);
        Comparison::new(facts, union, options, focus)
    }

    /// Returns true if damage destroyed a part that this command prints from.
    pub(super) fn lost_results(&self) -> bool {
        self.file.lost.iter().any(|name| PRINTED.iter().any(|beginning| name.starts_with(beginning)))
    }

    /// Returns the traces in the file, if it holds one run of each side and no others. With several runs, only their
    /// call trees are there, and damage to one cannot be repaired.
    pub(super) fn pair(&self) -> Option<FirstRuns> {
        let columns = &self.file.columns;
        let run = |side| {
            let is_alone = diptych_store::run_profiles(columns, side).is_ok_and(|others| others.is_empty());
            diptych_store::trace(columns, side).ok().flatten().filter(|_| is_alone)
        };
        let runs = [run(0)?, run(1)?];
        let stored = columns.text("rules").ok().and_then(|text| Rules::parse(text, &Rules::NONE).ok());
        let rules = stored.unwrap_or_else(|| Rules::defaults(runs.each_ref().map(|run| run.format.as_str())));
        Some(FirstRuns::of_runs(runs, rules))
    }

    fn read(&self) -> Result<(Facts, UnionTree, Options), StoreError> {
        let (mut facts, options) = facts(&self.file.columns)?;
        let count = facts.names.keys().len() as u32;
        let mut runs = Vec::new();
        for (side, of_side) in facts.runs.iter().enumerate() {
            for run in 0..of_side.len() {
                runs.push((side, Arc::new(parts::tree(&self.file.columns, side, run, count)?)));
            }
        }
        facts.lane_sums = diptych_engine::lane_sums(&self.file.columns, &runs, count)?;
        if let ([(_, a), (_, b)], true) = (&runs[..], self.file.columns.has("common.a")) {
            facts.common = Some(parts::common_times(&self.file.columns, [a.len(), b.len()])?);
        }
        Ok((facts, UnionTree::new(&runs), options))
    }

    fn wrong(&self, error: &StoreError) -> CliError {
        CliError::Failed(format!("{}: {}", self.path.display(), self.file.blame(error.clone())))
    }
}

const MISFIT: StoreError = StoreError::Misfit { what: "its printed facts do not have the expected form" };

fn put_facts(columns: &mut Columns<'_>, facts: &Facts, options: Options) {
    let of_pair = PairFacts {
        runs: facts.runs.clone(),
        axis: facts.axis,
        lanes: facts.lanes,
        calls: facts.calls,
        self_ticks: facts.self_ticks,
        ends: facts.ends,
        is_left_out: facts.is_left_out,
        times: facts.times.clone(),
        options,
    };
    parts::put_facts(columns, &of_pair);
    columns.put_text("told.lanes-by", facts.lanes_by.word());
    if let Some(common) = &facts.common {
        parts::put_common_times(columns, common);
    }
    parts::put_moves(columns, &facts.moved);
    parts::put_thread_moves(columns, &facts.thread_moves);
    parts::put_lane_families(columns, &facts.lane_families);
    parts::put_late_lane(columns, facts.late_lane.as_ref());
    if let Some(inclusive) = &facts.inclusive {
        parts::put_inclusive_times(columns, inclusive);
    }
    if let Some(similarity) = &facts.similarity {
        put_similarity(columns, similarity);
    }
    columns.put_text("told.remedy", facts.remedy.as_str());
    columns.put_text("told.numbered", facts.numbered.as_str());
    columns.put_texts("told.proposals", facts.proposals.iter().map(String::as_str));
    columns.put("told.effects", facts.effects.as_flattened());
}

fn put_similarity(columns: &mut Columns<'_>, similarity: &SimilarityFacts) {
    columns.put("told.tau", &[similarity.tau]);
    columns.put_text("told.measure", similarity.measure.word());
    match &similarity.found {
        Ok(SimilarityCounts { distinct, class_pairs, call_pairs, groups }) => {
            let found = [distinct[0], distinct[1], *class_pairs, *call_pairs, *groups];
            columns.put("told.similarity", &found);
        }
        Err(problem) => columns.put_text("told.similarity-problem", problem.as_str()),
    }
}

/// Reads the facts, and the options of the ranking.
fn facts(columns: &Columns<'_>) -> Result<(Facts, Options), StoreError> {
    let PairFacts { runs, axis, lanes, calls, self_ticks, ends, is_left_out, times, options } =
        parts::facts(columns)?;
    let keys = columns.texts("keys")?;
    let identities = keys.len() as u32;
    let facts = Facts {
        runs,
        axis,
        rules: columns.text("rules")?.to_owned(),
        names: KeyNames::new(keys),
        lanes,
        lanes_by: Word::of_word(columns.text("told.lanes-by")?).ok_or(MISFIT)?,
        calls,
        self_ticks,
        ends,
        is_left_out,
        times,
        // Filled in later, because it needs the trees.
        common: None,
        inclusive: parts::inclusive_times(columns, identities)?,
        // Earlier files have none.
        moved: parts::moves(columns, identities)?.unwrap_or_default(),
        thread_moves: parts::thread_moves(columns, identities)?,
        lane_families: parts::lane_families(columns)?,
        late_lane: parts::late_lane(columns, identities)?,
        // Filled in later, because it needs the trees.
        lane_sums: None,
        similarity: Some(similarity(columns)?),
        remedy: columns.text("told.remedy")?.to_owned(),
        // Earlier files have neither of these.
        numbered: columns.text("told.numbered").unwrap_or_default().to_owned(),
        proposals: columns.texts("told.proposals").unwrap_or_default(),
        effects: effects(columns),
    };
    Ok((facts, options))
}

/// Returns what each rule does. Earlier files do not say it.
fn effects(columns: &Columns<'_>) -> Vec<[u32; 4]> {
    columns.get::<u32>("told.effects").unwrap_or_default().as_chunks().0.to_vec()
}

fn similarity(columns: &Columns<'_>) -> Result<SimilarityFacts, StoreError> {
    let found = if columns.has("told.similarity") {
        let found: Vec<u64> = columns.get("told.similarity")?;
        let &[a, b, class_pairs, call_pairs, groups] = &found[..] else { return Err(MISFIT) };
        Ok(SimilarityCounts { distinct: [a, b], class_pairs, call_pairs, groups })
    } else {
        Err(columns.text("told.similarity-problem")?.to_owned())
    };
    let measure = Word::of_word(columns.text("told.measure")?).ok_or(MISFIT)?;
    Ok(SimilarityFacts { tau: one(&columns.get("told.tau")?)?, measure, found })
}

fn one<T: Copy>(column: &[T]) -> Result<T, StoreError> {
    if let [one] = column { Ok(*one) } else { Err(MISFIT) }
}

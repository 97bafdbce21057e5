//! A comparison as a file: what the page keeps of the pair, and beside it what is printed without the traces.

use super::analysis::Analysis;
use super::comparison::{Comparison, Facts, Found, KeyNames, RunFacts, SimilarityFacts};
use super::options::{Focus, Settings};
use crate::CliError;
use crate::words::{BY, NORMALISATIONS, value, word};
use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::{Floor, Options};
use diptych_engine::trace::{Axis, AxisKind, Unit};
use diptych_profile::UnionTree;
use diptych_protocol::{SideName, Word};
use diptych_store::{Columns, StoreError, parts};
use std::path::Path;
use std::sync::Arc;

/// The file of what was worked out, and of what is printed of it.
pub(super) fn columns(analysis: &Analysis, comparison: &Comparison) -> Columns<'static> {
    let Analysis { rules, pair, .. } = analysis;
    let mut columns = Columns::default();
    let [a, b] = SideName::BOTH.map(|side| pair.of_function(side));
    let named = parts::Named { keys: pair.keys(), of_function: [&a, &b] };
    parts::put_pair(&mut columns, rules, named, pair.lanes(), pair.alignment());
    for side in 0..2 {
        for (run, of_run) in pair.union().side(side).enumerate() {
            parts::put_tree(&mut columns, side, run, &of_run.tree);
        }
    }
    put_facts(&mut columns, &comparison.facts);
    put_options(&mut columns, comparison.ranking.options);
    columns
}

/// A stored comparison, opened.
pub(super) struct StoredComparison<'a> {
    columns: Columns<'a>,
    path: &'a Path,
}

impl<'a> StoredComparison<'a> {
    /// Looks at the bytes of a file.
    pub(super) fn open(bytes: &'a [u8], path: &'a Path) -> Result<Self, CliError> {
        let columns = Columns::from_bytes(bytes).map_err(|error| {
            let two = if error == StoreError::NotOurs {
                "; two traces are compared with `diptych compare A B`"
            } else {
                ""
            };
            CliError::Failed(format!("{}: {error}{two}", path.display()))
        })?;
        Ok(Self { columns, path })
    }

    /// The rules that it was made under.
    pub(super) fn rules(&self) -> Result<&str, CliError> {
        self.columns.text("rules").map_err(|error| self.wrong(&error))
    }

    /// Takes the comparison up again; settings go before those that it was kept with.
    pub(super) fn comparison(&self, settings: &Settings, focus: Focus) -> Result<Comparison, CliError> {
        let (facts, union, kept) = self.read().map_err(|error| self.wrong(&error))?;
        let options = settings.ranking(facts.axis, kept);
        Comparison::new(facts, union, options, focus)
    }

    fn read(&self) -> Result<(Facts, UnionTree, Options), StoreError> {
        let mut facts = facts(&self.columns)?;
        let count = facts.names.keys().len() as u32;
        let mut runs = Vec::new();
        for (side, of_side) in facts.runs.iter().enumerate() {
            for run in 0..of_side.len() {
                runs.push((side, Arc::new(parts::tree(&self.columns, side, run, count)?)));
            }
        }
        if let ([(_, a), (_, b)], true) = (&runs[..], self.columns.has("common.a")) {
            facts.common = Some(parts::common_times(&self.columns, [a.len(), b.len()])?);
        }
        Ok((facts, UnionTree::new(&runs), options(&self.columns)?))
    }

    fn wrong(&self, error: &StoreError) -> CliError {
        CliError::Failed(format!("{}: {error}", self.path.display()))
    }
}

const MISFIT: StoreError = StoreError::Misfit { what: "what is printed of it is of another kind" };

fn put_facts(columns: &mut Columns<'_>, facts: &Facts) {
    for (letter, runs) in ["a", "b"].into_iter().zip(&facts.runs) {
        columns.put_texts(&format!("told.runs.{letter}"), runs.iter().map(|run| run.name.as_str()));
        columns.put_texts(&format!("told.formats.{letter}"), runs.iter().map(|run| run.format.as_str()));
        columns.put(&format!("told.calls.{letter}"), &runs.iter().map(|run| run.calls).collect::<Vec<u64>>());
    }
    columns.put_text("told.axis", format!("{} {}", facts.axis.kind.as_str(), facts.axis.unit.as_str()));
    columns.put("told.axis-scale", &[facts.axis.scale]);
    let LaneCounts { lanes, alone, suspect } = facts.lanes;
    columns.put("told.lanes", &[lanes[0], lanes[1], alone[0], alone[1], suspect]);
    columns.put_text("told.lanes-by", facts.lanes_by.word());
    columns.put("told.aligned", &facts.calls.concat());
    columns.put("told.aligned-ticks", &facts.self_ticks.concat());
    parts::put_ends(columns, &facts.ends);
    if let Some(times) = &facts.times {
        parts::put_call_times(columns, times);
    }
    if let Some(common) = &facts.common {
        parts::put_common_times(columns, common);
    }
    columns.put("told.left-out", &[u8::from(facts.is_left_out)]);
    if let Some(similarity) = &facts.similarity {
        put_similarity(columns, similarity);
    }
    columns.put_text("told.remedy", facts.remedy.as_str());
}

fn put_similarity(columns: &mut Columns<'_>, similarity: &SimilarityFacts) {
    columns.put("told.tau", &[similarity.tau]);
    columns.put_text("told.measure", similarity.measure.word());
    match &similarity.found {
        Ok(Found { distinct, class_pairs, call_pairs, groups }) => {
            let found = [distinct[0], distinct[1], *class_pairs, *call_pairs, *groups];
            columns.put("told.similarity", &found);
        }
        Err(problem) => columns.put_text("told.similarity-problem", problem.as_str()),
    }
}

fn facts(columns: &Columns<'_>) -> Result<Facts, StoreError> {
    let lanes: Vec<u64> = columns.get("told.lanes")?;
    let &[lanes_a, lanes_b, alone_a, alone_b, suspect] = &lanes[..] else { return Err(MISFIT) };
    let runs = [runs(columns, "a")?, runs(columns, "b")?];
    let keys = columns.texts("keys")?;
    let times = if columns.has("few.side") {
        let calls = [0, 1].map(|side: usize| runs[side][0].calls);
        Some(parts::call_times(columns, keys.len() as u32, calls)?)
    } else {
        None
    };
    Ok(Facts {
        runs,
        axis: axis(columns)?,
        rules: columns.text("rules")?.to_owned(),
        names: KeyNames::new(keys),
        lanes: LaneCounts { lanes: [lanes_a, lanes_b], alone: [alone_a, alone_b], suspect },
        lanes_by: Word::of_word(columns.text("told.lanes-by")?).ok_or(MISFIT)?,
        calls: by_kind(&columns.get("told.aligned")?)?,
        self_ticks: by_kind(&columns.get("told.aligned-ticks")?)?,
        ends: parts::ends(columns)?,
        is_left_out: one(&columns.get::<u8>("told.left-out")?)? == 1,
        times,
        // Once the trees are there.
        common: None,
        similarity: Some(similarity(columns)?),
        remedy: columns.text("told.remedy")?.to_owned(),
    })
}

fn runs(columns: &Columns<'_>, letter: &str) -> Result<Vec<RunFacts>, StoreError> {
    let names = columns.texts(&format!("told.runs.{letter}"))?;
    let formats = columns.texts(&format!("told.formats.{letter}"))?;
    let calls: Vec<u64> = columns.get(&format!("told.calls.{letter}"))?;
    if names.is_empty() || formats.len() != names.len() || calls.len() != names.len() {
        return Err(MISFIT);
    }
    let runs = names.into_iter().zip(formats).zip(calls);
    Ok(runs.map(|((name, format), calls)| RunFacts { name, format, calls }).collect())
}

fn axis(columns: &Columns<'_>) -> Result<Axis, StoreError> {
    let scale = one(&columns.get("told.axis-scale")?)?;
    let text = columns.text("told.axis")?;
    let kinds = [AxisKind::Time, AxisKind::Weight, AxisKind::Order];
    let units = [Unit::Nanoseconds, Unit::Bytes, Unit::Count];
    let all = kinds.into_iter().flat_map(|kind| units.map(|unit| (kind, unit)));
    let (kind, unit) = all
        .into_iter()
        .find(|(kind, unit)| text == format!("{} {}", kind.as_str(), unit.as_str()))
        .ok_or(MISFIT)?;
    Ok(Axis { kind, unit, scale })
}

fn similarity(columns: &Columns<'_>) -> Result<SimilarityFacts, StoreError> {
    let found = if columns.has("told.similarity") {
        let found: Vec<u64> = columns.get("told.similarity")?;
        let &[a, b, class_pairs, call_pairs, groups] = &found[..] else { return Err(MISFIT) };
        Ok(Found { distinct: [a, b], class_pairs, call_pairs, groups })
    } else {
        Err(columns.text("told.similarity-problem")?.to_owned())
    };
    let measure = Word::of_word(columns.text("told.measure")?).ok_or(MISFIT)?;
    Ok(SimilarityFacts { tau: one(&columns.get("told.tau")?)?, measure, found })
}

fn put_options(columns: &mut Columns<'_>, options: Options) {
    columns.put_text("told.by", word(BY, &options.by));
    columns.put_text("told.normalise", word(NORMALISATIONS, &options.normalisation));
    columns.put("told.floor-share", &[options.floor.share]);
    columns.put("told.floor-ticks", &[options.floor.ticks]);
    columns.put("told.level", &[options.level]);
}

fn options(columns: &Columns<'_>) -> Result<Options, StoreError> {
    let floor = Floor {
        share: one(&columns.get("told.floor-share")?)?,
        ticks: one(&columns.get("told.floor-ticks")?)?,
    };
    Ok(Options {
        by: value(BY, columns.text("told.by")?).ok_or(MISFIT)?,
        normalisation: value(NORMALISATIONS, columns.text("told.normalise")?).ok_or(MISFIT)?,
        floor,
        level: one(&columns.get("told.level")?)?,
    })
}

fn one<T: Copy>(column: &[T]) -> Result<T, StoreError> {
    if let [one] = column { Ok(*one) } else { Err(MISFIT) }
}

fn by_kind<T: Copy + Default>(column: &[T]) -> Result<[[T; 3]; 2], StoreError> {
    let &[a, b, c, d, e, f] = column else { return Err(MISFIT) };
    Ok([[a, b, c], [d, e, f]])
}

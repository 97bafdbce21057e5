//! Reads the traces of both sides into a session. With several runs per side, only the call trees stay, and the trace
//! of the aligned run.

use super::common_traces::common_traces;
use super::proposals;
use super::ranges::in_ranges;
use super::times::Times;
use crate::args::TimeRange;
use crate::error::CliError;
use crate::memory;
use crate::open::{open_named, split, structure as open_structure, without_copies};
use crate::output::note;
use crate::parallel;
use crate::rules::{RulesFile, read_naming, read_rules};
use crate::shares::in_shares;
use diptych_compare::identity::Rules;
use diptych_compare::means_cut_off;
use diptych_compare::ranking::run_of_median_total;
use diptych_engine::trace::{OddityKind, Run};
use diptych_engine::{InProcess, Naming, RunProfile, naming_of};
use diptych_protocol::SideName;
use diptych_store::parts::RunFacts;
use diptych_views::{numbers, words};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first run of each side, and the rules that follow from their formats.
pub(super) struct FirstRuns {
    pub(super) rules: Rules,
    first: [Run; 2],
    /// True if both first runs are in shares. The other runs then must be too.
    shares: bool,
    /// Rules for names with arguments, by which the other runs are read too.
    naming: Naming,
}

/// Every run of both sides.
pub(super) struct AllRuns {
    pub(super) rules: Rules,
    /// Runs of A and of B, the aligned one first.
    pub(super) runs: [Vec<RunFacts>; 2],
    /// The aligned run of each side, which the session shows.
    pub(super) shown: [Arc<Run>; 2],
    pub(super) session: InProcess,
}

/// Returns the files of both sides without copies, which are reported.
pub(super) fn without_copies_of(paths: &[Vec<PathBuf>; 2]) -> Result<[Vec<PathBuf>; 2], CliError> {
    let [a, b] = paths;
    Ok([without_copies(a, "A")?, without_copies(b, "B")?])
}

/// Reads the rules and the first run of each side, or its part in the given ranges.
pub(super) fn open(
    paths: &[Vec<PathBuf>; 2],
    ranges: [Option<TimeRange>; 2],
    rules: Option<&RulesFile>,
    times: &Times,
) -> Result<FirstRuns, CliError> {
    let [a, b] = paths;
    let naming = read_naming(rules)?;
    let read = |path: &Path| read_timed(path, &naming, times);
    let files = [&*a[0], &*b[0]];
    let (a, b) = rayon::join(|| read(files[0]), || read(files[1]));
    let mut runs = [a?, b?];
    if let Some(names) = wanted_traces(files, runs.each_ref()) {
        let [a, b] = [0, 1].map(|side| PathBuf::from(format!("{}#{}", files[side].display(), names[side])));
        let (a, b) = rayon::join(|| read(&a), || read(&b));
        runs = [a?, b?];
    }
    let are_several = runs.iter().any(|run| run.of_file.len() > 1);
    for (path, run) in files.into_iter().zip(&runs) {
        if let Some(text) = other_traces(path, run) {
            note(&format!("diptych: {text}"));
        }
        if let Some(text) = cut_off(path, run).filter(|_| are_several) {
            note(&format!("diptych: {text}"));
        }
        for text in damaged_traces(path, run) {
            note(&format!("diptych: {text}"));
        }
    }
    let rules = read_rules(rules, [&runs[0].format, &runs[1].format])?;
    let mut first = in_ranges(runs, ranges, &rules)?;
    memory::check_comparison(first.each_ref())?;
    let shares = in_shares(first.each_ref().map(|run| run.trace.axis()))?;
    if shares {
        first = first.map(|run| run.in_shares());
    }
    Ok(FirstRuns { rules, first, shares, naming })
}

fn read_timed(path: &Path, naming: &Naming, times: &Times) -> Result<Run, CliError> {
    times.measure(format!("reading {}", path.display()), || open_named(path, naming))
}

/// Returns the names of the traces that the sides should show if their files have several, such as one for each thread.
/// `None` if both show them, or if the command line names one.
fn wanted_traces(paths: [&Path; 2], runs: [&Run; 2]) -> Option<[String; 2]> {
    if paths.iter().any(|path| split(path).1.is_some()) {
        return None;
    }
    let common = common_traces(runs.map(|run| &*run.of_file))?;
    let is_shown =
        |(run, name): (&Run, &String)| run.of_file.iter().any(|of| of.is_shown && of.name == *name);
    (!runs.into_iter().zip(&common).all(is_shown)).then_some(common)
}

/// Returns which of several traces in a file is compared, as a sentence without a final stop. `None` if the file has
/// one, or if the command line names one.
fn other_traces(path: &Path, run: &Run) -> Option<String> {
    let (file, named) = split(path);
    let shown = run.of_file.iter().find(|of| of.is_shown)?;
    let other = run.of_file.iter().find(|of| !of.is_shown).filter(|_| named.is_none())?;
    let file = file.file_name().map(|name| words::shown(&name.to_string_lossy()))?;
    Some(format!(
        "{file} contains {} traces, for example one for each thread. Only {} is compared. To choose another trace, write {file}#{}",
        numbers::count(run.of_file.len() as u64),
        words::shown(&shown.name),
        words::shown(&other.name)
    ))
}

/// Returns where a file of several traces was cut off or could not be read on, as a sentence without a final stop. It is
/// also said if the trace compared lacks nothing, because the file may hold less of its other traces.
fn cut_off(path: &Path, run: &Run) -> Option<String> {
    let mut entries = run.trace.report().entries().iter().filter(|entry| means_cut_off(entry.kind));
    let entry = entries.next()?;
    let file = split(path).0.file_name()?.to_string_lossy().into_owned();
    let why = if entry.example.is_empty() { String::new() } else { format!(": {}", entry.example) };
    Some(words::shown(&format!(
        "{file} could only be read up to byte {}, and traces may be missing{why}",
        numbers::count(entry.first_offset)
    )))
}

/// Returns the files of an archive that were damaged, so that they are not compared, each as a sentence without a final
/// stop.
fn damaged_traces(path: &Path, run: &Run) -> impl Iterator<Item = String> {
    let archive =
        split(path).0.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let entries = run.trace.report().entries().iter();
    // Bytes that were lost elsewhere have no subject.
    let lost = entries.filter(|entry| entry.kind == OddityKind::Lost && !entry.subject.is_empty());
    lost.map(move |entry| {
        let [archive, file, why] = [&archive, &entry.subject, &entry.example].map(|text| words::shown(text));
        format!("{archive}: {file} {why}. It is not compared")
    })
}

impl FirstRuns {
    /// Takes a run of each side that was read already, in the form in which it is compared.
    pub(super) fn of_runs(first: [Run; 2], rules: Rules) -> Self {
        Self { naming: naming_of(&rules), rules, first, shares: false }
    }

    /// Opens the first runs alone in a session.
    pub(super) fn alone(self) -> AllRuns {
        let runs = self.first.each_ref().map(|run| vec![facts_of(run)]);
        let shown = self.first.map(Arc::new);
        let mut session = parallel::session();
        for (side, run) in SideName::BOTH.into_iter().zip(&shown) {
            session.engine.open(side, 0, Arc::clone(run));
        }
        AllRuns { rules: self.rules, runs, shown, session }
    }

    /// Returns the rules, followed by the suggestions from the first runs.
    pub(super) fn proposals(&self) -> Result<String, CliError> {
        let defaults = Rules::defaults(self.first.each_ref().map(|run| run.format.as_str()));
        let traces = self.first.each_ref().map(|run| &run.trace);
        proposals::text(&self.rules, &defaults, traces).map_err(|error| CliError::Failed(error.to_string()))
    }

    /// Returns the rules, with a comment on what each does to the first runs.
    pub(super) fn rules_with_effects(&self) -> Result<String, CliError> {
        let traces = self.first.each_ref().map(|run| &run.trace);
        let effects = proposals::effects(&self.rules, traces);
        let effects = effects.map_err(|error| CliError::Failed(error.to_string()))?;
        Ok(proposals::with_effects(&self.rules, &effects))
    }

    /// Adds the suggestions from the first runs to the rules.
    pub(super) fn accept_proposals(&mut self) -> Result<(), CliError> {
        let traces = self.first.each_ref().map(|run| &run.trace);
        let found = proposals::suggestions(&self.rules, traces);
        self.rules = found.map_err(|error| CliError::Failed(error.to_string()))?.accepted;
        Ok(())
    }

    /// Reads the other runs, and opens all runs in a session.
    pub(super) fn read_all(
        self,
        paths: &[Vec<PathBuf>; 2],
        structures: &[PathBuf],
        times: &Times,
    ) -> Result<AllRuns, CliError> {
        let Self { rules, first: [a, b], shares, naming } = self;
        let read = |path: &Path| {
            let run = read_timed(path, &naming, times)?;
            Ok(if shares { run.in_shares() } else { run })
        };
        let read =
            |side: SideName, first: Run| ReadSide::read(side, first, &paths[side.index()], &read, times);
        let (a, b) = rayon::join(|| read(SideName::A, a), || read(SideName::B, b));
        let (mut session, sides) = (parallel::session(), [a?, b?]);
        let runs = sides.each_ref().map(ReadSide::facts);
        let shown = sides.each_ref().map(|of_side| Arc::clone(&of_side.shown.1));
        for (side, of_side) in SideName::BOTH.into_iter().zip(sides) {
            of_side.show(side, &mut session);
        }
        // A single structure applies to both sides: the session uses it for the side without one.
        for (side, path) in SideName::BOTH.into_iter().zip(structures) {
            session.engine.set_structure(side, Some(open_structure(path)?));
        }
        Ok(AllRuns { rules, runs, shown, session })
    }
}

/// The runs of a side.
struct ReadSide {
    /// Index of the aligned run, and the run.
    shown: (usize, Arc<Run>),
    /// Call trees in the order given; empty for a single run.
    profiles: Vec<(RunFacts, RunProfile)>,
}

impl ReadSide {
    /// Reads all runs of a side. `read` reads a run in the form in which it is compared.
    fn read(
        side: SideName,
        first: Run,
        paths: &[PathBuf],
        read: &dyn Fn(&Path) -> Result<Run, CliError>,
        times: &Times,
    ) -> Result<Self, CliError> {
        if paths.len() == 1 {
            return Ok(Self { shown: (0, Arc::new(first)), profiles: Vec::new() });
        }
        let letter = ["A", "B"][side.index()];
        let profile = |run: &Run| {
            let profile = times.measure(format!("call tree of {letter}"), || RunProfile::new(run));
            (facts_of(run), profile)
        };
        let (mut profiles, axis) = (vec![profile(&first)], first.trace.axis());
        // Several traces may not fit into memory, so only the aligned run is read again.
        drop(first);
        for path in &paths[1..] {
            let run = read(path)?;
            if run.trace.axis() != axis {
                let text =
                    format!("{} measures something different from the first run of {letter}", path.display());
                return Err(CliError::Failed(text));
            }
            profiles.push(profile(&run));
        }
        let totals: Vec<i64> = profiles.iter().map(|(_, profile)| profile.total_ticks()).collect();
        let aligned = run_of_median_total(&totals);
        let again = read(&paths[aligned])?;
        let size = (again.trace.calls().len(), again.trace.functions().len());
        if profiles[aligned].1.size() != size {
            let text = format!(
                "{} changed while it was being read; run the command again",
                paths[aligned].display()
            );
            return Err(CliError::Failed(text));
        }
        Ok(Self { shown: (aligned, Arc::new(again)), profiles })
    }

    /// Returns the facts of all runs, the aligned one first.
    fn facts(&self) -> Vec<RunFacts> {
        let (aligned, shown) = &self.shown;
        let others = self.profiles.iter().enumerate().filter(|(run, _)| run != aligned);
        std::iter::once(facts_of(shown)).chain(others.map(|(_, (facts, _))| facts.clone())).collect()
    }

    /// Opens all runs on a side of a session.
    fn show(self, side: SideName, session: &mut InProcess) {
        let (aligned, shown) = self.shown;
        session.engine.open(side, aligned as u32, shown);
        for (run, (_, profile)) in self.profiles.into_iter().enumerate().filter(|(run, _)| *run != aligned) {
            session.engine.add(side, run as u32, profile);
        }
    }
}

fn facts_of(run: &Run) -> RunFacts {
    RunFacts { name: run.name.clone(), format: run.format.clone(), calls: run.trace.recorded_calls() }
}

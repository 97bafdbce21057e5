//! The checked options of `diptych compare`.

use super::gate::{Condition, Glob};
use crate::args::{CompareArgs, TimeRange};
use crate::dataset::{Dataset, DatasetName};
use crate::error::CliError;
use crate::export::name_of;
use crate::rules::RulesFile;
use diptych_compare::ranking::{Floor, Normalisation, Options, RowUnit};
use diptych_engine::trace::Axis;
use diptych_protocol::comparison::DifferenceOrder;
use diptych_protocol::{LaneMatching, Measure};
use std::path::{Path, PathBuf};

/// Options of `compare`.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct CompareOptions {
    pub(super) input: CompareInput,
    pub(super) output: Output,
    /// Rows per list. By default, all for programs and [`SHOWN_ROWS`] for people.
    pub(super) top: Option<usize>,
    /// Also show rows that are not significant.
    pub(super) all: bool,
    /// Print one list for each kind of change.
    pub(super) by_kind: bool,
    /// File of identity rules.
    pub(super) rules: Option<RulesFile>,
    /// Lists of the program's files: one for both sides, or one for each.
    pub(super) structure: Vec<PathBuf>,
    /// Print the rules instead of comparing.
    pub(super) print_rules: bool,
    /// Print the rules with suggestions instead of comparing.
    pub(super) propose_renames: bool,
    /// Compare with the suggestions accepted.
    pub(super) accept_renames: bool,
    pub(super) settings: Settings,
    pub(super) focus: Focus,
    /// Sort criterion of the lists.
    pub(super) sort: DifferenceOrder,
    /// Compared time range of A and of B; `None` compares the whole run.
    pub(super) ranges: [Option<TimeRange>; 2],
    pub(super) fail_if: Vec<Condition>,
    /// File of known changes, which conditions skip.
    pub(super) known: Option<PathBuf>,
    /// Succeed even if the traces may not be comparable.
    pub(super) allow_unlike: bool,
    /// Succeed even if a side is cut off or ends early.
    pub(super) allow_incomplete: bool,
    /// File in which to store the comparison.
    pub(super) store: Option<PathBuf>,
    /// Store the traces with it.
    pub(super) with_traces: bool,
    /// File in which to write a comment.
    pub(super) comment: Option<PathBuf>,
    /// Files in which to write tables.
    pub(super) parquet: Option<Dataset>,
    /// Write a table of matched calls, too.
    pub(super) matched_calls: bool,
    /// Print the time of each step on standard error.
    pub(super) times: bool,
}

/// The input.
#[derive(Debug)]
pub(super) enum CompareInput {
    /// Runs of A and of B, at least one each.
    Traces([Vec<PathBuf>; 2]),
    /// A stored comparison.
    Stored(PathBuf),
}

/// The kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Output {
    /// The verdict and the lists.
    Report(Format),
    /// A table of all functions.
    Functions(Format),
}

/// The format of the output. Markdown exists only for the report, CSV only for the functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Text,
    Markdown,
    Json,
    Csv,
}

/// Default number of rows per list for people.
pub(super) const SHOWN_ROWS: usize = 10;
/// Largest number of runs per side.
const MOST_RUNS: usize = 20;

/// The given settings of the comparison. Defaults, or the stored settings, fill the others.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Settings {
    pub(super) tau: Option<f64>,
    pub(super) measure: Option<Measure>,
    pub(super) lanes: Option<LaneMatching>,
    pub(super) by: Option<RowUnit>,
    pub(super) normalisation: Option<Normalisation>,
    pub(super) floor_percent: Option<f64>,
    pub(super) floor_us: Option<f64>,
}

/// The calls that the lists are about.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Focus {
    /// Show only these functions and everything they call; all functions if empty.
    pub(super) only: Vec<Glob>,
    /// Leave out these functions and everything they call.
    pub(super) ignored: Vec<Glob>,
}

impl Settings {
    /// Returns the options of the ranking: the given ones, and `kept` otherwise.
    pub(super) fn ranking(&self, axis: Axis, kept: Options) -> Options {
        let share = self.floor_percent.map_or(kept.floor.share, |percent| percent / 100.0);
        let floor =
            self.floor_us.map_or(Floor { share, ..kept.floor }, |amount| Floor::on(axis, share, amount));
        Options {
            by: self.by.unwrap_or(kept.by),
            normalisation: self.normalisation.unwrap_or(kept.normalisation),
            floor,
            ..kept
        }
    }
}

impl CompareOptions {
    /// Returns every file that is read.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let read = match &self.input {
            CompareInput::Traces([a, b]) => [&a[..], b],
            CompareInput::Stored(path) => [std::slice::from_ref(path), &[]],
        };
        let settings = self.structure.iter().chain(&self.known).map(PathBuf::as_path);
        let settings = settings.chain(self.rules.as_ref().map(RulesFile::path));
        read.into_iter().flatten().map(PathBuf::as_path).chain(settings)
    }

    /// Returns true if the report for people counts similar calls, because an option about them was given.
    pub(super) fn with_similarity(&self) -> bool {
        self.settings.tau.is_some() || self.settings.measure.is_some()
    }

    /// Checks the arguments.
    pub(crate) fn new(args: &CompareArgs) -> Result<Self, CliError> {
        let input = input(&args.files, [&args.a, &args.b])?;
        if let CompareInput::Stored(_) = input {
            needs_no_traces(args)?;
        }
        let ranges = [args.range_a, args.range_b];
        if let CompareInput::Traces(runs) = &input
            && ranges.iter().any(Option::is_some)
            && runs.iter().any(|runs| runs.len() > 1)
        {
            return usage("--range-a and --range-b need one run per side");
        }
        if args.comment.is_some() && args.comment == args.output {
            return usage("--comment and --output name the same file");
        }
        let format = match args {
            CompareArgs { json: true, .. } => Format::Json,
            CompareArgs { markdown: true, .. } => Format::Markdown,
            CompareArgs { csv: true, .. } => Format::Csv,
            _ => Format::Text,
        };
        let condition = |text: &String| Condition::parse(text).map_err(|error| error.in_option(text));
        let parquet = args.parquet.as_ref().map(|root| {
            let name = args.name.clone().unwrap_or_else(|| name_of_pair(&input));
            let name =
                DatasetName::new(&name).map_err(|why| CliError::Usage(format!("{why}; pass --name NAME")))?;
            Dataset::new(root, &args.label, name, args.inputs_hash.clone())
        });
        let parquet = parquet.transpose()?;
        let globs = |texts: &[String]| texts.iter().map(|text| Glob::new(text)).collect();
        Ok(Self {
            input,
            output: if args.functions { Output::Functions(format) } else { Output::Report(format) },
            top: args.top,
            all: args.all,
            by_kind: args.lists,
            rules: args.rules.clone(),
            structure: args.structure.clone(),
            print_rules: args.print_rules,
            propose_renames: args.propose_renames,
            accept_renames: args.accept_renames,
            settings: Settings {
                tau: args.tau,
                measure: args.measure,
                lanes: args.lanes,
                by: args.by,
                normalisation: args.normalise,
                floor_percent: args.floor_percent,
                floor_us: args.floor_us,
            },
            focus: Focus { only: globs(&args.focus), ignored: globs(&args.ignore) },
            sort: args.sort.unwrap_or_default(),
            ranges,
            fail_if: args.fail_if.iter().map(condition).collect::<Result<_, _>>()?,
            known: args.known.clone(),
            allow_unlike: args.allow_unlike,
            allow_incomplete: args.allow_incomplete,
            store: args.output.clone(),
            with_traces: args.with_traces,
            comment: args.comment.clone(),
            parquet,
            matched_calls: args.matched_calls,
            times: args.times,
        })
    }
}

/// Refuses options that need the traces, for a stored comparison.
fn needs_no_traces(args: &CompareArgs) -> Result<(), CliError> {
    let decided = [
        ("--rules", args.rules.is_some()),
        ("--structure", !args.structure.is_empty()),
        ("--propose-renames", args.propose_renames),
        ("--accept-renames", args.accept_renames),
        ("--tau", args.tau.is_some()),
        ("--measure", args.measure.is_some()),
        ("--lanes", args.lanes.is_some()),
        ("--range-a", args.range_a.is_some()),
        ("--range-b", args.range_b.is_some()),
        ("-o", args.output.is_some()),
        ("--matched-calls", args.matched_calls),
    ];
    match decided.into_iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => {
            usage(format!("{option} needs both traces, A and B; a stored comparison does not contain them"))
        }
    }
}

/// Returns the name of a pair: those of the first run of each side, or that of the stored comparison.
fn name_of_pair(input: &CompareInput) -> String {
    match input {
        CompareInput::Traces([a, b]) => format!("{}..{}", name_of(&a[0]), name_of(&b[0])),
        CompareInput::Stored(path) => name_of(path),
    }
}

fn input(files: &[PathBuf], sides: [&Vec<PathBuf>; 2]) -> Result<CompareInput, CliError> {
    let sides = match (files, sides.iter().all(|side| side.is_empty())) {
        ([], true) => return usage("expected two traces, A and B, or a stored comparison"),
        ([], false) => sides.map(Vec::clone),
        (_, false) => return usage("give either A B or --a FILE... --b FILE..., not both"),
        ([kept], true) => return Ok(CompareInput::Stored(kept.clone())),
        ([a, b], true) => [vec![a.clone()], vec![b.clone()]],
        _ => return usage("expected two traces; pass several runs as --a FILE... --b FILE..."),
    };
    for (letter, runs) in ["a", "b"].into_iter().zip(&sides) {
        if runs.is_empty() || runs.len() > MOST_RUNS {
            return usage(format!("--{letter} takes 1 to {MOST_RUNS} files, not {}", runs.len()));
        }
    }
    let is_stdin = |path: &&PathBuf| path.as_path() == Path::new("-");
    match (sides.iter().flatten().filter(is_stdin).count(), sides.iter().any(|side| side.len() > 1)) {
        (0, _) | (1, false) => Ok(CompareInput::Traces(sides)),
        (_, true) => usage(
            "with several runs, Diptych reads one of them twice and cannot do so from standard input; save it to a file",
        ),
        _ => usage("only one of the traces can be `-`, standard input"),
    }
}

fn usage<T>(text: impl Into<String>) -> Result<T, CliError> {
    Err(CliError::Usage(text.into()))
}

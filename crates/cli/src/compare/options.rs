//! What `diptych compare` is to do, checked.

use super::gate::{Condition, Glob};
use crate::CliError;
use crate::args::CompareArgs;
use diptych_compare::ranking::{By, Floor, Normalisation, Options};
use diptych_engine::trace::Axis;
use diptych_protocol::{LaneMatching, Measure};
use std::path::{Path, PathBuf};

/// Of `compare`.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct CompareOptions {
    pub(super) input: CompareInput,
    pub(super) output: Output,
    /// Rows of each list; all without it where a program reads them, [`SHOWN_ROWS`] where a person does.
    pub(super) top: Option<usize>,
    /// Also show rows that do not stand out.
    pub(super) all: bool,
    /// A file of identity rules.
    pub(super) rules: Option<PathBuf>,
    /// What the program is made of: of both sides, or of A and of B.
    pub(super) structure: Vec<PathBuf>,
    /// Print the rules instead of comparing.
    pub(super) print_rules: bool,
    /// Print the rules and what could be added to them instead of comparing.
    pub(super) propose_renames: bool,
    pub(super) settings: Settings,
    pub(super) focus: Focus,
    pub(super) fail_if: Vec<Condition>,
    /// A file of changes that no condition holds of.
    pub(super) known: Option<PathBuf>,
    /// Whether two that can hardly be compared are no failure.
    pub(super) allow_unlike: bool,
    /// Whether a side that is cut off or ends early is no failure.
    pub(super) allow_incomplete: bool,
    /// Where the comparison is to be kept.
    pub(super) store: Option<PathBuf>,
    /// Say on standard error how long each step took.
    pub(super) times: bool,
}

/// What is compared.
#[derive(Debug)]
pub(super) enum CompareInput {
    /// Runs of A and of B, at least one each.
    Traces([Vec<PathBuf>; 2]),
    /// A comparison that was kept.
    Stored(PathBuf),
}

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Output {
    /// The verdict and the lists.
    Report(Format),
    /// All functions.
    Functions(Format),
}

/// How it is printed. Markdown is of the report only, CSV of the functions only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Text,
    Markdown,
    Json,
    Csv,
}

/// Rows of each list that are shown to a person.
pub(super) const SHOWN_ROWS: usize = 10;
/// Most runs of a side.
const MOST_RUNS: usize = 20;

/// How traces are compared, as far as it was given; the rest is left to the defaults, or to what was kept.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Settings {
    pub(super) tau: Option<f64>,
    pub(super) measure: Option<Measure>,
    pub(super) lanes: Option<LaneMatching>,
    pub(super) by: Option<By>,
    pub(super) normalisation: Option<Normalisation>,
    pub(super) floor_percent: Option<f64>,
    pub(super) floor_us: Option<f64>,
}

/// Which calls the lists are of.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Focus {
    /// Of these functions and what they call; of all if there are none.
    pub(super) only: Vec<Glob>,
    /// But not of these functions and what they call.
    pub(super) ignored: Vec<Glob>,
}

impl Settings {
    /// What to rank traces on an axis by, where `kept` holds unless something else was given.
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
    /// Checks what was given.
    pub(crate) fn new(args: &CompareArgs) -> Result<Self, CliError> {
        let input = input(&args.files, [&args.a, &args.b])?;
        if let CompareInput::Stored(_) = input {
            needs_no_traces(args)?;
        }
        let format = match args {
            CompareArgs { json: true, .. } => Format::Json,
            CompareArgs { markdown: true, .. } => Format::Markdown,
            CompareArgs { csv: true, .. } => Format::Csv,
            _ => Format::Text,
        };
        let condition = |text: &String| Condition::parse(text).map_err(|error| error.in_option(text));
        let globs = |texts: &[String]| texts.iter().map(|text| Glob::new(text)).collect();
        Ok(Self {
            input,
            output: if args.functions { Output::Functions(format) } else { Output::Report(format) },
            top: args.top,
            all: args.all,
            rules: args.rules.clone(),
            structure: args.structure.clone(),
            print_rules: args.print_rules,
            propose_renames: args.propose_renames,
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
            fail_if: args.fail_if.iter().map(condition).collect::<Result<_, _>>()?,
            known: args.known.clone(),
            allow_unlike: args.allow_unlike,
            allow_incomplete: args.allow_incomplete,
            store: args.output.clone(),
            times: args.times,
        })
    }
}

/// What was decided when a comparison was kept cannot be decided anew.
fn needs_no_traces(args: &CompareArgs) -> Result<(), CliError> {
    let decided = [
        ("--rules", args.rules.is_some()),
        ("--structure", !args.structure.is_empty()),
        ("--propose-renames", args.propose_renames),
        ("--tau", args.tau.is_some()),
        ("--measure", args.measure.is_some()),
        ("--lanes", args.lanes.is_some()),
        ("-o", args.output.is_some()),
    ];
    match decided.into_iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => {
            usage(format!("{option} needs both traces, A and B: a kept comparison does not hold them"))
        }
    }
}

fn input(files: &[PathBuf], sides: [&Vec<PathBuf>; 2]) -> Result<CompareInput, CliError> {
    let sides = match (files, sides.iter().all(|side| side.is_empty())) {
        ([], true) => return usage("it needs two traces, A and B, or a kept comparison"),
        ([], false) => sides.map(Vec::clone),
        (_, false) => return usage("give A and B, or --a FILE... and --b FILE..., not both"),
        ([kept], true) => return Ok(CompareInput::Stored(kept.clone())),
        ([a, b], true) => [vec![a.clone()], vec![b.clone()]],
        _ => return usage("it takes two traces; several runs go behind --a and --b"),
    };
    for (letter, runs) in ["a", "b"].into_iter().zip(&sides) {
        if runs.is_empty() || runs.len() > MOST_RUNS {
            return usage(format!("--{letter} takes 1 to {MOST_RUNS} files, not {}", runs.len()));
        }
    }
    let is_stdin = |path: &&PathBuf| path.as_path() == Path::new("-");
    match (sides.iter().flatten().filter(is_stdin).count(), sides.iter().any(|side| side.len() > 1)) {
        (0, _) | (1, false) => Ok(CompareInput::Traces(sides)),
        (_, true) => usage("of several runs one is read twice, which standard input cannot be"),
        _ => usage("standard input is one trace, not both"),
    }
}

fn usage<T>(text: impl Into<String>) -> Result<T, CliError> {
    Err(CliError::Usage(text.into()))
}

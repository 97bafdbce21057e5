//! The command line of `diptych compare`.

use super::{Verb, choose};
use crate::CliError;
use crate::compare::{Asked, BY, Condition, LANES, MEASURES, NORMALISATIONS};
use lexopt::prelude::{Long, Short, Value, ValueExt};
use std::path::{Path, PathBuf};

/// Of `compare`.
#[derive(Debug)]
pub(crate) struct CompareOptions {
    pub(crate) input: CompareInput,
    pub(crate) output: Output,
    /// Rows of each list; all without it where a program reads them, [`SHOWN_ROWS`] where a person does.
    pub(crate) top: Option<usize>,
    /// Also show rows that do not stand out.
    pub(crate) all: bool,
    /// A file of identity rules.
    pub(crate) rules: Option<PathBuf>,
    /// Print the rules instead of comparing.
    pub(crate) print_rules: bool,
    pub(crate) asked: Asked,
    pub(crate) fail_if: Vec<Condition>,
    /// Where the comparison is to be kept.
    pub(crate) store: Option<PathBuf>,
    /// Say on standard error how long each step took.
    pub(crate) times: bool,
}

/// What is compared.
#[derive(Debug)]
pub(crate) enum CompareInput {
    /// Runs of A and of B, at least one each.
    Traces([Vec<PathBuf>; 2]),
    /// A comparison that was kept.
    Stored(PathBuf),
}

/// How it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Text,
    Markdown,
    Json,
}

/// Rows of each list that are shown to a person.
pub(crate) const SHOWN_ROWS: usize = 10;
/// Most runs of a side.
const MOST_RUNS: usize = 20;

/// What `diptych compare --help` prints.
pub(crate) fn help() -> &'static str {
    "diptych compare: what differs between two traces

Usage:
  diptych compare A B                        A is the baseline
  diptych compare --a FILE... --b FILE...    several runs of each, up to 20: what is listed is then tested against
                                             how the runs of one side differ. Calls are aligned between the run
                                             of the median total of each side (of an even number the lower)
  diptych compare PAIR.diptych               a comparison kept with -o, without its traces

Output:
  --json                   all figures, and all rows of all lists; the same bytes for the same files
  --markdown               headings and tables, for a comment
  --top N                  rows of each list [10; with --json all]
  --all                    also rows that do not stand out (as the whole run, within what calls differ by anyway),
                           which else are counted; with --json and --markdown they are there in any case
  -o, --output FILE        keep the comparison, for `diptych compare FILE` and for the page
  --times                  say on standard error how long each step took

What corresponds (not with PAIR.diptych, where it is decided):
  --rules FILE             identity rules; `defaults` in it stands for those of the formats
  --print-rules            print the rules as text and stop: the beginning of a FILE for --rules
  --lanes HOW              pair lanes by overlap (what they run), name or order [overlap]
  --tau N                  least similarity of two callee sets, 0 to 1 [0.2]
  --measure HOW            similarity of callee sets: plain, multiset or time [plain]

What is listed:
  --by WHAT                function (by self time) or path (by inclusive time) [function]
  --normalise HOW          absolute, per-total or per-call [absolute]
  --floor-percent N        changes up to this share of the smaller side are left out [5]
  --floor-us N             and changes up to so many microseconds, or units of what is measured [10]

For scripts:
  --fail-if CONDITION      exit with 3 if it holds, the reason on standard error; may be given several times

A CONDITION is a quantity, one of > >= < <=, and a number with its unit, such as 'slower>5%'. Units: % or, for
times, ns, us, ms and s; a number without unit counts.
  slower, faster    rows that stand out in that list: the largest change in % of its own time in A, the largest
                    change in time, or how many rows there are
  new, gone         rows of that list: the longest time, or how many there are
  total             B's extent against A's, first to last instant: in % of A's, or the time more; may be negative
  moved             calls out of order or under other callers: how many, or % of all calls of A
  matched           % of calls that have their partner in order; of the side with less
  identity          % of calls whose function both sides have; of the side with less

JSON: verdict {text, warning, ratio, extent_a_ns, total_a_ns, ...}, calls {a, b}, alignment {matched, moved_a,
moved_b, only_a, only_b, matched_time_a, matched_time_b} (calls; ns of self time in matched or moved calls),
similarity {tau, distinct_a, distinct_b, class_pairs, call_pairs} (call_pairs is exact and may exceed 2^53), groups
(of the whole extents at 1,920 pixels), ranking {normalisation, noise_floor, slower, faster, new, gone} with rows
{function, path, a_ns, b_ns, delta_ns, a_calls, b_calls, overweight, responsibility, stands_out, reason},
those that stand out first; and identity, lanes, noise, runs, axis. Of an axis that is no time, `_ns` are ticks of it.

Exit codes: 0 done, 1 it could not be done, 2 the command line does not fit, 3 a --fail-if condition holds.
"
}

/// Reads what stands behind `compare`.
pub(super) fn parse(mut parser: lexopt::Parser) -> Result<Verb, CliError> {
    let mut given = Given::default();
    while let Some(arg) = parser.next()? {
        if matches!(arg, Short('h') | Long("help")) {
            return Ok(Verb::CompareHelp);
        }
        if let Value(file) = arg {
            given.files.push(PathBuf::from(file));
            continue;
        }
        let name = match arg {
            Long(name) => name.to_owned(),
            Short('o') => "output".to_owned(),
            other => return Err(other.unexpected().into()),
        };
        given.option(&name, &mut parser)?;
    }
    given.finish().map(|options| Verb::Compare(Box::new(options)))
}

/// What was given so far.
#[derive(Default)]
struct Given {
    files: Vec<PathBuf>,
    sides: [Vec<PathBuf>; 2],
    output: Option<Output>,
    top: Option<usize>,
    all: bool,
    rules: Option<PathBuf>,
    print_rules: bool,
    asked: Asked,
    fail_if: Vec<Condition>,
    store: Option<PathBuf>,
    times: bool,
}

impl Given {
    fn option(&mut self, name: &str, parser: &mut lexopt::Parser) -> Result<(), CliError> {
        match name {
            "a" => self.sides[0].extend(parser.values()?.map(PathBuf::from)),
            "b" => self.sides[1].extend(parser.values()?.map(PathBuf::from)),
            "json" => self.told(Output::Json)?,
            "markdown" => self.told(Output::Markdown)?,
            "print-rules" => self.print_rules = true,
            "all" => self.all = true,
            "times" => self.times = true,
            "rules" => self.rules = Some(PathBuf::from(parser.value()?)),
            "output" => self.store = Some(PathBuf::from(parser.value()?)),
            "top" => {
                let text = parser.value()?.string()?;
                self.top = Some(text.parse().map_err(|_| not("--top", "a number of rows", &text))?);
            }
            "fail-if" => {
                let text = parser.value()?.string()?;
                self.fail_if.push(Condition::parse(&text).map_err(|error| error.about(&text))?);
            }
            _ => self.asked_for(name, parser)?,
        }
        Ok(())
    }

    fn asked_for(&mut self, name: &str, parser: &mut lexopt::Parser) -> Result<(), CliError> {
        let asked = &mut self.asked;
        let option = format!("--{name}");
        if !matches!(name, "tau" | "measure" | "lanes" | "by" | "normalise" | "floor-percent" | "floor-us") {
            return Err(CliError::Usage(format!("invalid option '{option}'")));
        }
        let text = parser.value()?.string()?;
        match name {
            "tau" => asked.tau = Some(number(&option, &text, 1.0)?),
            "measure" => asked.measure = Some(choose(&option, &MEASURES, &text)?),
            "lanes" => asked.lanes = Some(choose(&option, &LANES, &text)?),
            "by" => asked.by = Some(choose(&option, &BY, &text)?),
            "normalise" => asked.normalisation = Some(choose(&option, &NORMALISATIONS, &text)?),
            "floor-percent" => asked.floor_percent = Some(number(&option, &text, 1e6)?),
            _ => asked.floor_us = Some(number(&option, &text, 1e12)?),
        }
        Ok(())
    }

    fn told(&mut self, output: Output) -> Result<(), CliError> {
        match self.output.replace(output) {
            Some(before) if before != output => {
                Err(CliError::Usage("--json or --markdown, not both".to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn finish(self) -> Result<CompareOptions, CliError> {
        let input = input(&self.files, self.sides)?;
        if let CompareInput::Stored(_) = input {
            let decided = [
                ("--rules", self.rules.is_some()),
                ("--tau", self.asked.tau.is_some()),
                ("--measure", self.asked.measure.is_some()),
                ("--lanes", self.asked.lanes.is_some()),
                ("-o", self.store.is_some()),
            ];
            if let Some((option, _)) = decided.into_iter().find(|(_, given)| *given) {
                let text =
                    format!("{option} needs both traces, A and B: a kept comparison does not hold them");
                return Err(CliError::Usage(text));
            }
        }
        let Self { output, top, all, rules, print_rules, asked, fail_if, store, times, .. } = self;
        let output = output.unwrap_or(Output::Text);
        Ok(CompareOptions { input, output, top, all, rules, print_rules, asked, fail_if, store, times })
    }
}

fn input(files: &[PathBuf], sides: [Vec<PathBuf>; 2]) -> Result<CompareInput, CliError> {
    let usage = |text: &str| Err(CliError::Usage(text.to_owned()));
    let sides = match (files, sides.iter().all(Vec::is_empty)) {
        ([], true) => return usage("compare needs two traces, A and B, or a kept comparison"),
        ([], false) => sides,
        (_, false) => return usage("give A and B, or --a FILE... and --b FILE..., not both"),
        ([kept], true) => return Ok(CompareInput::Stored(kept.clone())),
        ([a, b], true) => [vec![a.clone()], vec![b.clone()]],
        _ => return usage("compare takes two traces; several runs go behind --a and --b"),
    };
    for (letter, runs) in ["a", "b"].into_iter().zip(&sides) {
        if runs.is_empty() || runs.len() > MOST_RUNS {
            let text = format!("--{letter} takes 1 to {MOST_RUNS} files, not {}", runs.len());
            return Err(CliError::Usage(text));
        }
    }
    let is_stdin = |path: &&PathBuf| path.as_path() == Path::new("-");
    match (sides.iter().flatten().filter(is_stdin).count(), sides.iter().any(|side| side.len() > 1)) {
        (0, _) | (1, false) => Ok(CompareInput::Traces(sides)),
        (_, true) => usage("of several runs one is read twice, which standard input cannot be"),
        _ => usage("standard input is one trace, not both"),
    }
}

fn number(option: &str, text: &str, most: f64) -> Result<f64, CliError> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=most).contains(number));
    number.ok_or_else(|| not(option, &format!("a number from 0 to {most}"), text))
}

fn not(option: &str, wanted: &str, text: &str) -> CliError {
    CliError::Usage(format!("{option} is {wanted}, not {text}"))
}

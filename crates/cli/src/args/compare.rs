//! The command line of `diptych compare`.

use super::EXIT_CODES;
use super::values::{number, one_of, rows, word};
use crate::words::{BY, NORMALISATIONS};
use diptych_compare::ranking::{By, Normalisation};
use diptych_protocol::{LaneMatching, Measure};
use std::path::PathBuf;

const OUTPUT: &str = "Output";
const CORRESPONDS: &str = "What corresponds (not with PAIR.diptych, where it is decided)";
const LISTED: &str = "What is listed";
const SCRIPTS: &str = "For scripts";

const USAGE: &str = "\
diptych compare [OPTIONS] A B
       diptych compare [OPTIONS] --a FILE... --b FILE...
       diptych compare [OPTIONS] PAIR.diptych";

/// Of `compare`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(args_override_self = true, override_usage = USAGE, after_help = after_help())]
pub(crate) struct CompareArgs {
    /// Two traces, of which A is the baseline; or a comparison kept with -o, without its traces
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Several runs of A, up to 20: what is listed is then tested against how the runs of one side differ. Calls are
    /// aligned between the run of the median total of each side (of an even number the lower)
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) a: Vec<PathBuf>,
    /// Several runs of B
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) b: Vec<PathBuf>,

    /// All figures, and all rows of all lists; the same bytes for the same files
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["markdown", "csv"])]
    pub(crate) json: bool,
    /// Headings and tables, for a comment
    #[arg(long, help_heading = OUTPUT, conflicts_with = "csv")]
    pub(crate) markdown: bool,
    /// With --functions: a line a function
    #[arg(long, help_heading = OUTPUT, requires = "functions")]
    pub(crate) csv: bool,
    /// Instead: a table of all functions with their self time and inclusive time on both sides, the largest change of
    /// self time first, and the geometric means of what B took of A
    #[arg(long, help_heading = OUTPUT, conflicts_with = "markdown")]
    pub(crate) functions: bool,
    /// Rows of each list [10; with --json and --functions all]
    #[arg(long, value_name = "N", value_parser = rows, help_heading = OUTPUT)]
    pub(crate) top: Option<usize>,
    /// Also rows that do not stand out (as the whole run, within what calls differ by anyway), which else are counted;
    /// with --json and --markdown they are there in any case
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) all: bool,
    /// Keep the comparison without its traces, for `diptych compare FILE`, `diptych render FILE` and to be dropped on the
    /// page
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// Say on standard error how long each step took
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) times: bool,

    /// Identity rules; `defaults` in it stands for those of the formats
    #[arg(long, value_name = "FILE", help_heading = CORRESPONDS)]
    pub(crate) rules: Option<PathBuf>,
    /// Print the rules as text and stop: the beginning of a FILE for --rules
    #[arg(long, help_heading = CORRESPONDS)]
    pub(crate) print_rules: bool,
    /// Print the rules with rules and renames added that look right, and what each gains, and stop
    #[arg(long, conflicts_with = "print_rules", help_heading = CORRESPONDS)]
    pub(crate) propose_renames: bool,
    /// What the program is made of, a list of paths or RSF: which of its files ran is then said. One is of both sides, of
    /// two the first is that of A
    #[arg(long, value_name = "FILE", num_args = 1..=2, help_heading = LISTED)]
    pub(crate) structure: Vec<PathBuf>,
    /// How lanes are paired: by what they run, by name or by order [overlap]
    #[arg(long, value_name = "HOW", value_parser = word::<LaneMatching>(), help_heading = CORRESPONDS)]
    pub(crate) lanes: Option<LaneMatching>,
    /// Least similarity of two callee sets, 0 to 1 [0.2]
    #[arg(long, value_name = "N", value_parser = number(1.0), help_heading = CORRESPONDS)]
    pub(crate) tau: Option<f64>,
    /// Similarity of callee sets [plain]
    #[arg(long, value_name = "HOW", value_parser = word::<Measure>(), help_heading = CORRESPONDS)]
    pub(crate) measure: Option<Measure>,

    /// Functions by self time, or paths by inclusive time [function]
    #[arg(long, value_name = "WHAT", value_parser = one_of(BY), help_heading = LISTED)]
    pub(crate) by: Option<By>,
    /// What is compared: time as recorded, its share of the whole run, or time a call [absolute]
    #[arg(long, value_name = "HOW", value_parser = one_of(NORMALISATIONS), help_heading = LISTED)]
    pub(crate) normalise: Option<Normalisation>,
    /// Changes up to this share of the smaller side are left out [5]
    #[arg(long, value_name = "N", value_parser = number(1e6), help_heading = LISTED)]
    pub(crate) floor_percent: Option<f64>,
    /// And changes up to so many microseconds, or units of what is measured [10]
    #[arg(long, value_name = "N", value_parser = number(1e12), help_heading = LISTED)]
    pub(crate) floor_us: Option<f64>,
    /// Only calls of functions that fit, and what they call; more than once. A GLOB is a name, a file or `name (file)`,
    /// in which * stands for any text and ? for any character
    #[arg(long, value_name = "GLOB", help_heading = LISTED)]
    pub(crate) focus: Vec<String>,
    /// No calls of functions that fit, nor what they call; more than once
    #[arg(long, value_name = "GLOB", help_heading = LISTED)]
    pub(crate) ignore: Vec<String>,

    /// Exit with 3 if it holds, with all that it holds of on standard error; more than once
    #[arg(long, value_name = "CONDITION", help_heading = SCRIPTS)]
    pub(crate) fail_if: Vec<String>,
    /// A file of changes that are known, which no --fail-if holds of: a CONDITION of a row a line, and # before remarks
    #[arg(long, value_name = "FILE", help_heading = SCRIPTS)]
    pub(crate) known: Option<PathBuf>,
    /// Do not exit with 4 where the two can hardly be compared
    #[arg(long, help_heading = SCRIPTS)]
    pub(crate) allow_unlike: bool,
    /// Do not exit with 4 where a file is cut off or a side ends before the other
    #[arg(long, help_heading = SCRIPTS)]
    pub(crate) allow_incomplete: bool,
}

fn after_help() -> String {
    format!("{CONDITIONS}\n{JSON}\n{EXIT_CODES}")
}

const CONDITIONS: &str = "\
A CONDITION is terms joined by `and`. A term is a word, a relation and a value: `slower>5%`, `file=src/*`.

Numbers, after one of > >= < <=. Units are % or, for times, ns, us, ms and s; a number without unit counts:
  slower, faster   rows that stand out in that list: their change in % of their own time in A, or in time
  new, gone        rows of that list: their time
  share            the change as % of all of A's time
  confidence       of several runs a side: 100 % less the chance that a change as large is noise
  total            B's extent against A's, first to last instant: in % of A's, or the time more; may be negative.
                   Of several runs a side it holds only of more than they differ by among themselves
  moved            calls out of order or under other callers: how many, or % of all calls of A
  matched          % of calls that have their partner in order; of the side with less
  identity         % of calls whose function both sides have; of the side with less

Names, after = or !=, in which * stands for any text and ? for any character; in \"…\" where they hold ` and `:
  function         the name of a function, or `name (file)`
  file             its file
  path             its callers and itself, outermost first, joined by ` > `; ** stands for any number of callers.
                   Rows are then paths, by inclusive time
  time=self, time=inclusive
                   what is measured, of a function [self] or a path [inclusive]

All terms about rows hold of one and the same row, and all rows of which they hold are named. `>` and `>=` ask for
some row, `<` and `<=` for the largest of those that fit the rest (0 without any). A number without unit counts those
that fit the rest.

  --fail-if 'slower>5% and share>1%'                  a function grew by more than 5 %, and that by 1 % of the run
  --fail-if 'slower>10% and file=src/parser/*'        something in these files grew by more than a tenth
  --fail-if 'slower>3% and confidence>99%'            several runs a side: grew, and surely so
  --fail-if 'slower>1ms and path=** > load > **'      something that `load` calls, by inclusive time
  --fail-if 'faster<20% and function=encode'          `encode` did not become a fifth faster
";

const JSON: &str = "\
JSON: verdict {text, warning, whole, ends_early, ratio, extent_a_ns, total_a_ns, ...}, calls {a, b}, alignment
{matched, moved_a, moved_b, only_a, only_b, matched_time_a, matched_time_b} (calls; ns of self time in matched or moved
calls), similarity {tau, distinct_a, distinct_b, class_pairs, call_pairs} (call_pairs is exact and may exceed 2^53),
groups (of the whole extents at 1,920 pixels), ranking {normalisation, noise_floor, phases, slower, faster, new, gone,
pauses} with rows {function, path, a_ns, b_ns, delta_ns, a_calls, b_calls, call_a, call_b, overweight, responsibility,
stands_out, reason} and by_calls_ns + by_length_ns + by_few_calls_ns, what of delta_ns more or fewer, longer or shorter
and a few very long calls explain; those that stand out first; and identity, lanes, noise, runs, axis. With
--functions: functions with rows {function, a_calls, b_calls, a_self_ns, b_self_ns, a_inclusive_ns, b_inclusive_ns},
and geometric_mean {self, inclusive, functions}. With
--structure: structure {a, b} with {name, files, ran, not_listed, ambiguous, never_ran} (paths). Of an axis that is no time, `_ns` are ticks of it.
";

//! The command line of `diptych compare`.

use super::values::{TimeRange, label, number, one_of, rows, rules_file, time_range, word};
use super::{EXIT_CODES, TEMPLATE};
use crate::dataset::Label;
use crate::rules::RulesFile;
use crate::words::{BY, NORMALISATIONS};
use diptych_compare::ranking::{Normalisation, RowUnit};
use diptych_protocol::comparison::DifferenceOrder;
use diptych_protocol::{LaneMatching, Measure};
use std::path::PathBuf;

const OUTPUT: &str = "Output";
const MATCHING: &str = "Matching (not with PAIR.diptych)";
const LISTED: &str = "What is listed";
const SCRIPTS: &str = "For scripts";
const TABLES: &str = "Parquet";

const USAGE: &str = "\
diptych compare [OPTIONS] A B
       diptych compare [OPTIONS] --a FILE... --b FILE...
       diptych compare [OPTIONS] PAIR.diptych";

const EXAMPLES: &str = "\
Examples:
  diptych compare before.json after.json
  diptych compare --a base-*.json --b change-*.json
  diptych compare before.json after.json --fail-if 'slower>5% and share>1%'";

const SHORT_END: &str = "`--help` lists all options. docs/conditions.md explains conditions.";

/// Arguments of `compare`.
#[derive(Debug, Default, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(args_override_self = true, override_usage = USAGE, help_template = TEMPLATE, before_help = EXAMPLES)]
#[command(after_help = SHORT_END, after_long_help = long_end())]
pub(crate) struct CompareArgs {
    /// Two traces, A (the baseline) and B, or one stored comparison
    ///
    /// `-o` writes a stored comparison.
    #[arg(value_name = "FILE", hide_short_help = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Several runs of A, up to 20
    ///
    /// With several runs per side, Diptych compares each difference with the variation between runs of one side. Calls
    /// are matched only between one run of A and one run of B. On each side, Diptych takes the run with the median
    /// total time. If the number of runs is even, it takes the one of the middle two with less total time.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) a: Vec<PathBuf>,
    /// Several runs of B
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) b: Vec<PathBuf>,

    /// Print all figures and all rows as JSON
    ///
    /// Equal files give equal bytes. docs/conditions.md lists the fields.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["markdown", "csv"])]
    pub(crate) json: bool,
    /// Print Markdown, for a comment on a pull request
    #[arg(long, help_heading = OUTPUT, conflicts_with = "csv")]
    pub(crate) markdown: bool,
    /// With --functions: print CSV, one line per function
    #[arg(long, help_heading = OUTPUT, requires = "functions", hide_short_help = true)]
    pub(crate) csv: bool,
    /// Print a table of all functions instead of the lists
    ///
    /// The table gives self time and inclusive time on both sides, the largest change of self time first, and the
    /// geometric means of B ÷ A.
    #[arg(long, help_heading = OUTPUT, conflicts_with = "markdown")]
    pub(crate) functions: bool,
    /// Rows per list [default: 10; with --json or --functions: all]
    #[arg(long, value_name = "N", value_parser = rows, help_heading = OUTPUT)]
    pub(crate) top: Option<usize>,
    /// Also list changes that are not significant
    ///
    /// A change is not significant if the whole run changed by the same factor, if only single slow calls differ, or if
    /// it is within normal variation. Without --all, the report gives the number of such changes, but does not list
    /// them. --json and --markdown always list them.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) all: bool,
    /// Print one list for each kind: slower, faster, new, gone, waiting and outlier calls
    ///
    /// Without --lists, a single list has the largest changes of all kinds, by self time.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, conflicts_with_all = ["functions", "json"])]
    pub(crate) lists: bool,
    /// Store the comparison in a `.diptych` file
    ///
    /// `diptych compare FILE` and `diptych render FILE` read this file, and you can drop it on the page.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// With -o: store the traces, too, so that every picture can be drawn from the file
    ///
    /// The arguments of calls are never stored; only the original traces have them.
    #[arg(long, requires = "output", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) with_traces: bool,
    /// Print the time of each step to standard error
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) times: bool,

    /// File of identity rules, which decide when two names mean the same function
    ///
    /// In the file, a line `defaults` stands for the default rules.
    #[arg(long, value_name = "FILE", value_parser = rules_file(), help_heading = MATCHING, hide_short_help = true)]
    pub(crate) rules: Option<RulesFile>,
    /// Print the identity rules and stop
    ///
    /// A comment above each rule has two counts: how many functions of A match a function of B by this rule, and how
    /// many functions of the same side the rule treats as one function. You can edit the output and pass it to --rules.
    #[arg(long, help_heading = MATCHING, hide_short_help = true)]
    pub(crate) print_rules: bool,
    /// Print the identity rules with suggested rules and renames, and stop
    ///
    /// A comment above each suggestion says how many more calls match with it.
    #[arg(long, conflicts_with = "print_rules", help_heading = MATCHING, hide_short_help = true)]
    pub(crate) propose_renames: bool,
    /// Compare with the suggested rules and renames
    ///
    /// --propose-renames prints these suggestions. Below the lists, the report says how many more calls match with them.
    #[arg(long, conflicts_with_all = ["print_rules", "propose_renames"], help_heading = MATCHING)]
    #[arg(hide_short_help = true)]
    pub(crate) accept_renames: bool,
    /// The files of the program: a list of paths or RSF
    ///
    /// RSF is the Rigi Standard Format, and docs/formats.md explains both kinds of list. The report then says which
    /// files of the program ran. A single list applies to both sides. Of two lists, the first is for A.
    #[arg(long, value_name = "FILE", num_args = 1..=2, help_heading = LISTED, hide_short_help = true)]
    pub(crate) structure: Vec<PathBuf>,
    /// Pair lanes by their calls, by name or by order [default: overlap]
    #[arg(long, value_name = "HOW", value_parser = word::<LaneMatching>(), help_heading = MATCHING)]
    #[arg(hide_short_help = true)]
    pub(crate) lanes: Option<LaneMatching>,
    /// Similarity that two calls must exceed to count as similar, from 0 to 1 [default: 0.2]
    ///
    /// The callee set of a call has all functions that run inside the call. The similarity of two calls is the number
    /// of functions in both callee sets, divided by the number of functions in at least one of them.
    #[arg(long, value_name = "N", value_parser = number(1.0), help_heading = MATCHING, hide_short_help = true)]
    pub(crate) tau: Option<f64>,
    /// Similarity measure for callee sets [default: plain]
    ///
    /// The callee set of a call has all functions that run inside the call. `plain` compares only which functions are
    /// in two sets, `multiset` also how often each function is called, and `time` also the self time of each function.
    /// With --tau or --measure, the report also gives the number of similar calls.
    #[arg(long, value_name = "HOW", value_parser = word::<Measure>(), help_heading = MATCHING)]
    #[arg(hide_short_help = true)]
    pub(crate) measure: Option<Measure>,

    /// List functions by self time, or call paths by inclusive time
    ///
    /// The default is functions.
    #[arg(long, value_name = "WHAT", value_parser = one_of(BY), help_heading = LISTED)]
    #[arg(hide_short_help = true)]
    pub(crate) by: Option<RowUnit>,
    /// Compare time as recorded, its share of the run, or time per call [default: absolute]
    #[arg(long, value_name = "HOW", value_parser = one_of(NORMALISATIONS), help_heading = LISTED)]
    #[arg(hide_short_help = true)]
    pub(crate) normalise: Option<Normalisation>,
    /// Ignore a change of up to N percent of the function's time, taken from the side with less [default: 5]
    #[arg(long, value_name = "N", value_parser = number(1e6), help_heading = LISTED, hide_short_help = true)]
    pub(crate) floor_percent: Option<f64>,
    /// Ignore a change of up to N microseconds [default: 10]
    ///
    /// If the trace measures something other than time, N is in the unit of the trace.
    #[arg(long, value_name = "N", value_parser = number(1e12), help_heading = LISTED, hide_short_help = true)]
    pub(crate) floor_us: Option<f64>,
    /// Sort the lists by this change [default: self]
    ///
    /// Rows are sorted by the change of self time (`self`), of inclusive time, which the rows then show (`inclusive`),
    /// of time per call (`per-call`), or of the number of calls (`calls`); by the change in percent of A (`relative`);
    /// or by the growth beyond that of the whole run (`run`). Significant rows come first.
    #[arg(long, value_name = "WHAT", value_parser = word::<DifferenceOrder>(), help_heading = LISTED)]
    #[arg(hide_short_help = true, conflicts_with = "functions")]
    pub(crate) sort: Option<DifferenceOrder>,
    /// Keep only calls of functions that match GLOB, and everything they call
    ///
    /// GLOB is a name, a file or `name (file)`. `*` stands for any text and `?` for any character. May be repeated.
    #[arg(long, value_name = "GLOB", help_heading = LISTED)]
    #[arg(hide_short_help = true)]
    pub(crate) focus: Vec<String>,
    /// Leave out calls of functions that match GLOB, and everything they call
    ///
    /// May be repeated.
    #[arg(long, value_name = "GLOB", help_heading = LISTED)]
    #[arg(hide_short_help = true)]
    pub(crate) ignore: Vec<String>,

    /// Compare only this time range of A, such as 10ms..12ms
    ///
    /// Units are ns, us, ms and s; a trace without time takes numbers in its own unit. Of a call that is only partly in
    /// the range, the part inside counts. To compare two ranges of one run, give its file as A and as B.
    #[arg(long, value_name = "T0..T1", value_parser = time_range, help_heading = LISTED, hide_short_help = true)]
    pub(crate) range_a: Option<TimeRange>,
    /// Compare only this time range of B
    #[arg(long, value_name = "T0..T1", value_parser = time_range, help_heading = LISTED, hide_short_help = true)]
    pub(crate) range_b: Option<TimeRange>,

    /// Exit with code 3 if the condition holds
    ///
    /// Standard error names each function or path for which it holds. docs/conditions.md has the grammar and examples.
    /// May be repeated.
    #[arg(long, value_name = "CONDITION", help_heading = SCRIPTS)]
    pub(crate) fail_if: Vec<String>,
    /// A file of known changes, which --fail-if skips
    ///
    /// Each line is a condition about one function or path. Lines that start with `#` are comments.
    #[arg(long, value_name = "FILE", help_heading = SCRIPTS)]
    pub(crate) known: Option<PathBuf>,
    /// Do not exit with code 4 if the traces may not be comparable
    #[arg(long, help_heading = SCRIPTS, hide_short_help = true)]
    pub(crate) allow_unlike: bool,
    /// Do not exit with code 4 if a trace is cut off or ends early
    #[arg(long, help_heading = SCRIPTS, hide_short_help = true)]
    pub(crate) allow_incomplete: bool,
    /// Write a comment for a pull request: the outcome of all conditions, and the ten largest changes
    ///
    /// The file is Markdown of a few kilobytes. Names of functions are escaped, so they cannot mention people or make
    /// links.
    #[arg(long, value_name = "FILE", help_heading = SCRIPTS, hide_short_help = true)]
    pub(crate) comment: Option<PathBuf>,

    /// Also write the comparison as tables, in Parquet files below DIR
    ///
    /// The tables are verdict, differences, `pair_functions` and areas. docs/parquet.md lists their columns. Files of other
    /// pairs stay.
    #[arg(long, value_name = "DIR", help_heading = TABLES, hide_short_help = true)]
    pub(crate) parquet: Option<PathBuf>,
    /// With --parquet: add a label, which becomes a folder KEY=VALUE and a column when the tables are read
    ///
    /// May be repeated. Use the same keys in the same order for all pairs of a folder.
    #[arg(long, value_name = "KEY=VALUE", value_parser = label, requires = "parquet", help_heading = TABLES)]
    #[arg(hide_short_help = true)]
    pub(crate) label: Vec<Label>,
    /// With --parquet: name of the pair, and of its files
    ///
    /// The default is the names of the first files of both sides, as in `a.json..b.json`. Files of that name under the
    /// same labels are replaced.
    #[arg(long, value_name = "NAME", requires = "parquet", help_heading = TABLES, hide_short_help = true)]
    pub(crate) name: Option<String>,
    /// With --parquet: also write the table matches, a row for each pair of matched calls and each call without a match
    #[arg(long, requires = "parquet", help_heading = TABLES, hide_short_help = true)]
    pub(crate) matched_calls: bool,
    /// With --parquet: keep HASH in the metadata of the files, as `diptych.inputs`
    ///
    /// A scheduler can compare HASH with the hash of its inputs, to find out whether the pair is already compared.
    #[arg(long, value_name = "HASH", requires = "parquet", help_heading = TABLES, hide_short_help = true)]
    pub(crate) inputs_hash: Option<String>,
}

fn long_end() -> String {
    format!(
        "docs/conditions.md explains conditions, known changes and the fields of --json.\n\
         docs/compare.md explains how Diptych decides what changed.\n\n{EXIT_CODES}"
    )
}

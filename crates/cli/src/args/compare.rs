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
    /// Compare A (the baseline) with B, or read a stored comparison
    ///
    /// `diptych compare A B -o FILE` writes a stored comparison.
    #[arg(value_name = "FILE", hide_short_help = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Compare several runs of A, at most 20
    ///
    /// With several runs per side, Diptych compares each difference with the variation between runs of one side.
    /// Diptych matches the calls of only one run per side, the run with the median total time. If a side has an even
    /// number of runs, Diptych takes the faster of the two middle runs.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) a: Vec<PathBuf>,
    /// Compare several runs of B, at most 20
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) b: Vec<PathBuf>,

    /// Print all figures and all rows as JSON
    ///
    /// The same input files always give exactly the same output. docs/conditions.md lists the fields.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["markdown", "csv"])]
    pub(crate) json: bool,
    /// Print Markdown, for a comment on a pull request
    #[arg(long, help_heading = OUTPUT, conflicts_with = "csv")]
    pub(crate) markdown: bool,
    /// Print the table of --functions as CSV, with one line per function
    #[arg(long, help_heading = OUTPUT, requires = "functions", hide_short_help = true)]
    pub(crate) csv: bool,
    /// Print a table of all functions instead of the lists
    ///
    /// For each function, the table has the self time and the inclusive time on both sides. Functions with the largest
    /// change of self time come first. Below the functions, the table gives the geometric means of the ratios B ÷ A.
    #[arg(long, help_heading = OUTPUT, conflicts_with = "markdown")]
    pub(crate) functions: bool,
    /// Print N rows per list [default: 10]
    ///
    /// With --json or --functions, the default is all rows.
    #[arg(long, value_name = "N", value_parser = rows, help_heading = OUTPUT)]
    pub(crate) top: Option<usize>,
    /// Also list changes that are not significant
    ///
    /// A change is not significant if the whole run changed by the same factor, if calls usually vary by as much, or if
    /// only a few slow calls cause the change. Without --all, the report only gives the number of changes that are not
    /// significant. --json and --markdown list all changes even without --all.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) all: bool,
    /// Print one list for each kind of change, such as slower, faster, new and gone functions
    ///
    /// There are also lists of waiting functions and of outlier calls. An outlier call takes much longer than other
    /// calls of the same function. Without --lists, one list has the largest changes of all kinds, by self time.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, conflicts_with_all = ["functions", "json"])]
    pub(crate) lists: bool,
    /// Store the comparison in a `.diptych` file
    ///
    /// `diptych compare FILE` and `diptych render FILE` read the stored comparison. You can also drop FILE on Diptych's
    /// web page.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// Store both traces in the file of -o, so that Diptych can draw every picture from the file
    ///
    /// The file never contains the arguments of calls. Only the original traces contain arguments.
    #[arg(long, requires = "output", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) with_traces: bool,
    /// Print the duration of each step of the comparison to standard error
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) times: bool,

    /// Match names by the identity rules in FILE
    ///
    /// Identity rules decide when two names mean the same function. In FILE, a line `defaults` stands for the default
    /// rules. docs/identity.md explains the rules.
    #[arg(long, value_name = "FILE", value_parser = rules_file(), help_heading = MATCHING, hide_short_help = true)]
    pub(crate) rules: Option<RulesFile>,
    /// Print the identity rules and stop
    ///
    /// Identity rules decide when two names mean the same function. A comment above each rule gives two numbers: how
    /// many functions of A match a function of B because of the rule, and how many functions of the same side become
    /// one function because of the rule. You can edit the output, save it, and pass the file to --rules.
    #[arg(long, help_heading = MATCHING, hide_short_help = true)]
    pub(crate) print_rules: bool,
    /// Print the identity rules with suggested rules and renames, and stop
    ///
    /// Identity rules decide when two names mean the same function. A rename says that a function has another name in B
    /// than in A. A comment above each suggestion says how many more calls would match.
    #[arg(long, conflicts_with = "print_rules", help_heading = MATCHING, hide_short_help = true)]
    pub(crate) propose_renames: bool,
    /// Compare with all suggested identity rules and renames
    ///
    /// Identity rules decide when two names mean the same function. --propose-renames prints the suggestions. Below its
    /// lists, the report says how many more calls match because of the suggestions.
    #[arg(long, conflicts_with_all = ["print_rules", "propose_renames"], help_heading = MATCHING)]
    #[arg(hide_short_help = true)]
    pub(crate) accept_renames: bool,
    /// Read a list of all source files, and report which of them ran
    ///
    /// FILE is a list of paths of source files, or a graph in the Rigi Standard Format (RSF). docs/formats.md explains
    /// both formats. If you give one FILE, it is for both A and B. If you give two FILEs, the first is for A and the
    /// second for B.
    #[arg(long, value_name = "FILE", num_args = 1..=2, help_heading = LISTED, hide_short_help = true)]
    pub(crate) structure: Vec<PathBuf>,
    /// Choose how lanes of A are paired with lanes of B [default: overlap]
    ///
    /// A lane holds the calls of one thread, process or MPI rank. `overlap` pairs lanes that spend their time in the
    /// same functions. `name` pairs lanes with the same name, or the same name without digits. `order` pairs the first
    /// lane of A with the first lane of B, and so on.
    #[arg(long, value_name = "HOW", value_parser = word::<LaneMatching>(), help_heading = MATCHING)]
    #[arg(hide_short_help = true)]
    pub(crate) lanes: Option<LaneMatching>,
    /// Count two calls as similar if their similarity exceeds N, from 0 to 1 [default: 0.2]
    ///
    /// The callee set of a call contains the function of the call and all functions that run inside the call. The
    /// similarity of two calls is the number of functions in both callee sets divided by the number of functions in at
    /// least one of them. With --tau or --measure, the report also gives the number of similar calls.
    #[arg(long, value_name = "N", value_parser = number(1.0), help_heading = MATCHING, hide_short_help = true)]
    pub(crate) tau: Option<f64>,
    /// Choose how the similarity of two calls is measured [default: plain]
    ///
    /// The similarity of two calls compares the callee sets of the calls. The callee set of a call contains the
    /// function of the call and all functions that run inside the call. `plain` compares which functions the sets
    /// contain. `multiset` also compares how often each function is called. `time` also compares the self time of each
    /// function. With --tau or --measure, the report also gives the number of similar calls.
    #[arg(long, value_name = "HOW", value_parser = word::<Measure>(), help_heading = MATCHING)]
    #[arg(hide_short_help = true)]
    pub(crate) measure: Option<Measure>,

    /// Choose the rows of the lists: functions or call paths [default: function]
    ///
    /// `function` lists functions by self time. `path` lists call paths by inclusive time. A call path is a function
    /// with all its callers, such as `main › load › parse`.
    #[arg(long, value_name = "WHAT", value_parser = one_of(BY), help_heading = LISTED)]
    #[arg(hide_short_help = true)]
    pub(crate) by: Option<RowUnit>,
    /// Choose which times are compared [default: absolute]
    ///
    /// `absolute` compares times as recorded. `per-total` divides each time by the time of the whole run. `per-call`
    /// divides each time by the number of calls.
    #[arg(long, value_name = "HOW", value_parser = one_of(NORMALISATIONS), help_heading = LISTED)]
    #[arg(hide_short_help = true)]
    pub(crate) normalise: Option<Normalisation>,
    /// Ignore changes of up to N percent of the function's time [default: 5]
    ///
    /// The percentage is relative to the side on which the function takes less time.
    #[arg(long, value_name = "N", value_parser = number(1e6), help_heading = LISTED, hide_short_help = true)]
    pub(crate) floor_percent: Option<f64>,
    /// Ignore changes of up to N microseconds [default: 10]
    ///
    /// If the trace measures something other than time, N is in the unit of the trace.
    #[arg(long, value_name = "N", value_parser = number(1e12), help_heading = LISTED, hide_short_help = true)]
    pub(crate) floor_us: Option<f64>,
    /// Choose the change by which the lists are sorted [default: self]
    ///
    /// `self` sorts by the change of self time. `inclusive` sorts by the change of inclusive time, and the rows show
    /// inclusive time. `per-call` sorts by the change of the time per call. `calls` sorts by the number of calls in A
    /// or in B, whichever is larger. `relative` sorts by the change in percent of A. `run` sorts by the growth of a row
    /// divided by the growth of the whole run. Significant rows always come first.
    #[arg(long, value_name = "WHAT", value_parser = word::<DifferenceOrder>(), help_heading = LISTED)]
    #[arg(hide_short_help = true, conflicts_with = "functions")]
    pub(crate) sort: Option<DifferenceOrder>,
    /// Keep only the calls of functions that match GLOB, and all calls inside them
    ///
    /// GLOB is a pattern for a name, a file or `name (file)`. `*` stands for any text and `?` for any character. You
    /// can repeat the option.
    #[arg(long, value_name = "GLOB", help_heading = LISTED)]
    #[arg(hide_short_help = true)]
    pub(crate) focus: Vec<String>,
    /// Leave out the calls of functions that match GLOB, and all calls inside them
    ///
    /// GLOB is a pattern for a name, a file or `name (file)`. `*` stands for any text and `?` for any character. You
    /// can repeat the option.
    #[arg(long, value_name = "GLOB", help_heading = LISTED)]
    #[arg(hide_short_help = true)]
    pub(crate) ignore: Vec<String>,

    /// Compare only a time range of A, such as 10ms..12ms
    ///
    /// The units are `ns`, `us`, `ms` and `s`. If a trace does not measure time, write numbers in the unit of the
    /// trace. If a call is only partly in the range, only the part inside the range counts. Without `--range-b`,
    /// Diptych compares the time range of B that contains the matches of the calls in the range of A. To compare two
    /// ranges of one run, give the same file as A and as B.
    #[arg(long, value_name = "T0..T1", value_parser = time_range, help_heading = LISTED, hide_short_help = true)]
    pub(crate) range_a: Option<TimeRange>,
    /// Compare only a time range of B, such as 10ms..12ms
    ///
    /// The units are `ns`, `us`, `ms` and `s`. Without `--range-a`, Diptych compares the time range of A that contains
    /// the matches of the calls in the range of B.
    #[arg(long, value_name = "T0..T1", value_parser = time_range, help_heading = LISTED, hide_short_help = true)]
    pub(crate) range_b: Option<TimeRange>,

    /// Exit with code 3 if CONDITION holds
    ///
    /// An example of a condition is `slower>5% and share>1%`. Standard error names each function or call path for which
    /// CONDITION holds. docs/conditions.md explains all conditions. You can repeat the option.
    #[arg(long, value_name = "CONDITION", help_heading = SCRIPTS)]
    pub(crate) fail_if: Vec<String>,
    /// Skip the known changes in FILE for --fail-if
    ///
    /// Each line of FILE is a condition about one function or call path. Lines that start with `#` are comments.
    #[arg(long, value_name = "FILE", help_heading = SCRIPTS)]
    pub(crate) known: Option<PathBuf>,
    /// Do not exit with code 4 if the traces may not be comparable
    #[arg(long, help_heading = SCRIPTS, hide_short_help = true)]
    pub(crate) allow_unlike: bool,
    /// Do not exit with code 4 if a trace is cut off or ends early
    #[arg(long, help_heading = SCRIPTS, hide_short_help = true)]
    pub(crate) allow_incomplete: bool,
    /// Write a comment for a pull request to FILE
    ///
    /// The comment says which conditions of --fail-if hold, and lists the ten largest changes. The comment is Markdown
    /// text of a few kilobytes. In the comment, function names cannot mention people or create links, because Diptych
    /// escapes the names.
    #[arg(long, value_name = "FILE", help_heading = SCRIPTS, hide_short_help = true)]
    pub(crate) comment: Option<PathBuf>,

    /// Also write the comparison as Parquet tables into the folder DIR
    ///
    /// Diptych writes the tables `verdict`, `differences`, `pair_functions` and `areas`. docs/parquet.md lists the
    /// columns of each table. Files of other comparisons in DIR do not change.
    #[arg(long, value_name = "DIR", help_heading = TABLES, hide_short_help = true)]
    pub(crate) parquet: Option<PathBuf>,
    /// Add a label to the tables of --parquet, such as `commit=3f2a91c`
    ///
    /// Diptych writes the files into a folder named `KEY=VALUE`. DuckDB, Spark and Polars show the label as a column
    /// named KEY. Use the same keys in the same order for all comparisons in one folder. You can repeat the option.
    #[arg(long, value_name = "KEY=VALUE", value_parser = label, requires = "parquet", help_heading = TABLES)]
    #[arg(hide_short_help = true)]
    pub(crate) label: Vec<Label>,
    /// Name the comparison and its files in the tables of --parquet
    ///
    /// By default, the name consists of the names of the first files of A and B, as in `a.json..b.json`. If files with
    /// the same name and labels exist, Diptych replaces them.
    #[arg(long, value_name = "NAME", requires = "parquet", help_heading = TABLES, hide_short_help = true)]
    pub(crate) name: Option<String>,
    /// Also write the table `matches` into the folder of --parquet
    ///
    /// The table `matches` has a row for each pair of matched calls, and for each call without a match.
    #[arg(long, requires = "parquet", help_heading = TABLES, hide_short_help = true)]
    pub(crate) matched_calls: bool,
    /// Store HASH in the metadata of the files that --parquet writes
    ///
    /// The metadata field is `diptych.inputs`. A scheduler can later compare HASH with the hash of the current traces.
    /// If the two hashes are equal, the comparison need not run again.
    #[arg(long, value_name = "HASH", requires = "parquet", help_heading = TABLES, hide_short_help = true)]
    pub(crate) inputs_hash: Option<String>,
}

fn long_end() -> String {
    format!(
        "docs/conditions.md explains conditions, known changes and the fields of --json.\n\
         docs/compare.md explains how Diptych decides what changed.\n\n{EXIT_CODES}"
    )
}

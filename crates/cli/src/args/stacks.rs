//! The command line of `diptych flame`.

use super::TEMPLATE;
use super::values::{number, one_of, rules_file};
use crate::rules::RulesFile;
use crate::words::Table;
use diptych_desk_profile::profiles::ProfileGraph;
use diptych_profile::{ColorBy, Folding, Measure, Order, Scale, WidthBy};
use std::path::PathBuf;

const FOLDINGS: Table<Folding> =
    &[("direct", Folding::Direct), ("full", Folding::Full), ("none", Folding::AsCalled)];
const ORDERS: Table<SiblingOrder> = &[
    ("weight", SiblingOrder::Paths(Order::Weight)),
    ("name", SiblingOrder::Paths(Order::Name)),
    ("first-call", SiblingOrder::Paths(Order::FirstCall)),
    ("time", SiblingOrder::Calls),
];

const WIDTHS: Table<WidthBy> =
    &[("larger", WidthBy::Larger), ("a", WidthBy::A), ("b", WidthBy::B), ("changes", WidthBy::Changes)];
const COLORS: Table<ColorBy> =
    &[("own", ColorBy::OwnBaseline), ("absolute", ColorBy::Absolute), ("share", ColorBy::ShareOfTotal)];
const MEASURES: Table<Measure> = &[("total", Measure::Total), ("self", Measure::Own)];
const SCALES: Table<Scale> = &[("absolute", Scale::Absolute), ("per-total", Scale::PerTotal)];
const GRAPHS: Table<ProfileGraph> = &[("flame", ProfileGraph::Flame), ("funky", ProfileGraph::Funky)];
const PICTURE: &str = "The picture (.svg only)";
const WRITTEN: &str = "What is written";

const EXAMPLES: &str = "\
Examples:
  diptych flame trace.json -o flame.svg
  diptych flame before.json after.json -o difference.svg
  diptych flame trace.json -o stacks.folded";

/// The order of siblings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SiblingOrder {
    /// Call paths in this order.
    Paths(Order),
    /// Single calls, by time.
    Calls,
}

/// Arguments of `flame`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = EXAMPLES)]
pub(crate) struct StacksArgs {
    /// One trace, or A (the baseline) and B
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Output: .svg, .folded, .speedscope.json or .csv
    ///
    /// `.svg` is a picture with its own zoom and search. `.folded` has stacks with their self weights (two columns for two
    /// files, as difffolded.pl writes them), `.speedscope.json` one profile per file, and `.csv` one line per function.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Measure for the widths of stacks: wall, self, calls, or a measure of the file by its name [default: wall]
    ///
    /// `wall` is time, or whatever the file counts. `self` keeps the widths of `wall`, and its colours compare self time.
    #[arg(long, value_name = "WHAT", help_heading = WRITTEN)]
    pub(crate) weight: Option<String>,
    /// Order of the callees of one caller [default: weight]
    ///
    /// `weight` puts the heaviest first. `time` draws single calls in order of
    /// time, and takes only one file.
    #[arg(long, value_name = "ORDER", value_parser = one_of(ORDERS), help_heading = WRITTEN)]
    #[arg(hide_short_help = true)]
    pub(crate) order: Option<SiblingOrder>,
    /// Draw functions by self time, with their callers above
    #[arg(long, help_heading = WRITTEN)]
    pub(crate) invert: bool,
    /// Recursion to fold into one frame [default: direct]
    ///
    /// `direct` folds functions that call themselves, `full` folds all recursion, `none` folds nothing.
    #[arg(long, value_name = "WHICH", value_parser = one_of(FOLDINGS), help_heading = WRITTEN)]
    #[arg(hide_short_help = true)]
    pub(crate) fold: Option<Folding>,
    /// Short for --fold none
    #[arg(long, conflicts_with = "fold", help_heading = WRITTEN)]
    #[arg(hide_short_help = true)]
    pub(crate) no_fold: bool,
    /// Identity rules, as for `diptych compare`
    #[arg(long, value_name = "FILE", value_parser = rules_file(), help_heading = WRITTEN)]
    #[arg(hide_short_help = true)]
    pub(crate) rules: Option<RulesFile>,
    /// Kind of picture [default: flame]
    ///
    /// `flame` is a flame graph of call paths. `funky` has one column for each function, with its callees above and its
    /// callers below.
    #[arg(long, value_name = "NAME", value_parser = one_of(GRAPHS), help_heading = PICTURE)]
    pub(crate) view: Option<ProfileGraph>,
    /// Divisor of each change before it gets a colour [default: own]
    ///
    /// The colour of a path shows its change divided by this number. `own` divides the change of a path by its weight
    /// in A, `absolute` by the largest change of any path. `share` takes each path's share of the side's total and
    /// divides the change of the share by the largest such change.
    #[arg(long, value_name = "HOW", value_parser = one_of(COLORS), help_heading = PICTURE)]
    pub(crate) diff: Option<ColorBy>,
    /// Compare a path's total or self weight [default: total]
    #[arg(long, value_name = "WHICH", value_parser = one_of(MEASURES), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) of: Option<Measure>,
    /// Compare weights as recorded or as shares of each side's total [default: absolute]
    #[arg(long, value_name = "HOW", value_parser = one_of(SCALES), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) normalise: Option<Scale>,
    /// Grey for changes up to N percent of the weight on the lighter side [default: 5]
    #[arg(long, value_name = "N", value_parser = number(1e6), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) floor_percent: Option<f64>,
    /// Grey for changes up to N microseconds, or units of the weight [default: 10]
    #[arg(long, value_name = "N", value_parser = number(1e12), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) floor_us: Option<f64>,
    /// Widths of a pair [default: larger]
    ///
    /// A path is as wide as its weight in A (`a`) or B (`b`), as the larger of both (`larger`), or as the sum of all
    /// increases and decreases in it (`changes`).
    #[arg(long, value_name = "OF", value_parser = one_of(WIDTHS), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) width: Option<WidthBy>,
    /// Draw the outermost calls at the bottom
    #[arg(long, help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) upward: bool,
}

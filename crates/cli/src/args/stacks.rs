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
    /// Read one trace, or A (the baseline) and B
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Write OUT: a `.svg`, `.folded`, `.speedscope.json` or `.csv` file
    ///
    /// The extension of OUT chooses the format. `.svg` is a flame graph that you can zoom and search in a browser.
    /// `.folded` has one line for each call stack, with its self weight. For two traces, each line of `.folded` has two
    /// weights, as in the output of the script difffolded.pl. `.speedscope.json` has one profile per trace. `.csv` has
    /// one line per function.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Choose the quantity that sets the width of a call stack [default: wall]
    ///
    /// `wall` is time, or the quantity that the file counts. With `self`, widths are as with `wall`, and colours
    /// compare self time. `calls` is the number of calls. Any other WHAT is the name of a quantity that the file
    /// counts, such as bytes.
    #[arg(long, value_name = "WHAT", help_heading = WRITTEN)]
    pub(crate) weight: Option<String>,
    /// Choose the order of the callees of a caller [default: weight]
    ///
    /// `weight` puts the heaviest callee first. `name` sorts callees by name. `first-call` sorts callees by the time of
    /// their first call. `time` draws each call separately, in order of time, and takes only one trace.
    #[arg(long, value_name = "ORDER", value_parser = one_of(ORDERS), help_heading = WRITTEN)]
    #[arg(hide_short_help = true)]
    pub(crate) order: Option<SiblingOrder>,
    /// Draw functions by self time, with their callers above
    #[arg(long, help_heading = WRITTEN)]
    pub(crate) invert: bool,
    /// Choose which recursive calls are drawn as one box [default: direct]
    ///
    /// `direct` joins calls of a function that calls itself directly. `full` also joins calls of a function that calls
    /// itself through other functions. `none` joins no calls.
    #[arg(long, value_name = "WHICH", value_parser = one_of(FOLDINGS), help_heading = WRITTEN)]
    #[arg(hide_short_help = true)]
    pub(crate) fold: Option<Folding>,
    /// Draw all recursive calls as separate boxes, as with --fold none
    #[arg(long, conflicts_with = "fold", help_heading = WRITTEN)]
    #[arg(hide_short_help = true)]
    pub(crate) no_fold: bool,
    /// Match names by the identity rules in FILE
    ///
    /// Identity rules decide when two names mean the same function. `diptych compare --print-rules` prints the default
    /// rules. In FILE, a line `defaults` stands for the default rules.
    #[arg(long, value_name = "FILE", value_parser = rules_file(), help_heading = WRITTEN)]
    #[arg(hide_short_help = true)]
    pub(crate) rules: Option<RulesFile>,
    /// Choose the kind of picture [default: flame]
    ///
    /// `flame` is a flame graph of call paths. `funky` has one column for each function, with its callees above and its
    /// callers below.
    #[arg(long, value_name = "NAME", value_parser = one_of(GRAPHS), help_heading = PICTURE)]
    pub(crate) view: Option<ProfileGraph>,
    /// Choose the divisor of changes for the colours [default: own]
    ///
    /// The colour of a call path shows the change of its weight, divided by another weight. With `own`, the divisor is
    /// the weight of the path in A. With `absolute`, the divisor is the largest change of any path. `share` compares
    /// shares of each side's total, and divides by the largest change of a share.
    #[arg(long, value_name = "HOW", value_parser = one_of(COLORS), help_heading = PICTURE)]
    pub(crate) diff: Option<ColorBy>,
    /// Compare the total or the self weight of a call path [default: total]
    ///
    /// The total weight of a call path includes its callees, and the self weight does not.
    #[arg(long, value_name = "WHICH", value_parser = one_of(MEASURES), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) of: Option<Measure>,
    /// Choose which weights are compared [default: absolute]
    ///
    /// `absolute` compares weights as recorded. `per-total` compares shares of each side's total.
    #[arg(long, value_name = "HOW", value_parser = one_of(SCALES), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) normalise: Option<Scale>,
    /// Draw changes of up to N percent in grey [default: 5]
    ///
    /// The percentage is relative to the smaller of the two weights.
    #[arg(long, value_name = "N", value_parser = number(1e6), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) floor_percent: Option<f64>,
    /// Draw changes of up to N microseconds in grey [default: 10]
    ///
    /// If the weight is not a time, N is in the unit of the weight.
    #[arg(long, value_name = "N", value_parser = number(1e12), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) floor_us: Option<f64>,
    /// Choose the widths of boxes for two traces [default: larger]
    ///
    /// A box stands for a call path. With `a` and `b`, the width of a box is the weight of its path in A or in B. With
    /// `larger`, the width is the larger of the two weights. With `changes`, the width is the sum of all increases and
    /// decreases in the path.
    #[arg(long, value_name = "OF", value_parser = one_of(WIDTHS), help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) width: Option<WidthBy>,
    /// Draw the outermost calls at the bottom
    #[arg(long, help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) upward: bool,
}

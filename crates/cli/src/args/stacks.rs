//! The command line of `diptych flame`.

use super::values::{number, one_of};
use crate::words::Table;
use diptych_profile::{ColorBy, Folding, Measure, Order, Scale, WidthBy};
use diptych_views::profiles::ProfileGraph;
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
const PICTURE: &str = "The picture of .svg";

/// What stands beside each other, in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SiblingOrder {
    /// Paths.
    Paths(Order),
    /// Every call by itself, by time.
    Calls,
}

/// Of `flame`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true)]
pub(crate) struct StacksArgs {
    /// One trace, or A (the baseline) and B
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// What is written: .folded (stacks with their own weights; of two files both, as difffolded.pl has them),
    /// .speedscope.json (a profile a file), .csv (a line a function), or .svg (a picture that zooms and searches by itself)
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// What stacks are measured by: wall (time, or what the file counts), self (the same, and colours judge paths by what they
    /// take themselves), calls, or the name of a further weight of the
    /// file [wall]
    #[arg(long, value_name = "WHAT", help_heading = "What is written")]
    pub(crate) weight: Option<String>,
    /// In which order siblings stand: heaviest first, by name or by first call; or, of one file, every call by itself by
    /// time [weight]
    #[arg(long, value_name = "ORDER", value_parser = one_of(ORDERS), help_heading = "What is written")]
    pub(crate) order: Option<SiblingOrder>,
    /// By callers: functions by what they take themselves, and above each what called it
    #[arg(long, help_heading = "What is written")]
    pub(crate) invert: bool,
    /// Which recursion is folded into one frame: functions that call themselves (direct), any (full), or none [direct]
    #[arg(long, value_name = "WHICH", value_parser = one_of(FOLDINGS), help_heading = "What is written")]
    pub(crate) fold: Option<Folding>,
    /// The same as --fold none
    #[arg(long, conflicts_with = "fold", help_heading = "What is written")]
    pub(crate) no_fold: bool,
    /// Identity rules, as of `diptych compare`
    #[arg(long, value_name = "FILE", help_heading = "What is written")]
    pub(crate) rules: Option<PathBuf>,
    /// Call paths (flame), or functions, each with what it calls above it and what calls it below (funky) [flame]
    #[arg(long, value_name = "NAME", value_parser = one_of(GRAPHS), help_heading = PICTURE)]
    pub(crate) view: Option<ProfileGraph>,
    /// What colours of a pair are relative to: the path's own weight in A (own), the largest change (absolute), or the
    /// largest change in points of each side's whole (share) [own]
    #[arg(long, value_name = "HOW", value_parser = one_of(COLORS), help_heading = PICTURE)]
    pub(crate) diff: Option<ColorBy>,
    /// Which weight of a path colours compare: with all that it calls, or its own [total]
    #[arg(long, value_name = "WHICH", value_parser = one_of(MEASURES), help_heading = PICTURE)]
    pub(crate) of: Option<Measure>,
    /// What is compared: weights as recorded, or shares of each side's whole [absolute]
    #[arg(long, value_name = "HOW", value_parser = one_of(SCALES), help_heading = PICTURE)]
    pub(crate) normalise: Option<Scale>,
    /// Changes up to this share of the smaller side are grey [5]
    #[arg(long, value_name = "N", value_parser = number(1e6), help_heading = PICTURE)]
    pub(crate) floor_percent: Option<f64>,
    /// And changes up to so many microseconds, or units of what is measured [10]
    #[arg(long, value_name = "N", value_parser = number(1e12), help_heading = PICTURE)]
    pub(crate) floor_us: Option<f64>,
    /// What a pair's widths are: the larger of A and B, one of them, or increases plus decreases [larger]
    #[arg(long, value_name = "OF", value_parser = one_of(WIDTHS), help_heading = PICTURE)]
    pub(crate) width: Option<WidthBy>,
    /// Roots at the bottom
    #[arg(long, help_heading = PICTURE)]
    pub(crate) upward: bool,
}

//! The command line of `diptych aggregate`.

use super::TEMPLATE;
use super::values::{one_of, rules_file, seconds, share, states};
use crate::rules::RulesFile;
use crate::words::Table;
use diptych_aggregate::{GainBy, StackLevel};
use diptych_compare::lanes::PairBy;
use std::path::PathBuf;

const GAINS: Table<GainBy> = &[("sum", GainBy::Sum), ("mean", GainBy::Mean)];
const LANES: Table<PairBy> =
    &[("overlap", PairBy::Overlap), ("name", PairBy::Name), ("order", PairBy::Order)];

const AXES: Table<Axis> = &[("zero", Axis::Zero), ("matched", Axis::Matched)];

/// Alignment of the time axes of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Each run starts at 0.
    Zero,
    /// Matched calls are at the same time, that of A.
    Matched,
}

const USAGE: &str = "\
diptych aggregate [OPTIONS] FILE
       diptych aggregate [OPTIONS] A B
       diptych aggregate [OPTIONS] --a FILE... --b FILE...";

const EXAMPLES: &str = "\
Examples:
  diptych aggregate ranks.paje
  diptych aggregate before.otf2 after.otf2
  diptych aggregate --a base-*.paje --b change-*.paje --slices 60";

/// The state of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatesBy {
    /// The function of a call.
    Function(StackLevel),
    /// The package of the innermost call.
    Package,
}

/// Arguments of `aggregate`.
#[derive(Debug, Default, clap::Args)]
#[command(args_override_self = true, override_usage = USAGE, help_template = TEMPLATE, before_help = EXAMPLES)]
pub(crate) struct AggregateArgs {
    /// One trace, or A (the baseline) and B
    #[arg(value_name = "FILE", required_unless_present_any = ["a", "b"], num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Several runs of A, up to 20
    ///
    /// The share of time in a state is the mean over the runs of a side. A change is shown only if it is larger than
    /// the variation among runs of one side.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "b", conflicts_with = "files")]
    pub(crate) a: Vec<PathBuf>,
    /// Several runs of B
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "a", conflicts_with = "files")]
    pub(crate) b: Vec<PathBuf>,
    /// Number of equal time slices [default: 30]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) slices: Option<u16>,
    /// The state of a lane [default: innermost]
    ///
    /// The state says what a lane, such as a thread, does at a moment. `innermost` is the function of the innermost
    /// call, `depth:K` the function of the call that has K callers, and `package` the package of the innermost call.
    #[arg(long, value_name = "WHICH", value_parser = states)]
    pub(crate) states: Option<StatesBy>,
    /// Number of states shown one by one [default: 15]
    ///
    /// These are the states with the most time. All other states together are shown as one state.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) top: Option<u16>,
    /// Count idle time as a state of its own
    #[arg(long)]
    pub(crate) idle: bool,
    /// Only this time, in seconds from the start
    #[arg(long, value_name = "FROM..TO", value_parser = seconds)]
    pub(crate) window: Option<(i64, i64)>,
    /// Show the partition that is best at the detail p = X
    ///
    /// A partition divides lanes and time into areas. p runs from 0 (many small areas) to 1 (one area). With fewer
    /// areas, the picture is simpler (the gain), but hides more (the loss). The larger p is, the more the gain counts
    /// compared with the loss. By default, p is where the curves of gain and loss are farthest apart.
    #[arg(long, value_name = "X", value_parser = share, conflicts_with = "all")]
    pub(crate) p: Option<f64>,
    /// List every partition that is best at some p, with the p at which it begins
    #[arg(long)]
    pub(crate) all: bool,
    /// Formula for the gain [default: sum]
    ///
    /// A cell is one lane in one time slice. The gain says how much simpler the picture becomes if several cells are
    /// drawn as one area. `sum` does not depend on the unit of time. `mean` is equation 3 of the Ocelotl paper, which
    /// docs/aggregate.md names.
    #[arg(long, value_name = "HOW", value_parser = one_of(GAINS))]
    #[arg(hide_short_help = true)]
    pub(crate) gain: Option<GainBy>,
    /// Pair lanes by their calls, by name or by order [default: overlap]
    #[arg(long, value_name = "HOW", value_parser = one_of(LANES))]
    #[arg(hide_short_help = true)]
    pub(crate) lanes: Option<PairBy>,
    /// Line up the runs in time [default: matched if half of the time of two runs matches]
    ///
    /// `zero` starts each run at 0. `matched` moves the calls of each run to the times of their matches in the first
    /// run of A.
    #[arg(long, value_name = "HOW", value_parser = one_of(AXES))]
    #[arg(hide_short_help = true)]
    pub(crate) axis: Option<Axis>,
    /// Identity rules, as for `diptych compare`
    #[arg(long, value_name = "FILE", value_parser = rules_file())]
    #[arg(hide_short_help = true)]
    pub(crate) rules: Option<RulesFile>,
    /// Print everything as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the result to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

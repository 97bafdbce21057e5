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
    /// Read one trace, or compare A (the baseline) with B
    #[arg(value_name = "FILE", required_unless_present_any = ["a", "b"], num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Read several runs of A, at most 20
    ///
    /// For each side, Diptych takes the mean of all runs. A change is shown only if it is larger than the differences
    /// between the runs of one side.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "b", conflicts_with = "files")]
    pub(crate) a: Vec<PathBuf>,
    /// Read several runs of B, at most 20
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "a", conflicts_with = "files")]
    pub(crate) b: Vec<PathBuf>,
    /// Divide time into N equal slices [default: 96]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) slices: Option<u16>,
    /// Choose what counts as the state of a lane [default: innermost]
    ///
    /// A lane holds the calls of one thread, process or MPI rank. The state of a lane says what the lane does at a
    /// moment. With `innermost`, the state is the function of the innermost call. With `depth:K`, the state is the
    /// function of the call that has K callers. With `package`, the state is the package of the innermost call.
    #[arg(long, value_name = "WHICH", value_parser = states)]
    pub(crate) states: Option<StatesBy>,
    /// Show the N states with the most time [default: 15]
    ///
    /// A state says what a lane, such as a thread, does at a moment. All other states together are shown as one state.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) top: Option<u16>,
    /// Count idle time as a separate state
    #[arg(long)]
    pub(crate) idle: bool,
    /// Read only the time from FROM to TO, such as 10ms..12ms
    ///
    /// The units are `ns`, `us`, `ms` and `s`. Numbers without a unit are seconds. Times count from the start of the
    /// trace.
    #[arg(long, value_name = "FROM..TO", value_parser = seconds)]
    pub(crate) window: Option<(i64, Option<i64>)>,
    /// Show the partition that is best for the detail p = X
    ///
    /// A partition divides lanes and time into areas. X ranges from 0 (many small areas) to 1 (one area). With fewer
    /// areas, the picture is simpler (the gain) but hides more differences (the loss). A larger X counts the gain more
    /// and the loss less. By default, X is the value at which the curves of gain and loss are farthest apart.
    #[arg(long, value_name = "X", value_parser = share, conflicts_with = "all")]
    pub(crate) p: Option<f64>,
    /// List every partition that is best for some detail p
    ///
    /// A partition divides lanes and time into areas. The detail p ranges from 0 (many small areas) to 1 (one area).
    /// The list gives the smallest p for which each partition is the best.
    #[arg(long)]
    pub(crate) all: bool,
    /// Choose the formula for the gain of a partition [default: sum]
    ///
    /// A partition divides lanes and time into areas. An area consists of cells: a cell is one lane in one time slice.
    /// The gain says how much simpler the picture becomes when areas replace cells. The result of `sum` does not depend
    /// on the unit of time. `mean` is equation 3 of the Ocelotl paper, which docs/aggregate.md cites.
    #[arg(long, value_name = "HOW", value_parser = one_of(GAINS))]
    #[arg(hide_short_help = true)]
    pub(crate) gain: Option<GainBy>,
    /// Choose how lanes of A are paired with lanes of B [default: overlap]
    ///
    /// A lane holds the calls of one thread, process or MPI rank. `overlap` pairs lanes that spend their time in the
    /// same functions. `name` pairs lanes with the same name, or the same name without digits. `order` pairs the first
    /// lane of A with the first lane of B, and so on.
    #[arg(long, value_name = "HOW", value_parser = one_of(LANES))]
    #[arg(hide_short_help = true)]
    pub(crate) lanes: Option<PairBy>,
    /// Choose how the time axes of the runs are aligned
    ///
    /// `zero` starts each run at 0. `matched` moves each call to the time of its match in the first run of A. The
    /// default is `matched` if half of the time of two runs matches, and `zero` otherwise.
    #[arg(long, value_name = "HOW", value_parser = one_of(AXES))]
    #[arg(hide_short_help = true)]
    pub(crate) axis: Option<Axis>,
    /// Match names by the identity rules in FILE
    ///
    /// Identity rules decide when two names mean the same function. `diptych compare --print-rules` prints the default
    /// rules. In FILE, a line `defaults` stands for the default rules.
    #[arg(long, value_name = "FILE", value_parser = rules_file())]
    #[arg(hide_short_help = true)]
    pub(crate) rules: Option<RulesFile>,
    /// Print the complete result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the result to FILE, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

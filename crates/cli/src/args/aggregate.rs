//! The command line of `diptych aggregate`.

use super::values::{one_of, seconds, share, states};
use crate::words::Table;
use diptych_aggregate::{GainBy, StackLevel};
use diptych_compare::lanes::PairBy;
use std::path::PathBuf;

const GAINS: Table<GainBy> = &[("sum", GainBy::Sum), ("mean", GainBy::Mean)];
const LANES: Table<PairBy> =
    &[("overlap", PairBy::Overlap), ("name", PairBy::Name), ("order", PairBy::Order)];

const AXES: Table<Axis> = &[("zero", Axis::Zero), ("matched", Axis::Matched)];

/// How the times of runs are laid beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Each from its first instant.
    Zero,
    /// Matched calls at the same time, that of A.
    Matched,
}

const USAGE: &str = "\
diptych aggregate [OPTIONS] FILE
       diptych aggregate [OPTIONS] A B
       diptych aggregate [OPTIONS] --a FILE... --b FILE...";

/// What the state of a lane is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatesBy {
    /// The function of a call.
    Function(StackLevel),
    /// The package of the innermost call.
    Package,
}

/// Of `aggregate`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, override_usage = USAGE)]
pub(crate) struct AggregateArgs {
    /// One trace, or A (the baseline) and B
    #[arg(value_name = "FILE", required_unless_present_any = ["a", "b"], num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Several runs of A, up to 20: shares are the means of the runs, and where runs of one side differ as far among
    /// themselves there is no difference
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "b", conflicts_with = "files")]
    pub(crate) a: Vec<PathBuf>,
    /// Several runs of B
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "a", conflicts_with = "files")]
    pub(crate) b: Vec<PathBuf>,
    /// Into how many equal slices time is divided [30]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) slices: Option<u16>,
    /// What the state of a lane is: the function of its innermost call (innermost), of the call in K others (depth:K), or the
    /// package of the innermost one (package) [innermost]
    #[arg(long, value_name = "WHICH", value_parser = states)]
    pub(crate) states: Option<StatesBy>,
    /// How many states are told apart, those of most time; the others are one [15]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) top: Option<u16>,
    /// Time without a state is a state too
    #[arg(long)]
    pub(crate) idle: bool,
    /// Only this time, in seconds from the beginning
    #[arg(long, value_name = "FROM..TO", value_parser = seconds)]
    pub(crate) window: Option<(i64, i64)>,
    /// The partition that is best where gain counts so much and loss the rest, from 0 to 1 [where the curves of gain and loss
    /// are farthest apart]
    #[arg(long, value_name = "X", value_parser = share, conflicts_with = "all")]
    pub(crate) p: Option<f64>,
    /// All partitions that are best for some p
    #[arg(long)]
    pub(crate) all: bool,
    /// What gain is: by sums, which do not depend on the scale, or as the paper's equation 3 has it [sum]
    #[arg(long, value_name = "HOW", value_parser = one_of(GAINS))]
    pub(crate) gain: Option<GainBy>,
    /// How lanes of a pair are paired: by what they run, by name or by order [overlap]
    #[arg(long, value_name = "HOW", value_parser = one_of(LANES))]
    pub(crate) lanes: Option<PairBy>,
    /// How the times of runs are laid beside each other: each from its first instant (zero), or so that matched calls are at the
    /// same time, that of the first run of A (matched) [zero]
    #[arg(long, value_name = "HOW", value_parser = one_of(AXES))]
    pub(crate) axis: Option<Axis>,
    /// Identity rules, as of `diptych compare`
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
    /// All of it, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

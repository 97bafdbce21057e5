//! The command line of `diptych fleet`.

use super::values::memory;
use super::{EXIT_CODES, TEMPLATE};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  diptych fleet pairs.csv -o results
  diptych fleet pairs.csv -o results --jobs 8 --memory 12G
  diptych fleet pairs.csv -o results --only parser --only render";

/// Arguments of `fleet`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = EXAMPLES)]
#[command(after_help = "docs/fleet.md explains the manifest and the summary.", after_long_help = long_end())]
pub(crate) struct FleetArgs {
    /// Read the list of pairs from a CSV or Parquet file, or from the `pairs.toml` of a site
    ///
    /// A pair is one comparison of A and B. In CSV and Parquet, each row is a pair, with the columns `name`, `a` and
    /// `b`. The columns `rules`, `fail_if`, `allow_unlike` and `allow_incomplete` are optional. Any other column is a
    /// label, which becomes a column of the tables. Paths in MANIFEST are relative to the folder of MANIFEST. A pattern
    /// such as `runs/base-*.json` stands for several runs of a side. The file `pairs.toml` is the list of pairs that
    /// `diptych site` reads.
    #[arg(value_name = "MANIFEST")]
    pub(crate) manifest: PathBuf,
    /// Write the tables and the summary into the folder DIR
    ///
    /// The tables are the Parquet tables that `diptych compare --parquet` writes, for all pairs. Diptych skips each
    /// pair whose traces, rules and conditions did not change since DIR was last written. If the command was
    /// interrupted, start it again to compare the remaining pairs.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Compare N pairs at the same time [default: the number of processor cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Limit the memory of all comparisons together to SIZE, such as 12G [default: three quarters of the free memory]
    ///
    /// Diptych estimates the memory of a comparison from the sizes of the two files. If the estimate for a pair exceeds
    /// SIZE, Diptych compares the pair while no other comparison runs.
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Compare all pairs again, even unchanged pairs
    #[arg(long)]
    pub(crate) again: bool,
    /// Compare only the pair NAME, and write no summary
    ///
    /// You can repeat the option. With Slurm, Ray or Spark, each task can compare one pair into a folder that all tasks
    /// share. At the end, run the command once without --only to write the summary. Diptych does not compare finished
    /// pairs again.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Also write the table `matches` for each pair
    ///
    /// The table `matches` has a row for each pair of matched calls, and for each call without a match.
    #[arg(long, hide_short_help = true)]
    pub(crate) matched_calls: bool,
    /// Limit the expected share of false changes in the summary to Q [default: 0.05]
    ///
    /// Q is a number from 0 to 1. With Q = 0.05, on average at most 5 % of the changes in the summary are only noise.
    #[arg(long, value_name = "Q", value_parser = super::values::share, hide_short_help = true)]
    pub(crate) level: Option<f64>,
    /// Print N rows per list of the summary [default: 20]
    #[arg(long, value_name = "N", value_parser = super::values::rows)]
    pub(crate) top: Option<usize>,
    /// Print the summary as JSON
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
    /// Print the summary as Markdown
    #[arg(long)]
    pub(crate) markdown: bool,
}

fn long_end() -> String {
    format!(
        "docs/fleet.md explains the manifest and the summary.\n\nIf a comparison fails, Diptych still \
         compares all other pairs and then ends with exit code 1.\n\n{EXIT_CODES}"
    )
}

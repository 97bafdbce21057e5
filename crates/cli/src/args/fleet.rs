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
    /// The file that lists the pairs: CSV or Parquet with the columns name, a and b, or a site's pairs.toml
    ///
    /// Paths in this file are relative to its folder. A pattern such as `runs/base-*.json` stands for several runs of a
    /// side. The columns rules, `fail_if`, `allow_unlike` and `allow_incomplete` are optional. Any other column is a label,
    /// which becomes a column of the tables.
    #[arg(value_name = "MANIFEST")]
    pub(crate) manifest: PathBuf,
    /// The folder to write: the tables of `compare --parquet` for all pairs, and the summary
    ///
    /// A pair whose traces, rules and conditions did not change since DIR was last written is not compared again. So an
    /// interrupted command goes on where it stopped.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Pairs to compare at the same time [default: the number of processor cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Memory that all comparisons together may take, such as 12G [default: three quarters of the free memory]
    ///
    /// Diptych estimates the memory of a comparison from the sizes of the two files. A pair that needs more than SIZE
    /// is compared alone.
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Compare all pairs again
    #[arg(long)]
    pub(crate) again: bool,
    /// Compare only this pair, and write no summary; may be repeated
    ///
    /// Schedulers such as Ray, Spark or Slurm use this: each task compares one pair of the manifest into a folder that
    /// all of them share. At the end, run the command once without --only: it finds that all pairs are compared, and
    /// writes the summary.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Also write the table of matched calls of each pair
    #[arg(long, hide_short_help = true)]
    pub(crate) matched_calls: bool,
    /// Largest expected share of false alarms among the changes in the summary [default: 0.05]
    #[arg(long, value_name = "Q", value_parser = super::values::share, hide_short_help = true)]
    pub(crate) level: Option<f64>,
    /// Rows per list of the printed summary [default: 20]
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
        "docs/fleet.md explains the manifest and the summary.\n\nAll pairs are written whatever the outcome. The exit code \
         is 1 if a pair could not be compared.\n\n{EXIT_CODES}"
    )
}

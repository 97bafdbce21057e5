//! The command line of `diptych tile`.

use super::TEMPLATE;
use super::values::{rules_file, tile_rows};
use crate::rules::RulesFile;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  diptych tile before.json after.json -o tiles
  diptych tile huge.json.gz -o tiles";

/// Arguments of `tile`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = EXAMPLES)]
#[command(after_help = "docs/giants.md explains tiles, and how to serve the folder.")]
pub(crate) struct TileArgs {
    /// Read the trace A, and the trace B to compare it with
    #[arg(value_name = "TRACE", required = true, num_args = 1..=2)]
    pub(crate) traces: Vec<PathBuf>,
    /// Write the tiles into the folder DIR
    ///
    /// Diptych creates DIR only when all tiles are written. If DIR contains tiles of an earlier run, Diptych replaces
    /// them. If DIR contains any other files, the command changes nothing and fails.
    #[arg(short, long, value_name = "DIR", required = true)]
    pub(crate) output: PathBuf,
    /// Write tiles of about ROWS rows or fewer
    ///
    /// A tile has one row for each call, and one row for each sum of short calls. Smaller tiles load faster, but show
    /// fewer short calls. ROWS is 16 or more.
    #[arg(long, value_name = "ROWS", default_value = "32768", value_parser = tile_rows)]
    pub(crate) rows: usize,
    /// Shorten names with arguments by the identity rules in FILE
    ///
    /// `diptych compare --print-rules` prints the default rules. In FILE, a line `defaults` stands for the default rules.
    #[arg(long, value_name = "FILE", value_parser = rules_file())]
    pub(crate) rules: Option<RulesFile>,
}

//! The command line of `diptych export`.

use super::TEMPLATE;
use super::values::label;
use crate::dataset::Label;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  diptych export trace.json --parquet tables
  diptych export trace.json --parquet tables --label commit=3f2a91c --label machine=ci-4";

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = EXAMPLES)]
#[command(after_help = "docs/parquet.md lists the tables and their columns.")]
pub(crate) struct ExportArgs {
    /// A trace
    pub(crate) file: PathBuf,
    /// The folder to write: one folder per table, with a file for this trace in each
    ///
    /// The tables are traces, calls, functions, lanes, `call_paths` and elements. Files of other traces stay.
    #[arg(long, value_name = "DIR", required = true)]
    pub(crate) parquet: PathBuf,
    /// Add a label, which becomes a folder KEY=VALUE and a column when the tables are read; may be repeated
    ///
    /// Use the same keys in the same order for all traces of a folder.
    #[arg(long, value_name = "KEY=VALUE", value_parser = label)]
    pub(crate) label: Vec<Label>,
    /// Name of the trace, and of its files [default: the name of FILE]
    ///
    /// Files of that name under the same labels are replaced.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

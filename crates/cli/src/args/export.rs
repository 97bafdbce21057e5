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
    /// Read the trace FILE
    pub(crate) file: PathBuf,
    /// Write the Parquet tables into the folder DIR
    ///
    /// In DIR, each table has its own folder, with one file for each trace. Diptych writes the tables `traces`,
    /// `calls`, `functions`, `lanes`, `call_paths` and `elements`. docs/parquet.md lists the columns of each table.
    /// Files of other traces in DIR do not change.
    #[arg(long, value_name = "DIR", required = true)]
    pub(crate) parquet: PathBuf,
    /// Add a label to the tables, such as `commit=3f2a91c`
    ///
    /// Diptych writes the files into a folder named `KEY=VALUE`. DuckDB, Spark and Polars show the label as a column
    /// named KEY. Use the same keys in the same order for all traces in one folder. You can repeat the option.
    #[arg(long, value_name = "KEY=VALUE", value_parser = label)]
    pub(crate) label: Vec<Label>,
    /// Name the trace and its files in the tables [default: the name of FILE]
    ///
    /// If files with the same name and labels exist, Diptych replaces them.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

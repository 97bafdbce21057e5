//! The command line of `diptych structure`.

use super::TEMPLATE;
use super::values::{one_of, rules_file, seconds};
use crate::rules::RulesFile;
use crate::words::{STRUCTURE_LEVELS, STRUCTURE_SOURCES};
use diptych_structure::{Kind, Source};
use std::path::PathBuf;

const USAGE: &str = "\
diptych structure [OPTIONS] FILE
       diptych structure [OPTIONS] A B";

const EXAMPLES: &str = "\
Examples:
  diptych structure trace.json
  diptych structure before.json after.json --level module
  diptych structure trace.json --layers layers.txt";

const COUNTED: &str = "What is counted";

/// Arguments of `structure`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, override_usage = USAGE, help_template = TEMPLATE, before_help = EXAMPLES)]
pub(crate) struct StructureArgs {
    /// One trace, or A (the baseline) and B
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Kind of element to compare
    ///
    /// By default, the deepest level with at most 120 elements.
    #[arg(long, value_name = "LEVEL", value_parser = one_of(STRUCTURE_LEVELS), help_heading = COUNTED)]
    pub(crate) level: Option<Kind>,
    /// Place functions by file, name, category or a list
    ///
    /// This decides to which package, file and class a function belongs. `files` uses the function's file and name, and
    /// `names` only its qualified name. `categories` uses the categories in the trace, and `list` the files of --list.
    /// The default is the first of these that applies: `list` if --list is given, `categories` if the trace is an RSF
    /// file, which states calls between categories, `files` if at least half of the functions have a file, and `names`
    /// otherwise.
    #[arg(long, value_name = "SOURCE", value_parser = one_of(STRUCTURE_SOURCES), help_heading = COUNTED)]
    pub(crate) by: Option<Source>,
    /// The files of the program: a list of paths or RSF
    ///
    /// RSF is the Rigi Standard Format, and docs/formats.md explains both kinds of list. A single list applies to both
    /// sides. Of two lists, the first is for A.
    #[arg(long, value_name = "FILE", num_args = 1..=2, help_heading = COUNTED)]
    pub(crate) list: Vec<PathBuf>,
    /// Only calls that start in this time, in seconds
    ///
    /// Seconds count from the start of each trace.
    #[arg(long, value_name = "FROM..TO", value_parser = seconds, help_heading = COUNTED)]
    pub(crate) window: Option<(i64, i64)>,
    /// Identity rules, as for `diptych compare`
    ///
    /// Without this option, one trace alone is shown with its names as recorded.
    #[arg(long, value_name = "FILE", value_parser = rules_file(), help_heading = COUNTED)]
    pub(crate) rules: Option<RulesFile>,
    /// Also list relations with at most N calls
    ///
    /// A relation is all calls from one element, such as a file, to another.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "What is listed")]
    pub(crate) rare: Option<u64>,
    /// Also list calls that skip a layer
    ///
    /// FILE defines the layers. Each line is a layer, the uppermost first: the paths of its elements, such as folders
    /// or files, separated by spaces. Write paths with spaces in "…". `#` starts a comment. A layer may call itself and
    /// the layers directly above and below it. All other calls between layers are listed.
    #[arg(long, value_name = "FILE", help_heading = "What is listed")]
    pub(crate) layers: Option<PathBuf>,
    /// Rows per list [default: 10; all with --json]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "What is listed")]
    pub(crate) top: Option<u32>,
    /// Print everything as JSON
    #[arg(long, help_heading = "What is listed")]
    pub(crate) json: bool,
}

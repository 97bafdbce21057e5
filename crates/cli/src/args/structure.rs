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
    /// Read one trace, or compare A (the baseline) with B
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Choose the kind of element to compare
    ///
    /// An element is a package, a module (file), a class or a function. By default, Diptych takes the finest level with
    /// at most 120 elements.
    #[arg(long, value_name = "LEVEL", value_parser = one_of(STRUCTURE_LEVELS), help_heading = COUNTED)]
    pub(crate) level: Option<Kind>,
    /// Choose how functions are assigned to files
    ///
    /// SOURCE decides to which package, file and class a function belongs. `files` uses the file and the name of the
    /// function, and `names` only the qualified name. `categories` uses the categories in the trace, and `list` uses
    /// the files in the list of --list. With --list, the default is `list`. For an RSF trace, which states calls
    /// between categories, the default is `categories`. For other traces, the default is `files` if at least half of
    /// the functions have a file. Otherwise, the default is `names`.
    #[arg(long, value_name = "SOURCE", value_parser = one_of(STRUCTURE_SOURCES), help_heading = COUNTED)]
    pub(crate) by: Option<Source>,
    /// Read the files of the program from a list
    ///
    /// FILE is a list of paths of source files, or a graph in the Rigi Standard Format (RSF). docs/formats.md explains
    /// both formats. If you give one FILE, it is for both A and B. If you give two FILEs, the first is for A and the
    /// second for B.
    #[arg(long, value_name = "FILE", num_args = 1..=2, help_heading = COUNTED)]
    pub(crate) list: Vec<PathBuf>,
    /// Count only calls that start in a time range
    ///
    /// An example is `10ms..12ms`. The units are `ns`, `us`, `ms` and `s`. Numbers without a unit are seconds. Times
    /// count from the start of the trace. For a pair of traces, FROM and TO are times of A. The range of B contains the
    /// matches of the calls in the range of A.
    #[arg(long, value_name = "FROM..TO", value_parser = seconds, help_heading = COUNTED)]
    pub(crate) window: Option<(i64, Option<i64>)>,
    /// Match names by the identity rules in FILE
    ///
    /// Identity rules decide when two names mean the same function. `diptych compare --print-rules` prints the default
    /// rules. In FILE, a line `defaults` stands for the default rules. Without --rules, Diptych shows the names of one
    /// trace as recorded.
    #[arg(long, value_name = "FILE", value_parser = rules_file(), help_heading = COUNTED)]
    pub(crate) rules: Option<RulesFile>,
    /// Also list rare relations, with at most N calls
    ///
    /// A relation is all calls from one element, such as a file, to another.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "What is listed")]
    pub(crate) rare: Option<u64>,
    /// Also list calls that skip a layer
    ///
    /// FILE defines the layers, one per line, from the uppermost to the lowest. Each line has the paths of folders or
    /// files, separated by spaces. Write paths that contain spaces in "…". `#` starts a comment. Elements of a layer
    /// may call each other, and elements of the layers directly above and below. Diptych lists all other calls between
    /// layers.
    #[arg(long, value_name = "FILE", help_heading = "What is listed")]
    pub(crate) layers: Option<PathBuf>,
    /// Print N rows per list [default: 10]
    ///
    /// With --json, the default is all rows.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "What is listed")]
    pub(crate) top: Option<u32>,
    /// Print the complete result as JSON
    #[arg(long, help_heading = "What is listed")]
    pub(crate) json: bool,
}

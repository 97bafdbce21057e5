//! The command line of `diptych structure`.

use super::values::{one_of, seconds};
use crate::words::{STRUCTURE_LEVELS, STRUCTURE_SOURCES};
use diptych_structure::{Kind, Source};
use std::path::PathBuf;

const USAGE: &str = "\
diptych structure [OPTIONS] FILE
       diptych structure [OPTIONS] A B";

const COUNTED: &str = "What is counted";

/// Of `structure`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, override_usage = USAGE)]
pub(crate) struct StructureArgs {
    /// One trace, or A (the baseline) and B
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// How deep elements are told apart [the deepest that shows at most 120]
    #[arg(long, value_name = "LEVEL", value_parser = one_of(STRUCTURE_LEVELS), help_heading = COUNTED)]
    pub(crate) level: Option<Kind>,
    /// What says where functions lie: their files and names, their qualified names alone, the categories of the format, or
    /// the list of --list [a list if there is one, categories where a format states calls between them, files if at least
    /// half of the functions have one, else names]
    #[arg(long, value_name = "SOURCE", value_parser = one_of(STRUCTURE_SOURCES), help_heading = COUNTED)]
    pub(crate) by: Option<Source>,
    /// What the program is made of, a list of paths or RSF. One is of both sides, of two the first is that of A
    #[arg(long, value_name = "FILE", num_args = 1..=2, help_heading = COUNTED)]
    pub(crate) list: Vec<PathBuf>,
    /// Only calls that start in this time, in seconds from the beginning of each trace
    #[arg(long, value_name = "FROM..TO", value_parser = seconds, help_heading = COUNTED)]
    pub(crate) window: Option<(i64, i64)>,
    /// Identity rules, as of `diptych compare`; of one trace none apply otherwise
    #[arg(long, value_name = "FILE", help_heading = COUNTED)]
    pub(crate) rules: Option<PathBuf>,
    /// Also list relations of at most N calls, fewest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "What is listed")]
    pub(crate) rare: Option<u64>,
    /// Also list calls that leave out a layer, function by function. A line of FILE is a layer, from the uppermost down: paths of
    /// elements with blanks between them (those that hold blanks in "…"); # begins a comment
    #[arg(long, value_name = "FILE", help_heading = "What is listed")]
    pub(crate) layers: Option<PathBuf>,
    /// Most rows of each list; those left out are counted [10, with --json all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "What is listed")]
    pub(crate) top: Option<u32>,
    /// All of it, for programs
    #[arg(long, help_heading = "What is listed")]
    pub(crate) json: bool,
}

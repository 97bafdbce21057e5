//! The raw command line: a verb and its arguments. The verbs check combinations of arguments.

#[allow(rustdoc::broken_intra_doc_links, reason = "its comments are the help: brackets hold default values")]
mod aggregate;
#[allow(rustdoc::broken_intra_doc_links, reason = "as above")]
mod compare;
mod export;
mod fleet;
#[cfg(test)]
mod reference;
#[allow(rustdoc::broken_intra_doc_links, reason = "as above")]
mod render;
mod report;
mod serve;
mod site;
#[allow(rustdoc::broken_intra_doc_links, reason = "as above")]
mod stacks;
#[allow(rustdoc::broken_intra_doc_links, reason = "as above")]
mod structure;
mod tile;
mod values;

use crate::error::CliError;
use crate::output;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use diptych_engine::FORMATS;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::PathBuf;

pub(crate) use aggregate::{AggregateArgs, Axis, StatesBy};
pub(crate) use compare::CompareArgs;
pub(crate) use export::ExportArgs;
pub(crate) use fleet::FleetArgs;
pub(crate) use render::RenderArgs;
pub(crate) use report::{ReportArgs, With};
pub(crate) use serve::ServeArgs;
pub(crate) use site::SiteArgs;
pub(crate) use stacks::{SiblingOrder, StacksArgs};
pub(crate) use structure::StructureArgs;
pub(crate) use tile::TileArgs;
pub(crate) use values::TimeRange;

/// Exit codes of the process, for the help.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  The command succeeded.
  1  The command failed. Standard error gives the reason.
  2  The command line is wrong. Standard error gives the reason.
  3  compare, site: a condition holds. Standard error gives the details.
  4  compare, site: traces may not be comparable, or one is incomplete. Code 4 overrides code 3.
  5  A trace or a comparison needs more memory than --max-memory allows.";

/// Template of a verb's help: examples come before the options.
const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

const EXAMPLES: &str = "\
Examples:
  diptych compare before.json after.json
  diptych flame trace.json -o flame.svg";

/// Largest width of the help, in characters.
const MOST_HELP_WIDTH: usize = 100;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "diptych",
    version,
    about = "Compare execution traces",
    args_override_self = true,
    term_width = output::width().map_or(MOST_HELP_WIDTH, |width| width.min(MOST_HELP_WIDTH)),
    help_template = TEMPLATE,
    before_help = EXAMPLES,
    after_help = SHORT_TRACES,
    after_long_help = format!("{TRACES}\n\n{EXIT_CODES}")
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    /// Limit the memory of the command to SIZE, such as 4G [default: no limit]
    ///
    /// SIZE is a number of bytes, or a number with the unit `M` or `G`. Diptych estimates the memory of a trace from
    /// the first part of the file. Diptych estimates the memory of a comparison from the number of calls. If an
    /// estimate is larger than SIZE, the command prints the estimate and ends with exit code 5. With --max-memory,
    /// Diptych reads files one after the other.
    #[arg(long, global = true, value_name = "SIZE", value_parser = values::memory, hide_short_help = true)]
    pub(crate) max_memory: Option<u64>,
}

/// A verb of the command.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Compare two traces, A and B, or several runs of A and of B
    Compare(Box<CompareArgs>),
    /// Print the contents of a trace and the problems of its file
    Inspect(InspectArgs),
    /// Compare many pairs of traces, and summarise the changes
    Fleet(FleetArgs),
    /// Write a flame graph or a profile of one trace or two
    Flame(Box<StacksArgs>),
    /// List calls between files or classes, and changes between traces
    Structure(Box<StructureArgs>),
    /// Show what threads or MPI ranks do over time
    Aggregate(Box<AggregateArgs>),
    /// Write a trace as Parquet tables, for DuckDB, Spark and pandas
    Export(ExportArgs),
    /// Draw a picture of the Diptych page as an SVG or PNG file
    Render(Box<RenderArgs>),
    /// Open traces of this machine on the Diptych page, in a browser
    Open(ServeArgs),
    /// Write a comparison as one HTML file, to mail or attach
    Report(Box<ReportArgs>),
    /// Write a website of many comparisons, for any static host
    Site(SiteArgs),
    /// Write traces that are too large for a browser tab as tiles
    Tile(TileArgs),
    /// List the file formats that Diptych reads
    #[command(help_template = TEMPLATE, before_help = "Examples:\n  diptych formats")]
    Formats,
    /// Print the licences of the components that the command contains
    #[command(help_template = TEMPLATE, before_help = "Examples:\n  diptych notices")]
    Notices,
    /// Print a completion script for a shell
    #[command(help_template = TEMPLATE)]
    #[command(
        before_help = "Examples:\n  diptych completions bash > ~/.local/share/bash-completion/completions/diptych"
    )]
    Completions {
        /// Print the script for this shell
        #[arg(value_enum)]
        shell: Shell,
    },
}

const INSPECT_EXAMPLES: &str = "\
Examples:
  diptych inspect trace.json
  diptych inspect trace.json --json
  diptych inspect trace.json --structure files.txt";

/// Arguments of `inspect`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = INSPECT_EXAMPLES)]
pub(crate) struct InspectArgs {
    /// Read the trace FILE
    ///
    /// `-` means standard input. If FILE holds several traces, `FILE#NAME` takes the trace NAME.
    pub(crate) file: PathBuf,
    /// Print all figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Read a list of all source files, and report which of them ran
    ///
    /// FILE is a list of paths of source files, or a graph in the Rigi Standard Format (RSF). docs/formats.md explains
    /// both formats.
    #[arg(long, value_name = "FILE")]
    pub(crate) structure: Option<PathBuf>,
    /// Print only the record of one call, with the arguments of the call
    ///
    /// OFFSET says at which byte of the uncompressed file the record of the call begins.
    #[arg(long, value_name = "OFFSET", value_parser = values::offset)]
    pub(crate) call_at: Option<u64>,
}

impl Verb {
    /// Returns the verb as it is typed.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Inspect(_) => "inspect",
            Self::Export(_) => "export",
            Self::Fleet(_) => "fleet",
            Self::Render(_) => "render",
            Self::Compare(_) => "compare",
            Self::Open(_) => "open",
            Self::Report(_) => "report",
            Self::Site(_) => "site",
            Self::Flame(_) => "flame",
            Self::Aggregate(_) => "aggregate",
            Self::Structure(_) => "structure",
            Self::Tile(_) => "tile",
            Self::Formats => "formats",
            Self::Notices => "notices",
            Self::Completions { .. } => "completions",
        }
    }
}

/// The reason for not running a verb.
#[derive(Debug)]
pub(crate) enum NoVerb {
    /// Help or the version was asked for.
    Help(String),
    /// A wrong command line: its verb (blank if there is none), and the reason.
    Usage(String, String),
}

/// Reads a command line, which begins with the command's own name.
pub(crate) fn read(line: impl IntoIterator<Item = OsString>) -> Result<Args, NoVerb> {
    let line: Vec<OsString> = line.into_iter().collect();
    let verb = line.get(1).and_then(|first| first.to_str()).unwrap_or_default();
    let verb = Args::command()
        .find_subcommand(verb)
        .map_or_else(String::new, |command| command.get_name().to_owned());
    Args::try_parse_from(&line).map_err(|error| {
        if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            return NoVerb::Usage(verb, format!("expected a command: {}", verbs().join(", ")));
        }
        let text = error.render().to_string();
        if error.use_stderr() { NoVerb::Usage(verb, reason(&text)) } else { NoVerb::Help(text) }
    })
}

/// Returns all verbs, in the order of the help.
fn verbs() -> Vec<String> {
    Args::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect()
}

/// Returns the reason of a clap error, without the usage, which `--help` prints.
fn reason(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let ends = ["\n\nUsage:", "\n\nFor more information"].into_iter().filter_map(|end| text.find(end));
    text[..ends.min().unwrap_or(text.len())].trim_end().to_owned()
}

/// Returns the lines that report a wrong command line.
pub(crate) fn usage_lines(verb: &str, text: &str) -> Vec<String> {
    let verb = if verb.is_empty() { String::new() } else { format!(" {verb}") };
    vec![format!("diptych{verb}: {text}"), format!("See `diptych{verb} -h`.")]
}

/// Description of traces in one line, so that the short help fits a screen.
const SHORT_TRACES: &str = "A trace is a file, folder, archive or `-`. `diptych formats` lists the formats.";

/// Description of traces, for the help.
const TRACES: &str = "\
A trace is a file, a folder with one recording, an archive, or `-` for standard input. Diptych also reads files packed with gzip or \
zstd. `diptych formats` lists the file formats. If a file holds several traces, `FILE#NAME` takes the trace NAME, and \
`diptych inspect FILE` lists all names.";

/// Returns the formats that Diptych reads, one after another.
pub(crate) fn formats() -> String {
    let mut text = String::new();
    for format in FORMATS {
        let _ = writeln!(text, "{}: {} ({})", format.id, format.name, format.extensions.join(", "));
        let _ = writeln!(text, "  {}", format.description);
    }
    text
}

/// Returns the completion script of a shell.
pub(crate) fn completions(shell: Shell) -> Result<String, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "diptych", &mut script);
    String::from_utf8(script).map_err(|error| CliError::Failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_fit_together() {
        Args::command().debug_assert();
    }

    #[test]
    fn usage_is_stripped_from_clap_errors() {
        assert_eq!(
            reason("error: no\n\n  tip: yes\n\nUsage: x\n\nFor more information, try"),
            "no\n\n  tip: yes"
        );
        assert_eq!(reason("error: no\n\nFor more information, try"), "no");
    }
}

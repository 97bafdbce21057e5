//! The command line as it was given: which verb, and its arguments one by one. What they mean together the verbs
//! check.

#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "its comments are the help: brackets hold what is taken else"
)]
mod aggregate;
#[allow(rustdoc::broken_intra_doc_links, reason = "as above")]
mod compare;
#[allow(rustdoc::broken_intra_doc_links, reason = "as above")]
mod render;
#[allow(rustdoc::broken_intra_doc_links, reason = "as above")]
mod stacks;
#[allow(rustdoc::broken_intra_doc_links, reason = "as above")]
mod structure;
mod values;

use crate::CliError;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use diptych_engine::FORMATS;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::PathBuf;

pub(crate) use aggregate::{AggregateArgs, Axis, StatesBy};
pub(crate) use compare::CompareArgs;
pub(crate) use render::RenderArgs;
pub(crate) use stacks::{SiblingOrder, StacksArgs};
pub(crate) use structure::StructureArgs;

/// What the process ends with.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  it could not be done; the reason is on standard error
  2  the command line does not fit
  3  compare: a --fail-if condition holds; each function or path that it holds of is on standard error
  4  compare: the two can hardly be compared, which --allow-unlike allows, or one is cut off or ends before the other,
     which --allow-incomplete allows; before 3";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "diptych",
    version,
    about = "diptych: compare execution traces",
    args_override_self = true,
    term_width = 0,
    after_help = after_help()
)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// What a trace holds, and what was odd in it
    Inspect(InspectArgs),
    /// Draw one trace, or two side by side
    Render(Box<RenderArgs>),
    /// What differs between two traces, or between several runs of each
    Compare(Box<CompareArgs>),
    /// Write the profile of a trace, or of two and what they differ by, for other programs
    Flame(Box<StacksArgs>),
    /// When which lanes are in which states: the optimal partition of lanes and time, where two traces differ, what departs
    Aggregate(Box<AggregateArgs>),
    /// What programs are made of and which parts of them call which; of two traces who newly talks to whom, and what moved
    Structure(Box<StructureArgs>),
    /// Which formats are read, and what writes them
    Formats,
    /// Print completions of the command for a shell
    Completions {
        /// Whose
        #[arg(value_enum)]
        shell: Shell,
    },
}

/// Of `inspect`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true)]
pub(crate) struct InspectArgs {
    /// A trace; `-` is standard input, FILE#NAME one of several traces of a file
    pub(crate) file: PathBuf,
    /// All figures, for programs
    #[arg(long)]
    pub(crate) json: bool,
    /// What the program is made of, a list of paths or RSF: which of its files ran is then said
    #[arg(long, value_name = "FILE")]
    pub(crate) structure: Option<PathBuf>,
    /// Instead: what the file says of the call whose record begins at this byte (of the unpacked file), its arguments
    /// among it
    #[arg(long, value_name = "OFFSET", value_parser = values::offset)]
    pub(crate) call_at: Option<u64>,
}

impl Verb {
    /// As it is written.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Inspect(_) => "inspect",
            Self::Render(_) => "render",
            Self::Compare(_) => "compare",
            Self::Flame(_) => "flame",
            Self::Aggregate(_) => "aggregate",
            Self::Structure(_) => "structure",
            Self::Formats => "formats",
            Self::Completions { .. } => "completions",
        }
    }
}

/// Why there is nothing to do.
#[derive(Debug)]
pub(crate) enum NoVerb {
    /// Help or the version was asked for.
    Help(String),
    /// The command line does not fit: of which verb (blank if of none), and why.
    Usage(String, String),
}

/// Reads a command line, which begins with the command's own name.
pub(crate) fn read(line: impl IntoIterator<Item = OsString>) -> Result<Verb, NoVerb> {
    let line: Vec<OsString> = line.into_iter().collect();
    let verb = line.get(1).and_then(|first| first.to_str()).unwrap_or_default();
    let verb = Args::command()
        .find_subcommand(verb)
        .map_or_else(String::new, |command| command.get_name().to_owned());
    Args::try_parse_from(&line).map(|args| args.verb).map_err(|error| {
        if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            return NoVerb::Usage(verb, format!("say what to do: {}", verbs().join(", ")));
        }
        let text = error.render().to_string();
        if error.use_stderr() { NoVerb::Usage(verb, reason(&text)) } else { NoVerb::Help(text) }
    })
}

/// All verbs, in the order of the help.
fn verbs() -> Vec<String> {
    Args::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect()
}

/// What is wrong, without how the command is used, which `--help` tells.
fn reason(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let ends = ["\n\nUsage:", "\n\nFor more information"].into_iter().filter_map(|end| text.find(end));
    text[..ends.min().unwrap_or(text.len())].trim_end().to_owned()
}

/// What is said of a command line that does not fit.
pub(crate) fn usage_lines(verb: &str, text: &str) -> Vec<String> {
    let verb = if verb.is_empty() { String::new() } else { format!(" {verb}") };
    vec![format!("diptych{verb}: {text}"), format!("Try `diptych{verb} --help`.")]
}

/// What stands below the options: what files may be, which are read, and how it ends.
fn after_help() -> String {
    let mut text = String::from(
        "\
A trace may be `-` for standard input, and packed (gzip, zstd) under any name: content decides. Of a file that holds
several traces the one with most calls is taken; FILE#NAME takes another, `diptych inspect` lists them.

Reads:
",
    );
    for format in FORMATS {
        let _ = writeln!(text, "  {} ({})", format.name, format.extensions.join(", "));
    }
    text + "\n" + EXIT_CODES
}

/// The formats that are read, one by one.
pub(crate) fn formats() -> String {
    let mut text = String::new();
    for format in FORMATS {
        let _ = writeln!(text, "{}: {} ({})", format.id, format.name, format.extensions.join(", "));
        let _ = writeln!(text, "  {}", format.description);
    }
    text
}

/// What a shell reads to complete the command.
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
    fn a_reason_is_said_without_the_usage() {
        assert_eq!(
            reason("error: no\n\n  tip: yes\n\nUsage: x\n\nFor more information, try"),
            "no\n\n  tip: yes"
        );
        assert_eq!(reason("error: no\n\nFor more information, try"), "no");
    }
}

//! The command line of `diptych report`.

use super::TEMPLATE;
use super::values::one_of;
use crate::words::Table;
use std::path::PathBuf;

/// The parts of a comparison that a report holds beside its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    /// Nothing.
    None,
    /// The page and the kept comparison.
    Calls,
    /// The page, the comparison and both traces.
    Traces,
}

const WITH: Table<With> = &[("none", With::None), ("calls", With::Calls), ("traces", With::Traces)];

const EXAMPLES: &str = "\
Examples:
  diptych report before.json after.json -o report.html
  diptych report before.json after.json -o report.html --with traces
  diptych report pair.diptych -o report.html --with calls";

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// A (the baseline) and B, or a stored comparison
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// The HTML file to write
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Content of the report beside its text: none, calls or traces [default: none]
    ///
    /// `none` is verdict, lists and a picture, at most 150 kB, readable in a mail. `calls` adds the interactive page
    /// with the comparison, about 2 MB. `traces` adds both traces, too, so that every desk works.
    #[arg(long, value_name = "WHAT", value_parser = one_of(WITH))]
    pub(crate) with: Option<With>,
    /// Take the notes and the settings of the comparison from a link of the page
    ///
    /// The traces are the FILEs of this command, not the traces of the link. Without this option, the report has the
    /// notes of the stored comparison.
    #[arg(long, value_name = "LINK")]
    pub(crate) link: Option<String>,
    /// The application of reports, for --with calls and traces
    ///
    /// A report with calls or traces contains this file. The default is `report-app.html` beside the command, or in
    /// `share/diptych` beside the folder of the command. Releases contain the file, and `npm run build` makes it in
    /// `dist`.
    #[arg(long, value_name = "FILE")]
    pub(crate) app: Option<PathBuf>,
}

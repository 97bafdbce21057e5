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
    /// Read A (the baseline) and B, or a stored comparison
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the report to the HTML file OUT
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Choose what the report contains besides its text [default: none]
    ///
    /// With `none`, the report has the verdict, the lists and a picture. A report with `none` has at most 150 kB, so
    /// mail programs can show it. `calls` adds Diptych's interactive page with the comparison, about 2 MB. `traces`
    /// adds the interactive page and both traces, so that all desks work.
    #[arg(long, value_name = "WHAT", value_parser = one_of(WITH))]
    pub(crate) with: Option<With>,
    /// Take notes and settings of the comparison from a link of the page
    ///
    /// The command reads the FILEs, not the traces that the link names. Without --link, the report has the notes of the
    /// stored comparison.
    #[arg(long, value_name = "LINK")]
    pub(crate) link: Option<String>,
    /// Read the interactive page from FILE, for --with calls and --with traces
    ///
    /// The report contains a copy of FILE. By default, FILE is `report-app.html` beside the command. If there is no
    /// such file, FILE is `share/diptych/report-app.html` beside the folder of the command. Releases contain
    /// `report-app.html`. In the source code of Diptych, `npm run build` writes the file to the folder `dist`.
    #[arg(long, value_name = "FILE")]
    pub(crate) app: Option<PathBuf>,
}

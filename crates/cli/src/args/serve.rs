//! The command line of `diptych open`.

use super::TEMPLATE;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  diptych open before.json after.json
  diptych open pair.diptych
  diptych open a.json b.json --no-browser --app dist";

/// Arguments of `open`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// One trace, or A (the baseline) and B, or a stored comparison
    ///
    /// The page reads the files from this machine. The files are not copied, and no other machine can reach them.
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Print the address and start no browser
    #[arg(long)]
    pub(crate) no_browser: bool,
    /// The folder of the page
    ///
    /// The default is the folder `app` beside the command, or `share/diptych/app` beside the folder of the command.
    /// Releases contain this folder, and `npm run build` makes it as `dist`.
    #[arg(long, value_name = "DIR")]
    pub(crate) app: Option<PathBuf>,
}

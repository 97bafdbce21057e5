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
    /// Show one trace, A (the baseline) and B, or a stored comparison
    ///
    /// The page reads the files from this machine. Diptych does not copy the files, and no other machine can reach
    /// them.
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Print the address of the page and start no browser
    #[arg(long)]
    pub(crate) no_browser: bool,
    /// Read the page from the folder DIR
    ///
    /// By default, DIR is the folder `app` beside the command. If there is no such folder, DIR is `share/diptych/app`
    /// beside the folder of the command. Releases contain the folder `app`. In the source code of Diptych, `npm run
    /// build` writes the page to the folder `dist`.
    #[arg(long, value_name = "DIR")]
    pub(crate) app: Option<PathBuf>,
}

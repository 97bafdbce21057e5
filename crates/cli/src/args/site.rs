//! The command line of `diptych site`.

use super::values::one_of;
use super::{EXIT_CODES, TEMPLATE};
use crate::words::Table;
use diptych_site::Host;
use std::path::PathBuf;

const HOSTS: Table<Host> = &[
    ("nginx", Host::Nginx),
    ("apache", Host::Apache),
    ("caddy", Host::Caddy),
    ("s3", Host::S3),
    ("pages", Host::Pages),
];

const EXAMPLES: &str = "\
Examples:
  diptych site public pairs.toml
  diptych site public pairs.toml --app dist
  diptych site --headers nginx";

/// Arguments of `site`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = EXAMPLES)]
#[command(after_help = "docs/site.md lists the keys of pairs.toml.", after_long_help = long_end())]
pub(crate) struct SiteArgs {
    /// Write the website into the folder OUT
    ///
    /// A pair is one comparison of A and B. Diptych compares a pair again only if its traces or settings changed since
    /// OUT was last written.
    #[arg(value_name = "OUT", required_unless_present = "headers")]
    pub(crate) output: Option<PathBuf>,
    /// Read the list of pairs from the file PAIRS
    ///
    /// A pair is one comparison of A and B. Paths in PAIRS are relative to the folder of PAIRS. docs/site.md lists the
    /// keys of PAIRS.
    #[arg(value_name = "PAIRS", required_unless_present = "headers")]
    pub(crate) pairs: Option<PathBuf>,
    /// Compare all pairs again, even unchanged pairs
    #[arg(long)]
    pub(crate) again: bool,
    /// Read the page from the folder DIR
    ///
    /// By default, DIR is the folder `app` beside the command. If there is no such folder, DIR is `share/diptych/app`
    /// beside the folder of the command. Releases contain the folder `app`. In the source code of Diptych, `npm run
    /// build` writes the page to the folder `dist`.
    #[arg(long, value_name = "DIR")]
    pub(crate) app: Option<PathBuf>,
    /// Print a configuration for the web host HOST, and write no website
    ///
    /// The configuration sets headers for caching and security.
    #[arg(long, value_name = "HOST", value_parser = one_of(HOSTS), conflicts_with_all = ["output", "pairs"])]
    pub(crate) headers: Option<Host>,
}

fn long_end() -> String {
    format!(
        "docs/site.md lists the keys of pairs.toml.\n\nDiptych writes all pairs, whatever their exit codes. \
         If pairs have different exit codes, code 1 overrides code 4, and code 4 overrides code 3.\n\n{EXIT_CODES}"
    )
}

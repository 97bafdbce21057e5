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
    /// The folder to write
    ///
    /// A pair is compared again only if its traces or settings changed since the folder was last written.
    #[arg(value_name = "OUT", required_unless_present = "headers")]
    pub(crate) output: Option<PathBuf>,
    /// The file that lists the pairs
    ///
    /// Paths in this file are relative to its folder.
    #[arg(value_name = "PAIRS", required_unless_present = "headers")]
    pub(crate) pairs: Option<PathBuf>,
    /// Compare all pairs again
    #[arg(long)]
    pub(crate) again: bool,
    /// The folder of the page
    ///
    /// The default is the folder `app` beside the command, or `share/diptych/app` beside the folder of the command.
    /// Releases contain this folder, and `npm run build` makes it as `dist`.
    #[arg(long, value_name = "DIR")]
    pub(crate) app: Option<PathBuf>,
    /// Print the configuration of a host instead: caching and security headers
    #[arg(long, value_name = "HOST", value_parser = one_of(HOSTS), conflicts_with_all = ["output", "pairs"])]
    pub(crate) headers: Option<Host>,
}

fn long_end() -> String {
    format!(
        "docs/site.md lists the keys of pairs.toml.\n\nAll pairs are written whatever the outcome. The exit code is that of \
         the worst pair: 1, then 4, then 3.\n\n{EXIT_CODES}"
    )
}

//! `xtask tidy`: the project's rules that no compiler knows. Each rule is a small file with tests that show it catching
//! a violation.
//!
//! A check reads [`Sources`] and returns sentences, each beginning with the place. Exceptions are in `tidy.toml` next
//! to this crate's manifest, each with its reason.

mod circles;
mod colors;
mod commits;
mod doc_openings;
mod exceptions;
mod faults;
mod forbidden;
mod length;
mod libraries;
mod locks;
mod manifests;
mod pure;
mod rooms;
mod rust;
mod sources;
mod tuple_parameters;
mod unsafe_code;
mod versions;

use anyhow::{Result, bail, ensure};

use crate::build::wasm;
use crate::{build_table, generated, notices, sizes, workspace};
use sources::Sources;

/// One rule, or a few of one kind.
struct Check {
    name: &'static str,
    run: fn(&Sources) -> Vec<String>,
}

const CHECKS: &[Check] = &[
    Check { name: "crates and the map agree", run: rooms::check },
    Check { name: "libraries stay in their rooms", run: libraries::check },
    Check { name: "manifests", run: manifests::check },
    Check { name: "pure crates read no clock, chance or environment", run: pure::check },
    Check { name: "forbidden words", run: forbidden::check },
    Check { name: "colours stand in the theme only", run: colors::check },
    Check { name: "files and functions are short", run: length::check },
    Check { name: "files do not use each other in large circles", run: circles::check },
    Check { name: "parameters are not tuples", run: tuple_parameters::check },
    Check { name: "doc comments open with what the item is or does", run: doc_openings::check },
    Check { name: "locked npm packages", run: locks::check },
    Check { name: "unsafe code stays in its room", run: unsafe_code::check },
    Check { name: "tests in the tables of faults and promises exist", run: faults::check },
    Check { name: "one version for all that is published", run: versions::check },
];

/// Runs every check on this workspace. Returns the name and the violations of each.
pub(crate) fn run() -> Result<Vec<(&'static str, Vec<String>)>> {
    let sources = Sources::read(&workspace::root())?;
    let mut results: Vec<_> = CHECKS.iter().map(|check| (check.name, (check.run)(&sources))).collect();
    results.push(("Rust files parse", sources.unparsed()));
    results.push(("commit subjects fit a line", commits::check(&workspace::root())));
    results.push(("licences of all that is linked are there", notices::missing()?));
    Ok(results)
}

/// Runs the verb: the checks, the generated files and, if the page is built for release, the byte budgets.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "tidy takes no options");
    let mut results = run()?;
    let stale = generated::stale()?;
    results.push(("generated files are up to date", stale));
    if workspace::dist().join("index.html").is_file() && wasm::are_optimised(&build_table::read()?) {
        results.push(("byte budgets", sizes::measure()?.over_budget()));
    }
    let mut found = 0;
    for (name, violations) in results {
        println!("{} {name}", if violations.is_empty() { "ok  " } else { "FAIL" });
        found += violations.len();
        for violation in violations {
            println!("     {violation}");
        }
    }
    if found > 0 {
        bail!("{found} violations");
    }
    Ok(())
}

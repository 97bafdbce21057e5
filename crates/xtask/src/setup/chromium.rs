//! Finds a Chromium for the browser tests: the one given, the system's, Playwright's, or a newly installed one.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::programs;
use crate::{process, workspace};

/// Variable that names a browser to use instead of looking for one.
const VARIABLE: &str = "CHROMIUM";

/// Names of the program on the path of various systems.
const PROGRAMS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Places of the program on macOS and Windows.
const PLACES: &[&str] = &[
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/// Returns the browser's program. Installs it first if none is found.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(found) = find()? {
        return Ok(found);
    }
    println!("Installing Chromium for the browser tests …");
    install();
    match find()? {
        Some(found) => Ok(found),
        None => bail!(
            "no Chromium was found and none could be installed. Install Chromium or Chrome with your \
             system's packages (Debian: apt-get install chromium), or set {VARIABLE} to its program"
        ),
    }
}

/// Returns the browser's program, if there is one.
fn find() -> Result<Option<PathBuf>> {
    let named = programs::named(VARIABLE)?;
    Ok(named.or_else(|| programs::installed(PROGRAMS, PLACES)).or_else(playwrights_own))
}

/// Returns the browser that Playwright downloaded earlier, if any.
fn playwrights_own() -> Option<PathBuf> {
    let script = "import { chromium } from 'playwright-core'; console.log(chromium.executablePath());";
    let mut node = Command::new("node");
    node.current_dir(workspace::root()).args(["--input-type=module", "--eval", script]);
    let path = process::stdout_of(&mut node).ok()?;
    Some(PathBuf::from(path.trim())).filter(|file| file.is_file())
}

/// Tries Debian's package if that is allowed, then Playwright's download. The caller looks for the browser again to see
/// whether either worked.
fn install() {
    let tell = |result: Result<()>| {
        if let Err(err) = result {
            eprintln!("{err:#}");
        }
    };
    let is_root = programs::is_root();
    if programs::is_debian() && is_root {
        tell(programs::install_debian(&["chromium"]));
    }
    if !matches!(find(), Ok(Some(_))) {
        let mut playwright = workspace::node("node_modules/playwright/cli.js");
        playwright.args(["install", "chromium"]);
        if is_root {
            playwright.arg("--with-deps");
        }
        tell(process::run(&mut playwright).context("Playwright's download"));
    }
}

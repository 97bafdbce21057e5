//! Finds a Chromium for the browser tests: the one given, the system's, Playwright's, or a newly installed one.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

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
    if let Some(named) = std::env::var_os(VARIABLE) {
        let named = PathBuf::from(named);
        if !named.is_file() {
            bail!("{VARIABLE} names `{}`, which is no file", named.display());
        }
        return Ok(Some(named));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = on_path(&std::env::split_paths(&path).collect::<Vec<_>>())
        .or_else(|| PLACES.iter().map(PathBuf::from).find(|place| place.is_file()))
        .or_else(playwrights_own);
    Ok(found)
}

/// Returns the first of [`PROGRAMS`] that is in one of `folders`.
fn on_path(folders: &[PathBuf]) -> Option<PathBuf> {
    PROGRAMS.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|file| file.is_file())
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
    if Path::new("/etc/debian_version").exists() && is_root() {
        let mut apt = Command::new("sh");
        apt.args(["-c", "apt-get update -q && apt-get install -y -q --no-install-recommends chromium"]);
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        tell(process::run(&mut apt).context("Debian's package"));
    }
    if !matches!(find(), Ok(Some(_))) {
        let mut playwright = workspace::node("node_modules/playwright/cli.js");
        playwright.args(["install", "chromium"]);
        if is_root() {
            playwright.arg("--with-deps");
        }
        tell(process::run(&mut playwright).context("Playwright's download"));
    }
}

/// Returns true if this process may install system packages.
fn is_root() -> bool {
    process::stdout_of(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_browser_is_chosen_by_name_order() {
        let folder = std::env::temp_dir().join(format!("diptych-path-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(on_path(std::slice::from_ref(&folder)), None);
        std::fs::write(folder.join("google-chrome"), "").unwrap();
        assert_eq!(on_path(std::slice::from_ref(&folder)), Some(folder.join("google-chrome")));
        std::fs::write(folder.join("chromium"), "").unwrap();
        assert_eq!(on_path(std::slice::from_ref(&folder)), Some(folder.join("chromium")));
        std::fs::remove_dir_all(folder).unwrap();
    }
}

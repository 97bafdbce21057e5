//! Finds a Firefox for the tests in Firefox, and on Linux the display that it needs to draw with WebGL2.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::programs;
use crate::process;

/// Variable that names a browser to use instead of looking for one.
const VARIABLE: &str = "FIREFOX";

/// Names of the program on the path of various systems.
const PROGRAMS: &[&str] = &["firefox-esr", "firefox"];

/// Places of the program on macOS and Windows.
const PLACES: &[&str] =
    &["/Applications/Firefox.app/Contents/MacOS/firefox", "C:/Program Files/Mozilla Firefox/firefox.exe"];

/// Debian's packages: the browser, a display without a screen, and OpenGL without a graphics card.
const DEBIAN: &[&str] = &["firefox-esr", "xvfb", DRIVER];
const DRIVER: &str = "libgl1-mesa-dri";

/// The programs of the tests in Firefox.
#[derive(Debug)]
pub(crate) struct Firefox {
    pub(crate) program: PathBuf,
    /// Xvfb on Linux; no other system needs it.
    pub(crate) display: Option<PathBuf>,
}

/// Returns the programs, or fails with [`missing`].
pub(crate) fn required() -> Result<Firefox> {
    find_or_install()?.with_context(missing)
}

/// Returns the programs. Installs them first if one is missing and Debian's packages may be installed.
///
/// # Errors
///
/// Fails if [`VARIABLE`] names no file.
pub(crate) fn find_or_install() -> Result<Option<Firefox>> {
    let found = find()?;
    if found.is_some() || !programs::is_debian() || !programs::is_root() {
        return Ok(found);
    }
    println!("Installing Firefox for the tests in Firefox …");
    // The search after it says whether it worked.
    if let Err(err) = programs::install_debian(DEBIAN) {
        eprintln!("{err:#}");
    }
    find()
}

/// Returns the sentence that says what to install.
pub(crate) fn missing() -> String {
    format!(
        "no Firefox was found with all that it needs here. Install Firefox, and on Linux also Xvfb and Mesa's software \
         driver (Debian: apt-get install {}), or set {VARIABLE} to the program",
        DEBIAN.join(" ")
    )
}

/// Returns the programs, if all are there.
fn find() -> Result<Option<Firefox>> {
    let Some(program) = programs::named(VARIABLE)?.or_else(|| programs::installed(PROGRAMS, PLACES)) else {
        return Ok(None);
    };
    if !cfg!(target_os = "linux") {
        return Ok(Some(Firefox { program, display: None }));
    }
    let has_driver = !programs::is_debian() || process::succeeds(Command::new("dpkg").args(["-s", DRIVER]));
    let display = programs::installed(&["Xvfb"], &[]).filter(|_| has_driver);
    Ok(display.map(|display| Firefox { program, display: Some(display) }))
}

//! Finds programs of the system, and installs Debian's packages where that is allowed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// Returns the program that the environment variable `variable` names, if it is set.
///
/// # Errors
///
/// Fails if the variable names no file.
pub(super) fn named(variable: &str) -> Result<Option<PathBuf>> {
    let Some(named) = std::env::var_os(variable).map(PathBuf::from) else { return Ok(None) };
    if !named.is_file() {
        bail!("{variable} names `{}`, which is no file", named.display());
    }
    Ok(Some(named))
}

/// Returns the first of the programs `names` that is on the path, else the first of `places` that is a file.
pub(super) fn installed(names: &[&str], places: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = in_folders(&std::env::split_paths(&path).collect::<Vec<_>>(), names);
    on_path.or_else(|| places.iter().map(PathBuf::from).find(|place| place.is_file()))
}

/// Returns the first of the programs `names` that is in one of `folders`.
fn in_folders(folders: &[PathBuf], names: &[&str]) -> Option<PathBuf> {
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|file| file.is_file())
}

/// Returns true on Debian and its relatives.
pub(super) fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists()
}

/// Returns true if this process may install system packages.
pub(super) fn is_root() -> bool {
    process::stdout_of(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Installs packages of Debian.
pub(super) fn install_debian(packages: &[&str]) -> Result<()> {
    let install = "apt-get update -q && apt-get install -y -q --no-install-recommends \"$@\"";
    let mut apt = Command::new("sh");
    apt.args(["-c", install, "sh"]).args(packages).env("DEBIAN_FRONTEND", "noninteractive");
    process::run(&mut apt).context("Debian's packages")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_chosen_by_name_order() {
        let folder = std::env::temp_dir().join(format!("diptych-path-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let found = || in_folders(std::slice::from_ref(&folder), &["chromium", "google-chrome"]);
        assert_eq!(found(), None);
        std::fs::write(folder.join("google-chrome"), "").unwrap();
        assert_eq!(found(), Some(folder.join("google-chrome")));
        std::fs::write(folder.join("chromium"), "").unwrap();
        assert_eq!(found(), Some(folder.join("chromium")));
        std::fs::remove_dir_all(folder).unwrap();
    }
}

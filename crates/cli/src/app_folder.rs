//! Finds the folder of the page, which `open` serves and `site` copies.

use crate::error::CliError;
use std::path::{Path, PathBuf};

/// Returns the folder of the page, given or from where installations have it.
pub(crate) fn app_folder(given: Option<&Path>) -> Result<PathBuf, CliError> {
    let is_page = |folder: &PathBuf| folder.join("index.html").is_file();
    if let Some(folder) = given.map(Path::to_owned) {
        let text = format!(
            "{} contains no index.html; give the folder that `npm run build` makes",
            folder.display()
        );
        return Some(folder).filter(is_page).ok_or(CliError::Failed(text));
    }
    let folder = std::env::current_exe().ok().and_then(|command| command.parent().map(Path::to_owned));
    let folder = folder.unwrap_or_default();
    [folder.join("app"), folder.join("../share/diptych/app")].into_iter().find(is_page).ok_or_else(|| {
        CliError::Usage(
            "the page is not beside this command: pass --app DIR. Releases contain it, and `npm run build` makes dist"
                .to_owned(),
        )
    })
}

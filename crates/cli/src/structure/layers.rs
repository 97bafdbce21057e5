//! Reads a file of layers, from the top layer down.

use crate::error::CliError;
use crate::output::shown;
use diptych_structure::{DeclaredLayers, Hierarchy, LayersError, read_layers};
use std::path::Path;

/// Reads a file of layers.
///
/// # Errors
///
/// Returns the line in which a path is no element, or an element is named twice; or that the file cannot be read.
pub(super) fn layers_of_file(path: &Path, hierarchy: &Hierarchy) -> Result<DeclaredLayers, CliError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CliError::Failed(format!("{} cannot be read: {error}", path.display())))?;
    read_layers(&text, hierarchy).map_err(|error| {
        let (line, what) = match error {
            LayersError::NoLayer => return CliError::Failed(format!("{} contains no layer", path.display())),
            LayersError::OpenQuote(line) => (line, "missing closing quote".to_owned()),
            LayersError::NoElement(line, path) => (
                line,
                format!("there is no element {}; `--level function --json` lists all elements", shown(&path)),
            ),
            LayersError::Several(line, path) => {
                (line, format!("several elements end with {}; give more of the path", shown(&path)))
            }
            LayersError::DuplicateElement(line, element, before) => {
                let element = shown(&hierarchy.path(element));
                (line, format!("{element} is already named in line {}", before + 1))
            }
        };
        CliError::Failed(format!("{}, line {}: {what}", path.display(), line + 1))
    })
}

//! Finds files.

use std::path::Path;

use anyhow::{Context, Result};

/// Returns all files under `folder`, sorted, relative to it and with forward slashes.
pub(crate) fn under(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(current) = left.pop() {
        for entry in std::fs::read_dir(&current).with_context(|| current.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                left.push(path);
            } else {
                let relative = path.strip_prefix(folder)?;
                let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
                found.push(parts.join("/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the part after the last dot of a file's name. Names in this project are in lower case.
pub(crate) fn extension(name: &str) -> &str {
    name.rsplit('/').next().and_then(|file| file.rsplit_once('.')).map_or("", |(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extension_follows_the_last_dot() {
        assert_eq!(extension("a.b/examples/x.json.gz"), "gz");
        assert_eq!(extension("a.b/LICENSE"), "");
    }

    #[test]
    fn sub_folders_are_searched_in_order() {
        let names = under(&crate::workspace::at("crates/xtask")).unwrap();
        assert!(names.is_sorted());
        assert!(names.contains(&"src/files.rs".to_owned()) && names.contains(&"Cargo.toml".to_owned()));
    }
}

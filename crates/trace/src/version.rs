//! Versions in the names of folders.

/// Removes the version from a folder name: `black-22.12.0` becomes `black`. `python3.11` stays, because its version is
/// part of its name.
pub fn without_version(folder: &str) -> &str {
    match folder.rsplit_once('-') {
        Some((stem, version)) if version.starts_with(|c: char| c.is_ascii_digit()) && !stem.is_empty() => {
            stem
        }
        _ => folder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_removed_from_folder_names() {
        let stems = ["black-22.12.0", "black", "python3.11", "-1.0", "a-b", "a-b-2"].map(without_version);
        assert_eq!(stems, ["black", "black", "python3.11", "-1.0", "a-b", "a-b"]);
    }
}

//! Versions in the names of folders.

/// `black-22.12.0` and `black` are one folder in two versions; `python3.11` stays, its version is its name.
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
    fn a_version_is_taken_off_unless_it_is_all_of_the_name() {
        let stems = ["black-22.12.0", "black", "python3.11", "-1.0", "a-b", "a-b-2"].map(without_version);
        assert_eq!(stems, ["black", "black", "python3.11", "-1.0", "a-b", "a-b"]);
    }
}

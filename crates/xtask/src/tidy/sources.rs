//! The files that checks read: the text files of the workspace, without what is built or installed.

use std::path::Path;

use anyhow::Result;

use crate::files;

/// Folders that hold nothing written by us, by their names or paths.
const SKIPPED: &[&str] =
    &[".git", "target", "node_modules", "dist", "test-results", "playwright-report", "web/wasm"];

/// One text file.
pub(crate) struct SourceFile {
    /// Its path from the workspace's root, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
    /// Its syntax tree, if it is a Rust file that parses.
    pub(crate) rust: Option<syn::File>,
}

impl SourceFile {
    /// A file as a check sees it.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let rust = (files::extension(path) == "rs").then(|| syn::parse_file(text).ok()).flatten();
        Self { path: path.to_owned(), text: text.to_owned(), rust }
    }

    /// What follows the last dot of the path.
    pub(crate) fn extension(&self) -> &str {
        files::extension(&self.path)
    }

    /// The folder under `crates/` that the file lies in.
    pub(crate) fn crate_folder(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split_once('/').map(|(folder, _)| folder)
    }

    /// Whether the file is part of a crate's or the shell's product code, not of its tests.
    pub(crate) fn is_product_code(&self) -> bool {
        let in_sources = self.path.contains("/src/");
        in_sources && !self.path.ends_with("/tests.rs") && !self.path.contains("/tests/")
    }
}

/// All text files, sorted by path.
pub(crate) struct Sources {
    pub(crate) files: Vec<SourceFile>,
}

impl Sources {
    /// Reads the tree under `root`.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let mut left = vec![root.to_path_buf()];
        while let Some(folder) = left.pop() {
            for entry in std::fs::read_dir(&folder)? {
                let path = entry?.path();
                let relative = path.strip_prefix(root)?;
                let relative =
                    relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
                let name = relative.rsplit('/').next().unwrap_or_default();
                if SKIPPED.contains(&name) || SKIPPED.contains(&relative.as_str()) {
                    continue;
                }
                if path.is_dir() {
                    left.push(path);
                } else if let Ok(text) = String::from_utf8(std::fs::read(&path)?) {
                    files.push(SourceFile::new(&relative, &text));
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { files })
    }

    /// A tree made of the given files, for the tests of checks.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self { files: files.iter().map(|(path, text)| SourceFile::new(path, text)).collect() }
    }

    /// The text of the file at `path`.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// The crates' manifests: folder name and parsed table. One that does not parse is cargo's to report.
    pub(crate) fn manifests(&self) -> impl Iterator<Item = (&str, toml::Table)> {
        self.files.iter().filter_map(|file| {
            let folder = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
            Some((folder, file.text.parse().ok()?))
        })
    }

    /// Files whose names end with `.extension`.
    pub(crate) fn with_extension(&self, extension: &str) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(move |file| file.extension() == extension)
    }

    /// Rust files that no check can read.
    pub(crate) fn unparsed(&self) -> Vec<String> {
        let broken = self.with_extension("rs").filter(|file| file.rust.is_none());
        broken.map(|file| format!("{}: does not parse", file.path)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_read_without_what_is_built() {
        let sources = Sources::read(&crate::workspace::root()).unwrap();
        assert!(sources.text("crates/xtask/src/tidy/sources.rs").is_some());
        assert!(sources.manifests().any(|(folder, _)| folder == "xtask"));
        assert!(sources.files.iter().all(|file| !file.path.contains("node_modules/")));
        assert!(sources.files.iter().all(|file| !file.path.starts_with("target/")));
    }

    #[test]
    fn a_broken_rust_file_is_reported() {
        let sources = Sources::of(&[("crates/a/src/lib.rs", "fn ("), ("crates/a/src/b.rs", "fn b() {}")]);
        assert_eq!(sources.unparsed(), ["crates/a/src/lib.rs: does not parse"]);
    }

    #[test]
    fn places_in_the_tree() {
        let file = SourceFile::new("crates/scene/src/theme/css.rs", "");
        assert_eq!((file.crate_folder(), file.extension()), (Some("scene"), "rs"));
        assert!(file.is_product_code());
        assert!(!SourceFile::new("crates/scene/tests/svg.rs", "").is_product_code());
        assert!(!SourceFile::new("crates/scene/src/svg/tests.rs", "").is_product_code());
    }
}

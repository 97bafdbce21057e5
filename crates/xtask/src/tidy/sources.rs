//! Reads the text files of the workspace for the checks, without built and installed files.

use std::path::Path;

use anyhow::Result;

use crate::files;

/// Folders without files of our own, by name or path.
const SKIPPED: &[&str] =
    &[".git", "target", "node_modules", "dist", "dist-npm", "test-results", "playwright-report", "web/wasm"];

/// One text file.
pub(crate) struct SourceFile {
    /// Path from the workspace's root, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
    /// Syntax tree, if it is a Rust file that parses.
    pub(crate) rust: Option<syn::File>,
}

impl SourceFile {
    /// Creates a file from its path and text.
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let rust = (files::extension(path) == "rs").then(|| syn::parse_file(text).ok()).flatten();
        Self { path: path.to_owned(), text: text.to_owned(), rust }
    }

    /// Returns the part after the last dot of the path.
    pub(crate) fn extension(&self) -> &str {
        files::extension(&self.path)
    }

    /// Returns the folder under `crates/` that contains the file.
    pub(crate) fn crate_folder(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split_once('/').map(|(folder, _)| folder)
    }

    /// Returns true if the file is product code of a crate or of the shell, and not a test.
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

    /// Creates a tree from the given files, for the tests of checks.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self { files: files.iter().map(|(path, text)| SourceFile::new(path, text)).collect() }
    }

    /// Returns the text of the file at `path`.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// Returns the crates' manifests as folder name and parsed table. cargo reports those that do not parse.
    pub(crate) fn manifests(&self) -> impl Iterator<Item = (&str, toml::Table)> {
        self.files.iter().filter_map(|file| {
            let folder = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
            Some((folder, file.text.parse().ok()?))
        })
    }

    /// Returns the files whose names end with `.extension`.
    pub(crate) fn with_extension(&self, extension: &str) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(move |file| file.extension() == extension)
    }

    /// Returns the Rust files that do not parse, which no check can read.
    pub(crate) fn unparsed(&self) -> Vec<String> {
        let broken = self.with_extension("rs").filter(|file| file.rust.is_none());
        broken.map(|file| format!("{}: does not parse", file.path)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_exclude_built_files() {
        let sources = Sources::read(&crate::workspace::root()).unwrap();
        assert!(sources.text("crates/xtask/src/tidy/sources.rs").is_some());
        assert!(sources.manifests().any(|(folder, _)| folder == "xtask"));
        assert!(sources.files.iter().all(|file| !file.path.contains("node_modules/")));
        assert!(sources.files.iter().all(|file| !file.path.starts_with("target/")));
    }

    #[test]
    fn broken_rust_file_is_reported() {
        let sources = Sources::of(&[("crates/a/src/lib.rs", "fn ("), ("crates/a/src/b.rs", "fn b() {}")]);
        assert_eq!(sources.unparsed(), ["crates/a/src/lib.rs: does not parse"]);
    }

    #[test]
    fn source_file_knows_crate_and_kind() {
        let file = SourceFile::new("crates/scene/src/theme/css.rs", "");
        assert_eq!((file.crate_folder(), file.extension()), (Some("scene"), "rs"));
        assert!(file.is_product_code());
        assert!(!SourceFile::new("crates/scene/tests/svg.rs", "").is_product_code());
        assert!(!SourceFile::new("crates/scene/src/svg/tests.rs", "").is_product_code());
    }
}

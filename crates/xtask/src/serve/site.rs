//! Maps request paths to files and content types, without sockets.

use std::path::{Path, PathBuf};

/// Content types by extension. A gzip file is served as such, never as an encoding of something else, because the page
/// decompresses traces itself.
const TYPES: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("gz", "application/gzip"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
    ("zst", "application/zstd"),
];

/// A folder of files under a base path.
#[derive(Debug)]
pub(crate) struct Site {
    root: PathBuf,
    base: String,
}

/// The target of a request path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// An existing file and its content type.
    File(PathBuf, &'static str),
    /// A redirect to the same path with a slash at the end.
    Redirect(String),
    /// No file.
    Missing,
}

impl Site {
    /// Serves the files under `root` at the path `base`, which starts and ends with a slash.
    pub(crate) fn new(root: PathBuf, base: String) -> Self {
        Self { root, base }
    }

    /// Resolves the path and query of a request.
    pub(crate) fn resolve(&self, target: &str) -> Target {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        if format!("{path}/") == self.base {
            return Target::Redirect(self.base.clone());
        }
        let Some(relative) = path.strip_prefix(self.base.as_str()) else {
            return Target::Missing;
        };
        let Some(mut file) = decode(relative).and_then(|relative| join_inside(&self.root, &relative)) else {
            return Target::Missing;
        };
        if file.is_dir() {
            file.push("index.html");
        }
        if !file.is_file() {
            return Target::Missing;
        }
        let content_type = content_type(&file);
        Target::File(file, content_type)
    }
}

/// Returns `root` joined with `relative`, or `None` if a part of it could lead outside.
fn join_inside(root: &Path, relative: &str) -> Option<PathBuf> {
    let mut path = root.to_path_buf();
    for part in relative.split('/').filter(|part| !part.is_empty()) {
        let plain = part != "." && part != ".." && !part.contains(['\\', ':', '\0']);
        if !plain {
            return None;
        }
        path.push(part);
    }
    Some(path)
}

/// Decodes percent escapes; `None` if they are broken or not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

/// Returns the content type of a file, by its extension.
fn content_type(file: &Path) -> &'static str {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    TYPES.iter().find(|(known, _)| *known == extension).map_or("application/octet-stream", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(name: &str) -> Site {
        let root = std::env::temp_dir().join(format!("diptych-site-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("assets")).unwrap();
        std::fs::write(root.join("index.html"), "page").unwrap();
        std::fs::write(root.join("assets/e n.wasm"), "wasm").unwrap();
        Site::new(root, "/some/sub/path/".into())
    }

    #[test]
    fn site_serves_only_below_the_base() {
        let site = site("base");
        let page = Target::File(site.root.join("index.html"), "text/html; charset=utf-8");
        assert_eq!(site.resolve("/some/sub/path/?a=x&b=/y"), page);
        assert_eq!(site.resolve("/some/sub/path/index.html"), page);
        assert_eq!(site.resolve("/some/sub/path"), Target::Redirect("/some/sub/path/".into()));
        assert_eq!(site.resolve("/"), Target::Missing);
        assert_eq!(site.resolve("/index.html"), Target::Missing);
        let wasm = Target::File(site.root.join("assets").join("e n.wasm"), "application/wasm");
        assert_eq!(site.resolve("/some/sub/path/assets/e%20n.wasm"), wasm);
    }

    #[test]
    fn paths_cannot_leave_the_root() {
        let site = site("outside");
        let root = site.root.file_name().unwrap().to_string_lossy().into_owned();
        for escape in ["../", "%2e%2e/", "..%2f", "assets/../../", "..\\", "%2e./"] {
            let target = format!("/some/sub/path/{escape}{root}/index.html");
            assert_eq!(site.resolve(&target), Target::Missing, "{target}");
        }
        assert_eq!(site.resolve("/some/sub/path//etc/passwd"), Target::Missing);
        assert_eq!(site.resolve("/some/sub/path/%zz"), Target::Missing);
    }

    #[test]
    fn compressed_traces_are_served_as_gzip() {
        assert_eq!(content_type(Path::new("a.json.gz")), "application/gzip");
        assert_eq!(content_type(Path::new("a.unknown")), "application/octet-stream");
    }
}

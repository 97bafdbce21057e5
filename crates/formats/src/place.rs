//! Splits names that contain the function's source position.

use diptych_trace::{FunctionId, FunctionSpec, Sink};

/// Name without source position. The file is empty if unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PositionedName<'a> {
    pub(crate) name: &'a str,
    pub(crate) file: &'a str,
    /// 1-based; 0 if unknown.
    pub(crate) line: u32,
}

/// Splits `name (file:line)`, as VizTracer writes it, and `file.py(line): name`, as PyTorch does. Any other text is all
/// name.
pub(crate) fn split(text: &str) -> PositionedName<'_> {
    viztracer(text).or_else(|| pytorch(text)).unwrap_or(PositionedName { name: text, file: "", line: 0 })
}

/// Splits a path with or without `:line` or `:line:column` behind it. `None` if the text is no path, but a C++ name for
/// example.
pub(crate) fn path(text: &str) -> Option<(&str, u32)> {
    let numbered = |text| -> Option<(&str, u32)> {
        let (before, digits) = str::rsplit_once(text, ':')?;
        Some((before, line(digits)?))
    };
    let (file, line) = match numbered(text) {
        // The last number is a column if there are two.
        Some((before, last)) => numbered(before).unwrap_or((before, last)),
        None => (text, 0),
    };
    let is_name =
        file.contains(['<', '(', '"', '[', ',']) || file.contains("::") || file.starts_with("operator");
    (!is_name && is_file(file)).then_some((file, line))
}

/// Returns the function of a frame. If no file is given, the name may contain the position.
pub(crate) fn function(name: &str, file: &str, line: u32, category: &str, sink: &mut dyn Sink) -> FunctionId {
    let is_placed = !file.is_empty() || line > 0;
    let placed = if is_placed {
        PositionedName { name, file, line }
    } else {
        python_file(name).unwrap_or(split(name))
    };
    sink.function(FunctionSpec { name: placed.name, file: placed.file, line: placed.line, category })
}

/// Splits `name (file.py)` and `name (<frozen file>)`, which py-spy writes for frames without lines.
fn python_file(text: &str) -> Option<PositionedName<'_>> {
    let (name, file) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let is_file = [".py", ".pyx", ".pxd"].iter().any(|ending| file.ends_with(ending))
        || file.starts_with('<') && file.ends_with('>');
    (is_file && !name.is_empty()).then_some(PositionedName { name, file, line: 0 })
}

/// Returns the index of the parenthesis that matches the last byte, if that closes one.
pub(crate) fn opening(text: &[u8]) -> Option<usize> {
    if !text.ends_with(b")") {
        return None;
    }
    let mut depth = 0u32;
    text.iter().rposition(|byte| {
        depth = match byte {
            b')' => depth + 1,
            b'(' => depth - 1,
            _ => depth,
        };
        depth == 0
    })
}

fn viztracer(text: &str) -> Option<PositionedName<'_>> {
    let inner = text.strip_suffix(')')?;
    let (before, digits) = inner.rsplit_once(':')?;
    let line = line(digits)?;
    // The path may contain parentheses itself.
    let open = opening(text.as_bytes())?;
    let name = before[..open].strip_suffix(' ')?;
    let file = &before[open + 1..];
    (!name.is_empty() && is_file(file)).then_some(PositionedName { name, file, line })
}

/// Extensions of source files. Other words with a dot may be hosts or versions.
const EXTENSIONS: [&str; 58] = [
    "asm", "c", "cc", "cjs", "clj", "cljs", "coffee", "cpp", "cs", "cts", "cu", "cxx", "d", "dart", "erl",
    "ex", "exs", "f90", "fs", "go", "groovy", "h", "hpp", "hrl", "hs", "html", "hxx", "ipynb", "java", "jl",
    "js", "jsx", "kt", "kts", "lua", "m", "mjs", "ml", "mm", "mts", "nim", "php", "pl", "pm", "pxd", "py",
    "pyx", "r", "rb", "rs", "scala", "sh", "sql", "svelte", "swift", "ts", "tsx", "vue",
];

/// Returns whether text in parentheses names a file, and is no remark or address: it has a separator of paths or the
/// extension of a source file, or brackets as Python writes them for code without a file.
fn is_file(text: &str) -> bool {
    if text.starts_with('<') && text.ends_with('>') {
        return true;
    }
    // A host with a port is no file, but a path behind it is.
    let path =
        text.split_once("://").map_or(text, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let has_extension = || {
        let extension = path.rsplit_once('.').map(|(stem, extension)| (stem, extension.to_ascii_lowercase()));
        extension
            .is_some_and(|(stem, extension)| !stem.is_empty() && EXTENSIONS.contains(&extension.as_str()))
    };
    !path.is_empty() && (path.contains(['/', '\\']) && !path.contains(" / ") || has_extension())
}

fn pytorch(text: &str) -> Option<PositionedName<'_>> {
    let (file_end, _) = text.match_indices(".py(").next()?;
    let file = &text[..file_end + 3];
    let (digits, name) = text[file_end + 4..].split_once("): ")?;
    let line = line(digits)?;
    (!name.is_empty()).then_some(PositionedName { name, file, line })
}

fn line(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: (&str, &str, u32)) {
        let placed = split(text);
        assert_eq!((placed.name, placed.file, placed.line), expected, "{text}");
    }

    #[test]
    fn trailing_position_in_parentheses_is_split_off() {
        check("main (/srv/a.py:12)", ("main", "/srv/a.py", 12));
        check("f.<locals>.<lambda> (a.py:1)", ("f.<locals>.<lambda>", "a.py", 1));
        check("f (C:\\a b\\c.py:7)", ("f", "C:\\a b\\c.py", 7));
        check("f (/a (b) c/d.py:7)", ("f", "/a (b) c/d.py", 7));
        check("f (http://h:80/x/y:7)", ("f", "http://h:80/x/y", 7));
        check("f (Main.java:7)", ("f", "Main.java", 7));
        check("operator() (x) (y.cc:3)", ("operator() (x)", "y.cc", 3));
        check("f (<frozen importlib._bootstrap>:1022)", ("f", "<frozen importlib._bootstrap>", 1022));
    }

    #[test]
    fn leading_pytorch_position_is_split_off() {
        check("torch/nn/module.py(1501): _call_impl", ("_call_impl", "torch/nn/module.py", 1501));
        check("a.py(3): <module>", ("<module>", "a.py", 3));
    }

    #[test]
    fn python_file_needs_no_line() {
        let file = |text| python_file(text).map(|placed| (placed.name, placed.file));
        assert_eq!(file("run (black/__main__.py)"), Some(("run", "black/__main__.py")));
        assert_eq!(file("<module> (<frozen runpy>)"), Some(("<module>", "<frozen runpy>")));
        assert_eq!(file("operator() (int)"), None);
        assert_eq!(file(" (a.py)"), None);
    }

    #[test]
    fn other_text_is_all_name() {
        for text in [
            "",
            ")",
            "builtins.len",
            "f (x)",
            "f (a.py:)",
            "f (a.py:-1)",
            "f (a.py:99999999999)",
            "f(a.py:1)",
            " (a.py:1)",
            "f (:1)",
            "f a.py:1)",
            "f ((a.py:1)",
            "x.py(1):y",
            "x.py(): y",
            "std::map<int, int>(3): y",
            "Memcpy DtoD (Device -> Device)",
            "Javac a.jar (8 source files)",
            "retry (attempt:3)",
            "GET (localhost:8080)",
            "GET (http://localhost:8080)",
            "connect (10.0.0.1:443)",
            "connect (example.com:443)",
            "progress (3 / 5 steps:2)",
            "at (12:30:05)",
        ] {
            check(text, (text, "", 0));
        }
    }
}

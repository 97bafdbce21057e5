//! Checks that files and functions are short enough to read at a sitting, except for those in `tidy.toml`.
//!
//! The linter of scripts measures the functions of scripts.

use super::exceptions;
use super::rust::{self, Function};
use super::sources::{SourceFile, Sources};

/// Largest number of lines of a file, without its test modules.
const FILE_LINES: usize = 600;

/// Largest number of lines of a function.
const FUNCTION_LINES: usize = 100;

/// A file or a function with its length.
struct MeasuredLength<'a> {
    path: &'a str,
    function: Option<Function>,
    lines: usize,
}

/// Returns everything that is too long, and the exceptions that nothing needs.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let exceptions = match exceptions::read(sources) {
        Ok(exceptions) => exceptions,
        Err(violation) => return vec![violation],
    };
    let mut used = vec![false; exceptions.length.len()];
    let mut violations = Vec::new();
    for measured in sources.files.iter().filter(|file| is_measured(file)).flat_map(measure) {
        let limit = if measured.function.is_some() { FUNCTION_LINES } else { FILE_LINES };
        if measured.lines <= limit {
            continue;
        }
        let name = measured.function.as_ref().map(|function| &function.name);
        let exception = exceptions
            .length
            .iter()
            .position(|exception| exception.path == measured.path && exception.function.as_ref() == name);
        let allowed = exception.map_or(limit, |index| {
            used[index] = true;
            exceptions.length[index].lines
        });
        if measured.lines > allowed {
            let what = match &measured.function {
                Some(function) => format!(":{}: `{}`", function.first_line, function.name),
                None => ": the file".to_owned(),
            };
            violations
                .push(format!("{}{what} has {} lines, {allowed} at most", measured.path, measured.lines));
        }
    }
    for (exception, _) in exceptions.length.iter().zip(used).filter(|(_, used)| !used) {
        let function = exception.function.as_ref().map(|function| format!(", {function}"));
        violations.push(exceptions::unused(&format!("{}{}", exception.path, function.unwrap_or_default())));
    }
    violations
}

/// Returns true for product code, shaders and styles, but not for tests and generated files.
fn is_measured(file: &SourceFile) -> bool {
    match file.extension() {
        "rs" => file.is_product_code(),
        "ts" => file.is_product_code() && !file.path.contains("/generated/"),
        "wgsl" | "css" | "mjs" => !file.path.contains("/generated/"),
        _ => false,
    }
}

/// Returns the file and its functions.
fn measure(file: &SourceFile) -> Vec<MeasuredLength<'_>> {
    let all = file.text.lines().count();
    let (functions, test_lines) = match &file.rust {
        Some(tree) => {
            let code = rust::code(tree);
            (code.functions, code.test_lines)
        }
        None => (Vec::new(), 0),
    };
    let mut measured =
        vec![MeasuredLength { path: &file.path, function: None, lines: all - test_lines.min(all) }];
    measured.extend(functions.into_iter().map(|function| {
        let lines = function.last_line + 1 - function.first_line;
        MeasuredLength { path: &file.path, function: Some(function), lines }
    }));
    measured
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long_function(lines: usize) -> String {
        format!("fn long() {{\n{}}}\n", "    f();\n".repeat(lines - 2))
    }

    #[test]
    fn long_files_are_caught_without_their_tests() {
        let long = "const A: u32 = 1;\n".repeat(FILE_LINES + 1);
        let found = check(&Sources::of(&[("crates/a/src/lib.rs", &long)]));
        assert_eq!(found, ["crates/a/src/lib.rs: the file has 601 lines, 600 at most"]);
        let tested = format!("fn f() {{}}\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
        assert!(check(&Sources::of(&[("crates/a/src/lib.rs", &tested)])).is_empty());
    }

    #[test]
    fn long_functions_are_caught() {
        let rust = check(&Sources::of(&[("crates/a/src/lib.rs", &long_function(101))]));
        assert_eq!(rust, ["crates/a/src/lib.rs:1: `long` has 101 lines, 100 at most"]);
        assert!(check(&Sources::of(&[("crates/a/src/lib.rs", &long_function(100))])).is_empty());
        assert!(check(&Sources::of(&[("crates/a/tests/a.rs", &long_function(101))])).is_empty());
    }

    #[test]
    fn unused_exceptions_are_reported() {
        let exception = "[[length]]\npath = 'crates/a/src/lib.rs'\nfunction = 'long'\nlines = 120\nreason = 'one table'\n";
        let with = |lines: usize, exceptions: &str| {
            check(&Sources::of(&[
                ("crates/a/src/lib.rs", &long_function(lines)),
                (exceptions::FILE, exceptions),
            ]))
        };
        assert!(with(110, exception).is_empty());
        assert!(with(121, exception)[0].contains("120 at most"));
        assert!(with(90, exception)[0].contains("nothing needs the exception"));
    }
}

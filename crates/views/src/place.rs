//! The place of a function in the software.

use diptych_trace::{FunctionSpec, without_version};

/// Returns the package of a function: the directory that holds its file, without a trailing version. Without a
/// directory it is the file, without a file the category that the format names, otherwise `(no file)`.
pub fn package_of(function: FunctionSpec<'_>) -> &str {
    let file = function.file.trim_end_matches('/');
    let directory = file.rsplit_once(['/', '\\']).map_or("", |(directory, _)| directory);
    let last = directory.rsplit(['/', '\\']).next().unwrap_or("");
    let unversioned = without_version(last);
    [unversioned, file, function.category].into_iter().find(|text| !text.is_empty()).unwrap_or("(no file)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_falls_back_to_file_then_category() {
        let package = |file, category| package_of(FunctionSpec { name: "f", file, line: 1, category });
        assert_eq!(package("/lib/jinja2-3.0.3/jinja2/compiler.py", "FEE"), "jinja2");
        assert_eq!(package("/lib/black-22.12.0/tokenize.py", ""), "black");
        assert_eq!(package("/opt/lib/python3.11/typing.py", ""), "python3.11");
        assert_eq!(package("C:\\src\\core\\main.c", ""), "core");
        assert_eq!(package("<string>", "FEE"), "<string>");
        assert_eq!(package("", "v8"), "v8");
        assert_eq!(package("", ""), "(no file)");
    }
}

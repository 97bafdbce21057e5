//! Identity rules: a text that is read can be written, and compiled rules rewrite any name.

use diptych_compare::identity::{Rules, read_rules, trails};
use diptych_trace::FunctionSpec;

/// Reads any bytes as rules and applies them to names.
pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let defaults = Rules::defaults(["chrome-json", "perf-script"]);
    let (rules, compiled) = match read_rules(&text, &defaults) {
        Ok(read) => read,
        Err(error) => {
            assert!(error.line <= text.lines().count(), "{error}");
            return;
        }
    };
    let again = Rules::parse(&rules.to_text(), &defaults).expect("written rules are read");
    assert_eq!(again, rules);
    let _ = Rules::swapped_text(&text);
    for name in ["f", "std::vector<int, a<b>>::push_back(int const&)", "f_v12 [clone .isra.0]", ""] {
        let file = "/opt/python3.11/lib/a.py";
        let _ = trails(&compiled, FunctionSpec { name, file, line: 3, category: "" });
    }
}

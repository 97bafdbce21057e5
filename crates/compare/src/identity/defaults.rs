//! The rules that are there before anybody edits them. Only what says nothing about what a function does is
//! taken away: where it was installed, at which address, as which copy.

use super::rules::{Field, Origin, Rule, RuleKind, Rules};

/// What programs a format's names come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Any.
    Any,
    /// Python.
    Python,
    /// JavaScript.
    JavaScript,
    /// Compiled code.
    Native,
}

/// One row of the table below.
struct Row {
    family: Family,
    name: &'static str,
    on: Field,
    kind: RuleKind,
    pattern: &'static str,
    replacement: &'static str,
    enabled: bool,
}

const fn row(
    family: Family,
    name: &'static str,
    on: Field,
    pattern: &'static str,
    replacement: &'static str,
) -> Row {
    Row { family, name, on, kind: RuleKind::Pattern, pattern, replacement, enabled: true }
}

const fn brackets(name: &'static str, pattern: &'static str) -> Row {
    let (family, on, kind) = (Family::Native, Field::Name, RuleKind::Balanced);
    // Off: `push_back<int>` and `push_back<Row>` are two functions to most who ask.
    Row { family, name, on, kind, pattern, replacement: "", enabled: false }
}

/// The line as the model writes it behind a file; [`super::compiled`] has a faster equal of this pattern.
pub(super) const LINE_PATTERN: &str = r"(?::\d+){1,2}$";

/// All default rules in the order in which they run: lines first (whole files are then rewritten once, not once
/// a line), folders from the outermost inwards, and suffixes from the outermost inwards.
const TABLE: &[Row] = {
    use Family::{Any, JavaScript, Native, Python};
    use Field::{Both, File, Name};
    &[
        row(Any, "Line number", File, LINE_PATTERN, ""),
        row(Any, "Line in the name", Name, r":\d+(\)?)$", "$1"),
        // Not in square brackets: nothing else distinguishes `wasm-function[12]` from `wasm-function[13]`.
        row(Any, "Number in parentheses", Name, r" ?\(\d+\)(:|$)", "$1"),
        row(JavaScript, "Host of a URL", File, r"^(?:file://|[a-z][a-z+.-]*://[^/]*/)", ""),
        row(JavaScript, "Query of a URL", File, r"(\.(?:[cm]?[jt]sx?|vue|html?|css|wasm))[?#].*$", "$1"),
        row(JavaScript, "Bundle hash", File, r"[-.][0-9a-f]{8,20}(\.[a-z]+)$", "$1"),
        // One source for each kind of module: packages change kinds, or come as both.
        row(JavaScript, "Kind of module", File, r"\.[cm]([jt]sx?)$", ".$1"),
        row(JavaScript, "Node modules", File, r"^.*[/\\]node_modules[/\\]", ""),
        row(Python, "Python packages", File, r"^.*[/\\](?:site|dist)-packages[/\\]", ""),
        row(
            Python,
            "Python library",
            File,
            r"^.*[/\\](?:lib[/\\](?:python|pypy)\d[\d.]*t?|Python\d+[/\\]Lib)[/\\]",
            "",
        ),
        row(Python, "Virtual environment", File, r"^.*[/\\]\.?v?env(?:[-_.][^/\\]*)?[/\\]", ""),
        row(Native, "Package store", Both, r"/(?:nix|gnu)/store/[0-9a-z]{32}-", ""),
        row(
            Native,
            "Package cache",
            File,
            r"^.*[/\\](?:registry[/\\]src[/\\][^/\\]+|git[/\\]checkouts|pkg[/\\]mod)[/\\]",
            "",
        ),
        row(
            Native,
            "Build folder",
            File,
            r"^(?:[A-Za-z]:)?[/\\].*?[/\\](?:_?build|cmake-build)(?:[-_.][^/\\]*)?[/\\]",
            "",
        ),
        row(Any, "Home folder", File, r"^(?:[A-Za-z]:\\Users|/Users|/home)[/\\][^/\\]+[/\\]", ""),
        // Written to its package without a mark (`black22.12.0`), a version has three numbers: `python3.11` is a name.
        row(Any, "Version folder", File, r"(?:[-_/\\]v?\d+\.\d|@v?\d|\d+\.\d+\.\d)[^/\\]*([/\\])", "$1"),
        row(Any, "Hash folder", File, r"(?:-[0-9a-f]{12,}|[/\\][0-9a-f]{7,40})([/\\])", "$1"),
        row(Native, "Library version", File, r"(?:-\d[\d.]*)?\.so(?:\.\d+)*$", ".so"),
        row(Native, "Offset", Name, r"\+0x[0-9A-Fa-f]+(?:/0x[0-9A-Fa-f]+)?", ""),
        // A name that is nothing but an address keeps it: it is all there is to tell it by. And the `0x` of a
        // tile `160x64` is none.
        row(Any, "Hex address", Both, "([^0-9A-Za-z])0x[0-9A-Fa-f]+", "${1}0x"),
        row(
            Any,
            "Process and thread ids",
            Name,
            r"\b(pid|Pid|PID|tid|Tid|TID|[Tt]hread|[Pp]rocess)[-_ =:#]\d+\b",
            "$1",
        ),
        row(Any, "Lambda number", Name, r"<lambda[_#]?\d+>", "<lambda>"),
        row(Any, "Java lambda number", Name, r"(lambda\$\w+\$|\$\$Lambda\$)\d+", "$1"),
        row(Native, "Closure number", Name, r"((?:lambda|closure|unnamed)[^{}#]*)#\d+\}", "$1}"),
        row(Any, "JIT number", Name, r"\b(jit|JIT|stub|trampoline)[-_:]\d+", "$1"),
        row(Native, "Cloned copy", Name, r"(?: \[clone [^\]]*\])+$", ""),
        row(
            Native,
            "Cold and part copies",
            Name,
            r"(?:\.(?:cold|part|constprop|isra|lto_priv|llvm|unlikely|localalias)(?:\.\d+)*)+$",
            "",
        ),
        row(Native, "Rust hash", Name, r"::h[0-9a-f]{16}\b|17h[0-9a-f]{16}", ""),
        row(Native, "Rust crate hash", Name, r"\[[0-9a-f]{12,16}\]", ""),
        // Counters are short; `FUN_00401000` is an address, and all that the function is known by.
        row(Any, "Trailing counter", Name, r"(.)[ #_/-]\d{1,6}(?:[_/]\d{1,6})*$", "$1"),
        brackets("Template arguments", "<>"),
        brackets("Parameters", "()"),
    ]
};

impl Rules {
    /// The defaults for the formats of A and of B, named as in the registry of formats: the rules that either
    /// asks for, in one order. A format that says nothing about its programs gets all.
    pub fn defaults(formats: [&str; 2]) -> Self {
        let wanted = |row: &&Row| {
            row.family == Family::Any || formats.iter().any(|format| families(format).contains(&row.family))
        };
        let rules = TABLE.iter().filter(wanted).map(|row| Rule {
            name: row.name.to_owned(),
            on: row.on,
            kind: row.kind,
            pattern: row.pattern.to_owned(),
            replacement: row.replacement.to_owned(),
            enabled: row.enabled,
            origin: Origin::Default,
        });
        Self { rules: rules.collect(), ..Self::NONE }
    }
}

/// What a format can hold beside what all can.
fn families(format: &str) -> &'static [Family] {
    let is = |word: &str| format.contains(word);
    if is("paje") {
        &[]
    } else if is("cpuprofile") || is("v8") {
        &[Family::JavaScript]
    } else if is("firefox") || is("samply") || is("gecko") {
        &[Family::JavaScript, Family::Native]
    } else if is("uftrace") {
        &[Family::Native]
    } else {
        &[Family::Python, Family::JavaScript, Family::Native]
    }
}

//! The default rules. They only remove what says nothing about a function's work: install folders, addresses, and
//! numbers of copies.

use super::rules::{Field, Origin, Rule, RuleKind, Rules};

/// A family of programs that the names of a format come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Any program.
    Any,
    /// Python programs.
    Python,
    /// JavaScript programs.
    JavaScript,
    /// Compiled programs.
    Native,
    /// Programs that write Chrome's JSON, where calls have arguments.
    Arguments,
}

/// One row of the table of default rules.
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
    // Off by default: `push_back<int>` and `push_back<Row>` are two functions to most users.
    Row { family, name, on, kind, pattern, replacement: "", enabled: false }
}

const fn argument(name: &'static str, key: &'static str, names: &'static str, enabled: bool) -> Row {
    let (family, on, kind) = (Family::Arguments, Field::Name, RuleKind::Argument);
    Row { family, name, on, kind, pattern: key, replacement: names, enabled }
}

/// Events of clang's time trace (`-ftime-trace`) whose `detail` is the header, the template or the function. The passes
/// of its optimizer end in `Pass`.
const CLANG_EVENTS: &str =
    "Source,Parse*,Instantiate*,Perform*,Evaluate*,Check*,Debug*,CodeGen*,Opt*,Run*,*Pass";

/// Name that the default rules give to all functions of a file without a symbol.
pub const RAW_ADDRESS_NAME: &str = "(raw address)";

/// Pattern of the line as traces write it after a file. [`super::matcher`] has a faster equivalent of this pattern.
pub(super) const LINE_PATTERN: &str = r"(?::\d+){1,2}$";

/// All default rules in the order in which they run. Lines come first, so that each file is rewritten once instead of
/// once per line. Folders and suffixes follow, both from the outermost inwards.
const TABLE: &[Row] = {
    use Family::{Any, JavaScript, Native, Python};
    use Field::{Both, File, Name};
    &[
        row(Any, "Line number", File, LINE_PATTERN, ""),
        row(Any, "Line in the name", Name, r":\d+(\)?)$", "$1"),
        // Square brackets stay: nothing else distinguishes `wasm-function[12]` from `wasm-function[13]`.
        row(Any, "Number in parentheses", Name, r" ?\(\d+\)(:|$)", "$1"),
        row(JavaScript, "Host of a URL", File, r"^(?:file://|[a-z][a-z+.-]*://[^/]*/)", ""),
        row(JavaScript, "Query of a URL", File, r"(\.(?:[cm]?[jt]sx?|vue|html?|css|wasm))[?#].*$", "$1"),
        row(JavaScript, "Bundle hash", File, r"[-.][0-9a-f]{8,20}(\.[a-z]+)$", "$1"),
        // Packages change the kind of their modules or ship several kinds, so all kinds count as one source.
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
        // A version that directly follows a package name (`black22.12.0`) needs three numbers, because `python3.11` is
        // a name.
        row(Any, "Version folder", File, r"(?:[-_/\\]v?\d+\.\d|@v?\d|\d+\.\d+\.\d)[^/\\]*([/\\])", "$1"),
        row(Any, "Hash folder", File, r"(?:-[0-9a-f]{12,}|[/\\][0-9a-f]{7,40})([/\\])", "$1"),
        row(Native, "Library version", File, r"(?:-\d[\d.]*)?\.so(?:\.\d+)*$", ".so"),
        row(Native, "Offset", Name, r"\+0x[0-9A-Fa-f]+(?:/0x[0-9A-Fa-f]+)?", ""),
        // The `0x` in a tile size like `160x64` is no address.
        row(Any, "Hex address", Both, "([^0-9A-Za-z])0x[0-9A-Fa-f]+", "${1}0x"),
        row(
            Any,
            "Process and thread ids",
            Name,
            r"\b(pid|Pid|PID|tid|Tid|TID|[Tt]hread|[Pp]rocess)[-_ =:#]\d+\b",
            "$1",
        ),
        row(Any, "Lambda number", Name, r"<lambda[_#]?\d+>", "<lambda>"),
        row(Any, "Java lambda number", Name, r"(lambda\$\w+\$|\$\$Lambda\$)\d+(?:/\d+)?", "$1"),
        row(
            Any,
            "Generated Java class",
            Name,
            r"(Generated(?:Method|Constructor|SerializationConstructor)Accessor|\$Proxy|CGLIB\$\$)[0-9a-f]+",
            "$1",
        ),
        // async-profiler appends `_[j]` to compiled frames, `_[0]` to interpreted and `_[1]` to C1-compiled ones.
        row(Any, "Compilation tier", Name, r"(.)_\[[0-9ijk]\]$", "$1"),
        // V8 marks optimized functions with `*`, baseline code with `^`, Maglev code with `+` and interpreted ones with
        // `~`.
        row(
            JavaScript,
            "V8 tier",
            Name,
            r"^((?:(?:LazyCompile|Function|Eval|Script|JS):)?)[*~^+]([A-Za-z_$<(])",
            "$1$2",
        ),
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
        // A function without a symbol has another address in each run. Those of a file that have no partner become one
        // function, in place of thousands that are new or gone. A bare number is an address if it begins with a
        // digit, as those of programs do, or like those of a kernel; `deadbeef` is a name.
        row(
            Any,
            "Raw address",
            Name,
            r"^(?:\[?unknown\]?[ @:]*)?\[?(?:0x[0-9A-Fa-f]+|(?:[0-9]|ffffff)[0-9a-f]{7,15})\]?$",
            RAW_ADDRESS_NAME,
        ),
        // Counters are short. A long number like that of `FUN_00401000` is an address, and it alone identifies the
        // function.
        row(Any, "Trailing counter", Name, r"(.)[ #_/-]\d{1,6}(?:[_/]\d{1,6})*$", "$1"),
        brackets("Template arguments", "<>"),
        brackets("Parameters", "()"),
        argument("Details of clang", "detail", CLANG_EVENTS, true),
        // A model calls one operator with many shapes, so its list of operators would become many times as long.
        argument("Input shapes of PyTorch", "Input Dims", "", false),
        argument("Targets of Bazel", "target", "", false),
    ]
};

impl Rules {
    /// Returns the default rules for the formats of A and of B, named as in the registry of formats. Rules that either
    /// format needs are included, always in the same order. A format that does not tell its programs gets all rules.
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

/// Returns the families of programs that a format can contain, apart from [`Family::Any`].
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
    } else if is("chrome-json") {
        &[Family::Python, Family::JavaScript, Family::Native, Family::Arguments]
    } else {
        &[Family::Python, Family::JavaScript, Family::Native]
    }
}

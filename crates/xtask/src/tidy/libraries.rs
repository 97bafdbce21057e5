//! Checks that foreign libraries are used only where they may be: browser interfaces, the GPU, serialisation.

use super::rooms::dependencies;
use super::sources::Sources;

/// A family of libraries, the crates that may use them, and the reason why no others may.
struct Rule {
    libraries: &'static [&'static str],
    crates: &'static [&'static str],
    /// Crates whose tests may use them too; `*` means every crate.
    tests: &'static [&'static str],
    reason: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        libraries: &[
            "wasm-bindgen",
            "wasm-bindgen-futures",
            "js-sys",
            "web-sys",
            "serde-wasm-bindgen",
            "console_error_panic_hook",
        ],
        crates: &["interop-wasm", "engine-wasm", "reader-wasm", "compute-wasm", "render-wasm", "render"],
        tests: &[],
        reason: "only the wasm crates and render's surface code know the browser",
    },
    Rule {
        libraries: &["wgpu", "glow"],
        crates: &["render"],
        tests: &[],
        reason: "only render knows the GPU",
    },
    Rule {
        libraries: &["naga"],
        crates: &["render"],
        tests: &["render"],
        reason: "only render knows shaders",
    },
    Rule {
        libraries: &["serde"],
        // The wasm crates pass messages on and name the traits. The check for derives is separate.
        crates: &["protocol", "interop-wasm", "engine-wasm", "xtask"],
        tests: &[],
        reason: "only protocol says what messages are",
    },
    Rule {
        libraries: &["rmp"],
        crates: &["store"],
        tests: &[],
        reason: "only store knows what files of results are",
    },
    Rule {
        libraries: &["rmp-serde"],
        crates: &["protocol"],
        tests: &[],
        reason: "only protocol derives what it writes",
    },
    Rule {
        libraries: &["serde_json"],
        crates: &["cli", "protocol", "generate", "xtask"],
        tests: &["*"],
        reason: "JSON is output of the command line, of generators and of tests; readers have tokens of their own, which tell a cut file from a wrong one",
    },
    Rule {
        libraries: &["tiny-skia", "skrifa", "png"],
        crates: &["scene"],
        tests: &["scene", "cli"],
        reason: "software drawing is the scene's",
    },
    Rule {
        libraries: &["flate2"],
        crates: &["cli", "formats", "protocol", "report", "store", "tiles", "xtask"],
        tests: &["formats", "desks"],
        reason: "formats reads packed traces, store packs what is kept, tiles packs its parts, protocol packs long rules \
                 in links, the build packs the page for reports, report packs its comparison, and the command line packs \
                 the traces of a site",
    },
    Rule {
        libraries: &["ruzstd", "rc-zip", "prost"],
        crates: &["formats"],
        tests: &["formats", "engine", "cli"],
        reason: "only formats reads trace bytes",
    },
    Rule {
        libraries: &["tar"],
        crates: &["cli", "xtask"],
        tests: &[],
        reason: "the command line makes one file of a folder, and xtask packs releases; only formats reads trace bytes",
    },
    Rule {
        libraries: &["parquet", "arrow-array", "arrow-schema"],
        crates: &["tables"],
        tests: &["cli"],
        reason: "only tables knows Parquet, and no artifact of the page may contain it: it weighs megabytes",
    },
    Rule {
        libraries: &["csv"],
        crates: &["fleet"],
        tests: &[],
        reason: "only fleet reads manifests; tables that people save are written by views",
    },
    Rule {
        libraries: &["indicatif"],
        crates: &["cli"],
        tests: &[],
        reason: "only the command has a terminal",
    },
    Rule {
        libraries: &["getrandom"],
        crates: &["cli"],
        tests: &[],
        reason: "only the server of `diptych open` needs a secret that nobody can guess",
    },
    Rule {
        libraries: &["rand", "fastrand", "chrono", "time", "web-time"],
        crates: &[],
        tests: &[],
        reason: "same input, same bytes: no chance and no clock",
    },
    Rule {
        libraries: &["regex", "inferno"],
        crates: &[],
        tests: &[],
        reason: "regex-lite is a ninth of the size of regex; inferno's licence forbids linking",
    },
];

/// Libraries that are compiled only for the page, so that native builds never see them.
const WASM_ONLY: &[&str] = &["wgpu", "glow", "web-sys", "js-sys", "wasm-bindgen", "wasm-bindgen-futures"];

/// Crates that derive serialisation; xtask reads its own settings with it.
const DERIVES_SERDE: &[&str] = &["protocol", "xtask"];

/// Returns every library that is used where it may not be, and every derive of serialisation that may not be.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    for (folder, manifest) in sources.manifests() {
        for dependency in dependencies(&manifest) {
            let place = format!("crates/{folder}/Cargo.toml: {folder} may not use {}", dependency.name);
            for rule in RULES.iter().filter(|rule| rule.libraries.contains(&dependency.name.as_str())) {
                let for_tests = dependency.kind == "dev-dependencies"
                    && (rule.tests.contains(&folder) || rule.tests.contains(&"*"));
                if !rule.crates.contains(&folder) && !for_tests {
                    violations.push(format!("{place}: {}", rule.reason));
                }
            }
            let for_wasm = dependency.target.as_deref().is_some_and(|target| target.contains("wasm32"));
            if WASM_ONLY.contains(&dependency.name.as_str()) && !for_wasm {
                violations.push(format!("{place} outside the wasm32 target"));
            }
        }
    }
    for file in sources.with_extension("rs") {
        let derives = |line: &str| line.contains("derive(") && line.contains("Serialize");
        let may = file.crate_folder().is_none_or(|folder| DERIVES_SERDE.contains(&folder));
        let lines = file.text.lines().enumerate().filter(|(_, line)| !may && derives(line));
        let reason = "only protocol derives serialisation";
        violations.extend(lines.map(|(line, _)| format!("{}:{}: {reason}", file.path, line + 1)));
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(folder: &str, manifest: &str) -> Vec<String> {
        check(&Sources::of(&[(&format!("crates/{folder}/Cargo.toml"), manifest)]))
    }

    #[test]
    fn browser_and_gpu_libraries_are_restricted() {
        let wasm = "[target.'cfg(target_arch = \"wasm32\")'.dependencies]\n";
        assert_eq!(violations("views", &format!("{wasm}web-sys.workspace = true")).len(), 1);
        assert_eq!(violations("render-wasm", &format!("{wasm}wgpu.workspace = true")).len(), 1);
        assert!(violations("render", &format!("{wasm}wgpu.workspace = true\nglow = '0.18'")).is_empty());
    }

    #[test]
    fn wgpu_is_never_compiled_natively() {
        let found = violations("render", "[dependencies]\nwgpu.workspace = true");
        assert_eq!(found, ["crates/render/Cargo.toml: render may not use wgpu outside the wasm32 target"]);
    }

    #[test]
    fn serde_is_restricted_to_two_rooms() {
        assert!(violations("protocol", "[dependencies]\nserde.workspace = true").is_empty());
        assert_eq!(violations("trace", "[dependencies]\nserde.workspace = true").len(), 1);
        assert_eq!(violations("trace", "[dev-dependencies]\nserde.workspace = true").len(), 1);
        assert!(violations("trace", "[dev-dependencies]\nserde_json.workspace = true").is_empty());
        assert_eq!(violations("formats", "[dependencies]\nserde_json.workspace = true").len(), 1);
    }

    #[test]
    fn serde_derive_elsewhere_is_caught() {
        let found = |path| check(&Sources::of(&[(path, "#[derive(Debug, Serialize)]\nstruct A;")]));
        assert!(found("crates/protocol/src/state.rs").is_empty());
        let expected = "crates/engine-wasm/src/lib.rs:1: only protocol derives serialisation";
        assert_eq!(found("crates/engine-wasm/src/lib.rs"), [expected]);
    }

    #[test]
    fn randomness_is_forbidden_even_in_tests() {
        assert_eq!(violations("testkit", "[dev-dependencies]\nrand = '0.9'").len(), 1);
    }
}

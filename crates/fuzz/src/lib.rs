//! Fuzz targets: one check for each decoder that hostile bytes reach.
//!
//! A check takes any bytes and panics if a property does not hold. The crate needs no fuzzer. `npm run fuzz` drives the
//! checks with libFuzzer, through the workspace in `fuzz/`. `tests/replay.rs` replays `corpus/` with every `cargo test`.

#![forbid(unsafe_code)]

mod columns;
mod links;
mod manifests;
mod oracle;
mod otf2;
mod pair;
mod paje;
mod readers;
mod rules;
mod saved_file;
mod session;
mod stored_comparison;

/// A decoder with its check.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Name on the command line, also the name of its folder in `corpus/`.
    pub name: &'static str,
    /// Folders with inputs to start from, with the folders in them, relative to the root of the repository.
    pub seeds: &'static [&'static str],
    /// Checks any bytes. Panics if a property does not hold.
    pub check: fn(&[u8]),
}

/// Every target. The readers come first, in the order of `diptych_formats::FORMATS`.
pub const TARGETS: &[Target] = &[
    target("any_file", readers::any_file).with(&["tests/traces"]),
    target("chrome_json", readers::chrome_json),
    target("archives", readers::any_file).with(&[
        "tests/traces/zip",
        "tests/traces/tar",
        "tests/traces/otf2",
    ]),
    target("speedscope", readers::speedscope),
    target("firefox", readers::firefox),
    target("v8", readers::v8),
    target("v8_heap", readers::v8_heap),
    target("stackprof", readers::stackprof),
    target("spans", readers::spans),
    target("paje", paje::check),
    target("tile", readers::tile),
    target("rsf", readers::rsf),
    target("callgrind", readers::callgrind),
    target("perfetto", readers::perfetto),
    target("pprof", readers::pprof),
    target("otf2", otf2::check),
    target("pstats", readers::pstats),
    target("gperftools", readers::gperftools),
    target("ftrace", readers::ftrace),
    target("perf_script", readers::perf_script),
    target("folded", readers::folded),
    target("paths", readers::paths),
    target("columns", columns::check),
    target("saved_file", saved_file::check),
    target("session", session::check),
    target("stored_comparison", stored_comparison::check),
    target("links", links::check),
    target("rules", rules::check),
    target("site_manifest", manifests::site),
    target("fleet_manifest", manifests::fleet),
];

const fn target(name: &'static str, check: fn(&[u8])) -> Target {
    Target { name, seeds: &[], check }
}

impl Target {
    const fn with(self, seeds: &'static [&'static str]) -> Self {
        Self { seeds, ..self }
    }
}

/// Returns the target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

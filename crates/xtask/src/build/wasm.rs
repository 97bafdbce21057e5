//! One wasm artifact: cargo, then wasm-bindgen, then wasm-opt, into `web/wasm/`.
//!
//! cargo decides what must be compiled again. The later steps run only when cargo's output or their own
//! settings changed since the last time, which a stamp beside the result tells.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use super::Mode;
use crate::build_table::Artifact;
use crate::{process, workspace};

/// The only target of wasm crates.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The wasm features the page requires; every browser with WebGL2 of the last four years has them.
const FEATURES: &[&str] = &[
    "bulk-memory",
    "bulk-memory-opt",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
    "simd",
];

/// Where the finished artifact `name` lies.
pub(crate) fn output(name: &str) -> PathBuf {
    folder().join(format!("{name}.wasm"))
}

/// Where the shell finds the artifacts and the scripts that load them.
fn folder() -> PathBuf {
    workspace::at("web/wasm")
}

/// Makes the artifact `name`: `NAME.wasm`, `NAME.js` and `NAME.d.ts`.
pub(crate) fn build(name: &str, artifact: &Artifact, mode: Mode) -> Result<()> {
    let compiled = compile(artifact, mode)?;
    let bytes = fs::read(&compiled).with_context(|| compiled.display().to_string())?;
    let stamp = stamp(&bytes, artifact, mode);
    let stamp_file = folder().join(format!("{name}.stamp"));
    if fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) && output(name).is_file() {
        return Ok(());
    }
    fs::create_dir_all(folder())?;
    println!("wasm: {name}");
    // A half-made artifact must not pass for a finished one.
    let _ = fs::remove_file(&stamp_file);
    bind(name, &compiled, mode)?;
    let bound = folder().join(format!("{name}_bg.wasm"));
    match mode {
        Mode::Release => optimise(&bound, &output(name), artifact)?,
        Mode::Dev => fs::copy(&bound, output(name)).map(|_| ())?,
    }
    fs::remove_file(bound)?;
    // The second declarations describe the raw exports, which the shell never touches.
    fs::remove_file(folder().join(format!("{name}_bg.wasm.d.ts")))?;
    fs::write(stamp_file, stamp)?;
    Ok(())
}

/// A cargo command whose wasm code uses the features the page requires and names no folder of this machine.
pub(crate) fn cargo(verb: &str) -> Command {
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
    let mut hide = |folder: PathBuf, shown: &str| {
        flags.push(format!("--remap-path-prefix={}={shown}", folder.display()));
    };
    hide(workspace::root(), "diptych");
    if let Some(home) = cargo_home() {
        hide(home.join("registry").join("src"), "crates");
    }
    let mut cargo = workspace::cargo();
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    cargo.args([verb, "--target", TARGET]);
    cargo
}

/// cargo's own folder.
fn cargo_home() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}

/// Compiles the crate and returns cargo's output.
fn compile(artifact: &Artifact, mode: Mode) -> Result<PathBuf> {
    let profile = match mode {
        Mode::Release => artifact.profile.as_str(),
        Mode::Dev => "dev",
    };
    let mut cargo = cargo("build");
    cargo.args(["--lib", "--package", &artifact.package, "--profile", profile]);
    cargo.args(["--features", &artifact.features.join(",")]);
    process::run(&mut cargo)?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let file = format!("{}.wasm", artifact.package.replace('-', "_"));
    Ok(workspace::target()?.join(TARGET).join(folder).join(file))
}

/// Writes the script, its declarations and the wasm that fits them.
fn bind(name: &str, compiled: &Path, mode: Mode) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name(name).web(true)?.typescript(true);
    // The shell always says where the wasm is: its name has a hash in it.
    bindgen.omit_default_module_path(true).remove_producers_section(true);
    bindgen.keep_debug(mode == Mode::Dev).demangle(mode == Mode::Dev);
    bindgen.generate(folder()).context("wasm-bindgen")
}

/// Runs wasm-opt, which also strips the names and the sections for tools.
fn optimise(bound: &Path, output: &Path, artifact: &Artifact) -> Result<()> {
    let mut wasm_opt = workspace::node("node_modules/binaryen/bin/wasm-opt");
    wasm_opt.args(FEATURES.iter().map(|feature| format!("--enable-{feature}")));
    wasm_opt.args(&artifact.optimise);
    wasm_opt.args(["--strip-debug", "--strip-producers", "--strip-target-features"]);
    wasm_opt.arg(bound).arg("-o").arg(output);
    process::run(&mut wasm_opt)
}

/// What the steps after cargo depend on, as one line.
fn stamp(compiled: &[u8], artifact: &Artifact, mode: Mode) -> String {
    let hash = xxhash_rust::xxh3::xxh3_128(compiled);
    let lock = fs::read(workspace::at("package-lock.json")).unwrap_or_default();
    let tools = xxhash_rust::xxh3::xxh3_64(&lock);
    format!("{hash:032x} {mode:?} {} npm {tools:016x}", artifact.optimise.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(optimise: &str) -> Artifact {
        Artifact {
            package: "c".into(),
            features: Vec::new(),
            profile: "release".into(),
            optimise: vec![optimise.into()],
            brotli_bytes: 0,
        }
    }

    #[test]
    fn the_stamp_changes_with_the_code_the_flags_and_the_mode() {
        let stamps = [
            stamp(b"one", &artifact("-O3"), Mode::Release),
            stamp(b"two", &artifact("-O3"), Mode::Release),
            stamp(b"one", &artifact("-Os"), Mode::Release),
            stamp(b"one", &artifact("-O3"), Mode::Dev),
        ];
        assert_eq!(stamps.iter().collect::<std::collections::BTreeSet<_>>().len(), stamps.len());
        assert_eq!(stamps[0], stamp(b"one", &artifact("-O3"), Mode::Release));
    }

    #[test]
    fn wasm_code_has_simd_and_hides_this_machine() {
        let cargo = cargo("check");
        let flags = cargo.get_envs().find(|(name, _)| *name == "CARGO_ENCODED_RUSTFLAGS").unwrap().1.unwrap();
        let flags = flags.to_string_lossy().into_owned();
        assert!(flags.starts_with("-Ctarget-feature=+simd128"), "{flags}");
        assert!(flags.contains(&format!("--remap-path-prefix={}=diptych", workspace::root().display())));
    }
}

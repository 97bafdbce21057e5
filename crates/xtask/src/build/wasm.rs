//! Builds a wasm artifact with cargo, wasm-bindgen and wasm-opt, into `web/wasm/`.
//!
//! cargo decides what to compile again. The later steps run only if cargo's output or their own settings changed since
//! the last build. A stamp file next to the result records both.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::mode::Mode;
use crate::build_table::{Artifact, BuildTable};
use crate::stages::Stages;
use crate::{process, workspace};

/// Only target of the wasm crates.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Wasm features that the page requires. Every browser with WebGL2 of the last four years has them.
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

/// Returns the path of the finished artifact `name`.
pub(crate) fn output(name: &str) -> PathBuf {
    folder().join(format!("{name}.wasm"))
}

/// Returns true if all artifacts were last built in [`Mode::Release`].
pub(crate) fn are_optimised(table: &BuildTable) -> bool {
    let release = format!(" {:?} ", Mode::Release);
    let stamp =
        |name: &String| fs::read_to_string(folder().join(format!("{name}.stamp"))).unwrap_or_default();
    table.artifact.keys().all(|name| stamp(name).contains(&release))
}

/// Returns the folder in which the shell finds the artifacts and the scripts that load them.
fn folder() -> PathBuf {
    workspace::at("web/wasm")
}

/// Rows of the build table that one run of cargo compiles, by name.
pub(crate) type Group<'table> = Vec<(&'table str, &'table Artifact)>;

/// Divides the rows into as few groups as possible. In one run of cargo, a package has one set of features and all
/// packages have one profile. A group compiles its common dependencies once. The later steps of its rows use one core
/// each and run in parallel.
pub(crate) fn groups(table: &BuildTable) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (name, artifact) in &table.artifact {
        let fits = |group: &&mut Group<'_>| {
            group.iter().all(|(_, row)| row.package != artifact.package && row.profile == artifact.profile)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push((name, artifact)),
            None => groups.push(vec![(name, artifact)]),
        }
    }
    groups
}

/// Adds the packages and features of a group to a cargo command.
pub(crate) fn select(cargo: &mut Command, group: &Group<'_>) {
    for (_, artifact) in group {
        cargo.args(["--package", &artifact.package]);
        for feature in &artifact.features {
            cargo.arg(format!("--features={}/{feature}", artifact.package));
        }
    }
}

/// Builds every artifact: `NAME.wasm`, `NAME.js` and `NAME.d.ts`. The later steps of a group run while cargo compiles
/// the next one.
pub(crate) fn build(table: &BuildTable, mode: Mode, stages: &Stages) -> Result<()> {
    fs::create_dir_all(folder())?;
    std::thread::scope(|scope| {
        let mut under_way = Vec::new();
        for group in groups(table) {
            let names = group.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            let compiled = stages.announced(&format!("compile {names}"), || compile(&group, mode))?;
            for ((name, artifact), bytes) in group.into_iter().zip(compiled) {
                under_way.push(scope.spawn(move || finish(name, artifact, &bytes, mode, stages)));
            }
        }
        under_way
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|_| bail!("a step panicked")))
    })
}

/// Runs the steps after cargo, unless they ran before with the same input.
fn finish(name: &str, artifact: &Artifact, compiled: &[u8], mode: Mode, stages: &Stages) -> Result<()> {
    let stamp = stamp(compiled, artifact, mode);
    let stamp_file = folder().join(format!("{name}.stamp"));
    if fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) && output(name).is_file() {
        return Ok(());
    }
    // Remove the stamp first, so that a half-made artifact does not pass for a finished one.
    let _ = fs::remove_file(&stamp_file);
    stages.run(&format!("bind {name}"), || bind(name, compiled, mode))?;
    let bound = folder().join(format!("{name}_bg.wasm"));
    match mode {
        Mode::Release => {
            stages.announced(&format!("wasm-opt {name}"), || optimise(&bound, &output(name), artifact))?;
        }
        Mode::Quick | Mode::Dev => fs::copy(&bound, output(name)).map(|_| ())?,
    }
    fs::remove_file(bound)?;
    // These declarations describe the raw exports, which the shell never uses.
    fs::remove_file(folder().join(format!("{name}_bg.wasm.d.ts")))?;
    fs::write(stamp_file, stamp)?;
    Ok(())
}

/// Returns a cargo command for wasm code. It enables SIMD and hides the folders of this machine.
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

/// Returns cargo's own folder.
fn cargo_home() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}

/// Compiles the crates of a group and returns cargo's outputs, in order. Rows of one package in different groups
/// overwrite each other's file, so the bytes are read at once.
pub(crate) fn compile(group: &Group<'_>, mode: Mode) -> Result<Vec<Vec<u8>>> {
    let profile = match (mode, group.first()) {
        (Mode::Release, Some((_, artifact))) => artifact.profile.as_str(),
        (Mode::Quick, _) => "quick",
        (Mode::Dev | Mode::Release, _) => "dev",
    };
    let mut cargo = cargo("build");
    cargo.args(["--lib", "--profile", profile]);
    select(&mut cargo, group);
    process::run(&mut cargo)?;
    let read = |(_, artifact): &(&str, &Artifact)| {
        let path = compiled(artifact, profile)?;
        fs::read(&path).with_context(|| path.display().to_string())
    };
    group.iter().map(read).collect()
}

/// Returns the path at which cargo leaves an artifact under a profile.
fn compiled(artifact: &Artifact, profile: &str) -> Result<PathBuf> {
    let folder = if profile == "dev" { "debug" } else { profile };
    let file = format!("{}.wasm", artifact.package.replace('-', "_"));
    Ok(workspace::target()?.join(TARGET).join(folder).join(file))
}

/// Writes the script, its declarations and the matching wasm.
fn bind(name: &str, compiled: &[u8], mode: Mode) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_bytes(name, compiled.to_vec()).out_name(name).web(true)?.typescript(true);
    // The shell always passes the address of the wasm, because its name contains a hash.
    bindgen.omit_default_module_path(true).remove_producers_section(true);
    bindgen.keep_debug(mode == Mode::Dev).demangle(mode == Mode::Dev);
    bindgen.generate(folder()).context("wasm-bindgen")
}

/// Runs wasm-opt, which also strips names and the sections for tools.
fn optimise(bound: &Path, output: &Path, artifact: &Artifact) -> Result<()> {
    let mut wasm_opt = workspace::node("node_modules/binaryen/bin/wasm-opt");
    wasm_opt.args(FEATURES.iter().map(|feature| format!("--enable-{feature}")));
    wasm_opt.args(&artifact.optimise);
    wasm_opt.args(["--strip-debug", "--strip-producers", "--strip-target-features"]);
    wasm_opt.arg(bound).arg("-o").arg(output);
    process::run(&mut wasm_opt)
}

/// Returns everything that the steps after cargo depend on, as one line.
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
            worker: None,
            later: false,
        }
    }

    #[test]
    fn stamp_changes_with_code_flags_and_mode() {
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
    fn groups_separate_packages_and_profiles() {
        let row = |package: &str, feature: &str, profile: &str| Artifact {
            package: package.into(),
            features: vec![feature.into()],
            profile: profile.into(),
            ..artifact("-O3")
        };
        let mut table = crate::build_table::read().unwrap();
        table.artifact = [
            ("engine", row("e", "x", "release")),
            ("gl", row("r", "webgl", "release")),
            ("gpu", row("r", "webgpu", "release")),
            ("small", row("s", "x", "release-size")),
        ]
        .map(|(name, artifact)| (name.to_owned(), artifact))
        .into();
        let groups = groups(&table);
        let names: Vec<Vec<&str>> =
            groups.iter().map(|group| group.iter().map(|(name, _)| *name).collect()).collect();
        assert_eq!(names, [vec!["engine", "gl"], vec!["gpu"], vec!["small"]]);
        let mut cargo = Command::new("cargo");
        select(&mut cargo, &groups[0]);
        let line = process::shown(&cargo);
        assert_eq!(line, "cargo --package e --features=e/x --package r --features=r/webgl");
    }

    #[test]
    fn wasm_flags_enable_simd_and_hide_paths() {
        let cargo = cargo("check");
        let flags = cargo.get_envs().find(|(name, _)| *name == "CARGO_ENCODED_RUSTFLAGS").unwrap().1.unwrap();
        let flags = flags.to_string_lossy().into_owned();
        assert!(flags.starts_with("-Ctarget-feature=+simd128"), "{flags}");
        assert!(flags.contains(&format!("--remap-path-prefix={}=diptych", workspace::root().display())));
    }
}

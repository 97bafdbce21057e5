//! The stages in order: quick and local ones first, those that need the built page last.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::count::{self, Count};
use super::{Log, Stage};
use crate::build::{self, Mode, wasm};
use crate::generated::product_program;
use crate::stages::Stages;
use crate::{browser, build_table, deny, generated, process, setup, sizes, soak, tidy, workspace};

/// Stages of `npm test`.
pub(crate) const ALL: &[Stage] = &[
    Stage { name: "set-up", run: set_up },
    Stage { name: "fmt", run: fmt },
    Stage { name: "prettier", run: prettier },
    Stage { name: "tidy", run: tidy },
    Stage { name: "deny", run: denied },
    Stage { name: "clippy", run: clippy },
    Stage { name: "clippy wasm", run: clippy_wasm },
    Stage { name: "fuzz targets", run: fuzz_targets },
    Stage { name: "generated", run: generated_files },
    Stage { name: "cargo test", run: cargo_test },
    Stage { name: "rustdoc", run: rustdoc },
    Stage { name: "wasm", run: wasm_artifacts },
    Stage { name: "tsc", run: tsc },
    Stage { name: "eslint", run: eslint },
    Stage { name: "web test", run: web_test },
    Stage { name: "action test", run: action_test },
    Stage { name: "page", run: page },
    Stage { name: "sizes", run: sizes },
    Stage { name: "browser", run: browser },
    Stage { name: "firefox", run: firefox },
];

/// Additional stages of `npm run deep`: comparisons with other programs, if they are installed, the Python package,
/// growth with hostile files, and a tab that is used for long.
pub(crate) const PEERS: &[Stage] = &[
    Stage { name: "peers", run: peers },
    Stage { name: "python", run: python },
    Stage { name: "growth", run: growth },
    Stage { name: "soak", run: soak },
];

/// Stages of the verb `web`.
pub(crate) const WEB: &[Stage] =
    &[Stage { name: "tsc", run: tsc }, Stage { name: "web test", run: web_test }];

/// Stages of the verb `lint`.
pub(crate) const LINT: &[Stage] =
    &[Stage { name: "prettier", run: prettier }, Stage { name: "eslint", run: eslint }];

/// TypeScript projects: the shell, the worker, the tests.
const TYPESCRIPT: &[&str] = &["tsconfig.json", "web/tsconfig.worker.json", "tests/tsconfig.json"];

/// Number of the slowest browser tests to name.
const SLOWEST: usize = 10;

/// Runs a program that is one check.
fn check(log: &mut Log, command: &mut Command) -> Result<Count> {
    let ended = log.run(command)?;
    Ok(if ended.succeeded { Count::STAGE_PASSED } else { Count::STAGE_FAILED })
}

fn set_up(_: &mut Log) -> Result<Count> {
    setup::for_test()?;
    setup::chromium::find_or_install()?;
    // The stage of the tests in Firefox says what is missing.
    setup::firefox::find_or_install()?;
    Ok(Count::STAGE_PASSED)
}

fn fmt(log: &mut Log) -> Result<Count> {
    check(log, workspace::cargo().args(["fmt", "--all", "--check"]))
}

/// Checks the layout of TypeScript; `npm run fmt` mends it.
fn prettier(log: &mut Log) -> Result<Count> {
    let mut prettier = workspace::node("node_modules/prettier/bin/prettier.cjs");
    check(log, prettier.args(["--list-different", "."]))
}

fn tidy(log: &mut Log) -> Result<Count> {
    let mut count = Count::default();
    for (name, violations) in tidy::run()? {
        log.note(&format!("{name}: {}", if violations.is_empty() { "ok" } else { "violated" }));
        for violation in &violations {
            log.note(&format!("  {violation}"));
        }
        count = count.plus(if violations.is_empty() { Count::STAGE_PASSED } else { Count::STAGE_FAILED });
    }
    Ok(count)
}

/// Checks dependencies against `deny.toml`. The tool takes minutes to build, so it is not installed for this alone.
fn denied(log: &mut Log) -> Result<Count> {
    if !deny::is_installed() {
        println!("  skipped: {}", deny::MISSING);
        return Ok(Count { skipped: 1, ..Count::default() });
    }
    check(log, &mut deny::command())
}

fn clippy(log: &mut Log) -> Result<Count> {
    let mut cargo = workspace::cargo();
    check(log, cargo.args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// Checks the code that exists only in the page, with the features of each artifact.
fn clippy_wasm(log: &mut Log) -> Result<Count> {
    let mut count = Count::default();
    for group in &wasm::groups(&build_table::read()?) {
        let mut cargo = wasm::cargo("clippy");
        wasm::select(&mut cargo, group);
        count = count.plus(check(log, cargo.args(["--", "-D", "warnings"]))?);
    }
    Ok(count)
}

/// Checks that the driver of the fuzz targets, a workspace of its own, compiles. It links nothing, so libFuzzer itself is
/// not built. The targets are a crate whose tests replay the kept inputs.
fn fuzz_targets(log: &mut Log) -> Result<Count> {
    let mut cargo = workspace::cargo();
    cargo.args(["check", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    cargo.arg(workspace::target()?.join("fuzz")).env("CUSTOM_LIBFUZZER_PATH", "none/libnone.a");
    check(log, &mut cargo)
}

fn generated_files(log: &mut Log) -> Result<Count> {
    let stale = generated::stale()?;
    for name in &stale {
        log.note(&format!("{name} is not what is generated now; run `npm run types`"));
    }
    Ok(if stale.is_empty() { Count::STAGE_PASSED } else { Count::STAGE_FAILED })
}

fn cargo_test(log: &mut Log) -> Result<Count> {
    let mut product = workspace::cargo();
    product.args(["test", "--workspace", "--exclude", "xtask", "--no-fail-fast"]);
    // Snapshots and golden files are compared here, never written; `npm run bless` writes them.
    product.env("INSTA_UPDATE", "no").env_remove("DIPTYCH_BLESS");
    // Uses the profile with which xtask itself was built, so that its large dependencies are not built twice.
    let mut tool = workspace::cargo();
    tool.args(["test", "--profile", "tool", "--package", "xtask", "--no-fail-fast"]);
    let mut count = Count::default();
    for cargo in [&mut product, &mut tool] {
        let ended = log.run(cargo)?;
        count = count.plus(count::of_cargo_test(&ended.output).of_runner(ended.succeeded));
    }
    Ok(count)
}

/// Runs the tests of the Python package and of the documented queries, in the engines that are installed.
fn python(log: &mut Log) -> Result<Count> {
    let imports = ["-c", "import pytest, pyarrow, duckdb"];
    let is_there = Command::new("python3").args(imports).output().is_ok_and(|ended| ended.status.success());
    if !is_there {
        log.note(
            "python3 lacks modules: pip install pytest pyarrow duckdb, and, for more of the tests, datafusion, \
             dask[distributed], ray, pyspark, anywidget, jupyterlab, playwright",
        );
        return Ok(Count { skipped: 1, ..Count::default() });
    }
    let mut python = Command::new("python3");
    python.current_dir(workspace::root()).args(["-m", "pytest", "-p", "no:cacheprovider", "python/tests"]);
    python.env("PYTHONPATH", workspace::at("python/src")).env("PYTHONDONTWRITEBYTECODE", "1");
    let ended = log.run(python.env("DIPTYCH", product_program("diptych")?))?;
    Ok(count::of_pytest(&ended.output).of_runner(ended.succeeded))
}

/// Runs the tests that need other programs.
fn peers(log: &mut Log) -> Result<Count> {
    let is_there = Command::new("inferno-flamegraph").arg("--version").output().is_ok();
    if !is_there {
        log.note("inferno is not on the path: cargo install inferno");
        return Ok(Count { skipped: 1, ..Count::default() });
    }
    let mut cargo = workspace::cargo();
    cargo.args(["test", "--package", "diptych-cli", "--test", "inferno"]);
    let ended = log.run(&mut cargo)?;
    Ok(count::of_cargo_test(&ended.output).of_runner(ended.succeeded))
}

/// Measures how time and memory of the command grow with hostile files. It fails only if the command dies, because times
/// vary; the log has the exponents.
fn growth(log: &mut Log) -> Result<Count> {
    let mut script = workspace::node("scripts/growth.mjs");
    script.arg(product_program("diptych")?);
    let ended = log.run(&mut script)?;
    if let Some(noted) = ended.output.rfind("\nExponents over") {
        log.note(ended.output[noted..].trim());
    }
    Ok(if ended.succeeded { Count::STAGE_PASSED } else { Count::STAGE_FAILED })
}

/// Uses one tab for a while. Its memory must not grow.
fn soak(log: &mut Log) -> Result<Count> {
    check(log, &mut soak::command(soak::ROUNDS_IN_DEEP)?)
}

/// Builds the documentation. Wasm crates are built for wasm, the only target with all of their code.
fn rustdoc(log: &mut Log) -> Result<Count> {
    let table = build_table::read()?;
    let mut native = workspace::cargo();
    native.args(["doc", "--workspace", "--no-deps", "--exclude", "xtask"]);
    let mut commands = vec![native];
    for artifact in table.artifact.values() {
        commands[0].args(["--exclude", &artifact.package]);
    }
    for group in &wasm::groups(&table) {
        let mut cargo = wasm::cargo("doc");
        wasm::select(cargo.arg("--no-deps"), group);
        commands.push(cargo);
    }
    let mut count = Count::default();
    for cargo in &mut commands {
        count = count.plus(check(log, cargo.env("RUSTDOCFLAGS", "-D warnings"))?);
    }
    Ok(count)
}

fn wasm_artifacts(_: &mut Log) -> Result<Count> {
    wasm::build(&build_table::read()?, Mode::Release, &Stages::begun())?;
    Ok(Count::STAGE_PASSED)
}

fn tsc(log: &mut Log) -> Result<Count> {
    let mut count = Count::default();
    for project in TYPESCRIPT {
        let mut tsc = workspace::node("node_modules/typescript-native/bin/tsc");
        count = count.plus(check(log, tsc.args(["--project", project]))?);
    }
    Ok(count)
}

/// Checks TypeScript by the rules of `eslint.config.js`, then that those rules catch what they are for.
fn eslint(log: &mut Log) -> Result<Count> {
    let count = check(log, workspace::node("node_modules/eslint/bin/eslint.js").arg("."))?;
    let mut node = Command::new("node");
    node.current_dir(workspace::root()).args([
        "--test",
        "--test-reporter=tap",
        "scripts/lint-rules.test.mjs",
    ]);
    let ended = log.run(&mut node)?;
    Ok(count.plus(count::of_node_test(&ended.output).of_runner(ended.succeeded)))
}

/// Runs the shell's unit tests. They are bundled first, because Node 20 runs no TypeScript.
fn web_test(log: &mut Log) -> Result<Count> {
    let sources = files_ending_with(&workspace::at("web/test"), ".test.ts")?;
    ensure!(!sources.is_empty(), "web/test holds no *.test.ts");
    let folder = workspace::target()?.join("web-test");
    // The bundle of a deleted test must not run again.
    let _ = std::fs::remove_dir_all(&folder);
    let mut esbuild = workspace::node("node_modules/esbuild/bin/esbuild");
    esbuild.args(&sources).args(["--bundle", "--platform=node", "--format=esm", "--target=node20"]);
    esbuild.args(["--out-extension:.js=.mjs", "--log-level=warning", "--sourcemap=inline"]);
    let names = generated::artifact_names()?.into_iter();
    let named: serde_json::Map<_, _> =
        names.map(|name| (name.clone(), format!("assets/{name}").into())).collect();
    esbuild.arg(format!("--define:ARTIFACTS={}", serde_json::to_string(&named)?));
    esbuild.arg(format!("--outdir={}", folder.display()));
    ensure!(log.run(&mut esbuild)?.succeeded, "the tests could not be bundled");
    let mut node = Command::new("node");
    node.current_dir(workspace::root()).args(["--enable-source-maps", "--test", "--test-reporter=tap"]);
    let ended = log.run(node.args(files_ending_with(&folder, ".mjs")?))?;
    Ok(count::of_node_test(&ended.output).of_runner(ended.succeeded))
}

/// Runs the scripts of `action/` on two commits, against the API of a host that the tests serve.
fn action_test(log: &mut Log) -> Result<Count> {
    let tests = files_ending_with(&workspace::at("action/test"), ".test.mjs")?;
    ensure!(!tests.is_empty(), "action/test holds no *.test.mjs");
    let mut node = Command::new("node");
    node.current_dir(workspace::root()).args(["--test", "--test-reporter=tap"]).args(tests);
    let ended = log.run(node.env("DIPTYCH_CLI", product_program("diptych")?))?;
    Ok(count::of_node_test(&ended.output).of_runner(ended.succeeded))
}

/// Returns the files under `folder` whose names end with `ending`.
fn files_ending_with(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let names = crate::files::under(folder)?;
    Ok(names.into_iter().filter(|name| name.ends_with(ending)).map(|name| folder.join(name)).collect())
}

fn page(_: &mut Log) -> Result<Count> {
    build::page(Mode::Release)?;
    Ok(Count::STAGE_PASSED)
}

fn sizes(log: &mut Log) -> Result<Count> {
    let report = sizes::measure()?;
    println!("{report}");
    let over = report.over_budget();
    for line in &over {
        log.note(line);
    }
    Ok(if over.is_empty() { Count::STAGE_PASSED } else { Count::STAGE_FAILED })
}

fn browser(log: &mut Log) -> Result<Count> {
    playwright_stage(log, "playwright.json", playwright()?)
}

/// Runs the tests in Firefox. Where nobody may install it they are skipped, except by a service that checks changes:
/// nobody would notice there.
fn firefox(log: &mut Log) -> Result<Count> {
    match setup::firefox::find_or_install()? {
        Some(programs) => playwright_stage(log, "playwright-firefox.json", firefox_playwright(&programs)?),
        None if std::env::var_os("CI").is_none() => {
            println!("  skipped: {}", setup::firefox::missing());
            Ok(Count { skipped: 1, ..Count::default() })
        }
        None => bail!(setup::firefox::missing()),
    }
}

/// Runs Playwright, counts its tests from a report of this name and prints the slowest.
fn playwright_stage(log: &mut Log, report: &str, mut playwright: Command) -> Result<Count> {
    let report = workspace::target()?.join(report);
    let _ = std::fs::remove_file(&report);
    playwright.args(["--reporter=list,json", "--retries=1"]).env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report);
    let ended = log.run(&mut playwright)?;
    let report = std::fs::read_to_string(&report).context("Playwright wrote no report")?;
    let report = serde_json::from_str(&report)?;
    for (seconds, title) in count::slowest(&report, SLOWEST) {
        println!("  {seconds:6.1} s  {title}");
    }
    for title in count::second_attempts(&report) {
        println!("  passed on the second attempt: {title}");
    }
    Ok(count::of_playwright(&report).of_runner(ended.succeeded))
}

/// Runs the browser tests with Playwright's own output, on a newly built page. `--dev` builds it quickly, `--no-build`
/// uses `dist/` as it is. All other arguments are passed on to Playwright.
pub(crate) fn browser_tests_alone(arguments: &[String]) -> Result<()> {
    alone(arguments, playwright)
}

/// Runs the tests in Firefox like [`browser_tests_alone`].
pub(crate) fn firefox_tests_alone(arguments: &[String]) -> Result<()> {
    let programs = setup::firefox::required()?;
    alone(arguments, || firefox_playwright(&programs))
}

fn alone(arguments: &[String], playwright: impl Fn() -> Result<Command>) -> Result<()> {
    if !arguments.iter().any(|word| word == "--no-build") {
        build::all(Mode::from_arguments(arguments, Mode::Release))?;
    }
    let ours = |word: &str| word == "--no-build" || Mode::OPTIONS.contains(&word);
    let passed_on = arguments.iter().filter(|word| !ours(word));
    process::run(playwright()?.arg("--reporter=list").args(passed_on))
}

/// Returns Playwright's runner for the browser tests, with the command line and the scene corpus that they use.
fn playwright() -> Result<Command> {
    let corpus = workspace::target()?.join("corpus");
    process::run(Command::new(product_program("generate")?).arg("corpus").arg(&corpus))
        .context("the scene corpus")?;
    let mut playwright = browser::playwright()?;
    playwright.env("DIPTYCH_CLI", product_program("diptych")?);
    playwright.env("DIPTYCH_CORPUS", corpus);
    Ok(playwright)
}

/// Returns Playwright's runner for the tests in Firefox, with the command line that they use.
fn firefox_playwright(programs: &setup::firefox::Firefox) -> Result<Command> {
    let mut playwright = browser::firefox(programs)?;
    playwright.env("DIPTYCH_CLI", product_program("diptych")?);
    Ok(playwright)
}

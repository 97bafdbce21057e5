//! Measures frames on this machine's graphics: `npm run bench -- --only gpu`.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::machine::Machine;
use super::native;
use crate::generated::product_program;
use crate::{process, sections, workspace};

/// Page with the section.
const PAGE: &str = "docs/robustness.md";

/// Views of the pair of a million calls a side that are drawn, each with all that its desk shows.
const DESKS: [&str; 5] = ["compare", "structure", "space-time", "fusion", "profile"];

/// Measures the scenes of the pair and of the corpus, and writes the section.
pub(super) fn run(machine: &mut Machine) -> Result<()> {
    let scenes = scenes()?;
    let mut cargo = workspace::cargo();
    cargo.args(["run", "--quiet", "--release", "--package", "diptych-render", "--features", "off-screen"]);
    cargo.args(["--example", "frames", "--"]).args(&scenes);
    let told: Value =
        serde_json::from_str(&process::stdout_of(&mut cargo)?).context("what the frames say")?;
    machine.finish()?;
    let text = section(&told, &machine.line());
    println!("{text}");
    sections::write(PAGE, "gpu", &text)
}

/// Writes the scenes and returns their files: of the large pair, then of the corpus.
fn scenes() -> Result<Vec<PathBuf>> {
    let folder = workspace::target()?.join("bench").join("scenes");
    std::fs::create_dir_all(&folder)?;
    let pair = super::inputs::folder()?;
    let [a, b] = ["a", "b"].map(|side| pair.join(format!("example-1M-{side}.json")));
    if !a.is_file() || !b.is_file() {
        native::build()?.generate(&pair)?;
    }
    let diptych = native::command()?;
    let mut scenes = Vec::new();
    for desk in DESKS {
        let scene = folder.join(format!("1M-{desk}.scene"));
        let mut render = Command::new(&diptych);
        render.arg("render").args([&a, &b]).args(["--view", desk, "--size", "1440x900", "-o"]).arg(&scene);
        process::run(&mut render)?;
        scenes.push(scene);
    }
    let corpus = folder.join("corpus");
    process::run(Command::new(product_program("generate")?).arg("corpus").arg(&corpus))?;
    let names = crate::files::under(&corpus)?;
    scenes.extend(
        names.iter().filter(|name| crate::files::extension(name) == "scene").map(|name| corpus.join(name)),
    );
    Ok(scenes)
}

fn section(told: &Value, machine: &str) -> String {
    if let Some(reason) = told["missing"].as_str() {
        return format!("No graphics adapter was found on {machine}: {reason}\n");
    }
    let adapter = told["adapter"].as_str().unwrap_or_default();
    let software = match told["kind"].as_str() {
        Some("Cpu") => " This is a software adapter, so the numbers say nothing about a GPU.",
        _ => "",
    };
    let mut text = format!(
        "Drawn off screen through Vulkan on {adapter}, {machine}.{software} A time is from the begin of a frame until the GPU has \
         finished it, in milliseconds. *Memory* is what the device has reserved. `1M` is the pair of a million calls a side; the \
         others are the scenes that tests draw.\n\n\
         | scene | size | p50 | p95 | memory |\n| --- | --- | --: | --: | --: |\n"
    );
    for row in told["rows"].as_array().into_iter().flatten() {
        let number = |key: &str| row[key].as_f64().unwrap_or_default();
        let memory =
            row["memory"].as_f64().map_or("–".to_owned(), |bytes| format!("{:.0} MB", bytes / 1e6));
        let _ = writeln!(
            text,
            "| {} | {} × {} | {:.2} | {:.2} | {memory} |",
            row["scene"].as_str().unwrap_or_default(),
            number("width"),
            number("height"),
            number("p50"),
            number("p95")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn missing_and_software_adapters_are_named() {
        let text = section(&json!({ "missing": "no Vulkan" }), "a machine");
        assert_eq!(text, "No graphics adapter was found on a machine: no Vulkan\n");
        let row = json!({ "scene": "1M-compare", "width": 1440, "height": 900, "p50": 1.234, "p95": 2.5, "memory": 64e6 });
        let told = json!({ "adapter": "llvmpipe", "kind": "Cpu", "rows": [row] });
        let text = section(&told, "a machine");
        assert!(text.contains("on llvmpipe, a machine. This is a software adapter"), "{text}");
        assert!(text.ends_with("| 1M-compare | 1440 × 900 | 1.23 | 2.50 | 64 MB |\n"), "{text}");
        let told = json!({ "adapter": "A", "kind": "DiscreteGpu", "rows": [] });
        assert!(!section(&told, "a machine").contains("software"));
    }
}

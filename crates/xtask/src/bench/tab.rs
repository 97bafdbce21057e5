//! Measures the page: Playwright runs `tests/bench` in the browser of the browser tests.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};

use super::figures::Figures;
use super::formats::File;
use super::inputs::Pair;
use crate::{browser, process, workspace};

/// One line of the results.
#[derive(Debug, Deserialize)]
struct Figure {
    pair: String,
    what: String,
    value: f64,
}

/// Measures every pair in the tab, and the files that it can read without their calls.
pub(crate) fn run(
    pairs: &[Pair],
    paths: &[Value],
    files: &[File],
    runs: usize,
    figures: &mut Figures,
) -> Result<()> {
    let folder = workspace::target()?.join("bench");
    let (plan, results) = (folder.join("plan.json"), folder.join("results.jsonl"));
    let row = |(pair, path): (&Pair, &Value)| json!({ "name": pair.name, "a": pair.a, "b": pair.b, "kind": pair.kind.word(), "path": path });
    let rows: Vec<Value> = pairs.iter().zip(paths).map(row).collect();
    let of_file = |file: &File| Ok(json!({ "name": file.name(), "path": std::path::absolute(&file.path)? }));
    let sums =
        files.iter().filter(|file| file.has_overview()).map(of_file).collect::<Result<Vec<Value>>>()?;
    std::fs::write(&plan, json!({ "runs": runs, "pairs": rows, "sums": sums }).to_string())?;
    std::fs::write(&results, "")?;
    let mut playwright = browser::playwright()?;
    playwright.args(["--config", "tests/bench/playwright.config.ts", "--reporter=list"]);
    playwright.env("DIPTYCH_BENCH_PLAN", &plan).env("DIPTYCH_BENCH_RESULTS", &results);
    process::run(&mut playwright)?;
    read(&std::fs::read_to_string(&results)?, figures)
}

fn read(lines: &str, figures: &mut Figures) -> Result<()> {
    for line in lines.lines() {
        let Figure { pair, what, value } =
            serde_json::from_str(line).with_context(|| format!("a result of the tab: {line}"))?;
        figures.add(&pair, &what, value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_results_are_read_line_by_line() {
        let mut figures = Figures::default();
        let lines =
            "{\"pair\":\"p\",\"what\":\"w\",\"value\":1}\n{\"pair\":\"p\",\"what\":\"w\",\"value\":3}\n";
        read(lines, &mut figures).unwrap();
        assert_eq!(figures.median("p", "w"), Some(2.0));
        assert!(read("{\"pair\":\"p\",\"what\":\"w\",\"value\":null}", &mut figures).is_err());
    }
}

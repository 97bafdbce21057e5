//! Writes `report-app.html`: the page in one piece, which `diptych report` and the page put into reports.
//!
//! Its first line is a comment with the version of its form and the hashes of its inline scripts. Each further line is
//! one element. Most elements hold a file of the page, packed by gzip and as base85: a document from `file:` may fetch
//! nothing. `crates/report/src/application.rs` reads the file.
//!
//! The command does not contain it. `include_bytes!` of something that the build makes would keep a fresh clone from
//! compiling, and would add megabytes to a command that most people use without reports.

use std::io::Read as _;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::read::GzEncoder;
use sha2::{Digest, Sha256};

use super::base85::base85;
use super::bundle::Bundler;
use super::dist::Dist;
use super::wasm;
use crate::generated;
use crate::workspace;

/// Name in `dist/`. No visitor of the page fetches it, unless he exports a report.
pub(crate) const NAME: &str = "report-app.html";
/// Version of the form of the file; the crate `report` reads this one.
const VERSION: u32 = 1;
/// Artifacts in a report. WebGL2 draws everywhere; the other renderer would cost its bytes twice.
const ARTIFACTS: [&str; 4] = ["engine", "reader", "render_gl", "compute"];
/// Workers in a report, by their artifacts.
const WORKERS: [&str; 3] = ["engine", "reader", "compute"];

/// Writes the file. `styles` are the built style sheets in order, and `worker` gives the built script of an artifact.
pub(super) fn put(dist: &mut Dist, styles: &[String], worker: impl Fn(&str) -> Option<String>) -> Result<()> {
    let read = |name: &str| std::fs::read(workspace::dist().join(name)).with_context(|| name.to_owned());
    let mut table = serde_json::Map::new();
    let mut lines = Vec::new();
    for name in ARTIFACTS {
        let bytes = std::fs::read(wasm::output(name)).with_context(|| format!("artifact {name}"))?;
        lines.push(asset(name, &bytes)?);
        table.insert(name.to_owned(), id(name).into());
    }
    // Without a name, the page does not try it.
    table.insert("render_gpu".to_owned(), "".into());
    for name in WORKERS {
        let script = worker(name).with_context(|| format!("worker of {name}"))?;
        let name = generated::worker_name(name);
        lines.push(asset(&name, &read(&script)?)?);
        table.insert(name.clone(), id(&name).into());
    }
    let styles: Result<Vec<Vec<u8>>> = styles.iter().map(|name| read(name)).collect();
    lines.push(asset("style", &styles?.concat())?);
    lines.push(asset("main", Bundler::text("web/src/main.ts", &table)?.as_bytes())?);
    let start = Bundler::text("web/src/report-start.ts", &serde_json::Map::new())?;
    let start = start.trim();
    ensure!(
        !start.contains("</") && !start.contains('\n'),
        "the starting script must be one line of an element"
    );
    let hash = BASE64.encode(Sha256::digest(start.as_bytes()));
    lines.push(format!("<script>{start}</script>"));
    let head = format!("<!--diptych-report-app {VERSION} sha256-{hash}-->");
    dist.put(NAME, format!("{head}\n{}\n", lines.join("\n")).as_bytes())
}

fn id(name: &str) -> String {
    format!("asset-{name}")
}

fn asset(name: &str, bytes: &[u8]) -> Result<String> {
    let mut packed = Vec::new();
    GzEncoder::new(bytes, Compression::best()).read_to_end(&mut packed)?;
    let text = base85(&packed);
    Ok(format!("<script type=\"application/octet-stream\" id=\"{}\">{text}</script>", id(name)))
}

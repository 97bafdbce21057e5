//! What is made from the product's own crates: asked for by xtask, never by a person.
//!
//! A crate of its own, so that building the build tool needs no crate of the product, and so that one of them
//! which does not compile is a failed stage of `xtask test` and not a build tool that does not start.
//!
//! * `generate shell FOLDER` writes what the shell reads and is checked in: the TypeScript twins of the protocol,
//!   the formats that are read, the version, and the colour tokens as a style sheet.
//! * `generate corpus FOLDER` writes the scene corpus for the browser tests. Of each scene: `NAME.scene`, its
//!   words in little-endian order; `NAME.png`, the software rasteriser's picture without the text, which GPUs
//!   do not draw; `NAME.svg`, unless it is drawn under another viewport than it was laid out for. And
//!   `corpus.json`, how each is drawn. The pictures with text are checked in.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use diptych_scene::{Batch, Space, SpaceTransform, SpaceTransforms, corpus, raster, svg, wire};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match generate(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(err) => {
            eprintln!("generate: {err:#}");
            ExitCode::FAILURE
        }
    }
}

fn generate(arguments: &[String]) -> Result<()> {
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["shell", folder] => {
            for (name, text) in diptych_protocol::typescript::files() {
                write(&Path::new(folder).join(name), text.as_bytes())?;
            }
            write(&Path::new(folder).join("formats.ts"), formats().as_bytes())?;
            write(&Path::new(folder).join("version.ts"), version().as_bytes())?;
            write(&Path::new(folder).join("theme.css"), diptych_scene::theme::css().as_bytes())
        }
        ["corpus", folder] => write_corpus(Path::new(folder)),
        _ => bail!("usage: generate shell FOLDER | corpus FOLDER"),
    }
}

/// What the page tells of the formats that the reader knows.
fn formats() -> String {
    let row = |format: &diptych_formats::Format| {
        format!("  {{ name: {:?}, written: {:?} }},\n", format.name, format.description)
    };
    let rows: String = diptych_formats::FORMATS.iter().map(row).collect();
    format!(
        "// Generated from the registry of formats by `npm run types`; do not edit.\n\nexport const FORMATS: readonly {{ name: \
         string; written: string }}[] = [\n{rows}];\n"
    )
}

/// The version of the workspace, for the page's help.
fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "// Generated from the version in Cargo.toml by `npm run types`; do not edit.\n\n\
         export const VERSION = {version:?};\n"
    )
}

fn write_corpus(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let size = corpus::SIZE;
    let mut rows = Vec::new();
    for mut case in corpus::corpus() {
        let words = wire::encode(&case.scene);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        write(&folder.join(format!("{}.scene", case.name)), &bytes)?;
        for layer in &mut case.scene.layers {
            layer.batches.retain(|batch| !matches!(batch, Batch::Texts(_)));
        }
        let picture = raster::draw(&case.scene, &case.transforms, case.dpr);
        write(&folder.join(format!("{}.png", case.name)), &picture.to_png()?)?;
        // An SVG is always drawn as laid out.
        if case.transforms == SpaceTransforms::IDENTITY {
            let text = svg::svg(&case.scene);
            write(&folder.join(format!("{}.svg", case.name)), text.as_bytes())?;
        }
        rows.push(serde_json::json!({
            "name": case.name,
            "width": size.width,
            "height": size.height,
            "dpr": case.dpr,
            "transforms": Space::ALL[1..].iter().flat_map(|&space| numbers(case.transforms.get(space))).collect::<Vec<_>>(),
        }));
    }
    write(&folder.join("corpus.json"), serde_json::to_string_pretty(&rows)?.as_bytes())
}

/// A space's transform in the order in which the renderer takes it.
fn numbers(of: SpaceTransform) -> [f32; 4] {
    [of.scale_x, of.scale_y, of.shift_x, of.shift_y]
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| path.display().to_string())
}

//! Writes files made from the product's own crates. xtask calls it; people never do.
//!
//! It is a crate of its own for two reasons. The build tool then needs no crate of the product. And a product crate
//! that does not compile fails a stage of `xtask test`, rather than keeping the build tool from starting.
//!
//! * `generate shell FOLDER` writes the checked-in files that the shell reads: the TypeScript twins of the protocol,
//!   the formats, the version, and the colour tokens as a style sheet.
//! * `generate corpus FOLDER` writes the scene corpus for the browser tests. For each scene it writes `NAME.scene`, the
//!   words in little-endian order; `NAME.png`, the software rasteriser's picture without text, which GPUs do not draw;
//!   and `NAME.svg`, unless the scene is drawn with another viewport than it was laid out for. `corpus.json` says how
//!   each scene is drawn. The pictures with text are checked in.

#![forbid(unsafe_code)]

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

/// Returns the list of formats that the reader knows, for the page.
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

/// Returns the version of the workspace, for the page's help.
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

/// Returns a space's transform in the order that the renderer expects.
fn numbers(of: SpaceTransform) -> [f32; 4] {
    [of.scale_x, of.scale_y, of.shift_x, of.shift_y]
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| path.display().to_string())
}

//! What is made from the product's own crates: asked for by xtask, never by a person.
//!
//! `generate theme FILE` writes the colour tokens as a style sheet, `generate types FOLDER` the TypeScript
//! twins of the protocol.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

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
        ["theme", file] => write(Path::new(file), diptych_scene::theme::css().as_bytes()),
        ["types", folder] => {
            for (name, text) in diptych_protocol::typescript::files() {
                write(&Path::new(folder).join(name), text.as_bytes())?;
            }
            Ok(())
        }
        _ => bail!("usage: generate theme FILE | types FOLDER"),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| path.display().to_string())
}

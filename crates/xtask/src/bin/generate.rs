//! What is made from the product's own crates: asked for by xtask, never by a person.
//!
//! `generate theme FILE` writes the colour tokens as a style sheet.

use anyhow::{Context, Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["theme", file] => std::fs::write(file, diptych_scene::theme::css()).context(file.to_owned()),
        _ => bail!("usage: generate theme FILE"),
    }
}

//! Copies traces into the site, compressed.

use super::output::OutputFolder;
use crate::error::CliError;
use crate::output_file::OutputFile;
use crate::pair_inputs::{RunFile, bytes_of};
use diptych_site::ASSETS;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// First bytes of files that are compressed already: gzip, zstd and zip.
const PACKED: [&[u8]; 3] = [&[0x1f, 0x8b], &[0x28, 0xb5, 0x2f, 0xfd], b"PK\x03\x04"];
/// Most characters of a file name in the site.
const MOST_NAME: usize = 100;

/// Copies a run below a folder with the hash of its content. Returns its path in the site.
pub(super) fn put(output: &mut OutputFolder, run: &RunFile) -> Result<String, CliError> {
    let failed =
        |error: io::Error| CliError::Unwritable(format!("{} cannot be copied: {error}", run.file.display()));
    let is_packed = !run.file.is_dir() && is_packed(&run.file).map_err(failed)?;
    let name =
        format!("{ASSETS}/{}/{}{}", run.hash, plain_name(&run.file), if is_packed { "" } else { ".gz" });
    if output.keep_whole(&name) {
        return Ok(name);
    }
    let path = output.path_for(&name)?;
    let mut source = bytes_of(&run.file).map_err(failed)?;
    OutputFile::new(&path, [])?.write_with(|out| {
        if is_packed {
            return io::copy(&mut source, out).map(drop);
        }
        // The header has neither name nor time, so equal traces give equal bytes.
        let mut packed = GzEncoder::new(out, Compression::default());
        io::copy(&mut source, &mut packed).and_then(|_| packed.finish()).map(drop)
    })?;
    Ok(name)
}

fn is_packed(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(4).read_to_end(&mut start)?;
    Ok(PACKED.iter().any(|packed| start.starts_with(packed)))
}

/// Returns the name of a file with nothing in it that an address or a file system treats specially.
fn plain_name(path: &Path) -> String {
    let name = path.file_name().map_or_else(|| "trace".into(), |name| name.to_string_lossy());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let plain: Vec<char> = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    // The end of a name has its extension.
    let plain: String = plain[plain.len().saturating_sub(MOST_NAME)..].iter().collect();
    let plain = if plain.starts_with('.') { format!("_{plain}") } else { plain };
    if path.is_dir() { plain + ".tar" } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_plain() {
        for (name, plain) in [
            ("a/before.json.gz", "before.json.gz"),
            ("a/ü b#1.json", "__b_1.json"),
            ("a/.hidden", "_.hidden"),
            ("a/x%2e<y>.json", "x_2e_y_.json"),
        ] {
            assert_eq!(plain_name(Path::new(name)), plain);
        }
        assert_eq!(plain_name(Path::new(&format!("{}.json", "x".repeat(200)))).len(), MOST_NAME);
    }
}

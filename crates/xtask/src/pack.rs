//! `xtask pack`: packs what a release publishes, with equal bytes for equal contents.
//!
//! `pack page OUT` packs the built page and the npm packages, `pack command TARGET OUT` the command with the page beside
//! it, and `pack checksums OUT` writes the SHA-256 of every file. `.github/workflows/release.yml` calls all three.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

use crate::{files, process, workspace};

/// Name of the file of checksums, as `sha256sum --check` reads it.
const CHECKSUMS: &str = "SHA256SUMS";

/// Texts that every archive contains: the path in the repository, also the name in the archive's folder.
const TEXTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE", "LICENSE-APACHE", "LICENSE-MIT"];

/// A file of an archive: its path there, and where it lies.
type Member = (String, PathBuf);

/// Runs the verb.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let out = |out: &str| -> Result<PathBuf> {
        fs::create_dir_all(out).with_context(|| out.to_owned())?;
        Ok(fs::canonicalize(out)?)
    };
    match words[..] {
        ["page", folder] => page(&out(folder)?),
        ["command", target, folder] => command(target, &out(folder)?),
        ["checksums", folder] => checksums(&out(folder)?),
        _ => bail!("pack needs `page OUT`, `command TARGET OUT` or `checksums OUT`"),
    }
}

/// Packs `dist/` and the npm packages of `dist-npm/`.
fn page(out: &Path) -> Result<()> {
    let version = version()?;
    let mut members = texts();
    members.extend(folder_members(&workspace::dist(), "")?);
    archive(&format!("diptych-page-{version}"), members, out)?;
    for package in ["embed", "app"] {
        let mut npm = std::process::Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        npm.current_dir(workspace::at("dist-npm").join(package));
        process::run(npm.args(["pack", "--silent", "--pack-destination"]).arg(out))?;
    }
    Ok(())
}

/// Packs the command of a target, with the page and the application of reports where it looks for them.
fn command(target: &str, out: &Path) -> Result<()> {
    let program = if target.contains("windows") { "diptych.exe" } else { "diptych" };
    let built = workspace::target()?.join(target).join("release").join(program);
    ensure!(
        built.is_file(),
        "{} is missing; run `cargo build --release --locked --bin diptych --target {target}`",
        built.display()
    );
    let mut members = texts();
    members.push((program.to_owned(), built));
    members.push(("report-app.html".to_owned(), workspace::dist().join("report-app.html")));
    members.push(("notices.txt".to_owned(), workspace::at("www/notices.txt")));
    members.extend(folder_members(&workspace::dist(), "app/")?);
    archive(&format!("diptych-{}-{target}", version()?), members, out)
}

fn texts() -> Vec<Member> {
    TEXTS.iter().map(|name| ((*name).to_owned(), workspace::at(name))).collect()
}

fn folder_members(folder: &Path, prefix: &str) -> Result<Vec<Member>> {
    let names = files::under(folder).context("build the page first: `npm run build`")?;
    Ok(names.into_iter().map(|name| (format!("{prefix}{name}"), folder.join(name))).collect())
}

/// Returns the version that is released.
fn version() -> Result<String> {
    let metadata = workspace::metadata()?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let command = packages.iter().find(|package| package["name"] == "diptych-cli");
    let version = command.and_then(|package| package["version"].as_str());
    Ok(version.context("cargo metadata lists no diptych-cli")?.to_owned())
}

/// Writes `NAME.tar.gz`, in which all members lie in a folder NAME. Owners and times are left out and members sorted, so
/// equal members give equal bytes.
fn archive(name: &str, mut members: Vec<Member>, out: &Path) -> Result<()> {
    members.sort();
    let path = out.join(format!("{name}.tar.gz"));
    let file = File::create(&path).with_context(|| path.display().to_string())?;
    let mut tar = tar::Builder::new(GzBuilder::new().mtime(0).write(file, Compression::best()));
    for (member, source) in &members {
        let bytes = fs::read(source).with_context(|| source.display().to_string())?;
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        let is_program = member == "diptych" || member == "diptych.exe";
        header.set_mode(if is_program { 0o755 } else { 0o644 });
        tar.append_data(&mut header, format!("{name}/{member}"), &bytes[..])?;
    }
    tar.into_inner()?.finish()?.flush()?;
    println!("{}: {} files", path.display(), members.len());
    Ok(())
}

/// Writes the SHA-256 of every file in a folder, apart from the file of checksums itself.
fn checksums(out: &Path) -> Result<()> {
    let mut text = String::new();
    for name in files::under(out)?.iter().filter(|name| *name != CHECKSUMS) {
        let hash = Sha256::digest(fs::read(out.join(name))?);
        hash.iter().for_each(|byte| text.push_str(&format!("{byte:02x}")));
        text.push_str(&format!("  {name}\n"));
    }
    ensure!(!text.is_empty(), "{} holds no file", out.display());
    fs::write(out.join(CHECKSUMS), text)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("diptych-pack-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn equal_members_make_equal_archives() {
        let work = scratch("archive");
        let mut archives = Vec::new();
        for out in ["one", "two"] {
            let out = work.join(out);
            fs::create_dir_all(&out).unwrap();
            let [program, text] = ["diptych", "README.md"].map(|name| (name.to_owned(), out.join(name)));
            fs::write(&program.1, "program").unwrap();
            fs::write(&text.1, "text").unwrap();
            // The order in which members are found differs between file systems.
            let members = if archives.is_empty() { vec![program, text] } else { vec![text, program] };
            archive("diptych-1", members, &out).unwrap();
            archives.push(fs::read(out.join("diptych-1.tar.gz")).unwrap());
        }
        assert_eq!(archives[0], archives[1]);
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(&archives[0][..]));
        let entry = |entry: std::io::Result<tar::Entry<'_, _>>| {
            let entry = entry.unwrap();
            (entry.path().unwrap().display().to_string(), entry.header().mode().unwrap())
        };
        let entries: Vec<(String, u32)> = tar.entries().unwrap().map(entry).collect();
        let expected = [("diptych-1/README.md", 0o644), ("diptych-1/diptych", 0o755)];
        assert_eq!(entries, expected.map(|(name, mode)| (name.to_owned(), mode)));
        fs::remove_dir_all(&work).unwrap();
    }

    #[test]
    fn checksums_name_every_file_but_their_own() {
        let work = scratch("checksums");
        fs::write(work.join("abc.txt"), "abc").unwrap();
        for _ in 0..2 {
            checksums(&work).unwrap();
        }
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.txt\n";
        assert_eq!(fs::read_to_string(work.join(CHECKSUMS)).unwrap(), expected);
        fs::remove_dir_all(&work).unwrap();
    }

    #[test]
    fn unknown_words_are_refused() {
        let words = ["command".to_owned(), "out".to_owned()];
        assert!(verb(&words).unwrap_err().to_string().contains("command TARGET OUT"));
    }
}

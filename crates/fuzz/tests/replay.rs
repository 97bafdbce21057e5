//! Replays every input that a fuzzer kept, and every trace of the tests, without a fuzzer.
//!
//! `corpus/NAME.bin` holds the inputs of a target one after the other, each behind its length as four bytes, the lowest
//! first. `npm run fuzz -- --keep` writes these files.

#![allow(clippy::unwrap_used, reason = "tests")]

use diptych_fuzz::{TARGETS, find};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Most bytes of all kept inputs together: they are cloned with the repository.
const MOST_KEPT_BYTES: u64 = 1 << 20;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the files of a folder and of the folders in it, as libFuzzer finds them.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

/// Splits a file of kept inputs.
fn kept(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let (input, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        inputs.push(input);
        bytes = rest;
    }
    assert!(bytes.is_empty(), "the last input is cut off");
    inputs
}

#[test]
fn kept_inputs_pass_their_check() {
    let files = files_in(&root().join("crates/fuzz/corpus"));
    let mut size = 0;
    for file in &files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let target = find(name).unwrap_or_else(|| panic!("{} belongs to no target", file.display()));
        let bytes = fs::read(file).unwrap();
        size += bytes.len() as u64;
        for (place, input) in kept(&bytes).into_iter().enumerate() {
            // A panic names the input, because the harness prints the output of a failed test.
            println!("{name}, input {place}");
            (target.check)(input);
        }
    }
    assert!(size <= MOST_KEPT_BYTES, "{size} bytes are kept");
    let named: BTreeSet<_> = files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect();
    let lacking: Vec<_> =
        TARGETS.iter().map(|target| target.name).filter(|name| !named.contains(name)).collect();
    assert!(lacking.is_empty(), "no inputs are kept for {lacking:?}: run `npm run fuzz -- NAME --keep`");
}

#[test]
fn traces_of_the_tests_pass_their_check() {
    for target in TARGETS {
        for file in target.seeds.iter().flat_map(|folder| files_in(&root().join(folder))) {
            println!("{}, {}", target.name, file.display());
            (target.check)(&fs::read(file).unwrap());
        }
    }
}

#[test]
fn damaged_file_of_kept_inputs_is_noticed() {
    assert_eq!(kept(&[1, 0, 0, 0, 7, 0, 0, 0, 0]), [&[7][..], &[]]);
    assert!(std::panic::catch_unwind(|| kept(&[9, 0, 0, 0, 7])).is_err());
}

//! `xtask functions`: which functions an artifact's bytes are, by crate and the largest by name, so that whoever makes
//! the page larger finds out with what.
//!
//! Read from what cargo makes for a release, before wasm-opt takes the names away and about a fifth of the bytes. Of a part
//! that is split off only what goes with it is listed.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use crate::build::{Mode, split, wasm};
use crate::build_table::{self, Artifact};

/// How many functions are listed, unless it is said.
const LISTED: usize = 40;

/// The ids of the sections read here, in the binary format of WebAssembly.
const CUSTOM: u8 = 0;
const IMPORT: u8 = 2;
const CODE: u8 = 10;

/// The verb: `functions ARTIFACT [COUNT]`, `functions ARTIFACT_PART [COUNT]`.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let table = build_table::read()?;
    let of_artifact = |(name, artifact): (&String, &Artifact)| {
        let parts = artifact.parts(name).into_iter().map(|(part, _)| part);
        std::iter::once(name.clone()).chain(parts).collect::<Vec<_>>()
    };
    let names = || table.artifact.iter().flat_map(of_artifact).collect::<Vec<_>>().join(", ");
    let (wanted, listed) = match arguments {
        [wanted] => (wanted, LISTED),
        [wanted, count] => (wanted, count.parse().context("how many functions to list")?),
        _ => anyhow::bail!("name one artifact or part: {}", names()),
    };
    let named = |(name, artifact): &(&String, &Artifact)| of_artifact((*name, *artifact)).contains(wanted);
    let found = table.artifact.iter().find(named);
    let (name, artifact) = found.with_context(|| format!("no {wanted}; there are {}", names()))?;
    let bytes = wasm::compile(&vec![(name.as_str(), artifact)], Mode::Release)?.concat();
    let parts = artifact.parts(name);
    let mut functions = match parts.iter().position(|(part, _)| part == wanted) {
        Some(place) => {
            let beginnings: Vec<Vec<String>> = parts.iter().map(|(_, part)| part.functions.clone()).collect();
            split::members(&bytes, &beginnings, place)?
                .into_iter()
                .map(|(name, bytes)| Function { name, bytes })
                .collect()
        }
        None => functions(&bytes).context("not a module with names")?,
    };
    functions.sort_by(|one, other| other.bytes.cmp(&one.bytes).then_with(|| one.name.cmp(&other.name)));
    let mut crates: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for function in &functions {
        let row = crates.entry(owner(&function.name)).or_default();
        *row = (row.0 + function.bytes, row.1 + 1);
    }
    let mut crates: Vec<_> = crates.into_iter().collect();
    crates.sort_by_key(|(name, (bytes, _))| (std::cmp::Reverse(*bytes), *name));
    for (name, (bytes, count)) in crates.iter().take(listed) {
        println!("{bytes:9} {count:5} functions of {name}");
    }
    println!();
    for function in functions.iter().take(listed) {
        println!("{:9} {}", function.bytes, function.name);
    }
    ensure!(!functions.is_empty(), "no functions");
    Ok(())
}

/// A function that the module defines.
#[derive(Debug, PartialEq, Eq)]
struct Function {
    name: String,
    bytes: u64,
}

/// The crate that a name speaks of first; what is instantiated for another crate counts for its own.
fn owner(name: &str) -> &str {
    let start = name.find(|c: char| c.is_alphanumeric()).unwrap_or(0);
    let rest = &name[start..];
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(rest)
}

/// All functions with their names and bytes; nothing if `module` breaks off or has no names.
fn functions(module: &[u8]) -> Option<Vec<Function>> {
    let mut rest = Reader(module.strip_prefix(b"\0asm\x01\0\0\0")?);
    let (mut imported, mut sizes, mut names) = (0, Vec::new(), BTreeMap::new());
    while let Some(id) = rest.byte() {
        let mut section = rest.part()?;
        match id {
            IMPORT => imported = imported_functions(&mut section)?,
            CODE => {
                for _ in 0..section.number()? {
                    sizes.push(section.part()?.0.len() as u64);
                }
            }
            CUSTOM if section.part()?.0 == b"name" => names = function_names(&mut section)?,
            _ => {}
        }
    }
    let named = |(place, bytes)| {
        let raw = names.get(&(imported + place as u64))?;
        Some(Function { name: format!("{:#}", rustc_demangle::demangle(raw)), bytes })
    };
    sizes.into_iter().enumerate().map(named).collect()
}

/// How many of the imports are functions: their numbers come before those of the functions defined.
fn imported_functions(section: &mut Reader<'_>) -> Option<u64> {
    let mut functions = 0;
    for _ in 0..section.number()? {
        section.part()?;
        section.part()?;
        match section.byte()? {
            0 => {
                section.number()?;
                functions += 1;
            }
            // A table: what it holds, then its limits. Memories have limits alone.
            kind @ (1 | 2) => {
                if kind == 1 {
                    section.byte()?;
                }
                let limits = if section.number()? & 1 == 1 { 2 } else { 1 };
                for _ in 0..limits {
                    section.number()?;
                }
            }
            _ => {
                section.byte()?;
                section.byte()?;
            }
        }
    }
    Some(functions)
}

/// Names by the functions' numbers.
fn function_names(section: &mut Reader<'_>) -> Option<BTreeMap<u64, String>> {
    while let Some(kind) = section.byte() {
        let mut part = section.part()?;
        if kind == 1 {
            let count = part.number()?;
            let one = |_| Some((part.number()?, String::from_utf8_lossy(part.part()?.0).into_owned()));
            return (0..count).map(one).collect();
        }
    }
    None
}

/// What of the module is not read yet.
struct Reader<'module>(&'module [u8]);

impl<'module> Reader<'module> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// An unsigned LEB128 number.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// As many bytes as a number before them says.
    fn part(&mut self) -> Option<Reader<'module>> {
        let length = usize::try_from(self.number()?).ok()?;
        let (part, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(Reader(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A section: its id, its length and its content.
    fn section(id: u8, content: &[u8]) -> Vec<u8> {
        [&[id, content.len() as u8], content].concat()
    }

    #[test]
    fn functions_have_the_names_and_sizes_of_the_module() {
        let import = [&[2, 1, b'm', 1, b'f', 0, 0][..], &[1, b'm', 1, b'g', 2, 0, 1]].concat();
        let name = [&[4][..], b"name", &[1, 11, 2, 0, 1, b'f', 1, 5, b'a', b':', b':', b'b', b'c']].concat();
        let module = [
            b"\0asm\x01\0\0\0".to_vec(),
            section(IMPORT, &import),
            section(CODE, &[1, 3, 0, 1, 0x0B]),
            section(CUSTOM, &name),
        ];
        let found = functions(&module.concat()).unwrap();
        assert_eq!(found, [Function { name: "a::bc".into(), bytes: 3 }]);
        assert_eq!(functions(&module[..3].concat()), None);
        assert_eq!(functions(b"no module"), None);
    }

    #[test]
    fn a_function_belongs_to_the_crate_that_its_name_begins_with() {
        assert_eq!(owner("diptych_views::pair::layout"), "diptych_views");
        assert_eq!(owner("<alloc::vec::Vec<T> as core::clone::Clone>::clone"), "alloc");
    }
}

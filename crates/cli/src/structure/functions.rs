//! Functions of both sides under the names by which they correspond.

use crate::CliError;
use crate::args::StructureArgs;
use crate::compare::read_rules;
use diptych_compare::identity::{Compiled, Identities, compile, identify_runs, key_of};
use diptych_engine::trace::{FunctionSpec, Run};
use diptych_engine::{StructureFile, read_any};

/// The texts that functions are placed by.
#[derive(Debug)]
pub(super) struct FunctionTexts<'a> {
    /// As recorded, by side.
    specs: Vec<Vec<FunctionSpec<'a>>>,
    /// What the rules make of them; none of one trace without rules.
    identities: Option<Identities>,
    rules: Compiled,
}

impl<'a> FunctionTexts<'a> {
    /// Of one trace the texts as recorded, unless rules are given.
    pub(super) fn new(runs: &'a [Run], args: &StructureArgs) -> Result<Self, CliError> {
        let specs: Vec<Vec<FunctionSpec<'a>>> =
            runs.iter().map(|run| run.trace.functions().specs(run.trace.names())).collect();
        if runs.len() < 2 && args.rules.is_none() {
            return Ok(Self { specs, identities: None, rules: Compiled::default() });
        }
        let [first, last] = [&runs[0], &runs[runs.len() - 1]];
        let rules = read_rules(args.rules.as_deref(), [&first.format, &last.format])?;
        let compiled = compile(&rules).map_err(|error| CliError::Failed(error.to_string()))?;
        let of_b = specs.get(1..).unwrap_or_default();
        let identities = identify_runs(&compiled, [&specs[..1], of_b], &mut |_, _| ());
        Ok(Self { specs, identities: Some(identities), rules: compiled })
    }

    /// Functions of a side by their ids.
    pub(super) fn side(&self, side: usize) -> Vec<FunctionSpec<'_>> {
        let Some(identities) = &self.identities else { return self.specs[side].clone() };
        let of = |side: usize| self.specs.get(side).map_or(&[][..], Vec::as_slice);
        let [a, b] = identities.texts([of(0), of(1)]);
        if side == 0 { a } else { b }
    }

    /// A list under the names that files of functions have: folders with the version in their name are the same element on both
    /// sides. Nothing if it stays as it is: without rules, and lists without files. O(files · rules · length).
    pub(super) fn list(&self, file: &StructureFile, side: usize) -> Result<Option<StructureFile>, CliError> {
        let structure = &file.structure;
        if self.identities.is_none() || !structure.has_files() {
            return Ok(None);
        }
        let mut paths = String::new();
        for id in structure.ids().filter(|&id| structure.is_file(id)) {
            let path = structure.path(id);
            let spec = FunctionSpec { name: NAMELESS, file: &path, ..FunctionSpec::default() };
            let key = key_of(&self.rules, side, spec);
            let rewritten =
                key.strip_prefix(NAMELESS).and_then(|key| key.strip_prefix(" (")?.strip_suffix(')'));
            paths.push_str(rewritten.unwrap_or(&path));
            paths.push('\n');
        }
        let run = read_any(&format!("{}.paths", file.name), None, paths.as_bytes())
            .map_err(|failure| CliError::Failed(format!("{} {}", failure.title, failure.body)))?;
        Ok(Some(StructureFile::new(file.name.clone(), run.trace)))
    }
}

/// Stands for a function of a file: no rule for names says anything of it.
const NAMELESS: &str = "_";

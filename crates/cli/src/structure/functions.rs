//! The functions of both sides, under the names by which they correspond.

use crate::args::StructureArgs;
use crate::error::CliError;
use crate::rules::read_rules;
use diptych_compare::Pair;
use diptych_compare::identity::{Compiled, Identities, compile, file_of, identify_runs};
use diptych_engine::trace::{FunctionSpec, Run};
use diptych_structure::Structure;

/// The texts by which functions are placed.
#[derive(Debug)]
pub(super) struct FunctionTexts<'a> {
    /// Names and files as recorded, by side.
    specs: Vec<Vec<FunctionSpec<'a>>>,
    /// Names and files after the rules; `None` for one trace without rules.
    identities: Option<Identities>,
    rules: Compiled,
}

impl<'a> FunctionTexts<'a> {
    /// Applies the rules. One trace keeps its texts unless rules are given.
    pub(super) fn new(runs: &'a [Run], args: &StructureArgs) -> Result<Self, CliError> {
        let specs: Vec<Vec<FunctionSpec<'a>>> =
            runs.iter().map(|run| run.trace.functions().specs(run.trace.names())).collect();
        if runs.len() < 2 && args.rules.is_none() {
            return Ok(Self { specs, identities: None, rules: Compiled::default() });
        }
        let [first, last] = [&runs[0], &runs[runs.len() - 1]];
        let rules = read_rules(args.rules.as_ref(), [&first.format, &last.format])?;
        let compiled = compile(&rules).map_err(|error| CliError::Failed(error.to_string()))?;
        let of_b = specs.get(1..).unwrap_or_default();
        let identities = identify_runs(&compiled, [&specs[..1], of_b], &mut |_, _| ());
        Ok(Self { specs, identities: Some(identities), rules: compiled })
    }

    /// Returns the runs of a pair with their identities; `None` for one run.
    pub(super) fn pair(&'a self, runs: &'a [Run]) -> Option<Pair<'a>> {
        let [a, b] = runs else { return None };
        Some(self.identities.as_ref()?.pair([&a.trace, &b.trace]))
    }

    /// Returns the functions of a side, by id.
    pub(super) fn side(&self, side: usize) -> Vec<FunctionSpec<'_>> {
        let Some(identities) = &self.identities else { return self.specs[side].clone() };
        let of = |side: usize| self.specs.get(side).map_or(&[][..], Vec::as_slice);
        let [a, b] = identities.texts([of(0), of(1)]);
        if side == 0 { a } else { b }
    }

    /// Rewrites a list by the rules for files, so that folders with a version in their name are one element on both
    /// sides. Returns `None` if the list stays as it is: without rules, or without files. O(files · rules · length).
    pub(super) fn list(&self, structure: &Structure) -> Option<Structure> {
        if self.identities.is_none() || !structure.has_files() {
            return None;
        }
        let paths: Vec<String> =
            structure.files().map(|id| file_of(&self.rules, &structure.path(id))).collect();
        Some(structure.at_paths(paths.iter().map(String::as_str)))
    }
}

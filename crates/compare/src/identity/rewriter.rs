//! The names and files of all functions after each rule.

use super::compiled::{Compiled, Rewritten};
use super::keys::place_of;
use super::matcher::CompiledRule;
use super::partners::Stem;
use super::rewrite_cache::RewriteCache;
use diptych_trace::FunctionSpec;
use rustc_hash::FxHashMap;

/// Number of a text in a [`Rewriter`].
pub(super) type Text = u32;

/// A text as it becomes level by level. Level 0 is the text as recorded. Each pattern for files is a level, then each
/// pattern for names.
#[derive(Debug, Clone)]
pub(super) struct Stages {
    pub(super) base: Text,
    /// Levels that change the text, ascending, with the new text.
    pub(super) changes: Vec<(u32, Text)>,
    /// Positions of the rules that changed the text, ascending.
    pub(super) touched: Vec<usize>,
    pub(super) overlong: bool,
}

impl Stages {
    /// Returns the text at a level.
    pub(super) fn at(&self, level: u32) -> Text {
        let behind = self.changes.partition_point(|&(change, _)| change <= level);
        behind.checked_sub(1).map_or(self.base, |at| self.changes[at].1)
    }

    /// Returns the text after all rules.
    pub(super) fn last(&self) -> Text {
        self.changes.last().map_or(self.base, |&(_, text)| text)
    }
}

/// Rewrites the names and files of all runs. It rewrites each distinct text once.
pub(super) struct Rewriter<'a> {
    pub(super) rules: &'a Compiled,
    cache: &'a mut RewriteCache,
    /// True if the first rule for files removes lines, so that all lines of a file lead to one text.
    takes_lines: bool,
    /// Level of each rule that runs, for files and for names; 0 if the rule is no pattern for them.
    levels: [Vec<u32>; 2],
    /// Position in the list of all rules of the rule behind each level, from level 1.
    rule_of_level: Vec<usize>,
    /// Last level of files.
    file_levels: u32,
    numbers: FxHashMap<String, Text>,
    texts: Vec<String>,
    stages: Vec<Stages>,
    /// Index in `stages` of each name, and of each file, by line if lines make a difference.
    names: FxHashMap<&'a str, u32>,
    files: FxHashMap<(&'a str, u32), u32>,
}

impl<'a> Rewriter<'a> {
    pub(super) fn new(rules: &'a Compiled, cache: &'a mut RewriteCache) -> Self {
        let first = rules.rules.iter().find(|rule| rule.is_on(false));
        let has_brackets = rules.rules.iter().any(|rule| rule.is_balanced() && rule.is_on(false));
        let mut rule_of_level = Vec::new();
        let mut file_levels = 0;
        let levels = [false, true].map(|names| {
            let level = |rule: &CompiledRule| {
                if rule.is_balanced() || !rule.is_on(names) {
                    return 0;
                }
                rule_of_level.push(rule.place);
                rule_of_level.len() as u32
            };
            let levels: Vec<u32> = rules.rules.iter().map(level).collect();
            if !names {
                file_levels = rule_of_level.len() as u32;
            }
            levels
        });
        Self {
            rules,
            cache,
            takes_lines: first.is_some_and(CompiledRule::takes_lines) && !has_brackets,
            levels,
            rule_of_level,
            file_levels,
            numbers: FxHashMap::default(),
            texts: Vec::new(),
            stages: Vec::new(),
            names: FxHashMap::default(),
            files: FxHashMap::default(),
        }
    }

    /// Returns the number of levels, level 0 included.
    pub(super) fn level_count(&self) -> u32 {
        self.rule_of_level.len() as u32 + 1
    }

    /// Returns the last level at which files change.
    pub(super) fn file_levels(&self) -> u32 {
        self.file_levels
    }

    /// Returns the position in the list of all rules of the rule behind a level; `None` for level 0.
    pub(super) fn rule_of(&self, level: u32) -> Option<usize> {
        self.rule_of_level.get((level as usize).checked_sub(1)?).copied()
    }

    /// Returns the last rule for brackets that changed a name or its file.
    pub(super) fn brackets_of(&self, stem: Stem) -> Option<usize> {
        let touched = [stem.name, stem.file].map(|stages| self.stages(stages).touched.as_slice());
        let is_touched = |place: &usize| touched.iter().any(|touched| touched.contains(place));
        let brackets = self.rules.rules.iter().filter(|rule| rule.is_balanced()).map(|rule| rule.place);
        brackets.rev().find(is_touched)
    }

    pub(super) fn text(&self, text: Text) -> &str {
        &self.texts[text as usize]
    }

    pub(super) fn stages(&self, index: u32) -> &Stages {
        &self.stages[index as usize]
    }

    /// Returns the indices of the stages of a function's name and file, and its line if the file's text at level 0 does
    /// not contain it.
    pub(super) fn rewritten(&mut self, function: FunctionSpec<'a>) -> ([u32; 2], u32) {
        let FunctionSpec { name, file, line, .. } = function;
        let (key_line, line) = if self.takes_lines { (line.min(1), line) } else { (line, 0) };
        let of_name = self.names.get(name).copied().unwrap_or_else(|| {
            let of_name = self.rewrite(name, true);
            self.names.insert(name, of_name);
            of_name
        });
        let of_file = self.files.get(&(file, key_line)).copied().unwrap_or_else(|| {
            let of_file = self.rewrite(&place_of(function), false);
            if self.takes_lines {
                let base = self.intern(file);
                self.stages[of_file as usize].base = base;
            }
            self.files.insert((file, key_line), of_file);
            of_file
        });
        ([of_name, of_file], line)
    }

    fn rewrite(&mut self, text: &str, names: bool) -> u32 {
        let Rewritten { base, stages, touched, overlong } = self.rules.rewrite(text, names, self.cache);
        let base = self.intern(&base);
        let level = |place: usize| self.levels[usize::from(names)][place];
        let levels: Vec<u32> = stages.iter().map(|&(place, _)| level(place)).collect();
        let texts: Vec<Text> = stages.iter().map(|(_, text)| self.intern(text)).collect();
        let changes = levels.into_iter().zip(texts).collect();
        self.stages.push(Stages { base, changes, touched, overlong });
        self.stages.len() as u32 - 1
    }

    fn intern(&mut self, text: &str) -> Text {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len() as Text;
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }
}

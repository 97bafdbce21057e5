//! Names of rows for people. Files are shown without the folder that all of them share. Rows that differ never get the
//! same name.

use super::comparison::Comparison;
use crate::key_names::KeyNames;
use crate::layout::{shortened, without_folders};
use crate::output::shown;
use diptych_compare::ranking::RowUnit;
use diptych_engine::trace::IdentityId;
use diptych_profile::NodeId;
use diptych_views::differences::Names;
use diptych_views::words;
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of characters of a name and of a file, unless more are needed to distinguish rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Widths {
    pub(super) name: usize,
    pub(super) file: usize,
}

/// A name and a file.
pub(super) type Label = (String, String);

/// Names of the functions of a pair.
#[derive(Debug)]
pub(super) struct Labels<'a> {
    names: &'a KeyNames,
    folder: String,
}

impl<'a> Labels<'a> {
    /// Finds the shared folder. O(functions).
    pub(super) fn new(names: &'a KeyNames) -> Self {
        let files = (0..names.keys().len()).map(|place| names.name_and_file(IdentityId(place as u32)).1);
        let folder = shared_folder(&files.filter(|file| !file.is_empty()).collect());
        Self { names, folder }
    }

    /// Returns the folder of all files of both sides, with a separator at its end; empty if there is none.
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }

    /// Returns the name and the file of a function.
    pub(super) fn function(&self, identity: IdentityId) -> Label {
        let (name, file) = self.names.name_and_file(identity);
        (shown(&words::name_or_unnamed(&name)), self.relative(&file))
    }

    /// Returns paths as the names of their functions. If paths have equal names, the files that differ are added.
    pub(super) fn paths(&self, comparison: &Comparison, nodes: &[NodeId]) -> Vec<Label> {
        let paths: Vec<Vec<IdentityId>> = nodes.iter().map(|&node| comparison.listed().path(node)).collect();
        let plain = |path: &Vec<IdentityId>| {
            let names: Vec<String> = path.iter().map(|&identity| self.function(identity).0).collect();
            let file = path.last().map_or_else(String::new, |&identity| self.function(identity).1);
            (names.join(" › "), file)
        };
        let labels: Vec<Label> = paths.iter().map(plain).collect();
        let mut alike: BTreeMap<&Label, BTreeSet<&Vec<IdentityId>>> = BTreeMap::new();
        for (label, path) in labels.iter().zip(&paths) {
            alike.entry(label).or_default().insert(path);
        }
        let with_distinct_files = |(label, path): (&Label, &Vec<IdentityId>)| {
            let others = &alike[label];
            let differs = |place: usize| others.iter().any(|other| other.get(place) != path.get(place));
            let name = |(place, &identity): (usize, &IdentityId)| match self.function(identity) {
                (name, file) if differs(place) && !file.is_empty() => format!("{name} ({file})"),
                (name, _) => name,
            };
            let names: Vec<String> = path.iter().enumerate().map(name).collect();
            (names.join(" › "), label.1.clone())
        };
        labels.iter().zip(&paths).map(with_distinct_files).collect()
    }

    /// Returns the labels of rows of a ranking, functions or paths.
    pub(super) fn rows(&self, comparison: &Comparison, rows: &[(IdentityId, NodeId)]) -> Vec<Label> {
        match comparison.by() {
            RowUnit::Function => rows.iter().map(|&(identity, _)| self.function(identity)).collect(),
            RowUnit::Path => self.paths(comparison, &rows.iter().map(|&(_, node)| node).collect::<Vec<_>>()),
        }
    }

    fn relative(&self, file: &str) -> String {
        shown(file.strip_prefix(self.folder.as_str()).unwrap_or(file))
    }
}

/// Returns the folders with which all files begin. Texts in angle brackets (`<string>`) are no files. Returns an empty
/// text for fewer than two files, and if a file without its folders would read like another name.
fn shared_folder(names: &BTreeSet<String>) -> String {
    let (others, files): (Vec<&str>, Vec<&str>) =
        names.iter().map(String::as_str).partition(|name| name.starts_with('<'));
    // Names are sorted, so what the first and the last share, all share.
    let (Some(first), Some(last)) = (files.first(), files.last()) else { return String::new() };
    let common = first.char_indices().zip(last.chars()).take_while(|((_, x), y)| x == y);
    let folder_end =
        common.filter(|((_, c), _)| matches!(c, '/' | '\\')).last().map_or(0, |((at, _), _)| at + 1);
    let folder = &first[..folder_end];
    let is_taken = |file: &&str| others.contains(&&file[folder_end..]);
    if files.len() < 2 || files.iter().any(is_taken) { String::new() } else { folder.to_owned() }
}

/// Shortens labels to their widths. Different labels that would then be equal keep more characters, up to all.
pub(super) fn distinct(labels: &[Label], widths: Widths) -> Vec<Label> {
    let mut factors = vec![1usize; labels.len()];
    loop {
        let cut: Vec<Label> = labels
            .iter()
            .zip(&factors)
            .map(|((name, file), factor)| {
                (shortened(name, widths.name * factor), without_folders(file, widths.file * factor))
            })
            .collect();
        let mut alike: BTreeMap<&Label, Vec<usize>> = BTreeMap::new();
        for (row, label) in cut.iter().enumerate() {
            alike.entry(label).or_default().push(row);
        }
        let is_whole = |row: &usize| cut[*row] == labels[*row];
        let too_short = alike.into_values().filter(|rows| {
            rows.iter().any(|&row| labels[row] != labels[rows[0]]) && !rows.iter().all(is_whole)
        });
        let too_short: Vec<usize> = too_short.flatten().collect();
        if too_short.is_empty() {
            return cut;
        }
        for row in too_short {
            factors[row] *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> String {
        shared_folder(&files.iter().map(|file| (*file).to_owned()).collect())
    }

    #[test]
    fn shared_folder_is_common_to_all_files() {
        assert_eq!(folder(&["src/app/a.py", "src/app/b/c.py", "src/app/b.py"]), "src/app/");
        assert_eq!(folder(&["src/a.py", "src/ab.py"]), "src/");
        assert_eq!(folder(&["C:\\x\\a.cs", "C:\\x\\b.cs"]), "C:\\x\\");
        assert_eq!(folder(&["src/a.py", "lib/a.py"]), "");
        assert_eq!(folder(&["src/a.py", "a.py"]), "");
        assert_eq!(folder(&["src/a.py", "src/b.py", "<string>"]), "src/");
        // Without its folder, this file would read like the text that is no file.
        assert_eq!(folder(&["src/<string>", "src/b.py", "<string>"]), "");
        assert_eq!(folder(&["src/a.py"]), "");
        assert_eq!(folder(&["ä/x.py", "ä/y.py", "ä/z/ü.py"]), "ä/");
        assert_eq!(folder(&[]), "");
    }

    #[test]
    fn labels_stay_distinct_when_shortened() {
        let label = |name: &str, file: &str| (name.to_owned(), file.to_owned());
        let widths = Widths { name: 6, file: 4 };
        let long = [label("aaaabbbbcccc", "x"), label("aaaabxbbcccc", "x"), label("another long", "x")];
        let cut = distinct(&long, widths);
        assert_eq!(cut, [long[0].clone(), long[1].clone(), label("a…long", "x")]);
        // Equal labels need no distinction.
        let same = [label("aaaabbbbcccc", "x"), label("aaaabbbbcccc", "x")];
        assert_eq!(distinct(&same, widths), [label("a…cccc", "x"), label("a…cccc", "x")]);
        // A short label may equal the shortened form of a longer one.
        let odd = [label("aaaabbbbcccc", ""), label("a…cccc", "")];
        assert_eq!(distinct(&odd, widths), odd);
    }
}

//! Groups of functions by the beginnings of their names, for programs that state no structure, such as C without debug
//! information: `sqlite3Btree*` within `sqlite3*`, `pcache1*`.

use crate::DEFAULT_ELEMENTS;
use diptych_trace::Sorting;
use rustc_hash::{FxHashMap, FxHashSet};

/// Number of functions from which the least group is made. Two equal beginnings are often a coincidence.
const LEAST_GROUP: u32 = 3;

/// The groups of a set of functions. A group is named by the beginning of its functions' names, which ends where a word
/// ends.
#[derive(Debug, Clone, Default)]
pub(super) struct PrefixGroups<'a> {
    /// Number of functions by beginning.
    by_beginning: FxHashMap<&'a str, u32>,
    /// Number of different functions.
    functions: usize,
    /// Number of functions that a beginning needs to be a group.
    least: u32,
    /// Groups that contain other groups.
    outer: FxHashSet<&'a str>,
}

impl<'a> PrefixGroups<'a> {
    /// Finds the groups of some functions, each given once or more often. A group has at least three functions, or as
    /// many more as it takes for at most 120 innermost groups. O(length of all names · groups around a name).
    pub(super) fn new(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.order_by(Ord::cmp);
        names.dedup();
        let mut groups = Self { least: LEAST_GROUP, functions: names.len(), ..Self::default() };
        for name in &names {
            beginnings(name).for_each(|beginning| *groups.by_beginning.entry(beginning).or_default() += 1);
        }
        let innermost = |groups: &Self| {
            let of_names = names.iter().filter_map(|name| groups.around(name).pop());
            of_names.collect::<FxHashSet<&str>>().len()
        };
        while innermost(&groups) > DEFAULT_ELEMENTS {
            groups.least += 1;
        }
        for name in &names {
            let mut around = groups.around(name);
            around.pop();
            groups.outer.extend(around);
        }
        groups
    }

    /// Returns the groups around a function, the outermost first. Of groups with the same functions, the one with the
    /// longest name counts.
    pub(super) fn around(&self, name: &'a str) -> Vec<&'a str> {
        let mut around: Vec<(&str, u32)> = Vec::new();
        for beginning in beginnings(name) {
            let functions = self.by_beginning.get(beginning).copied().unwrap_or(0);
            if functions < self.least.max(1) {
                break;
            }
            if around.last().is_some_and(|(_, outer)| *outer == functions) {
                around.pop();
            }
            around.push((beginning, functions));
        }
        around.into_iter().map(|(beginning, _)| beginning).collect()
    }

    /// Returns the number of different functions.
    pub(super) fn functions(&self) -> usize {
        self.functions
    }

    /// Returns true if a group contains other groups.
    pub(super) fn is_outer(&self, group: &str) -> bool {
        self.outer.contains(group)
    }
}

/// Returns the beginnings of a name that end before a word, the shortest first: `sqlite3`, `sqlite3Btree` of
/// `sqlite3BtreeOpen`. A word begins with a capital letter or with underscores. A capital letter within an abbreviation
/// begins none. Underscores in front belong to the first word.
fn beginnings(name: &str) -> impl Iterator<Item = &str> {
    let begins_word = |at: usize, c: char| {
        let before = name[..at].chars().next_back();
        let mut after = name[at + c.len_utf8()..].chars();
        match (before, c) {
            (Some(before), '_') => before != '_' && !after.as_str().trim_start_matches('_').is_empty(),
            (Some(before), _) if c.is_uppercase() => {
                before.is_lowercase()
                    || before.is_numeric()
                    || before.is_uppercase() && after.next().is_some_and(char::is_lowercase)
            }
            _ => false,
        }
    };
    name.char_indices().filter(move |&(at, c)| begins_word(at, c)).map(|(at, _)| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_end_before_words() {
        let cases: [(&str, &[&str]); 8] = [
            ("sqlite3BtreeOpen", &["sqlite3", "sqlite3Btree"]),
            ("sqlite3_free", &["sqlite3"]),
            ("__libc_start_main", &["__libc", "__libc_start"]),
            ("PyList_Append", &["Py", "PyList"]),
            ("HTTPServerRun", &["HTTP", "HTTPServer"]),
            ("memcpy", &[]),
            ("trailing_", &[]),
            ("a__b", &["a"]),
        ];
        for (name, expected) in cases {
            assert_eq!(beginnings(name).collect::<Vec<&str>>(), expected, "{name}");
        }
    }

    proptest! {
        #[test]
        fn groups_hold_what_begins_like_them(
            names in prop::collection::vec("[ab]{1,2}([A-C][ab]?){0,3}", 0..40),
        ) {
            let groups = PrefixGroups::new(names.iter().map(String::as_str));
            let mut all: Vec<&str> = names.iter().map(String::as_str).collect();
            all.sort_unstable();
            all.dedup();
            // Functions of a beginning, counted by comparing all names.
            let functions = |beginning: &str| {
                all.iter().filter(|name| beginnings(name).any(|of| of == beginning)).count()
            };
            for name in &all {
                let around = groups.around(name);
                let mut expected: Vec<&str> = Vec::new();
                for beginning in beginnings(name).filter(|of| functions(of) >= LEAST_GROUP as usize) {
                    expected.retain(|outer| functions(outer) != functions(beginning));
                    expected.push(beginning);
                }
                prop_assert_eq!(&around, &expected);
                for group in &around {
                    let holds_another = all.iter().any(|other| {
                        let of_other = groups.around(other);
                        of_other.contains(group) && of_other.last() != Some(group)
                    });
                    prop_assert_eq!(groups.is_outer(group), holds_another);
                }
            }
        }
    }
}

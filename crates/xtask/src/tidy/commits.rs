//! Checks that the subjects of the newest commits fit a line.

use std::path::Path;
use std::process::Command;

/// Most characters of a subject.
const SUBJECT_CHARACTERS: usize = 72;
/// Number of commits that are checked.
const CHECKED: &str = "100";

/// Returns every subject that is too long. A tree without git history has none.
pub(crate) fn check(root: &Path) -> Vec<String> {
    let arguments = ["log", "--no-merges", "--format=%h %s", "-n", CHECKED];
    let log = Command::new("git").args(arguments).current_dir(root).output();
    let log = log.ok().filter(|log| log.status.success());
    log.map_or_else(Vec::new, |log| too_long(&String::from_utf8_lossy(&log.stdout)))
}

/// Returns the violations of a log with one `HASH SUBJECT` a line.
fn too_long(log: &str) -> Vec<String> {
    let lines = log.lines().filter_map(|line| line.split_once(' '));
    let long = lines.filter(|(_, subject)| subject.chars().count() > SUBJECT_CHARACTERS);
    long.map(|(hash, subject)| {
        let length = subject.chars().count();
        format!("{hash}: the subject has {length} characters of at most {SUBJECT_CHARACTERS}: {subject}")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_subjects_are_caught() {
        let log = format!("1a2b3c4 Fold frames\n5d6e7f8 {}\n9a8b7c6 {}\n", "é".repeat(72), "x".repeat(73));
        let found = too_long(&log);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("9a8b7c6: the subject has 73 characters"), "{found:?}");
    }
}

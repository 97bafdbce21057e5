//! Names of the parts of a `.diptych` file: which are known, which belong together, and which come first.

/// The names that this version writes or reads. `*` stands for a number.
///
/// A part with another name is of a newer version. `cli/tests/compare/saved.rs` checks that everything that a comparison
/// writes is listed.
const KNOWN: &[&str] = &[
    "align.{partner,kind,swapped}",
    "common.{a,b}",
    "ends.{cut,read,early,moment,share,rest-calls,rest-self}",
    "few.{call,identity,node,side,ticks}",
    "functions.{names,files,selected,selected-files,over,a,b}",
    "identity.{a,b}",
    "inclusive.{a,b}",
    "keys",
    "lane-families.{name,lanes,work,alone,busiest}",
    "lanes.{by-name,forced,only-a,only-b,overlap,pairs,shared,word}",
    "lanes.{a,b}.{paths,functions}",
    "moved.{identity,calls,ticks,starts}",
    "overview.{extents,compared,calls,rows,lanes}",
    "overview.{cells,counts,self-ticks,shifts,not-compared}.{a,b}",
    "rules",
    "shifts.{counts,before,ratio,typical,deviations,calls,stretches,around}",
    "shifts.{changed,changed-counts,changed-lanes,gap,gap-functions}",
    "side.{a,b}.{run,lanes,report,traces,runs}.{texts,numbers}",
    "sides.fingerprints",
    "state",
    "thread-moves.{identity,calls,ticks,lanes,first-lanes,carried,carried-counts}",
    "times.{a,b}.{median,p99}",
    "told.{runs,formats,calls}.{a,b}",
    "told.{axis,axis-scale,lanes,lanes-by,aligned,aligned-ticks,left-out,by,normalise,floor-share,floor-ticks}",
    "told.{level,remedy,numbered,proposals,effects,tau,measure,similarity,similarity-problem}",
    "trace.{a,b}.{about,size,calls,head,name-arena,name-ends}",
    "trace.{a,b}.{function-name,function-file,function-line,function-category}",
    "trace.{a,b}.{lane-name,lane-parent,lane-kind,lane-first-call,lane-subtree-end}",
    "trace.{a,b}.{element-parent,element-name,element-kind,element-bytes,report-text,report-numbers}",
    "trace.{a,b}.{flow-from,flow-to}",
    "trace.{a,b}.{weight,run}.*",
    "tree.{a,b}.{parent,identity,first-call,calls,self-ticks,self-squares,self-longest,inclusive-ticks}",
    "tree.{a,b}.{inclusive-squares,extent,sample-size,between}",
    "tree.{a,b}.*.{parent,identity,first-call,calls,self-ticks,self-squares,self-longest,inclusive-ticks}",
    "tree.{a,b}.*.{inclusive-squares,extent,sample-size,between}",
];

/// Parts that are of use together only, by the beginning of their names. A file can be shown without any of them.
const FAMILIES: &[&[&str]] = &[
    &["common."],
    &["functions."],
    &["inclusive."],
    &["lane-families."],
    &["lanes.a.", "lanes.b.", "lanes.word"],
    &["moved."],
    &["overview."],
    &["thread-moves."],
    &["times.", "few.", "shifts."],
    &["side.a."],
    &["side.b."],
    &["trace.a."],
    &["trace.b."],
];

/// Returns true if this version writes or reads parts of this name.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.iter().any(|pattern| matches(pattern, name))
}

/// Returns the beginnings of the names that a part is of use with; `None` for a part that stands alone or is needed.
pub(super) fn family(name: &str) -> Option<&'static [&'static str]> {
    FAMILIES.iter().copied().find(|family| is_of(family, name))
}

/// Returns true if a part belongs to a family.
pub(super) fn is_of(family: &[&str], name: &str) -> bool {
    family.iter().any(|beginning| name.starts_with(beginning))
}

/// Words for parts, by the beginning of their names. `*` stands for the side.
const WORDS: &[(&str, &str)] = &[
    ("align.", "the matched calls"),
    ("common.", "the times of common call paths"),
    ("ends.", "the end of the shorter run"),
    ("few.", "the durations of calls"),
    ("functions.", "the times by function"),
    ("identity.", "the matching names"),
    ("inclusive.", "the inclusive times"),
    ("keys", "the names of functions"),
    ("lane-families.", "the pools of lanes"),
    ("lanes.", "the pairs of lanes"),
    ("moved.", "the moved functions"),
    ("overview.", "the overview"),
    ("rules", "the rules for matching names"),
    ("shifts.", "the durations of calls"),
    ("side.*.", "the description of *"),
    ("sides.", "the fingerprints of the traces"),
    ("state", "the view and its notes"),
    ("thread-moves.", "the work that moved to other threads"),
    ("times.", "the durations of calls"),
    ("told.", "the facts about the comparison"),
    ("trace.*.", "the trace of *"),
    ("tree.*.", "the call paths of *"),
];

/// Returns words for a part; its name in backticks if this version does not know it.
pub(crate) fn in_words(name: &str) -> String {
    let words = |&(pattern, words): &(&str, &str)| {
        let of_side = |side: &str| {
            let beginning = pattern.replace('*', side);
            name.starts_with(&beginning).then(|| words.replace('*', &side.to_ascii_uppercase()))
        };
        of_side("a").or_else(|| of_side("b"))
    };
    let known = is_known(name).then(|| WORDS.iter().find_map(words)).flatten();
    known.unwrap_or_else(|| format!("`{name}`"))
}

/// Returns the rank of a part in the file: first what nothing can be shown without, last the traces.
pub(super) fn rank(name: &str) -> u8 {
    let is_needed =
        ["told.", "tree.", "ends.", "few.", "times."].iter().any(|beginning| name.starts_with(beginning));
    match name {
        _ if name.starts_with("trace.") => 2,
        "keys" | "rules" | "state" => 0,
        _ if is_needed => 0,
        _ => 1,
    }
}

/// Compares a name with a pattern, dot by dot.
fn matches(pattern: &str, name: &str) -> bool {
    let mut pattern = pattern.split('.');
    let mut name = name.split('.');
    loop {
        match (pattern.next(), name.next()) {
            (None, None) => return true,
            (Some(pattern), Some(name)) if matches_word(pattern, name) => {}
            _ => return false,
        }
    }
}

fn matches_word(pattern: &str, word: &str) -> bool {
    if pattern == "*" {
        return !word.is_empty() && word.len() < 10 && word.bytes().all(|byte| byte.is_ascii_digit());
    }
    let choices = pattern.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    choices.map_or(pattern == word, |choices| choices.split(',').any(|choice| choice == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_word_by_word() {
        for known in ["keys", "tree.a.parent", "tree.b.19.parent", "trace.a.weight.0", "overview.cells.b"] {
            assert!(is_known(known), "{known}");
        }
        for newer in
            ["keys.a", "tree.a", "tree.a.x.parent", "tree.a..parent", "trace.c.calls", "overview.cells", ""]
        {
            assert!(!is_known(newer), "{newer}");
        }
    }

    #[test]
    fn every_known_part_has_words() {
        for pattern in KNOWN {
            let word = |word: &str| {
                let first = word.trim_start_matches('{').split([',', '}']).next().unwrap_or_default();
                if word == "*" { "1".to_owned() } else { first.to_owned() }
            };
            let name = pattern.split('.').map(word).collect::<Vec<_>>().join(".");
            assert!(!in_words(&name).contains('`'), "{name}");
        }
        assert_eq!(in_words("tree.b.3.parent"), "the call paths of B");
        assert_eq!(in_words("heat.map"), "`heat.map`");
    }

    #[test]
    fn parts_without_which_nothing_is_shown_have_no_family() {
        assert_eq!((family("keys"), family("tree.a.parent"), family("told.axis")), (None, None, None));
        assert!(is_of(family("overview.rows").unwrap(), "overview.cells.a"));
        assert!(!is_of(family("trace.a.calls").unwrap(), "trace.b.calls"));
    }
}

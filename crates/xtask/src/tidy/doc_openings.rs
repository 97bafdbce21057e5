//! Checks that doc comments open with what the item is or does: a noun or a verb, not a question word or a fragment.

use super::sources::Sources;

/// Words that begin a fragment.
const FRAGMENTS: [&str; 9] = ["What", "Which", "Whether", "How", "Where", "Of", "The same", "As", "That"];
/// Largest share of openings that may begin so, in per cent. Some such words begin good sentences.
const MOST_PER_CENT: usize = 3;

/// Returns every doc comment that opens with a fragment, if more than [`MOST_PER_CENT`] do.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let (mut openings, mut fragments) = (0, Vec::new());
    for file in sources.with_extension("rs") {
        let mut is_inside = false;
        for (number, line) in (1..).zip(file.text.lines()) {
            let line = line.trim_start();
            let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            if let Some(text) = text.filter(|_| !is_inside) {
                openings += 1;
                if opens_with_fragment(text.trim()) {
                    fragments.push(format!("{}:{number}: opens with a fragment:{text}", file.path));
                }
            }
            is_inside = text.is_some();
        }
    }
    if fragments.len() * 100 > openings * MOST_PER_CENT { fragments } else { Vec::new() }
}

fn opens_with_fragment(text: &str) -> bool {
    let is_word_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
    FRAGMENTS.iter().any(|word| text.strip_prefix(word).is_some_and(is_word_end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(text: &str) -> Vec<String> {
        check(&Sources::of(&[("crates/trace/src/lib.rs", text)]))
    }

    #[test]
    fn many_fragments_are_listed() {
        let text = "/// What a run is.\n/// Which is more.\nstruct Run;\n\n//! Assigns lanes.\n/// The same as before.\n";
        let found = violations(text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0], "crates/trace/src/lib.rs:1: opens with a fragment: What a run is.");
    }

    #[test]
    fn few_fragments_and_longer_words_pass() {
        let good = "/// Returns the lane.\nfn lane() {}\n".repeat(40);
        assert!(violations(&format!("{good}/// As long as a lane.\nfn long() {{}}\n")).is_empty());
        assert!(violations("/// Offsets of lanes.\nstruct Offsets;\n").is_empty());
    }
}

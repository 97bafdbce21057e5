//! How alike two names or two sets are.

use std::cmp::Ordering;

/// Names are compared by so many of their first characters; behind them hardly a rename tells.
const COMPARED_CHARACTERS: usize = 96;

/// A name made ready for comparison.
#[derive(Debug, Clone)]
pub(super) struct Name {
    characters: Vec<char>,
    /// Words in lower case, ascending; a word that comes twice is here twice.
    words: Vec<String>,
}

impl Name {
    pub(super) fn new(name: &str) -> Self {
        let characters: Vec<char> = name.chars().take(COMPARED_CHARACTERS).collect();
        let mut words = words(&characters);
        words.sort_unstable();
        Self { characters, words }
    }

    /// From 0, nothing alike, to 1, equal (as far as compared): the better of the share of characters that an
    /// edit leaves and of the share of words in common. The same both ways.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        if self.characters == other.characters {
            return 1.0;
        }
        let common = common(&self.words, &other.words);
        // Dice: words of both in common, of all words of both.
        let by_words = share(2 * common, self.words.len() + other.words.len());
        let longer = self.characters.len().max(other.characters.len());
        let shorter = self.characters.len().min(other.characters.len());
        // An edit leaves at most the shorter text.
        if share(shorter, longer) <= by_words {
            return by_words.min(0.99);
        }
        let by_edits = share(longer - edits(&self.characters, &other.characters), longer);
        by_words.max(by_edits).min(0.99)
    }
}

/// Splits `camelCase`, `snake_case` and paths into words; digits are words of their own.
fn words(characters: &[char]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut before = ' ';
    for &c in characters {
        if c.is_alphanumeric() {
            let begins = !before.is_alphanumeric()
                || (c.is_uppercase() && before.is_lowercase())
                || c.is_numeric() != before.is_numeric();
            if begins {
                all.push(String::new());
            }
            if let Some(word) = all.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    all
}

/// Levenshtein distance. O(product of the lengths).
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// Size of the intersection of two ascending lists, as multisets.
fn common<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (mut i, mut j, mut found) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                found += 1;
                i += 1;
                j += 1;
            }
        }
    }
    found
}

/// Jaccard similarity of two ascending lists without repetition; `None` where both are empty.
pub(super) fn jaccard<T: Ord>(a: &[T], b: &[T]) -> Option<f64> {
    let both = common(a, b);
    let either = a.len() + b.len() - both;
    (either > 0).then(|| share(both, either))
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(a: &str, b: &str) -> f64 {
        let [a, b] = [a, b].map(Name::new);
        assert_eq!(a.likeness(&b).to_bits(), b.likeness(&a).to_bits());
        a.likeness(&b)
    }

    #[test]
    fn words_are_found_in_all_spellings() {
        let chars: Vec<char> = "HTMLTranslator.visit_literal2x".chars().collect();
        assert_eq!(words(&chars), ["htmltranslator", "visit", "literal", "2", "x"]);
    }

    #[test]
    fn likeness_ranks_as_people_do() {
        assert_eq!(likeness("parse", "parse").to_bits(), 1f64.to_bits());
        assert!(likeness("parse_block", "parseBlock") > 0.9);
        assert!(likeness("_fast_traverse", "_fast_findall") >= 0.5);
        assert!(likeness("tokenize", "tokenise") > 0.8);
        assert!(likeness("read", "lexer_main") < 0.35);
        assert_eq!(likeness("", "x").to_bits(), 0f64.to_bits());
    }

    #[test]
    fn distances_are_the_textbook_ones() {
        for (a, b, distance) in [("kitten", "sitting", 3), ("", "abc", 3), ("flaw", "lawn", 2), ("é", "e", 1)]
        {
            let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
            assert_eq!(edits(&a, &b), distance);
        }
    }
}

//! The similarity of two names and of two sets.

use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Maximum number of words compared in a name.
const COMPARED_WORDS: usize = 64;
/// Maximum number of characters compared in the words that two names do not share.
const COMPARED_CHARACTERS: usize = 48;
/// Maximum number of names, evenly spaced among all, that the frequency of words is counted in.
const COUNTED_NAMES: usize = 1 << 16;

/// Words with their frequencies. A shared word like `visit` says little if half of all names have it.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    by_text: FxHashMap<String, u32>,
    texts: Vec<Vec<char>>,
    /// Number of names with each word.
    names: Vec<u32>,
    counted: u32,
}

/// A name prepared for comparison.
#[derive(Debug, Clone)]
pub(super) struct Name<'a> {
    text: &'a str,
    /// Words with their positions in the name, ascending by word.
    words: Vec<(u32, u32)>,
}

impl Vocabulary {
    /// Counts the words of at most 2¹⁶ of the names. O(characters of these).
    pub(super) fn new<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        let stride = names.len().div_ceil(COUNTED_NAMES).max(1);
        for name in names.step_by(stride) {
            let mut words = all.read(name).words;
            words.dedup_by_key(|(word, _)| *word);
            for (word, _) in words {
                all.names[word as usize] += 1;
            }
            all.counted += 1;
        }
        all
    }

    /// Splits a name into words and prepares it for comparison.
    pub(super) fn read<'a>(&mut self, text: &'a str) -> Name<'a> {
        let read = words(text).into_iter().zip(0..).map(|(word, place)| (self.intern(word), place));
        let mut words: Vec<(u32, u32)> = read.collect();
        words.sort_unstable();
        Name { text, words }
    }

    fn intern(&mut self, word: String) -> u32 {
        if let Some(&id) = self.by_text.get(&word) {
            return id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(word.chars().collect());
        self.names.push(0);
        self.by_text.insert(word, id);
        id
    }

    /// Returns the weight of a shared word: 1, plus 1 each time that the share of names with the word halves. It is an
    /// integer, so sums depend on no order and no platform.
    fn weight(&self, word: u32) -> u32 {
        1 + (self.counted / self.names[word as usize].max(1)).max(1).ilog2()
    }

    /// Returns the similarity of two names from 0 (nothing in common) to 1 (equal). It is the weight of the shared
    /// words over the weight of all words. The other words count in proportion to the characters that an edit
    /// preserves. Symmetric.
    pub(super) fn likeness(&self, a: &Name<'_>, b: &Name<'_>) -> f64 {
        if a.text == b.text {
            return 1.0;
        }
        let (mut shared, mut left_a, mut left_b) = (0, Vec::new(), Vec::new());
        let (mut of_a, mut of_b) = (a.words.as_slice(), b.words.as_slice());
        loop {
            match (of_a, of_b) {
                ([x, rest_a @ ..], [y, rest_b @ ..]) if x.0 == y.0 => {
                    shared += self.weight(x.0);
                    (of_a, of_b) = (rest_a, rest_b);
                }
                ([x, rest @ ..], [y, ..]) if x.0 < y.0 => {
                    left_a.push(*x);
                    of_a = rest;
                }
                (_, [y, rest @ ..]) if of_a.first().is_none_or(|x| x.0 > y.0) => {
                    left_b.push(*y);
                    of_b = rest;
                }
                _ => break,
            }
        }
        left_a.extend_from_slice(of_a);
        let weight = |left: &[(u32, u32)]| left.iter().map(|&(word, _)| self.weight(word)).sum::<u32>();
        let alone = weight(&left_a) + weight(&left_b);
        let all = 2 * shared + alone;
        let alike = 2.0 * shared as f64 + self.alike(left_a, left_b) * alone as f64;
        // Different names always score less than equal names.
        if all == 0 { 0.0 } else { (alike / all as f64).min(0.99) }
    }

    /// Returns the share of the longer list of words that an edit preserves, from 0 to 1. A share below one half is
    /// treated as chance and returned as 0.
    fn alike(&self, a: Vec<(u32, u32)>, b: Vec<(u32, u32)>) -> f64 {
        let [a, b] = [a, b].map(|mut words| {
            words.sort_by_key(|&(_, place)| place);
            let characters = words.iter().flat_map(|&(word, _)| &self.texts[word as usize]).copied();
            characters.take(COMPARED_CHARACTERS).collect::<Vec<char>>()
        });
        let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
        if 2 * shorter < longer {
            return 0.0;
        }
        let left = share(longer - edits(&a, &b), longer);
        if left < 0.5 { 0.0 } else { left }
    }
}

/// Splits `camelCase`, `snake_case` and paths into lower-case words. Runs of digits are words of their own.
fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        if c.is_alphanumeric() {
            let begins = !before.is_alphanumeric()
                || (c.is_uppercase() && before.is_lowercase())
                || c.is_numeric() != before.is_numeric();
            if begins {
                if all.len() == COMPARED_WORDS {
                    break;
                }
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

/// Returns the Levenshtein distance. O(product of the lengths).
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

/// Returns the Jaccard similarity of two ascending lists without repetition, or `None` if both are empty.
pub(super) fn jaccard<T: Ord>(a: &[T], b: &[T]) -> Option<f64> {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                both += 1;
                i += 1;
                j += 1;
            }
        }
    }
    let either = a.len() + b.len() - both;
    (either > 0).then(|| share(both, either))
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 8] = [
        "Visitor.visit_Name",
        "Visitor.visit_Call",
        "Visitor.visit_CondExpr",
        "Visitor.visit_Compare",
        "Visitor.visit_Block",
        "Node._fast_traverse",
        "Node._fast_findall",
        "tokenize",
    ];

    fn likeness(a: &str, b: &str) -> f64 {
        let mut all = Vocabulary::new(NAMES.into_iter());
        let [a, b] = [all.read(a), all.read(b)];
        let found = all.likeness(&a, &b);
        assert_eq!(found.to_bits(), all.likeness(&b, &a).to_bits());
        assert!((0.0..=1.0).contains(&found));
        found
    }

    #[test]
    fn words_are_found_in_all_spellings() {
        let expected = ["htmltranslator", "visit", "literal", "2", "x", "é"];
        assert_eq!(words("HTMLTranslator.visit_literal2x É"), expected);
        assert_eq!(words(&"a ".repeat(1 << 20)).len(), COMPARED_WORDS);
    }

    #[test]
    fn likeness_ranks_as_people_do() {
        assert_eq!(likeness("parse", "parse").to_bits(), 1f64.to_bits());
        assert!(likeness("parse_block", "parseBlock") > 0.95);
        assert!(likeness("tokenize", "tokenise") > 0.8);
        assert!(likeness("Node._fast_traverse", "Node._fast_findall") > 0.4);
        let rare = likeness("Node._fast_traverse", "Node._fast_findall");
        assert!(rare > likeness("Visitor.visit_Name", "Visitor.visit_Block"));
        assert!(likeness("read", "lexer_main") < 0.2);
        for (a, b) in [("", "x"), ("..", "::")] {
            assert_eq!(likeness(a, b).to_bits(), 0f64.to_bits());
        }
    }

    #[test]
    fn distances_are_the_textbook_ones() {
        for (a, b, distance) in [("kitten", "sitting", 3), ("", "abc", 3), ("flaw", "lawn", 2), ("é", "e", 1)]
        {
            let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
            assert_eq!(edits(&a, &b), distance);
        }
    }

    #[test]
    fn jaccard_is_the_textbook_one() {
        assert_eq!(jaccard(&[1, 2, 3], &[2, 3, 4]), Some(0.5));
        assert_eq!(jaccard(&[1], &[2]), Some(0.0));
        assert_eq!(jaccard::<u32>(&[], &[]), None);
    }
}

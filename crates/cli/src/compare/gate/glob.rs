//! Patterns for names, and for paths of names.

/// A pattern for a name. `*` stands for any text, `?` for any character, and `…` for what a report has cut.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Glob {
    text: String,
    pattern: Vec<char>,
}

/// A pattern for a path: patterns for names, in which `**` stands for any number of names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PathGlob {
    text: String,
    names: Vec<Glob>,
}

impl Glob {
    pub(crate) fn new(text: &str) -> Self {
        let piece = |c: char| if c == '…' { '*' } else { c };
        Self { text: text.to_owned(), pattern: text.chars().map(piece).collect() }
    }

    /// Returns the text as given.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if the whole name matches.
    pub(crate) fn fits(&self, name: &str) -> bool {
        let name: Vec<char> = name.chars().collect();
        let is_same = |piece: &char, c: &char| *piece == '?' || piece == c;
        fits(&self.pattern, &name, |piece| *piece == '*', is_same)
    }

    /// Returns true if a function matches by its name or by its key `name (file)`.
    pub(crate) fn fits_function(&self, name: &str, key: &str) -> bool {
        self.fits(name) || self.fits(key)
    }

    /// Returns true if a file matches as a whole or from one of its folders on, as reports print files below their
    /// common folder.
    pub(crate) fn fits_file(&self, file: &str) -> bool {
        let starts = file.char_indices().filter(|(_, c)| matches!(c, '/' | '\\')).map(|(at, _)| at + 1);
        std::iter::once(0).chain(starts).any(|start| self.fits(&file[start..]))
    }

    fn is_any_number(&self) -> bool {
        self.text == "**"
    }
}

impl PathGlob {
    /// Parses a path pattern. Names are joined by ` > `, or by ` › ` as in output.
    pub(crate) fn new(text: &str) -> Self {
        let text = text.replace(" › ", " > ");
        Self { text: text.clone(), names: text.split(" > ").map(|name| Glob::new(name.trim())).collect() }
    }

    /// Returns the text as given, with ` > ` between names.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if a path matches. `path` has the name and the key of each function.
    pub(crate) fn fits(&self, path: &[(&str, &str)]) -> bool {
        fits(&self.names, path, Glob::is_any_number, |piece, (name, key)| piece.fits_function(name, key))
    }
}

/// Returns true if pieces match a pattern with wildcards for any number of pieces. On a mismatch, it lengthens the
/// match of the last wildcard by one piece and goes on from there. O(pattern · pieces).
fn fits<P, T>(
    pattern: &[P],
    pieces: &[T],
    is_any_number: impl Fn(&P) -> bool,
    is_one: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut at, mut done) = (0, 0);
    let mut lengthen: Option<(usize, usize)> = None;
    while done < pieces.len() {
        match pattern.get(at) {
            Some(piece) if is_any_number(piece) => {
                lengthen = Some((at, done));
                at += 1;
            }
            Some(piece) if is_one(piece, &pieces[done]) => {
                at += 1;
                done += 1;
            }
            _ => {
                let Some((any, from)) = lengthen else { return false };
                (at, done) = (any + 1, from + 1);
                lengthen = Some((any, from + 1));
            }
        }
    }
    pattern[at..].iter().all(is_any_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matches by trying all lengths.
    fn naive(pattern: &[char], text: &[char]) -> bool {
        match pattern {
            [] => text.is_empty(),
            ['*', rest @ ..] => (0..=text.len()).any(|from| naive(rest, &text[from..])),
            [piece, rest @ ..] => {
                text.first().is_some_and(|c| *piece == '?' || piece == c) && naive(rest, &text[1..])
            }
        }
    }

    /// Returns all texts over some letters up to a length.
    fn texts(letters: &[char], most: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut longest = all.clone();
        for _ in 0..most {
            longest = longest
                .iter()
                .flat_map(|text| letters.iter().map(move |letter| format!("{text}{letter}")))
                .collect();
            all.extend(longest.iter().cloned());
        }
        all
    }

    #[test]
    fn glob_agrees_with_trying_all_lengths() {
        for pattern in texts(&['a', 'b', '*', '?'], 4) {
            let chars: Vec<char> = pattern.chars().collect();
            for text in texts(&['a', 'b'], 5) {
                let expected = naive(&chars, &text.chars().collect::<Vec<_>>());
                assert_eq!(Glob::new(&pattern).fits(&text), expected, "{pattern} {text}");
            }
        }
    }

    #[test]
    fn files_fit_as_reports_print_them() {
        for fitting in
            ["/srv/app/shop/store.py", "shop/store.py", "store.py", "…p/store.py", "shop/*", "*.py"]
        {
            assert!(Glob::new(fitting).fits_file("/srv/app/shop/store.py"), "{fitting}");
        }
        for other in ["tore.py", "hop/store.py", "app/store.py", "store"] {
            assert!(!Glob::new(other).fits_file("/srv/app/shop/store.py"), "{other}");
        }
        assert!(Glob::new("Thread.…or_tstate_lock").fits("Thread._wait_for_tstate_lock"));
    }

    #[test]
    fn path_globs_match_name_by_name() {
        let path = [("main", "main (m.py)"), ("load", "load (l.py)"), ("parse", "parse (p.py)")];
        for fitting in
            ["main > load > parse", "**", "** > parse", "main > **", "** > load > **", "main › * › parse"]
        {
            assert!(PathGlob::new(fitting).fits(&path), "{fitting}");
        }
        assert!(PathGlob::new("main > load (l.py) > p*").fits(&path));
        for other in ["main", "main > parse", "*", "load > **", "** > load", "main > load (x.py) > parse"] {
            assert!(!PathGlob::new(other).fits(&path), "{other}");
        }
    }
}

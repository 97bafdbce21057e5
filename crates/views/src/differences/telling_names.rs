//! Names of functions, and the words in them that tell what a function does.

/// Minimum length in characters of a word that tells something.
const LEAST_WORD: usize = 3;

/// Words that names of unrelated functions share.
const COMMON_WORDS: [&str; 39] = [
    "get",
    "set",
    "new",
    "test",
    "init",
    "func",
    "function",
    "run",
    "make",
    "main",
    "drop",
    "update",
    "call",
    "apply",
    "next",
    "open",
    "close",
    "read",
    "write",
    "execute",
    "exec",
    "process",
    "handle",
    "handler",
    "invoke",
    "setup",
    "inner",
    "wrapper",
    "anonymous",
    "lambda",
    "closure",
    "module",
    "callback",
    "start",
    "stop",
    "add",
    "del",
    "create",
    "build",
];

/// Returns true if a name tells what its function does. Names such as `<module>`, `{closure#0}`, `main`, `Cat.update` and
/// `func12` tell nothing.
pub(super) fn is_telling(name: &str) -> bool {
    !words_of(name.rsplit(['.', ':']).next().unwrap_or(name)).is_empty()
}

/// Returns true if two names share a word that tells something.
pub(super) fn share_a_word([x, y]: &[String; 2]) -> bool {
    let y = words_of(y);
    words_of(x).iter().any(|word| y.contains(word))
}

/// Returns the words of a name in lower case: `bubbleSort` has `bubble` and `sort`. Words that tell nothing are left out, as
/// are words with a number at the end, and so is what stands in brackets: types, arguments, and Python's `<locals>` and
/// `<lambda>`.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut was_lower, mut depth) = (false, 0u32);
    for character in name.chars() {
        match character {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => continue,
            _ => {}
        }
        if !character.is_alphanumeric() || (was_lower && character.is_uppercase()) {
            words.push(String::new());
        }
        was_lower = character.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
    }
    let is_numbered = |word: &str| word.ends_with(char::is_numeric);
    words.retain(|word| {
        word.chars().count() >= LEAST_WORD && !is_numbered(word) && !COMMON_WORDS.contains(&word.as_str())
    });
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_names_tell_nothing() {
        for name in [
            "<module>",
            "load.<locals>.<lambda>",
            "{closure#0}",
            "main",
            "Cat.update",
            "core::ptr::drop",
            "func12",
            "A.__init__",
            "(anonymous)",
            "f",
            "lambda$3",
            "run",
        ] {
            assert!(!is_telling(name), "{name}");
        }
        for name in ["rate_for", "Parser.feed_token", "std::sort", "type", "ref", "parse_1"] {
            assert!(is_telling(name), "{name}");
        }
    }

    #[test]
    fn names_share_telling_words_only() {
        let share = |x: &str, y: &str| share_a_word(&[x.to_owned(), y.to_owned()]);
        assert!(share("bubbleSort", "quick_sort"));
        assert!(share("TraditionalLexer.next_token", "BasicLexer.next_token"));
        for (x, y) in [
            ("HttpSession.update", "Cat.update"),
            ("get_user", "get_weather"),
            ("func1", "func2"),
            ("load.<locals>.inner", "paint.<locals>.inner"),
            ("Parser::read(std::string)", "Cache::drop(std::string)"),
        ] {
            assert!(!share(x, y), "{x} {y}");
        }
    }
}

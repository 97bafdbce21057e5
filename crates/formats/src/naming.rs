//! Rules for names that an argument of the call completes, such as `detail` in the time traces of clang.

use crate::json::{Lexer, Value};

/// One rule: the calls of some names get the value of an argument in their name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentRule {
    /// Key of the argument.
    pub argument: String,
    /// Names of the calls, separated by commas. A name may contain one `*`, which stands for any characters. If blank,
    /// the rule is for all calls that have the argument.
    pub names: String,
}

/// All rules for names with arguments. The first rule that fits a call counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Naming {
    rules: Vec<CompiledRule>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct CompiledRule {
    /// Key of the argument.
    argument: Vec<u8>,
    /// Text before and after the `*` of each name. The second is `None` in a name without `*`.
    names: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

impl Naming {
    /// Makes the rules ready for use. Rules without an argument are left out.
    pub fn new(rules: &[ArgumentRule]) -> Self {
        let rules = rules.iter().filter(|rule| !rule.argument.is_empty()).map(|rule| CompiledRule {
            argument: rule.argument.clone().into_bytes(),
            names: rule.names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(parts).collect(),
        });
        Self { rules: rules.collect() }
    }

    /// Returns the value that completes the name of a call, as it is written in JSON, without the quotes of a text. It
    /// is empty if no rule fits. `arguments` is the JSON of the call's arguments.
    pub(crate) fn value<'a>(&self, name: &[u8], arguments: &'a [u8]) -> &'a [u8] {
        let rule = self.rules.iter().find(|rule| rule.fits(name, arguments));
        rule.and_then(|rule| find(arguments, &rule.argument)).unwrap_or_default()
    }
}

impl CompiledRule {
    fn fits(&self, name: &[u8], arguments: &[u8]) -> bool {
        // Most calls lack the argument, and a search for its key is faster than reading all keys.
        if arguments.len() <= self.argument.len() || memchr::memmem::find(arguments, &self.argument).is_none()
        {
            return false;
        }
        let is_one = |(before, after): &(Vec<u8>, Option<Vec<u8>>)| match after {
            None => name == *before,
            Some(after) => {
                name.len() >= before.len() + after.len() && name.starts_with(before) && name.ends_with(after)
            }
        };
        self.names.is_empty() || self.names.iter().any(is_one)
    }
}

fn parts(name: &str) -> (Vec<u8>, Option<Vec<u8>>) {
    match name.split_once('*') {
        None => (name.into(), None),
        Some((before, after)) => (before.into(), Some(after.into())),
    }
}

/// Returns the value of a key in an object. If the key is given twice, the last value counts.
fn find<'a>(object: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let mut lexer = Lexer::new(object, 1);
    let mut found = None;
    while let Some(each) = lexer.key().ok()? {
        lexer.peek().ok()?;
        let start = lexer.at;
        let value = lexer.value().ok()?;
        if each == key {
            found = match value {
                Value::Nested => Some(&object[start..lexer.at]),
                scalar => scalar.scalar(),
            };
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naming(rules: &[(&str, &str)]) -> Naming {
        let rule = |(argument, names): &(&str, &str)| ArgumentRule {
            argument: (*argument).to_owned(),
            names: (*names).to_owned(),
        };
        Naming::new(&rules.iter().map(rule).collect::<Vec<_>>())
    }

    #[test]
    fn first_rule_that_fits_gives_the_value() {
        let naming = naming(&[("detail", "Source, Parse*,*Pass"), ("Input Dims", ""), ("", "Source")]);
        let value = |name: &str, arguments: &str| {
            String::from_utf8(naming.value(name.as_bytes(), arguments.as_bytes()).to_vec()).unwrap()
        };
        assert_eq!(value("Source", r#"{"detail":"vector"}"#), "vector");
        assert_eq!(value("ParseClass", r#"{"x":{"detail":1},"detail":"A"}"#), "A");
        assert_eq!(value("InlinerPass", r#"{"detail":"f","detail":"g"}"#), "g");
        assert_eq!(value("Sources", r#"{"detail":"vector"}"#), "");
        assert_eq!(value("aten::mm", r#"{"Input Dims": [[2, 3], []], "x":1}"#), "[[2, 3], []]");
        assert_eq!(value("Source", r#"{"x":"detail"}"#), "");
        assert_eq!(value("Source", r#"{"detail":null}"#), "");
        assert_eq!(value("Source", r#"{"detail":7}"#), "7");
        assert_eq!(value("Source", ""), "");
    }
}

//! Rules as data.

/// One rewrite of names or files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Title of the rule.
    pub name: String,
    /// Text that the rule rewrites.
    pub on: Field,
    /// Syntax of the pattern.
    pub kind: RuleKind,
    /// Pattern to search for.
    pub pattern: String,
    /// Replacement of every match. For [`RuleKind::Pattern`], `$1` and `${name}` stand for groups of the pattern and
    /// `$$` for a dollar sign. For [`RuleKind::Balanced`] the text is taken literally.
    pub replacement: String,
    /// True if the rule runs.
    pub enabled: bool,
    /// Source of the rule.
    pub origin: Origin,
}

/// The text that a rule rewrites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The function's name.
    Name,
    /// The function's place, `file:line`, or only the file if the line is unknown.
    File,
    /// Name and place, each separately.
    Both,
}

/// The syntax of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleKind {
    /// A regular expression in the syntax of `regex-lite`. It matches anywhere unless anchored.
    Pattern,
    /// Two brackets, such as `<>` or `()`. The rule matches outermost pairs of these brackets with their contents, if
    /// they follow a name as template arguments and parameters do. No regular expression can balance brackets.
    Balanced,
    /// Key of an argument. While a trace is read, its value completes the names of calls that have this argument. The
    /// replacement lists the names of these calls, separated by commas and each with at most one `*`. If it is blank,
    /// the rule is for all names. Such a rule rewrites nothing afterwards.
    Argument,
}

/// The source of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The defaults of a format.
    Default,
    /// A person.
    User,
}

/// A rename of all functions with one key to another key, on both sides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rename {
    /// Key after the rules have run.
    pub from: String,
    /// New key.
    pub to: String,
}

/// Everything that decides identity: rules from top to bottom, then renames in order, then pairs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rules {
    /// Rewrites, in the order in which they run.
    pub rules: Vec<Rule>,
    /// Accepted renames, in order. A later rename may continue an earlier one.
    pub renames: Vec<Rename>,
    /// Keys of A and of B that were paired by hand. Functions with the first key on side A and the second key on side
    /// B, and no others, become one function. If a key is paired twice, the first pair wins.
    pub pairs: Vec<[String; 2]>,
}

impl Rules {
    /// The empty list of rules. Under it, functions are equal if name, file and line are.
    pub const NONE: Self = Self { rules: Vec::new(), renames: Vec::new(), pairs: Vec::new() };

    /// Returns the rules for exchanged sides.
    pub fn swapped(&self) -> Self {
        let pairs = self.pairs.iter().map(|[a, b]| [b.clone(), a.clone()]).collect();
        Self { pairs, ..self.clone() }
    }
}

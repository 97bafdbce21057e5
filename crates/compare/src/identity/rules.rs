//! Rules as data.

/// One rewrite of names or files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What it is for, in words.
    pub name: String,
    /// What it rewrites.
    pub on: Field,
    /// How its pattern is read.
    pub kind: RuleKind,
    /// What it looks for.
    pub pattern: String,
    /// What every match becomes. For [`RuleKind::Pattern`], `$1` and `${name}` stand for groups of the pattern
    /// and `$$` for a dollar sign; for [`RuleKind::Balanced`] it is taken as it stands.
    pub replacement: String,
    /// Whether it runs.
    pub enabled: bool,
    /// Where it comes from.
    pub origin: Origin,
}

/// The text that a rule rewrites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The function's name.
    Name,
    /// Its place, `file:line`, or the file alone where the line is unknown.
    File,
    /// Both, each for itself.
    Both,
}

/// How a pattern is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleKind {
    /// A regular expression in the syntax of `regex-lite`; matches anywhere unless anchored.
    Pattern,
    /// Two brackets, such as `<>` or `()`: matches what they enclose and the brackets, outermost first, where
    /// they follow a name as template arguments and parameters do. No regular expression can balance brackets.
    Balanced,
}

/// Where a rule comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// From the defaults of a format.
    Default,
    /// Written by a person.
    User,
}

/// Functions with one key become functions with another, on both sides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rename {
    /// The key once the rules have run.
    pub from: String,
    /// The key it becomes.
    pub to: String,
}

/// Everything that decides identity: rules from top to bottom, then renames in order, then pairs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rules {
    /// Rewrites, in the order in which they run.
    pub rules: Vec<Rule>,
    /// Accepted renames, in order; a later one may go on from where an earlier one led.
    pub renames: Vec<Rename>,
    /// Keys of A and of B that were paired by hand: what has the first on side A and what has the second on
    /// side B is one function, and nothing else is. Where a key is paired twice the first pair holds.
    pub pairs: Vec<[String; 2]>,
}

impl Rules {
    /// No rules: functions are the same when name, file and line are.
    pub const NONE: Self = Self { rules: Vec::new(), renames: Vec::new(), pairs: Vec::new() };

    /// The same for the sides exchanged.
    pub fn swapped(&self) -> Self {
        let pairs = self.pairs.iter().map(|[a, b]| [b.clone(), a.clone()]).collect();
        Self { pairs, ..self.clone() }
    }
}

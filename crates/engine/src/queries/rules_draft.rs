//! Edited identity rules, converted to text. The only grammar of rules is that of [`diptych_compare::identity`].

use diptych_compare::identity::{Field, Origin, Rename, Rule, RuleKind, Rules};
use diptych_protocol::comparison::{RuleKind as LineKind, RuleLine, RuleSubject, RulesDraft};

/// Returns the text of a draft: its own text, then one line for each row.
pub(crate) fn text_of(draft: &RulesDraft) -> String {
    let RulesDraft { text, rows } = draft;
    let mut out = match text {
        // Blank text stands for the defaults only if no rows follow.
        Some(text) if text.trim().is_empty() && !rows.is_empty() => "defaults\n".to_owned(),
        Some(text) => text.clone(),
        None if rows.is_empty() => Rules::NONE.to_text(),
        None => String::new(),
    };
    for row in rows {
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        out += &rules_of(row).to_text();
    }
    out
}

/// Returns the rules that consist of one row only.
fn rules_of(row: &RuleLine) -> Rules {
    let RuleLine { enabled, on, kind, pattern, becomes, name } = row.clone();
    let on = match on {
        RuleSubject::Name => Field::Name,
        RuleSubject::File => Field::File,
        RuleSubject::Both => Field::Both,
        RuleSubject::Rename => {
            return Rules { renames: vec![Rename { from: pattern, to: becomes }], ..Rules::NONE };
        }
        RuleSubject::Pair => return Rules { pairs: vec![[pattern, becomes]], ..Rules::NONE },
    };
    let kind = match kind {
        LineKind::Pattern => RuleKind::Pattern,
        LineKind::Balanced => RuleKind::Balanced,
        LineKind::Argument => RuleKind::Argument,
    };
    let origin = Origin::User;
    Rules {
        rules: vec![Rule { name, on, kind, pattern, replacement: becomes, enabled, origin }],
        ..Rules::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(on: RuleSubject, pattern: &str, becomes: &str) -> RuleLine {
        let (pattern, becomes) = (pattern.to_owned(), becomes.to_owned());
        RuleLine { enabled: true, on, pattern, becomes, ..RuleLine::default() }
    }

    #[test]
    fn each_row_is_a_line() {
        let rows = vec![
            row(RuleSubject::Name, "a/b", "$1"),
            RuleLine { enabled: false, kind: LineKind::Balanced, ..row(RuleSubject::File, "<>", "") },
            RuleLine { kind: LineKind::Argument, ..row(RuleSubject::Name, "detail", "Source,*Pass") },
            row(RuleSubject::Rename, "x (a.py)", "y (a.py)"),
            row(RuleSubject::Pair, "v", "w"),
        ];
        let lines = "name s|a/b|$1|\n- file balanced <>\nname argument /detail/Source,*Pass/\nrename x (a.py) => y (a.py)\npair v <=> w\n";
        let draft = |text: Option<&str>, rows: &[RuleLine]| {
            text_of(&RulesDraft { text: text.map(str::to_owned), rows: rows.to_vec() })
        };
        assert_eq!(draft(None, &rows), lines);
        assert_eq!(draft(Some("# mine\nwhat is this"), &rows), format!("# mine\nwhat is this\n{lines}"));
        assert_eq!(draft(Some(" "), &rows), format!("defaults\n{lines}"));
        assert_eq!(draft(Some(" "), &[]), " ");
        assert_eq!(Rules::parse(&draft(None, &[]), &Rules::NONE), Ok(Rules::NONE));
    }
}

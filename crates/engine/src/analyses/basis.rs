//! Which rules decide which functions of a pair are the same, before they have run.
//!
//! The engine reads and writes rules; it never runs them. What makes patterns run weighs a twentieth of it, so that
//! lies in the compute role: [`RuleCheck`] says there whether they run at all.

use super::{Analysis, Bench, Lookup, ReadContext, Reads, Table};
use diptych_compare::identity::{Compiled, Rules, TextError, read_rules};
use diptych_protocol::comparison::RuleProblem;
use diptych_store::{Columns, StoreError};

/// Which rules hold.
#[derive(Debug)]
pub(crate) struct IdentityBasis {
    /// What the formats ask for.
    pub(crate) defaults: Rules,
    /// What holds.
    pub(crate) rules: Rules,
    /// What is still to be found out about them.
    check: Option<RuleCheckQuery>,
}

impl IdentityBasis {
    /// From rules as text (blank: the defaults of both formats). Whether patterns run [`Self::is_right`] says.
    pub(crate) fn new(formats: [&str; 2], text: &str) -> Result<Self, RuleProblem> {
        let defaults = Rules::defaults(formats);
        let rules = Rules::parse(text, &defaults).map_err(problem)?;
        let check = (rules != defaults)
            .then(|| RuleCheckQuery { rules: text.to_owned(), formats: formats.map(str::to_owned) });
        Ok(Self { defaults, rules, check })
    }

    /// Whether the rules run, or where they do not; false while that is being found out.
    pub(crate) fn is_right(&mut self, table: &mut Table) -> Result<bool, RuleProblem> {
        let Some(query) = &self.check else { return Ok(true) };
        match table.need::<RuleCheck>(query, [None; 2]) {
            Lookup::Pending => return Ok(false),
            Lookup::Ready(found) => found.as_ref().clone().map_or(Ok(()), Err)?,
            // Without an answer they are taken at their word: what needs them says that it failed.
            Lookup::Failed => {}
        }
        self.check = None;
        Ok(true)
    }
}

/// The analysis that says whether rules run.
#[derive(Debug)]
pub(crate) enum RuleCheck {}

/// What is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleCheckQuery {
    /// Rules as text.
    rules: String,
    /// Of both traces: the defaults depend on them.
    formats: [String; 2],
}

impl Analysis for RuleCheck {
    const NAME: &'static str = "rules";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Nothing;
    const STORED: bool = true;
    const INTERACTIVE: bool = false;
    type Query = RuleCheckQuery;
    /// Where they are wrong.
    type Value = Option<RuleProblem>;

    fn put_query(query: &RuleCheckQuery, columns: &mut Columns<'_>) {
        columns.put_text("rules", query.rules.as_str());
        columns.put_texts("formats", query.formats.iter().map(String::as_str));
    }

    fn compute(query: &Columns<'_>, _: &mut Bench<'_>) -> Result<Vec<u8>, StoreError> {
        let formats: [String; 2] = query.texts("formats")?.try_into().map_err(|_| StoreError::Damaged)?;
        let defaults = Rules::defaults(formats.each_ref().map(String::as_str));
        let mut columns = Columns::default();
        if let Err(RuleProblem { line, message }) = read(query.text("rules")?, &defaults) {
            columns.put("line", &[line]);
            columns.put_text("message", message);
        }
        Ok(columns.to_bytes())
    }

    fn read(
        _: &Columns<'_>,
        bytes: &[u8],
        _: ReadContext<'_>,
    ) -> Result<Option<Option<RuleProblem>>, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        if !columns.has("line") {
            return Ok(Some(None));
        }
        let &[line] = &columns.get::<u32>("line")?[..] else { return Err(StoreError::Damaged) };
        Ok(Some(Some(RuleProblem { line, message: columns.text("message")?.to_owned() })))
    }
}

/// Reads and compiles rules, or says where they are wrong. For the compute role.
pub(super) fn read(text: &str, defaults: &Rules) -> Result<(Rules, Compiled), RuleProblem> {
    read_rules(text, defaults).map_err(problem)
}

fn problem(error: TextError) -> RuleProblem {
    RuleProblem { line: error.line as u32, message: error.message }
}

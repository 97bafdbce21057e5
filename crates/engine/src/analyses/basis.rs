//! The identity rules of a pair, before they have run. They decide which functions of both sides are the same.
//!
//! The engine reads and writes rules but never runs them. The code that runs patterns would add a twentieth to the
//! engine's size, so it is part of the compute role. There, [`RuleCheck`] says whether the rules run.

use super::read_rules::{problem, read_rules};
use super::{Analysis, JobInput, Lookup, ReadContext, Reads, Table};
use diptych_compare::identity::Rules;
use diptych_protocol::comparison::RuleProblem;
use diptych_store::{Columns, StoreError};

/// The identity rules of a pair, and the check that they still need.
#[derive(Debug)]
pub(crate) struct IdentityBasis {
    /// Default rules of both formats.
    pub(crate) defaults: Rules,
    /// Rules in force.
    pub(crate) rules: Rules,
    /// Check that the rules still need; `None` if they are known to run.
    check: Option<RuleCheckQuery>,
}

impl IdentityBasis {
    /// Parses rules. Blank text stands for the defaults of both formats. Fails on a syntax error; whether the patterns
    /// run, [`Self::is_right`] says later.
    pub(crate) fn new(formats: [&str; 2], text: &str) -> Result<Self, RuleProblem> {
        let defaults = Rules::defaults(formats);
        let rules = Rules::parse(text, &defaults).map_err(problem)?;
        let check = (rules != defaults)
            .then(|| RuleCheckQuery { rules: text.to_owned(), formats: formats.map(str::to_owned) });
        Ok(Self { defaults, rules, check })
    }

    /// Returns true if the rules run, and false while the check is pending. Fails with the first problem that the check
    /// found.
    pub(crate) fn is_right(&mut self, table: &mut Table) -> Result<bool, RuleProblem> {
        let Some(query) = &self.check else { return Ok(true) };
        match table.need::<RuleCheck>(query, [None; 2]) {
            Lookup::Pending => return Ok(false),
            Lookup::Ready(found) => found.as_ref().clone().map_or(Ok(()), Err)?,
            // Without an answer the rules pass. The analysis that needs them then reports its own failure.
            Lookup::Failed => {}
        }
        self.check = None;
        Ok(true)
    }
}

/// The analysis that checks whether rules run.
#[derive(Debug)]
pub(crate) enum RuleCheck {}

/// The rules to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleCheckQuery {
    /// Rules as text.
    rules: String,
    /// Formats of both traces; the default rules depend on them.
    formats: [String; 2],
}

impl Analysis for RuleCheck {
    const NAME: &'static str = "rules";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Nothing;
    const STORED: bool = true;
    const INTERACTIVE: bool = false;
    type Query = RuleCheckQuery;
    /// The problem found; `None` if the rules run.
    type Value = Option<RuleProblem>;

    fn put_query(query: &RuleCheckQuery, columns: &mut Columns<'_>) {
        columns.put_text("rules", query.rules.as_str());
        columns.put_texts("formats", query.formats.iter().map(String::as_str));
    }

    fn compute(query: &Columns<'_>, _: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let formats: [String; 2] = query.texts("formats")?.try_into().map_err(|_| StoreError::Damaged)?;
        let defaults = Rules::defaults(formats.each_ref().map(String::as_str));
        let mut columns = Columns::default();
        if let Err(RuleProblem { line, message }) = read_rules(query.text("rules")?, &defaults) {
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

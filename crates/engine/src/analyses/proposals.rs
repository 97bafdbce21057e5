//! How many rules would name more of a pair alike: the editor lists them, and this says beforehand whether it is worth
//! opening.

use super::identity_report::HeldDraft;
use super::{Analysis, Bench, ReadContext, Reads};
use diptych_store::{Columns, StoreError};

/// The analysis.
#[derive(Debug)]
pub(crate) enum Proposals {}

impl Analysis for Proposals {
    const NAME: &'static str = "proposals";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Both;
    const STORED: bool = true;
    const INTERACTIVE: bool = false;
    /// Identity rules, all spelt out.
    type Query = String;
    /// Rules for many names, and renames.
    type Value = u32;

    fn put_query(rules: &String, columns: &mut Columns<'_>) {
        columns.put_text("rules", rules.as_str());
    }

    /// O(calls), and what looking for renames takes.
    fn compute(query: &Columns<'_>, bench: &mut Bench<'_>) -> Result<Vec<u8>, StoreError> {
        let held = HeldDraft::of_pair(bench)?;
        let (names, stages) = bench.names(query.text("rules")?)?;
        let (_, moves, renames) = held.proposals(&names.identities, stages);
        let count = (moves.len() + renames.len()) as u32;
        bench.held.draft = Some(held);
        let mut columns = Columns::default();
        columns.put("count", &[count]);
        Ok(columns.to_bytes())
    }

    fn read(_: &Columns<'_>, bytes: &[u8], _: ReadContext<'_>) -> Result<Option<u32>, StoreError> {
        match Columns::from_bytes(bytes)?.get("count")?[..] {
            [count] => Ok(Some(count)),
            _ => Err(StoreError::Damaged),
        }
    }
}

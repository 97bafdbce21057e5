//! The number of rules that would make more names of a pair match. The rules editor lists them. This number says
//! beforehand whether the editor is worth opening.

use super::identity_report::DraftCache;
use super::{Analysis, JobInput, ReadContext, Reads};
use diptych_store::{Columns, StoreError};

/// The analysis that counts the proposals.
#[derive(Debug)]
pub(crate) enum Proposals {}

impl Analysis for Proposals {
    const NAME: &'static str = "proposals";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Both;
    const STORED: bool = true;
    const INTERACTIVE: bool = false;
    /// Identity rules, with the defaults written out.
    type Query = String;
    /// Number of proposals: rules for many names, and renames.
    type Value = u32;

    fn put_query(rules: &String, columns: &mut Columns<'_>) {
        columns.put_text("rules", rules.as_str());
    }

    /// Counts the proposals. O(calls), and the time to look for renames.
    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let traces = bench.both()?;
        let mut held = DraftCache::of_pair(bench)?;
        let (names, stages) = bench.names(query.text("rules")?)?;
        let (_, moves, renames) = held.proposals(&names.rules, &names.identities, traces, stages);
        let count = (moves.len() + renames.len()) as u32;
        bench.memory.keep(held);
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

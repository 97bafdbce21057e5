//! Pajé: events behind a header, read whole and without calls.

use crate::oracle;
use diptych_engine::{MemoryBudget, Reader};
use diptych_protocol::reader::ReadAmount;
use diptych_trace::Trace;

fn read(bytes: &[u8], amount: ReadAmount) -> Option<Trace> {
    let budget = MemoryBudget { bytes: u64::MAX, amount };
    let mut reader = Reader::new(None, "x.paje", bytes.len() as u64).within(budget);
    reader.feed(bytes).then_some(())?;
    reader.finish().ok().map(|run| run.trace)
}

/// Returns the sum of the ticks in which lanes are in any state.
fn busy(trace: &Trace) -> i64 {
    let calls = trace.calls();
    let rows = (0..calls.len()).filter(|&row| calls.depth()[row] == 0);
    rows.map(|row| calls.end()[row] - calls.start()[row]).sum()
}

/// Reads `bytes` behind a header and a sound state: whole, and as sums.
pub(crate) fn check(bytes: &[u8]) {
    let head = b"%EventDef PajeDefineStateType 2\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
        %EventDef PajeCreateContainer 6\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n\
        %EndEventDef\n%EventDef PajeDestroyContainer 7\n% Time date\n% Name string\n%EndEventDef\n\
        %EventDef PajeSetState 1\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
        %EventDef PajePushState 12\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
        %EventDef PajePopState 3\n% Time date\n% Type string\n% Container string\n%EndEventDef\n\
        %EventDef PajeStartLink 4\n% Time date\n% Type string\n% StartContainer string\n% Key string\n%EndEventDef\n\
        %EventDef PajeEndLink 5\n% Time date\n% Type string\n% EndContainer string\n% Key string\n%EndEventDef\n\
        6 0 a P 0 a\n2 S P S\n12 1 S a f\n3 2 S a\n";
    let file = [&head[..], bytes].concat();
    oracle::check(&file, 1 + bytes.len() % 37);
    if let Some(sums) = read(&file, ReadAmount::Sums) {
        sums.check().expect("a trace of sums is a trace");
        let whole = read(&file, ReadAmount::Whole).expect("what is summed can be read");
        assert_eq!(busy(&sums), busy(&whole));
        assert_eq!(sums.summed().map(diptych_trace::SliceSums::all_calls), Some(whole.calls().len() as u64));
    }
}

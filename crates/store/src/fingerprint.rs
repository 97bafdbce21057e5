//! A fingerprint of a trace's content.

use diptych_compare::{has_lost_much, is_cut_off};
use diptych_trace::Trace;
use xxhash_rust::xxh64::{Xxh64, xxh64};

/// Seeds of the two halves. Two 64-bit sums need a tenth of the code of one 128-bit sum.
const SEEDS: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];

/// A 128-bit sum: XXH64 under two seeds.
struct Sum128([Xxh64; 2]);

impl Default for Sum128 {
    fn default() -> Self {
        Self(SEEDS.map(Xxh64::new))
    }
}

impl Sum128 {
    fn update(&mut self, bytes: &[u8]) {
        self.0.iter_mut().for_each(|half| half.update(bytes));
    }

    fn digest(&self) -> u128 {
        join([self.0[0].digest(), self.0[1].digest()])
    }
}

fn join([high, low]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// Returns 128 bits that are equal for traces with equal functions, lanes and calls, whatever file they came from and
/// however it was compressed. File names, byte offsets and the time of the recording do not count. A cut-off file
/// counts as different from a whole one, because a comparison treats its end differently.
pub fn fingerprint(trace: &Trace) -> u128 {
    let mut hash = Sum128::default();
    let names = trace.names();
    for id in trace.functions().ids() {
        let function = trace.functions().get(names, id);
        for text in [function.name, function.file, function.category] {
            add_text(&mut hash, text);
        }
        hash.update(&function.line.to_le_bytes());
    }
    for lane in trace.lanes().ids() {
        let name = trace.lanes().name(names, lane);
        add_text(&mut hash, name);
        // Lanes are also paired by kind and parent.
        let parent = trace.lanes().parent(lane).map_or(u32::MAX, |parent| parent.0);
        hash.update(&parent.to_le_bytes());
        add_text(&mut hash, trace.lanes().kind(lane).as_str());
        hash.update(&trace.lanes().calls(lane).end.to_le_bytes());
    }
    let calls = trace.calls();
    hash.update(bytemuck::cast_slice(calls.start()));
    hash.update(bytemuck::cast_slice(calls.end()));
    hash.update(bytemuck::cast_slice(calls.function()));
    hash.update(bytemuck::cast_slice(calls.subtree_end()));
    if is_cut_off(trace) {
        add_text(&mut hash, "cut off");
    }
    if has_lost_much(trace) {
        add_text(&mut hash, "lost");
    }
    hash.digest()
}

/// Returns a 128-bit hash of bytes.
pub fn digest(bytes: &[u8]) -> u128 {
    join(SEEDS.map(|seed| xxh64(bytes, seed)))
}

/// Returns 64 bits that are equal for equal texts in equal order.
pub(crate) fn sum_of_texts(texts: &[String]) -> u64 {
    let mut hash = Sum128::default();
    for text in texts {
        add_text(&mut hash, text);
    }
    hash.0[0].digest()
}

/// Adds a text with its length, which keeps ("ab", "c") and ("a", "bc") apart.
fn add_text(hash: &mut Sum128, text: &str) {
    hash.update(&(text.len() as u64).to_le_bytes());
    hash.update(text.as_bytes());
}

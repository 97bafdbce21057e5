//! The content of a trace as one number.

use diptych_compare::ends::is_cut_off;
use diptych_trace::Trace;
use xxhash_rust::xxh64::{Xxh64, xxh64};

/// Of the two halves of 128 bits: two sums of 64 are a tenth of the code of one of 128.
const SEEDS: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];

/// XXH64 under two seeds.
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

/// 128 bits that are the same for traces whose functions, lanes and calls are: whatever file they came from, and
/// however it was packed. Names of files, byte offsets and the instant of the recording do not count; whether the file was
/// cut off does, for what a comparison says of the ends.
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
        // Lanes are paired by what they are and what they lie in, too.
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
    hash.digest()
}

/// 128 bits that stand for bytes.
pub fn digest(bytes: &[u8]) -> u128 {
    join(SEEDS.map(|seed| xxh64(bytes, seed)))
}

/// 64 bits that are the same for the same texts in the same order.
pub(crate) fn sum_of_texts(texts: &[String]) -> u64 {
    let mut hash = Sum128::default();
    for text in texts {
        add_text(&mut hash, text);
    }
    hash.0[0].digest()
}

/// Lengths keep ("ab", "c") and ("a", "bc") apart.
fn add_text(hash: &mut Sum128, text: &str) {
    hash.update(&(text.len() as u64).to_le_bytes());
    hash.update(text.as_bytes());
}

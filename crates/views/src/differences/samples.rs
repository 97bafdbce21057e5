//! Words about runs that were sampled.

use crate::numbers;
use diptych_compare::ranking::{Ranking, SampleNoise};

/// Returns a sentence on sampling error: `3,000 samples in A, 2,950 samples in B: a change is significant if
/// chance does not explain it (false discovery rate 5 %, 233 tested)`.
pub(super) fn noise(ranking: &Ranking, noise: SampleNoise) -> String {
    let Some(samples) = noise.samples else {
        return "The files don’t say from how many samples their weights come, so sampling error can’t be judged"
            .to_owned();
    };
    let count = |side: usize| {
        let name = ["A", "B"][side];
        if samples[side].is_finite() {
            format!("{} samples in {name}", numbers::count(samples[side].round() as u64))
        } else {
            format!("all calls in {name}")
        }
    };
    let [a, b] = [count(0), count(1)];
    let level = numbers::percent(ranking.options.level);
    let runs = match ranking.runs {
        [1, 1] => String::new(),
        [a, b] => format!(", {a} and {b} runs"),
    };
    let separated = if ranking.runs == [1, 1] { "" } else { " and the runs don’t overlap" };
    format!(
        "{a}, {b}{runs}: a change is significant if chance does not explain it{separated} (false discovery \
         rate {level}, {} tested)",
        numbers::count(noise.tested as u64)
    )
}

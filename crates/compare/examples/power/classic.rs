//! Mann and Whitney's test and Welch's test of each function, without correction for their number.

/// Level of each test.
const LEVEL: f64 = 0.05;

/// A classic test of two samples.
#[derive(Clone, Copy)]
pub(crate) enum Classic {
    MannWhitney,
    Welch,
}

impl Classic {
    /// Returns true if the test rejects that two samples have one distribution.
    pub(crate) fn rejects(self, a: &[f64], b: &[f64]) -> bool {
        match self {
            Self::MannWhitney => mann_whitney(a, b) <= LEVEL,
            Self::Welch => welch(a, b) <= LEVEL,
        }
    }

    /// Returns true if the test rejects that so many of `all` samples a side have one distribution. Each sample is a
    /// value of 1 if it is of the function, and 0 otherwise.
    pub(crate) fn rejects_counts(self, counts: [f64; 2], all: f64) -> bool {
        let [a, b] = counts;
        let variance = match self {
            // Both distributions are two tied values.
            Self::MannWhitney => {
                let (ones, n) = (a + b, 2.0 * all);
                let ties = [ones, n - ones].map(|count| count.powi(3) - count);
                (n + 1.0 - ties.iter().sum::<f64>() / (n * (n - 1.0))) / 3.0 / all * all
            }
            Self::Welch => counts.map(|count| count * (1.0 - count / all) * all / (all - 1.0)).iter().sum(),
        };
        variance > 0.0 && two_sided((b - a).abs() / variance.sqrt()) <= LEVEL
    }
}

/// Returns the median.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    if count == 0 { 0.0 } else { f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]) }
}

/// Returns the two-sided p of U: exact for up to 12 values in all, by the normal distribution for more.
fn mann_whitney(a: &[f64], b: &[f64]) -> f64 {
    let of = |a: f64, b: f64| {
        if b > a {
            1.0
        } else if b < a {
            0.0
        } else {
            0.5
        }
    };
    if a.len() + b.len() <= 12 {
        let all: Vec<f64> = a.iter().chain(b).copied().collect();
        let u = |picked: u32| -> f64 {
            let side = |is_picked: bool| {
                (0..all.len()).filter(move |&place| (picked >> place & 1 == 1) == is_picked)
            };
            side(true).map(|b| side(false).map(|a| of(all[a], all[b])).sum::<f64>()).sum()
        };
        let middle = a.len() as f64 * b.len() as f64 / 2.0;
        let truth = (0..b.len()).fold(0u32, |set, place| set | 1 << (a.len() + place));
        let distance = (u(truth) - middle).abs();
        let deals: Vec<u32> =
            (0u32..1 << all.len()).filter(|set| set.count_ones() as usize == b.len()).collect();
        let reached = deals.iter().filter(|&&set| (u(set) - middle).abs() >= distance - 1e-9).count();
        return reached as f64 / deals.len() as f64;
    }
    let mut all: Vec<(f64, bool)> =
        a.iter().map(|&value| (value, false)).chain(b.iter().map(|&value| (value, true))).collect();
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (mut ranks_of_b, mut ties, mut from) = (0.0, 0.0, 0);
    for group in all.chunk_by(|x, y| x.0.total_cmp(&y.0).is_eq()) {
        let count = group.len() as f64;
        ranks_of_b +=
            group.iter().filter(|of| of.1).count() as f64 * (from as f64 + f64::midpoint(count, 1.0));
        ties += count.powi(3) - count;
        from += group.len();
    }
    let (count_a, count_b) = (a.len() as f64, b.len() as f64);
    let n = count_a + count_b;
    let variance = count_a * count_b / 12.0 * (n + 1.0 - ties / (n * (n - 1.0)));
    let z = (ranks_of_b - count_b * (n + 1.0) / 2.0).abs() - 0.5;
    if variance > 0.0 { two_sided(z.max(0.0) / variance.sqrt()) } else { 1.0 }
}

fn welch(a: &[f64], b: &[f64]) -> f64 {
    let moments = |values: &[f64]| {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (mean, squares / (count - 1.0).max(1.0) / count, count)
    };
    let ((mean_a, error_a, count_a), (mean_b, error_b, count_b)) = (moments(a), moments(b));
    let error = error_a + error_b;
    if error <= 0.0 || count_a < 2.0 || count_b < 2.0 {
        return 1.0;
    }
    let freedom = error * error / (error_a * error_a / (count_a - 1.0) + error_b * error_b / (count_b - 1.0));
    student((mean_b - mean_a).abs() / error.sqrt(), freedom)
}

/// Returns the two-sided p of Student's t, by Simpson's rule over its density.
fn student(t: f64, freedom: f64) -> f64 {
    // With x = √freedom · tan(angle), the density is a power of the cosine.
    let power = |angle: f64| angle.cos().max(0.0).powf(freedom - 1.0);
    let integral = |from: f64, to: f64| {
        let steps = 400;
        let width = (to - from) / f64::from(steps);
        let value = |step: i32| power(from + f64::from(step) * width);
        let inner: f64 = (1..steps).map(|step| value(step) * if step % 2 == 1 { 4.0 } else { 2.0 }).sum();
        (value(0) + inner + value(steps)) * width / 3.0
    };
    let half = std::f64::consts::FRAC_PI_2;
    integral((t / freedom.sqrt()).atan(), half) / integral(0.0, half)
}

/// Returns the two-sided p of a normal deviation.
fn two_sided(z: f64) -> f64 {
    student(z, 1e6_f64.min(2_000.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_equal_tables() {
        for (t, freedom, p) in
            [(2.776, 4.0, 0.05), (2.306, 8.0, 0.05), (1.96, 2_000.0, 0.05), (3.355, 8.0, 0.01)]
        {
            assert!((student(t, freedom) - p).abs() < 2e-4, "{t}: {}", student(t, freedom));
        }
        assert!(
            (mann_whitney(&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0, 10.0]) - 2.0 / 252.0).abs()
                < 1e-9
        );
    }
}

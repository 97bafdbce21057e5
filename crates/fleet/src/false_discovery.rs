//! Control of the false discovery rate: Benjamini and Hochberg, *Controlling the false discovery rate*, 1995.

/// Returns the adjusted p of each test, in the order given. If tests with an adjusted p of at most q are called
/// discoveries, the expected share of false ones among them is at most q. This holds for independent tests and for
/// tests that depend on each other positively. O(n log n).
pub fn adjusted(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&x, &y| p[x].total_cmp(&p[y]).then(x.cmp(&y)));
    let (mut least, mut adjusted) = (1.0_f64, vec![1.0; p.len()]);
    // A test is a discovery if any test with a larger p is, so the smallest value from the largest p down counts.
    for (rank, &test) in order.iter().enumerate().rev() {
        least = least.min(p[test] * p.len() as f64 / (rank + 1) as f64);
        adjusted[test] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Finds the discoveries at a level by the definition: the largest k such that k tests have p ≤ k · level ÷ n.
    fn naive(p: &[f64], level: f64) -> Vec<bool> {
        let count = |limit: f64| p.iter().filter(|&&p| p <= limit).count();
        let limit = |k: usize| k as f64 * level / p.len() as f64;
        let most = (1..=p.len()).rev().find(|&k| count(limit(k)) >= k);
        p.iter().map(|&p| most.is_some_and(|k| p <= limit(k))).collect()
    }

    proptest! {
        #[test]
        fn adjusted_p_finds_what_the_definition_does(
            p in prop::collection::vec(prop_oneof![0.0..=1.0, 0.0..=0.01], 0..40),
            level in 0.01..0.5,
        ) {
            let found: Vec<bool> = adjusted(&p).into_iter().map(|p| p <= level).collect();
            // On the very limit, the two differ by rounding.
            let is_close = |k: usize, p: f64| (p - k as f64 * level / 40.0).abs() < 1e-12;
            prop_assume!(!p.iter().any(|&p| (1..=40).any(|k| is_close(k, p))));
            prop_assert_eq!(found, naive(&p, level));
        }
    }

    #[test]
    fn published_example_has_its_known_values() {
        let found = adjusted(&[0.01, 0.02, 0.03, 0.04, 0.05]);
        assert!(found.iter().all(|p| (p - 0.05).abs() < 1e-12), "{found:?}");
        assert_eq!(adjusted(&[]), Vec::<f64>::new());
    }
}

//! log₂ of many numbers at a time: the one of the standard library is a call for each.

/// log₂ of a number that is not negative, to within 2⁻⁵⁰ of it or of 1, whichever is more; of 0 some finite number, so that
/// 0·log₂ 0 is 0. No branches, so that loops are made of it that take several numbers at once.
///
/// x = 2ᵉ·m with m from √½ to √2, and ln m = 2·artanh s with s = (m − 1)/(m + 1), as a polynomial in s: that of FreeBSD's
/// `e_log.c` (error below 2⁻⁵⁸).
#[inline]
pub(crate) fn log2(x: f64) -> f64 {
    const ROOT_OF_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const ONE: u64 = 0x3ff0_0000_0000_0000;
    const FRACTION: u64 = (1 << 52) - 1;
    // 2⁵²: a number of 52 bits in its fraction is that number above it.
    const TWO_52: u64 = 0x4330_0000_0000_0000;
    let bits = x.to_bits().wrapping_add(ONE - ROOT_OF_HALF);
    let exponent = f64::from_bits((bits >> 52) | TWO_52) - (f64::from_bits(TWO_52) + 1023.0);
    let fraction = f64::from_bits((bits & FRACTION) + ROOT_OF_HALF) - 1.0;
    let s = fraction / (2.0 + fraction);
    let square = s * s;
    let fourth = square * square;
    let even = fourth * (TERMS[1] + fourth * (TERMS[3] + fourth * TERMS[5]));
    let odd = square * (TERMS[0] + fourth * (TERMS[2] + fourth * (TERMS[4] + fourth * TERMS[6])));
    let half = 0.5 * fraction * fraction;
    let ln = fraction - (half - s * (half + (even + odd)));
    exponent + ln * std::f64::consts::LOG2_E
}

const TERMS: [f64; 7] = [
    0.666_666_666_666_673_5,
    0.399_999_999_994_094_2,
    0.285_714_287_436_623_9,
    0.222_221_984_321_497_84,
    0.181_835_721_616_180_5,
    0.153_138_376_992_093_73,
    0.147_981_986_051_165_86,
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_that_of_the_standard_library(bits in 1u64 << 52..0x7ff0_0000_0000_0000, near in -1e-3f64..1e-3) {
            for x in [f64::from_bits(bits), 1.0 + near, (bits >> 20) as f64] {
                let (own, exact) = (log2(x), x.log2());
                prop_assert!((own - exact).abs() <= exact.abs().max(1.0) * f64::EPSILON * 4.0, "{x}: {own}, {exact}");
            }
        }
    }

    #[test]
    fn powers_of_two_are_whole_and_nothing_is_finite() {
        for power in -1022..1024 {
            assert!((log2(f64::from(power).exp2()) - f64::from(power)).abs() < 1e-300);
        }
        assert!(log2(0.0).is_finite());
    }
}

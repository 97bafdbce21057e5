//! A fast log₂ for loops over many numbers. The standard library's is a function call for each number.

/// Returns log₂ of a number that is not negative, with an error of at most 2⁻⁵⁰, absolute or relative, whichever is
/// larger. For 0 it returns some finite number, so that 0·log₂ 0 is 0. It has no branches, so the compiler can
/// vectorise loops over it.
///
/// x = 2ᵉ·m with m from √½ to √2, and ln m = 2·artanh s with s = (m − 1)/(m + 1), as a polynomial in s: that of FreeBSD's
/// `e_log.c` (error below 2⁻⁵⁸).
#[inline]
pub(crate) fn log2(x: f64) -> f64 {
    const ROOT_OF_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const ONE: u64 = 0x3ff0_0000_0000_0000;
    const FRACTION: u64 = (1 << 52) - 1;
    // A float with the exponent of 2⁵² holds a 52-bit integer in its fraction, as an offset from 2⁵².
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

/// Coefficients of the polynomial, by power of s².
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
        fn log2_agrees_with_the_standard_library(bits in 1u64 << 52..0x7ff0_0000_0000_0000, near in -1e-3f64..1e-3) {
            for x in [f64::from_bits(bits), 1.0 + near, (bits >> 20) as f64] {
                let (own, exact) = (log2(x), x.log2());
                prop_assert!((own - exact).abs() <= exact.abs().max(1.0) * f64::EPSILON * 4.0, "{x}: {own}, {exact}");
            }
        }
    }

    #[test]
    fn log2_is_exact_for_powers_and_finite_for_zero() {
        for power in -1022..1024 {
            assert!((log2(f64::from(power).exp2()) - f64::from(power)).abs() < 1e-300);
        }
        assert!(log2(0.0).is_finite());
    }
}

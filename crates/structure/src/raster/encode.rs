//! Conversion between linear light and bytes of sRGB.

use std::sync::LazyLock;

/// The linear value from which each byte is the nearest, and a first guess of the byte by the value's upper bits.
static TABLES: LazyLock<([f64; 256], Vec<u8>)> = LazyLock::new(|| {
    let mut from = [0.0; 256];
    for byte in 1..256 {
        from[byte] = decoded((byte as f64 - 0.5) / 255.0);
    }
    let guess = |value: usize| from.partition_point(|&start| start <= value as f64 / GUESSES as f64) - 1;
    let guesses = (0..=GUESSES).map(|value| guess(value) as u8).collect();
    (from, guesses)
});

const GUESSES: usize = 4096;

/// Returns the linear light of a byte of sRGB, 0 to 1.
pub fn linear_from_srgb(byte: u8) -> f64 {
    decoded(f64::from(byte) / 255.0)
}

fn decoded(value: f64) -> f64 {
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Returns the byte of sRGB nearest to a linear value.
pub(super) fn srgb_from_linear(value: f64) -> u8 {
    let value = value.clamp(0.0, 1.0);
    let (from, guesses) = &*TABLES;
    let mut byte = guesses[(value * GUESSES as f64) as usize];
    while byte < u8::MAX && from[usize::from(byte) + 1] <= value {
        byte += 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_bytes_round_trip_and_values_round() {
        for byte in 0..=u8::MAX {
            assert_eq!(srgb_from_linear(linear_from_srgb(byte)), byte);
        }
        for step in 0..=100_000 {
            let value = f64::from(step) / 1e5;
            let encoded =
                if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
            let byte = f64::from(srgb_from_linear(value));
            assert!((byte - encoded * 255.0).abs() <= 0.501, "{value} {byte}");
        }
    }
}

//! The checksum of gzip and ZIP (ISO 3309).

/// Checksum of the bytes so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Crc32(u32);

impl Crc32 {
    /// Adds bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.0);
        hasher.update(bytes);
        self.0 = hasher.finalize();
    }

    /// Returns the checksum.
    pub(crate) fn sum(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the checksum bit by bit, as the standard defines it.
    fn twin(bytes: &[u8]) -> u32 {
        let mut sum = !0;
        for byte in bytes {
            sum ^= u32::from(*byte);
            for _ in 0..8 {
                sum = if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 };
            }
        }
        !sum
    }

    #[test]
    fn check_value_matches_the_standard() {
        let mut crc = Crc32::default();
        crc.add(b"123456789");
        assert_eq!(crc.sum(), 0xCBF4_3926);
    }

    proptest! {
        #[test]
        fn sum_of_pieces_matches_bitwise_sum(bytes in prop::collection::vec(any::<u8>(), 0..100), cut in 0usize..100) {
            let cut = cut.min(bytes.len());
            let mut crc = Crc32::default();
            crc.add(&bytes[..cut]);
            crc.add(&bytes[cut..]);
            prop_assert_eq!(crc.sum(), twin(&bytes));
        }
    }
}

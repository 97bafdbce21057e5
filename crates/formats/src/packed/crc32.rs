//! Computes the checksum of gzip (ISO 3309): natively by `crc32fast`, in wasm eight bytes at a time.
//!
//! The tables in wasm are built when the first file is unpacked. As constants, as in `crc32fast`, they would add 16 kB
//! to what every visitor loads, and random numbers do not compress.

/// Checksum of the bytes so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Crc32(u32);

impl Crc32 {
    /// Adds bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0 = extended(self.0, bytes);
    }

    /// Returns the checksum.
    pub(crate) fn sum(self) -> u32 {
        self.0
    }
}

/// Returns the checksum after more bytes.
#[cfg(not(target_arch = "wasm32"))]
fn extended(sum: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(sum);
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(target_arch = "wasm32")]
use small::extended;

/// Implementation with small tables.
#[cfg(any(target_arch = "wasm32", test))]
mod small {
    use std::sync::OnceLock;

    /// Polynomial, with the highest power in the lowest bit.
    pub(super) const POLYNOMIAL: u32 = 0xEDB8_8320;

    /// For each `n`, the effect of a byte on the sum if `n` bytes follow it in its group of eight.
    type Tables = [[u32; 256]; 8];

    /// Returns the checksum after more bytes.
    pub(super) fn extended(sum: u32, bytes: &[u8]) -> u32 {
        static TABLES: OnceLock<Box<Tables>> = OnceLock::new();
        let tables = TABLES.get_or_init(tables);
        let mut sum = !sum;
        let (groups, rest) = bytes.as_chunks::<8>();
        for group in groups {
            let [a, b, c, d, e, f, g, h] = *group;
            let [a, b, c, d] = (sum ^ u32::from_le_bytes([a, b, c, d])).to_le_bytes();
            let of = |table: usize, byte: u8| tables[table][byte as usize];
            sum = of(7, a) ^ of(6, b) ^ of(5, c) ^ of(4, d) ^ of(3, e) ^ of(2, f) ^ of(1, g) ^ of(0, h);
        }
        for byte in rest {
            sum = tables[0][(sum as u8 ^ byte) as usize] ^ sum >> 8;
        }
        !sum
    }

    fn tables() -> Box<Tables> {
        let mut tables: Box<Tables> = Box::new([[0; 256]; 8]);
        for byte in 0..256 {
            let step = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ POLYNOMIAL } else { sum >> 1 };
            tables[0][byte] = (0..8).fold(byte as u32, step);
        }
        for after in 1..8 {
            for byte in 0..256 {
                let before = tables[after - 1][byte];
                tables[after][byte] = tables[0][(before & 0xFF) as usize] ^ before >> 8;
            }
        }
        tables
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
                sum = if sum & 1 == 1 { sum >> 1 ^ small::POLYNOMIAL } else { sum >> 1 };
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
            prop_assert_eq!(small::extended(small::extended(0, &bytes[..cut]), &bytes[cut..]), twin(&bytes));
        }
    }
}

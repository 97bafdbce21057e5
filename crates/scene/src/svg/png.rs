//! PNG files of straight-alpha RGBA, with little code: the `png` crate with its deflate takes 60 kB of the engine, for
//! the few images of an exported picture.
//!
//! It encodes repetitions of the pixel to the left and of the row above, in deflate's fixed codes (RFC 1951, 3.2.6).
//! The images here are areas of one colour and heat strips, which become small. Photographs would not.

/// First bytes of every PNG file.
const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n'];

/// Bytes of a pixel.
const PIXEL: usize = 4;

/// Shortest repetition that deflate can encode, in bytes.
const SHORTEST: usize = 3;
/// Longest repetition that deflate can encode, in bytes.
const LONGEST: usize = 258;
/// Longest distance of a repetition that deflate can encode, in bytes.
const FARTHEST: usize = 32_768;

/// Encodes a PNG file. Returns `None` for an image without pixels, or without four bytes for each.
pub(super) fn file(width: u32, height: u32, rgba: &[u8]) -> Option<Vec<u8>> {
    let row = width as usize * PIXEL;
    if rgba.is_empty() || row.checked_mul(height as usize) != Some(rgba.len()) {
        return None;
    }
    // Each row begins with the number of its filter, 0: bytes as they are.
    let rows: Vec<u8> = rgba.chunks(row).flat_map(|row| [&[0], row].concat()).collect();
    let mut header = Vec::with_capacity(13);
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    // Eight bits per channel, RGBA, deflate, filters by row, not interlaced.
    header.extend([8, 6, 0, 0, 0]);
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &zlib(&rows, row + 1));
    chunk(&mut file, *b"IEND", &[]);
    Some(file)
}

/// Writes a chunk: length, kind, content and checksum.
fn chunk(file: &mut Vec<u8>, kind: [u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    let summed = file.len();
    file.extend(kind);
    file.extend(content);
    let sum = crc32(&file[summed..]);
    file.extend(sum.to_be_bytes());
}

/// Returns the checksum of a PNG chunk (ISO 3309). Computed bit by bit, because images here are small.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

/// Compresses bytes into a zlib stream (RFC 1950). Rows repeat after `stride` bytes.
fn zlib(bytes: &[u8], stride: usize) -> Vec<u8> {
    // A window of 32 kB, no dictionary, the fastest method; the two bytes as a number must be a multiple of 31.
    let mut bits = Bits { out: vec![0x78, 0x01], held: 0, count: 0 };
    // The header of the last block, with the fixed codes.
    bits.push(0b011, 3);
    let distances = [PIXEL, stride];
    let mut at = 0;
    while at < bytes.len() {
        let repeated = distances.iter().map(|distance| (repetition(bytes, at, *distance), *distance)).max();
        match repeated {
            Some((length, distance)) if length >= SHORTEST => {
                bits.length(length);
                bits.distance(distance);
                at += length;
            }
            _ => {
                bits.symbol(u32::from(bytes[at]));
                at += 1;
            }
        }
    }
    bits.symbol(256);
    let mut out = bits.finished();
    out.extend(adler32(bytes).to_be_bytes());
    out
}

/// Returns the number of bytes from `at` on that equal the bytes `distance` before.
fn repetition(bytes: &[u8], at: usize, distance: usize) -> usize {
    if distance > at || distance > FARTHEST {
        return 0;
    }
    let pairs = bytes[at..].iter().zip(&bytes[at - distance..]);
    pairs.take(LONGEST).take_while(|(now, before)| now == before).count()
}

/// Returns the checksum of a zlib stream (RFC 1950).
fn adler32(bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    let (low, high) = bytes.iter().fold((1, 0), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % MODULUS;
        (low, (high + low) % MODULUS)
    });
    high << 16 | low
}

/// Writer of single bits into bytes, lowest bit first.
struct Bits {
    out: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    /// Writes the lowest `count` bits of `value`, at most 32.
    fn push(&mut self, value: u32, count: u32) {
        self.held |= u64::from(value) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.out.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// Writes a code, highest bit first.
    fn code(&mut self, code: u32, count: u32) {
        self.push(code.reverse_bits() >> (32 - count), count);
    }

    /// Writes a literal, the end of the block (256) or the symbol of a length.
    fn symbol(&mut self, symbol: u32) {
        match symbol {
            0..=143 => self.code(0x30 + symbol, 8),
            144..=255 => self.code(0x190 + symbol - 144, 9),
            256..=279 => self.code(symbol - 256, 7),
            _ => self.code(0xC0 + symbol - 280, 8),
        }
    }

    /// Writes the length of a repetition, 3 to 258. The symbols cover classes whose size doubles after every four.
    fn length(&mut self, length: usize) {
        let over = (length - SHORTEST) as u32;
        if length == LONGEST {
            self.symbol(285);
        } else if over < 8 {
            self.symbol(257 + over);
        } else {
            let extra = over.ilog2() - 2;
            self.symbol(257 + 4 * extra + (over >> extra));
            self.push(over & ((1 << extra) - 1), extra);
        }
    }

    /// Writes the distance of a repetition. The symbols cover classes whose size doubles after every two.
    fn distance(&mut self, distance: usize) {
        let over = (distance - 1) as u32;
        if over < 4 {
            self.code(over, 5);
        } else {
            let extra = over.ilog2() - 1;
            self.code(2 * extra + (over >> extra), 5);
            self.push(over & ((1 << extra) - 1), extra);
        }
    }

    fn finished(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.out.push(self.held as u8);
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the pixels that the `png` crate reads from a file.
    fn read(file: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        (info.width, info.height, bytes)
    }

    fn returns(width: u32, height: u32, rgba: &[u8]) {
        assert_eq!(read(&file(width, height, rgba).unwrap()), (width, height, rgba.to_vec()));
    }

    proptest! {
        #[test]
        fn png_pixels_round_trip(width in 1u32..40, height in 1u32..40, colors in 1u8..=255, seed in any::<u32>()) {
            let mut state = seed | 1;
            let mut next = || {
                state = state.wrapping_mul(0x9E37_79B1).rotate_left(13);
                (state >> 24) as u8 % colors
            };
            let rgba: Vec<u8> = (0..width * height * 4).map(|_| next()).collect();
            returns(width, height, &rgba);
        }

        #[test]
        fn repetitions_of_every_length_round_trip(length in 1u32..700, tail in any::<[u8; 4]>()) {
            let mut rgba = [7, 7, 7, 9].repeat(length as usize);
            rgba.extend(tail);
            returns(length + 1, 1, &rgba);
        }
    }

    #[test]
    fn rows_beyond_deflate_distance_round_trip() {
        let row: Vec<u8> = (0..9_000 * 4).map(|at| (at * at / 7) as u8).collect();
        returns(9_000, 2, &row.repeat(2));
        let row: Vec<u8> = (0..8_191 * 4).map(|at| (at * at / 7) as u8).collect();
        returns(8_191, 3, &row.repeat(3));
    }

    #[test]
    fn one_colour_compresses_well() {
        assert!(file(400, 100, &[1, 2, 3, 255].repeat(40_000)).unwrap().len() < 4_000);
    }

    #[test]
    fn invalid_images_give_no_png() {
        assert!(file(3, 2, &[0; 23]).is_none() && file(0, 0, &[]).is_none());
    }
}

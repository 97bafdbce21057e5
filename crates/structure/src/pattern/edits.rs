//! Edit distances between a pattern and all stretches of a text that end at a line.
//!
//! The algorithm is bit-parallel. A column of the dynamic program is stored as differences between neighbours, 64 to a
//! word (Myers 1999, in the form of Hyyrö 2003). Only the blocks of the column that can hold a distance within the
//! limit are computed (Ukkonen 1985). This takes O(lines · limit / 64) on average and never more than O(lines · length
//! / 64).

/// The current column of one pattern.
#[derive(Debug)]
pub(super) struct Edits {
    /// Row in `masks` of each relation in the pattern; 0 for other relations.
    row: Vec<u32>,
    /// Positions of a relation within a block, as bits: `masks[row · blocks + block]`. Row 0 has none.
    masks: Vec<u64>,
    blocks: Vec<Block>,
    /// Number of blocks in use.
    active: usize,
    limit: i64,
    length: usize,
}

#[derive(Debug, Clone, Copy)]
struct Block {
    /// Bits of the cells that are one more than the cell above.
    more: u64,
    /// Bits of the cells that are one less than the cell above.
    less: u64,
    /// Distance at its last cell.
    distance: i64,
}

const WORD: usize = 64;

impl Edits {
    /// Creates the column of a pattern, which must not be empty. Distances above `limit` are not distinguished.
    pub(super) fn new(pattern: &[u32], limit: usize) -> Self {
        let count = pattern.len().div_ceil(WORD);
        let mut row = vec![0; pattern.iter().max().map_or(0, |&last| last as usize + 1)];
        let mut masks = vec![0; count];
        for (at, &relation) in pattern.iter().enumerate() {
            let row = &mut row[relation as usize];
            if *row == 0 {
                *row = (masks.len() / count) as u32;
                masks.resize(masks.len() + count, 0);
            }
            masks[*row as usize * count + at / WORD] |= 1 << (at % WORD);
        }
        let blocks = vec![Block { more: 0, less: 0, distance: 0 }; count];
        let mut edits = Self { row, masks, blocks, active: 0, limit: limit as i64, length: pattern.len() };
        edits.restart();
        edits
    }

    /// Returns to the state before the first line.
    pub(super) fn restart(&mut self) {
        self.active = (self.limit as usize + 1).div_ceil(WORD).min(self.blocks.len());
        for block in 0..self.active {
            let distance = ((block + 1) * WORD).min(self.length) as i64;
            self.blocks[block] = Block { more: u64::MAX, less: 0, distance };
        }
    }

    /// Reads a line. Returns the smallest distance of the pattern to a stretch that ends with this line, if it is
    /// within the limit.
    pub(super) fn read(&mut self, relation: u32) -> Option<u32> {
        let count = self.blocks.len();
        let row = self.row.get(relation as usize).map_or(0, |&row| row as usize);
        let masks = &self.masks[row * count..(row + 1) * count];
        // Change of the cell above a block since the previous line. Above the first block it is always 0.
        let mut carry = 0;
        for block in 0..self.active {
            carry = self.blocks[block].advance(masks[block], carry, last_bit(block, self.length));
        }
        let last = self.blocks[self.active - 1].distance;
        let is_next_within =
            self.active < count && last - carry <= self.limit && (masks[self.active] & 1 == 1 || carry < 0);
        if is_next_within {
            let height = WORD.min(self.length - self.active * WORD) as i64;
            let mut block = Block { more: u64::MAX, less: 0, distance: last - carry + height };
            block.advance(masks[self.active], carry, last_bit(self.active, self.length));
            self.blocks[self.active] = block;
            self.active += 1;
        } else {
            while self.active > 1 && self.blocks[self.active - 1].distance >= self.limit + WORD as i64 {
                self.active -= 1;
            }
        }
        let distance = self.blocks[count - 1].distance;
        (self.active == count && distance <= self.limit).then_some(distance as u32)
    }
}

/// Returns the bit of the last cell of a block.
fn last_bit(block: usize, length: usize) -> u64 {
    1 << (WORD.min(length - block * WORD) - 1)
}

impl Block {
    /// Advances by one line and returns the change of the last cell. `equal` has the bits of the cells whose call
    /// equals the line; `above` is the change of the cell above.
    fn advance(&mut self, equal: u64, above: i64, last: u64) -> i64 {
        let vertical = equal | self.less;
        let equal = equal | u64::from(above < 0);
        let horizontal = ((equal & self.more).wrapping_add(self.more) ^ self.more) | equal;
        let rises = self.less | !(horizontal | self.more);
        let falls = self.more & horizontal;
        let change = i64::from(rises & last > 0) - i64::from(falls & last > 0);
        let rises = rises << 1 | u64::from(above > 0);
        let falls = falls << 1 | u64::from(above < 0);
        self.more = falls | !(vertical | rises);
        self.less = rises & vertical;
        self.distance += change;
        change
    }
}

/// Returns the length of the stretch before `end` that has exactly this smallest distance to a pattern. Of several, the
/// length closest to the pattern's wins, then the shorter. `before(i)` returns the relation i lines before the end, for
/// at most `available` lines. Computes a band of the dynamic program around the diagonal. O(length · distance).
pub(super) fn length_before(
    pattern: &[u32],
    distance: usize,
    available: usize,
    before: impl Fn(usize) -> u32,
) -> Option<usize> {
    let (rows, width) = (pattern.len(), 2 * distance + 1);
    // Cell x of row i is column i + x − distance. Everything beyond the band is too far.
    let far = u32::MAX / 2;
    let column = |row: usize, x: usize| (row + x).checked_sub(distance).filter(|&at| at <= available);
    let mut above: Vec<u32> = (0..width).map(|x| column(0, x).map_or(far, |at| at as u32)).collect();
    for row in 1..=rows {
        let mut next = vec![far; width];
        for x in 0..width {
            let Some(at) = column(row, x) else { continue };
            let differs = |at: usize| u32::from(pattern[rows - row] != before(at - 1));
            let aligned = if at > 0 { above[x] + differs(at) } else { far };
            let left_out = above.get(x + 1).map_or(far, |cell| cell + 1);
            let put_in = if at > 0 && x > 0 { next[x - 1] + 1 } else { far };
            next[x] = aligned.min(left_out).min(put_in);
        }
        above = next;
    }
    let lengths = (0..width).filter(|&x| above[x] == distance as u32).filter_map(|x| column(rows, x));
    lengths.min_by_key(|&length| (length.abs_diff(rows), length))
}

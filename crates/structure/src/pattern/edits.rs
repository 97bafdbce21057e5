//! Edit distances of a pattern to all stretches of a text that end at a line.
//!
//! Bit-parallel: a column of the dynamic program is kept as differences of neighbours, 64 to a word (Myers 1999, in the form
//! of Hyyrö 2003), and of the column only the blocks that can hold a distance within the limit (Ukkonen 1985): on average
//! O(lines · limit / 64), never more than O(lines · length / 64).

/// The column of one pattern.
#[derive(Debug)]
pub(super) struct Edits {
    /// Of each relation that the pattern holds its row of `masks`; of others 0.
    row: Vec<u32>,
    /// `masks[row · blocks + block]`: where in the block the relation stands. Row 0: nowhere.
    masks: Vec<u64>,
    blocks: Vec<Block>,
    /// Blocks in use.
    active: usize,
    limit: i64,
    length: usize,
}

#[derive(Debug, Clone, Copy)]
struct Block {
    /// Which cells are one more than the cell above, and which one less.
    more: u64,
    less: u64,
    /// The distance at its last cell.
    distance: i64,
}

const WORD: usize = 64;

impl Edits {
    /// `pattern` holds something; distances above `limit` are not told apart.
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

    /// Before the first line.
    pub(super) fn restart(&mut self) {
        self.active = (self.limit as usize + 1).div_ceil(WORD).min(self.blocks.len());
        for block in 0..self.active {
            let distance = ((block + 1) * WORD).min(self.length) as i64;
            self.blocks[block] = Block { more: u64::MAX, less: 0, distance };
        }
    }

    /// Reads a line. The least distance of the pattern to a stretch that ends with it, if that is within the limit.
    pub(super) fn read(&mut self, relation: u32) -> Option<u32> {
        let count = self.blocks.len();
        let row = self.row.get(relation as usize).map_or(0, |&row| row as usize);
        let masks = &self.masks[row * count..(row + 1) * count];
        // What the row above a block changes by from the line before: above the first there is always 0.
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

/// The last cell of a block.
fn last_bit(block: usize, length: usize) -> u64 {
    1 << (WORD.min(length - block * WORD) - 1)
}

impl Block {
    /// The next line. `equal`: where the pattern has what it holds; `above`: by how much the cell above has changed. By how
    /// much the last cell changes.
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

/// How long the stretch before `end` is that a pattern has exactly this least distance to; of several the length nearest to
/// the pattern's, the shorter of two. `before(i)`: the relation i lines before the end, of at most `available`. By a band of
/// the dynamic program on either side of the diagonal. O(length · distance).
pub(super) fn length_before(
    pattern: &[u32],
    distance: usize,
    available: usize,
    before: impl Fn(usize) -> u32,
) -> Option<usize> {
    let (rows, width) = (pattern.len(), 2 * distance + 1);
    // Cell x of row i is the column i + x − distance; beyond the band all is too far.
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

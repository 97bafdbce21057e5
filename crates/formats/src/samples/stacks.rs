//! Stacks as a tree.

use diptych_trace::push_tight;
use rustc_hash::FxHashMap;

/// A row of [`Stacks`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StackId(pub(crate) u32);

impl StackId {
    /// The empty stack.
    pub(crate) const EMPTY: Self = Self(0);
}

/// Distinct stacks, each a frame on top of another stack. A frame is a number that the format gives.
#[derive(Debug)]
pub(crate) struct Stacks {
    rows: Vec<Row>,
    by_frame: FxHashMap<(StackId, u32), StackId>,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    below: StackId,
    frame: u32,
    depth: u32,
}

/// Bytes of a row with that by which it is found, about.
const ROW_BYTES: u64 = 40;

impl Default for Stacks {
    fn default() -> Self {
        let empty = Row { below: StackId::EMPTY, frame: u32::MAX, depth: 0 };
        Self { rows: vec![empty], by_frame: FxHashMap::default() }
    }
}

impl Stacks {
    /// A stack with a frame on top of it; the same for the same two. Past 4,294,967,295 stacks it is `below`.
    pub(crate) fn push(&mut self, below: StackId, frame: u32) -> StackId {
        let Ok(next) = u32::try_from(self.rows.len()) else { return below };
        let depth = self.rows[below.0 as usize].depth + 1;
        *self.by_frame.entry((below, frame)).or_insert_with(|| {
            push_tight(&mut self.rows, Row { below, frame, depth });
            StackId(next)
        })
    }

    /// No stack will be pushed any more: lets go of what only that takes.
    pub(crate) fn close(&mut self) {
        self.by_frame = FxHashMap::default();
    }

    /// Number of stacks, the empty one included.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The frame on top; that of the empty stack is none of the format's.
    pub(crate) fn frame(&self, stack: StackId) -> u32 {
        self.rows[stack.0 as usize].frame
    }

    /// The stack without its top; of the empty one itself.
    pub(crate) fn below(&self, stack: StackId) -> StackId {
        self.rows[stack.0 as usize].below
    }

    /// Frames in it.
    pub(crate) fn depth(&self, stack: StackId) -> u32 {
        self.rows[stack.0 as usize].depth
    }

    /// The same stacks of other frames: those of which several are alike now become one. Also which stack became which.
    pub(crate) fn renamed(&self, mut frame: impl FnMut(u32) -> u32) -> (Self, Vec<StackId>) {
        let mut stacks = Self::default();
        let mut became = vec![StackId::EMPTY];
        for row in &self.rows[1..] {
            // What lies below was pushed before.
            became.push(stacks.push(became[row.below.0 as usize], frame(row.frame)));
        }
        (stacks, became)
    }

    /// Bytes held, about.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.rows.len() as u64 * ROW_BYTES
    }
}

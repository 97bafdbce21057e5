//! Stores stacks as a tree.

use diptych_trace::push_tight;
use rustc_hash::FxHashMap;

/// Index of a stack in [`Stacks`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StackId(pub(crate) u32);

impl StackId {
    /// Stack without frames.
    pub(crate) const EMPTY: Self = Self(0);
}

/// Distinct stacks. Each is a frame on top of another stack; a frame is a number that the format assigns.
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

/// Bytes of a row with its entry in the index, estimated.
const ROW_BYTES: u64 = 40;

impl Default for Stacks {
    fn default() -> Self {
        let empty = Row { below: StackId::EMPTY, frame: u32::MAX, depth: 0 };
        Self { rows: vec![empty], by_frame: FxHashMap::default() }
    }
}

impl Stacks {
    /// Returns a stack with a frame on top; the same stack for the same arguments. Beyond 4,294,967,295 stacks, returns
    /// `below`.
    pub(crate) fn push(&mut self, below: StackId, frame: u32) -> StackId {
        let Ok(next) = u32::try_from(self.rows.len()) else { return below };
        let depth = self.rows[below.0 as usize].depth + 1;
        *self.by_frame.entry((below, frame)).or_insert_with(|| {
            push_tight(&mut self.rows, Row { below, frame, depth });
            StackId(next)
        })
    }

    /// Frees what only pushing needs. No stack may be pushed afterwards.
    pub(crate) fn close(&mut self) {
        self.by_frame = FxHashMap::default();
    }

    /// Returns the number of stacks, including the empty one.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the top frame. For the empty stack, a number that is no frame.
    pub(crate) fn frame(&self, stack: StackId) -> u32 {
        self.rows[stack.0 as usize].frame
    }

    /// Returns the stack without its top frame. For the empty stack, itself.
    pub(crate) fn below(&self, stack: StackId) -> StackId {
        self.rows[stack.0 as usize].below
    }

    /// Returns the number of frames in a stack.
    pub(crate) fn depth(&self, stack: StackId) -> u32 {
        self.rows[stack.0 as usize].depth
    }

    /// Returns the stacks with other frames, in which stacks that have become equal are one. Also returns the new stack
    /// for each old one.
    pub(crate) fn renamed(&self, mut frame: impl FnMut(u32) -> u32) -> (Self, Vec<StackId>) {
        let mut stacks = Self::default();
        let mut became = vec![StackId::EMPTY];
        for row in &self.rows[1..] {
            // A stack comes after the one below it.
            became.push(stacks.push(became[row.below.0 as usize], frame(row.frame)));
        }
        (stacks, became)
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.rows.len() as u64 * ROW_BYTES
    }
}

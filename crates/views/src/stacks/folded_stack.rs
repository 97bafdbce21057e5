//! The folded stack of one call after another.

use diptych_profile::Folding;

/// A folded stack, outermost frame first. Calls are entered in their order, with their depths. The change that a call
/// makes is undone when it is left.
#[derive(Debug)]
pub(super) struct FoldedStack {
    folding: Folding,
    /// Frames of the stack are the first `len`. Frames after them may come back when a call is left.
    frames: Vec<Frame>,
    len: usize,
    /// Place of the frame of each number. It is valid only if it lies within the stack and its frame has that number.
    places: Vec<u32>,
    /// Change made by each open call.
    changes: Vec<Change>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    number: u32,
    state: u32,
}

/// The stack length before a call. If the call pushed a frame, also the frame that was in its place, and the previous
/// place of its number.
#[derive(Debug)]
struct Change {
    len: usize,
    pushed: Option<(Frame, u32)>,
}

impl FoldedStack {
    /// Creates an empty stack for functions with `numbers` different numbers.
    pub(super) fn new(folding: Folding, numbers: usize) -> Self {
        let places = if folding == Folding::Full { vec![0; numbers] } else { Vec::new() };
        Self { folding, frames: Vec::new(), len: 0, places, changes: Vec::new() }
    }

    /// Enters a call at a depth, after leaving all calls at this depth or deeper. A new frame gets the state that
    /// `state` computes from the state of the frame below it and from its own place. O(1) amortized.
    pub(super) fn enter(&mut self, depth: u32, number: u32, state: impl FnOnce(Option<u32>, usize) -> u32) {
        while self.changes.len() > depth as usize {
            self.leave();
        }
        let before = self.len;
        if let Some(place) = self.place_of(number) {
            self.len = place + 1;
            self.changes.push(Change { len: before, pushed: None });
            return;
        }
        let state = state(self.top(), before);
        if self.frames.len() == before {
            self.frames.push(Frame::default());
        }
        let under = std::mem::replace(&mut self.frames[before], Frame { number, state });
        let place = self.places.get_mut(number as usize);
        let was = place.map_or(0, |place| std::mem::replace(place, before as u32));
        self.len = before + 1;
        self.changes.push(Change { len: before, pushed: Some((under, was)) });
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the state of the innermost frame.
    pub(super) fn top(&self) -> Option<u32> {
        Some(self.frames[self.len.checked_sub(1)?].state)
    }

    /// Returns the numbers of the frames, innermost first.
    pub(super) fn inward_out(&self) -> impl Iterator<Item = u32> {
        self.frames[..self.len].iter().rev().map(|frame| frame.number)
    }

    /// Returns the numbers of the frames, outermost first.
    pub(super) fn into_numbers(self) -> impl Iterator<Item = u32> {
        self.frames.into_iter().take(self.len).map(|frame| frame.number)
    }

    /// Returns the place of the frame that a call with this number is folded into.
    fn place_of(&self, number: u32) -> Option<usize> {
        let place = match self.folding {
            Folding::AsCalled => return None,
            Folding::Direct => self.len.checked_sub(1)?,
            Folding::Full => self.places[number as usize] as usize,
        };
        (place < self.len && self.frames[place].number == number).then_some(place)
    }

    fn leave(&mut self) {
        let Some(Change { len, pushed }) = self.changes.pop() else { return };
        if let Some((under, was)) = pushed {
            let left = std::mem::replace(&mut self.frames[len], under);
            if let Some(place) = self.places.get_mut(left.number as usize) {
                *place = was;
            }
        }
        self.len = len;
    }
}

//! The stack of one call after another, folded.

use diptych_profile::Folding;

/// Frames outermost first. Calls come in their order, with their depths: what one changes is undone when it is left.
#[derive(Debug)]
pub(super) struct FoldedStack {
    folding: Folding,
    /// The first `len` are the stack. Behind them lies what may come back.
    frames: Vec<Frame>,
    len: usize,
    /// By number the place of its frame, where that is in the stack and is of that number.
    places: Vec<u32>,
    /// What each call that is open changed.
    changes: Vec<Change>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    number: u32,
    state: u32,
}

/// The length before, and of a frame that was pushed what stood in its place, and where its number was.
#[derive(Debug)]
struct Change {
    len: usize,
    pushed: Option<(Frame, u32)>,
}

impl FoldedStack {
    /// Functions have so many numbers.
    pub(super) fn new(folding: Folding, numbers: usize) -> Self {
        let places = if folding == Folding::Full { vec![0; numbers] } else { Vec::new() };
        Self { folding, frames: Vec::new(), len: 0, places, changes: Vec::new() }
    }

    /// The stack of a call at a depth, of which the last call's own down to that depth is a part. A frame that is new gets the
    /// state that follows from that of the frame below and from its place. O(1), amortized.
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

    /// The state of the innermost frame.
    pub(super) fn top(&self) -> Option<u32> {
        Some(self.frames[self.len.checked_sub(1)?].state)
    }

    /// Numbers of the frames, innermost first.
    pub(super) fn inward_out(&self) -> impl Iterator<Item = u32> {
        self.frames[..self.len].iter().rev().map(|frame| frame.number)
    }

    /// Numbers of the frames, outermost first.
    pub(super) fn into_numbers(self) -> impl Iterator<Item = u32> {
        self.frames.into_iter().take(self.len).map(|frame| frame.number)
    }

    /// The frame that a call of such a function is folded into.
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

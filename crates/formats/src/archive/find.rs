//! Finds one member of an archive again, to read a record in it.

use super::walk::{Take, Walk};
use super::{tar, zip};
use crate::format::Sniff;
use crate::packed::{UnpackError, Unpacking};
use std::fmt;

/// Walks to one member of an archive and hands on its unpacked bytes.
pub(crate) struct Finder {
    /// Walker for the archive's kind. `None` until the first bytes tell the kind.
    walk: Option<Box<dyn Walk>>,
    head: Vec<u8>,
    /// Number of the wanted member, counted from 1.
    member: u64,
    /// Number of the member at hand, counted from 1; 0 before the first.
    current: u64,
    unpacking: Unpacking,
}

impl fmt::Debug for Finder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "member {} on the way to {}", self.current, self.member)
    }
}

impl Finder {
    /// Returns a finder for a member. `None` if the member's number is too large to identify it.
    pub(crate) fn new(member: u64) -> Option<Self> {
        let is_certain = diptych_trace::is_certain_member(member);
        let unpacking = Unpacking::new();
        is_certain.then_some(Self { walk: None, head: Vec::new(), member, current: 0, unpacking })
    }

    /// Takes the next bytes of the archive. Returns `Ok(false)` once the member has ended.
    pub(crate) fn feed<E>(
        &mut self,
        bytes: &[u8],
        give: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<bool, UnpackError<E>> {
        if self.walk.is_none() {
            self.head.extend_from_slice(bytes);
            self.walk = match () {
                () if zip::sniff(&self.head, false) == Sniff::Yes => Some(Box::<zip::Zip>::default()),
                () if tar::sniff(&self.head, false) == Sniff::Yes => Some(Box::<tar::Tar>::default()),
                () => return Ok(true),
            };
            let head = std::mem::take(&mut self.head);
            return self.walk(&head, give);
        }
        self.walk(bytes, give)
    }

    fn walk<E>(
        &mut self,
        bytes: &[u8],
        give: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<bool, UnpackError<E>> {
        let Self { walk, member, current, unpacking, .. } = self;
        let mut finding =
            Finding { member: *member, current, unpacking, give, outcome: Ok(()), is_over: false };
        // Reading the file met the damage, too, and read nothing after it.
        let damaged = walk.as_mut().is_some_and(|walk| walk.feed(bytes, &mut finding).is_err());
        let Finding { outcome, is_over, .. } = finding;
        outcome.map(|()| !is_over && !damaged)
    }
}

struct Finding<'a, 'g, E> {
    member: u64,
    current: &'a mut u64,
    unpacking: &'a mut Unpacking,
    give: &'a mut (dyn FnMut(&[u8]) -> Result<(), E> + 'g),
    outcome: Result<(), UnpackError<E>>,
    is_over: bool,
}

impl<E> Finding<'_, '_, E> {
    fn is_it(&self) -> bool {
        *self.current == self.member && !self.is_over && self.outcome.is_ok()
    }
}

impl<E> Take for Finding<'_, '_, E> {
    fn begin(&mut self, _: &str) {
        *self.current += 1;
    }

    fn bytes(&mut self, bytes: &[u8]) -> bool {
        if self.is_it() {
            self.outcome = self.unpacking.feed(bytes, self.give);
        }
        self.is_it()
    }

    fn end(&mut self, _: Option<&str>) {
        if self.is_it() {
            self.outcome = self.unpacking.finish(self.give);
            self.is_over = true;
        }
    }

    fn pass(&mut self, _: &str, _: &str) {}
}

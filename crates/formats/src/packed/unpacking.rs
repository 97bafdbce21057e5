//! Layer over layer: an input however often it is packed.

use super::{Damage, MAGIC_BYTES, Packing, Unpack, detect};
use crate::{ReadError, ReadErrorKind};
use std::fmt;

/// How often an input may be packed over.
const MAX_LAYERS: usize = 3;

/// Packed bytes unpacked at once: with gzip's greatest ratio (1,032) they become at most 8 MiB.
const PACKED_SLICE: usize = 8 << 10;

/// Takes the bytes of one input as they come and hands on what they unpack to. What is packed is told by
/// content. After it broke, what comes is ignored.
#[derive(Debug)]
pub(crate) struct Unpacking {
    layers: Vec<Layer>,
    broken: bool,
}

/// One step of unpacking; each hands its output to the next.
enum Layer {
    /// Too few bytes to see whether they are packed.
    Begun(Vec<u8>),
    Packed {
        packing: &'static Packing,
        unpack: Box<dyn Unpack>,
    },
    /// The innermost: content.
    Plain,
}

/// Why an input is not unpacked any further.
#[derive(Debug)]
pub(crate) enum Broken<E> {
    /// Whoever takes the content wants no more of it.
    Refused(E),
    /// The packed data cannot be unpacked; what comes before was handed on.
    Faulty(Fault),
}

/// Why packed data cannot be unpacked.
#[derive(Debug)]
pub(crate) enum Fault {
    Damaged(&'static Packing, Damage),
    /// They are packed more than [`MAX_LAYERS`] times over, at last by this.
    TooOften(&'static Packing),
}

/// Whoever takes the content, piece by piece.
pub(crate) type Take<'t, E> = dyn FnMut(&[u8]) -> Result<(), E> + 't;

impl Fault {
    /// As the error that the input ends in.
    pub(crate) fn into_error(self) -> ReadError {
        let (offset, found) = match self {
            Self::Damaged(packing, Damage { offset, reason }) => {
                (offset, format!("It is packed by {}: {reason}", packing.name))
            }
            Self::TooOften(Packing { name, .. }) => {
                (0, format!("It is packed more than {MAX_LAYERS} times over, at last by {name}"))
            }
        };
        ReadError::new(ReadErrorKind::Compression, offset, found)
    }
}

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Begun(_) => "begun",
            Self::Packed { packing, .. } => packing.name,
            Self::Plain => "plain",
        })
    }
}

impl Unpacking {
    /// Of an input that is unpacked as often as it is packed.
    pub(crate) fn new() -> Self {
        Self { layers: vec![Layer::Begun(Vec::new())], broken: false }
    }

    /// Of an input that is known not to be packed, whatever its first bytes look like.
    pub(crate) fn none() -> Self {
        Self { layers: vec![Layer::Plain], broken: false }
    }

    /// Whether the input is packed, as far as can be told yet.
    pub(crate) fn is_packed(&self) -> bool {
        matches!(self.layers.first(), Some(Layer::Packed { .. }))
    }

    /// Takes the next bytes.
    pub(crate) fn feed<E>(&mut self, bytes: &[u8], take: &mut Take<'_, E>) -> Result<(), Broken<E>> {
        if self.broken {
            return Ok(());
        }
        let outcome = self.unpack(0, bytes, take);
        self.broken = outcome.is_err();
        outcome
    }

    /// The input is over.
    pub(crate) fn finish<E>(&mut self, take: &mut Take<'_, E>) -> Result<(), Broken<E>> {
        let mut level = 0;
        // Finishing a layer may add the next one.
        while level < self.layers.len() && !self.broken {
            let outcome = self.finish_layer(level, take);
            self.broken = outcome.is_err();
            outcome?;
            level += 1;
        }
        Ok(())
    }

    fn unpack<E>(&mut self, level: usize, bytes: &[u8], take: &mut Take<'_, E>) -> Result<(), Broken<E>> {
        match &mut self.layers[level] {
            Layer::Plain => take(bytes).map_err(Broken::Refused),
            Layer::Begun(head) => {
                head.extend_from_slice(bytes);
                if head.len() < MAGIC_BYTES { Ok(()) } else { self.decide_layer(level, take) }
            }
            Layer::Packed { .. } => {
                bytes.chunks(PACKED_SLICE).try_for_each(|slice| self.unpack_slice(level, Some(slice), take))
            }
        }
    }

    /// What a layer is, now that its first bytes are there.
    fn decide_layer<E>(&mut self, level: usize, take: &mut Take<'_, E>) -> Result<(), Broken<E>> {
        let Layer::Begun(head) = &mut self.layers[level] else { return Ok(()) };
        let head = std::mem::take(head);
        self.layers[level] = match detect(&head) {
            None => Layer::Plain,
            Some(packing) if level < MAX_LAYERS => {
                self.layers.push(Layer::Begun(Vec::new()));
                Layer::Packed { packing, unpack: (packing.open)() }
            }
            Some(packing) => return Err(Broken::Faulty(Fault::TooOften(packing))),
        };
        self.unpack(level, &head, take)
    }

    /// Unpacks one slice, or the end of the input where there is none.
    fn unpack_slice<E>(
        &mut self,
        level: usize,
        mut slice: Option<&[u8]>,
        take: &mut Take<'_, E>,
    ) -> Result<(), Broken<E>> {
        loop {
            let Layer::Packed { packing, unpack } = &mut self.layers[level] else { return Ok(()) };
            let packing = *packing;
            let mut out = Vec::new();
            let outcome = match slice {
                Some(slice) => unpack.feed(slice, &mut out),
                None => unpack.finish(&mut out).map(|()| false),
            };
            self.unpack(level + 1, &out, take)?;
            match outcome {
                Ok(false) => return Ok(()),
                Ok(true) => slice = Some(&[]),
                Err(damage) => return Err(Broken::Faulty(Fault::Damaged(packing, damage))),
            }
        }
    }

    fn finish_layer<E>(&mut self, level: usize, take: &mut Take<'_, E>) -> Result<(), Broken<E>> {
        match &self.layers[level] {
            Layer::Begun(head) if !head.is_empty() => {
                self.decide_layer(level, take)?;
                self.finish_layer(level, take)
            }
            Layer::Packed { .. } => self.unpack_slice(level, None, take),
            Layer::Begun(_) | Layer::Plain => Ok(()),
        }
    }
}

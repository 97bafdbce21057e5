//! Unpacks an input in layers, however often it is packed.

use super::{Damage, MAGIC_BYTES, Packing, Unpack, detect};
use crate::{ReadError, ReadErrorKind};
use std::fmt;

/// Most layers of packing.
const MAX_LAYERS: usize = 3;

/// Packed bytes unpacked at a time. With gzip's greatest ratio (1,032) they become at most 8 MiB.
const PACKED_SLICE: usize = 8 << 10;

/// Unpacker of one input, which hands on the unpacked bytes as they arrive. It recognises packing by content. After an
/// error it ignores further bytes.
#[derive(Debug)]
pub(crate) struct Unpacking {
    layers: Vec<Layer>,
    broken: bool,
}

/// One layer of packing; each hands its output to the next.
enum Layer {
    /// Too few bytes to see whether they are packed.
    Begun(Vec<u8>),
    Packed {
        packing: &'static Packing,
        unpack: Box<dyn Unpack>,
    },
    /// The innermost layer: content.
    Plain,
}

/// Reason why an input is not unpacked any further.
#[derive(Debug)]
pub(crate) enum UnpackError<E> {
    /// The receiver of the content returned an error.
    Refused(E),
    /// The packed data cannot be unpacked. Bytes before the fault were handed on.
    Faulty(PackingFault),
}

/// Reason why packed data cannot be unpacked.
#[derive(Debug)]
pub(crate) enum PackingFault {
    Damaged(&'static Packing, Damage),
    /// The data is packed more than [`MAX_LAYERS`] times over; this is the innermost packing found.
    TooOften(&'static Packing),
}

/// Receiver of the content, piece by piece.
pub(crate) type Take<'t, E> = dyn FnMut(&[u8]) -> Result<(), E> + 't;

impl PackingFault {
    /// Returns the fault as the error for the whole input.
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
    /// Makes an unpacker that removes as many layers of packing as there are.
    pub(crate) fn new() -> Self {
        Self { layers: vec![Layer::Begun(Vec::new())], broken: false }
    }

    /// Makes an unpacker for an input that is known not to be packed, whatever its first bytes look like.
    pub(crate) fn none() -> Self {
        Self { layers: vec![Layer::Plain], broken: false }
    }

    /// Returns whether the input is packed, as far as its bytes tell yet.
    pub(crate) fn is_packed(&self) -> bool {
        matches!(self.layers.first(), Some(Layer::Packed { .. }))
    }

    /// Takes the next bytes.
    pub(crate) fn feed<E>(&mut self, bytes: &[u8], take: &mut Take<'_, E>) -> Result<(), UnpackError<E>> {
        if self.broken {
            return Ok(());
        }
        let outcome = self.unpack(0, bytes, take);
        self.broken = outcome.is_err();
        outcome
    }

    /// Takes the end of the input.
    pub(crate) fn finish<E>(&mut self, take: &mut Take<'_, E>) -> Result<(), UnpackError<E>> {
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

    fn unpack<E>(
        &mut self,
        level: usize,
        bytes: &[u8],
        take: &mut Take<'_, E>,
    ) -> Result<(), UnpackError<E>> {
        match &mut self.layers[level] {
            Layer::Plain => take(bytes).map_err(UnpackError::Refused),
            Layer::Begun(head) => {
                head.extend_from_slice(bytes);
                if head.len() < MAGIC_BYTES { Ok(()) } else { self.decide_layer(level, take) }
            }
            Layer::Packed { .. } => {
                bytes.chunks(PACKED_SLICE).try_for_each(|slice| self.unpack_slice(level, Some(slice), take))
            }
        }
    }

    /// Decides the kind of a layer from its first bytes.
    fn decide_layer<E>(&mut self, level: usize, take: &mut Take<'_, E>) -> Result<(), UnpackError<E>> {
        let Layer::Begun(head) = &mut self.layers[level] else { return Ok(()) };
        let head = std::mem::take(head);
        self.layers[level] = match detect(&head) {
            None => Layer::Plain,
            Some(packing) if level < MAX_LAYERS => {
                self.layers.push(Layer::Begun(Vec::new()));
                Layer::Packed { packing, unpack: (packing.open)() }
            }
            Some(packing) => return Err(UnpackError::Faulty(PackingFault::TooOften(packing))),
        };
        self.unpack(level, &head, take)
    }

    /// Unpacks one slice, or the end of the input if there is none.
    fn unpack_slice<E>(
        &mut self,
        level: usize,
        mut slice: Option<&[u8]>,
        take: &mut Take<'_, E>,
    ) -> Result<(), UnpackError<E>> {
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
                Err(damage) => return Err(UnpackError::Faulty(PackingFault::Damaged(packing, damage))),
            }
        }
    }

    fn finish_layer<E>(&mut self, level: usize, take: &mut Take<'_, E>) -> Result<(), UnpackError<E>> {
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

//! The parts of a kind of packing: how it is recognised, its decoder, and the error of damaged data.

/// One kind of packing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packing {
    /// Name for people, which is also the name of the program that makes it.
    pub(crate) name: &'static str,
    /// Returns whether bytes begin like this packing. It needs at least [`super::MAGIC_BYTES`] of them, unless there are no
    /// more.
    pub(crate) matches: fn(&[u8]) -> bool,
    /// Makes a decoder for one input.
    pub(crate) open: fn() -> Box<dyn Unpack>,
}

/// Decoder of one input, fed in pieces.
pub(crate) trait Unpack {
    /// Takes packed bytes and appends the unpacked ones, including those before any damage. Returns true if it paused
    /// to bound memory: call it again without bytes for the rest.
    fn feed(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Result<bool, Damage>;

    /// Takes the end of the input.
    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Damage>;
}

/// Error of packed data that cannot be unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Byte of the packed input up to which it is sound. The damage is somewhere in the bytes fed last.
    pub(crate) offset: u64,
    /// Description of the damage, without full stop.
    pub(crate) reason: String,
}

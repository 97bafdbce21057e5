//! The walk through an archive, and what takes its members.

use crate::packed::Damage;

/// Walks an archive as its bytes arrive. It holds no more bytes than a header has, or a long name.
pub(crate) trait Walk {
    /// Takes the next bytes.
    fn feed(&mut self, bytes: &[u8], take: &mut dyn Take) -> Result<(), Damage>;

    /// Takes the end of the bytes. An error if the archive ends early.
    fn finish(&mut self, take: &mut dyn Take) -> Result<(), Damage>;

    /// Returns the number of bytes held.
    fn held_bytes(&self) -> u64;
}

// Not a supertrait: the page would carry code that prints walkers, and nothing calls it.
impl std::fmt::Debug for dyn Walk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Walk")
    }
}

/// Receiver of an archive's members.
pub(crate) trait Take {
    /// Takes the beginning of a file. Folders are not reported.
    fn begin(&mut self, name: &str);

    /// Takes the file's next bytes, after the archive's own packing is undone. Returns whether more of them are wanted.
    fn bytes(&mut self, bytes: &[u8]) -> bool;

    /// Takes the end of the file. `wrong` is a predicate that says what is wrong with the bytes, such as "is cut off".
    fn end(&mut self, wrong: Option<&str>);

    /// Takes a member that is no file or cannot be unpacked. `why` is a predicate.
    fn pass(&mut self, name: &str, why: &str);
}

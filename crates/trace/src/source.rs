//! Location of a record: a byte offset in a file, or a member of an archive with a byte offset in its content.

/// Bits of the byte offset in a member. Together with the member number they make an integer that JavaScript represents
/// exactly.
const BITS: u32 = 40;

/// Number of member numbers that can be told apart. Members from the last number on share it, so their records cannot
/// be found again.
const MEMBERS: u64 = 1 << (53 - BITS);

/// Combines a member, counted from 1, and a byte offset into one number.
#[must_use]
pub fn source_of(member: u64, offset: u64) -> u64 {
    member.min(MEMBERS - 1) << BITS | offset.min((1 << BITS) - 1)
}

/// Splits a source into its member, counted from 1, and its byte offset. Member 0 is a file that is no archive.
#[must_use]
pub fn source_parts(source: u64) -> (u64, u64) {
    (source >> BITS, source & ((1 << BITS) - 1))
}

/// Returns true if a member's number tells it apart from all others.
#[must_use]
pub fn is_certain_member(member: u64) -> bool {
    member < MEMBERS - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_split_into_member_and_offset() {
        for (member, offset) in [(1, 0), (1, 5), (8190, (1 << 40) - 1), (2, 1 << 39)] {
            assert_eq!(source_parts(source_of(member, offset)), (member, offset));
            assert!(is_certain_member(member) && source_of(member, offset) < 1 << 53);
        }
        assert!(
            !is_certain_member(source_parts(source_of(8191, 3)).0)
                && !is_certain_member(source_parts(source_of(90_000, 3)).0)
        );
        assert_eq!(source_parts(77), (0, 77));
    }
}

//! Where a record stands: at which byte of a file, or in which member of an archive at which byte of its content.

/// Bits of a byte's number in a member: with those of the member's they make a number that JavaScript has exactly.
const BITS: u32 = 40;

/// Numbers of members that can be told apart; those from the last one on have no records to go back to.
const MEMBERS: u64 = 1 << (53 - BITS);

/// The byte of a member, counted from 1, as one number.
#[must_use]
pub fn source_of(member: u64, offset: u64) -> u64 {
    member.min(MEMBERS - 1) << BITS | offset.min((1 << BITS) - 1)
}

/// Member, counted from 1, and byte; member 0 is a file that is no archive.
#[must_use]
pub fn source_parts(source: u64) -> (u64, u64) {
    (source >> BITS, source & ((1 << BITS) - 1))
}

/// Whether a member can be told from others by its number.
#[must_use]
pub fn is_certain_member(member: u64) -> bool {
    member < MEMBERS - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_comes_apart_as_it_was_put_together() {
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

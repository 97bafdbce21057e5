//! The correspondence, its version and its colours for the kind of matches that the desk shows.

use diptych_protocol::MatchMode;
use diptych_views::{Correspondence, LayoutInput, MatchIndex, PairSimilarity, correspondence_of_mode};

/// Version of the alignment and of the similarity that a correspondence comes from.
pub(crate) type AlignmentVersion = (u32, u32);

/// Returns the correspondence of the state's mode, see [`correspondence_of_mode`].
pub(crate) fn correspondence_shown<'a>(input: &LayoutInput<'a>) -> Option<Correspondence<'a>> {
    correspondence_of_mode(input.correspondence, input.similarity(), input.state.compare.matches.mode)
}

/// Returns the version of the alignment, and of the similarity if the mode is by similarity; 0 without one.
pub(crate) fn alignment_version(input: &LayoutInput<'_>) -> AlignmentVersion {
    let is_similar = input.state.compare.matches.mode == MatchMode::Similarity;
    let similar = if is_similar { input.results.version::<PairSimilarity>() } else { 0 };
    (input.results.version::<MatchIndex>(), similar)
}

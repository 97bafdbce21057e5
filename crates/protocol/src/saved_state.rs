//! The view state and the identity rules, as a `.diptych` file keeps them.

use crate::state::ViewState;
use serde::{Deserialize, Serialize};

/// The view of the results in a file, and the rules by which functions are the same.
///
/// It is stored as `MessagePack` with named fields. Fields of newer versions are ignored, and those of older versions
/// have defaults, as in links.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SavedState {
    /// The view state.
    pub view: ViewState,
    /// All identity rules as text, with those that the view state leaves out because they are the defaults.
    pub rules: String,
}

impl SavedState {
    /// Returns the state as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Only types without a MessagePack form fail, and no state has one.
        rmp_serde::to_vec_named(self).unwrap_or_default()
    }

    /// Reads a state; `None` for bytes that are none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        rmp_serde::from_slice(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeskId, ThemeChoice};

    #[test]
    fn state_round_trips_with_named_fields() {
        let view = ViewState {
            desk: DeskId::Profile,
            theme: ThemeChoice::Dark,
            search: "näme".to_owned(),
            ..ViewState::default()
        };
        let state = SavedState { view, rules: "file /x/ -> y".to_owned() };
        let bytes = state.to_bytes();
        assert_eq!(SavedState::from_bytes(&bytes), Some(state));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("spaceTime") && text.contains("file /x/ -> y"), "{text}");
    }

    #[test]
    fn unknown_fields_are_ignored_and_missing_ones_are_defaults() {
        // {"rules": "r", "mood": [1]}
        let newer = b"\x82\xa5rules\xa1r\xa4mood\x91\x01";
        let state = SavedState { rules: "r".to_owned(), ..SavedState::default() };
        assert_eq!(SavedState::from_bytes(newer), Some(state));
        assert_eq!(SavedState::from_bytes(b"\x80"), Some(SavedState::default()));
        for broken in [&b""[..], b"\x82\xa5rules", b"\xc1", b"\x81\xa4view\xa1x"] {
            assert_eq!(SavedState::from_bytes(broken), None, "{broken:?}");
        }
    }
}

//! The codec of a link's hash: `#a=…&b=…&v=1&desk=compare&pair.a=0..1200`.
//!
//! One table, [`fields`], says how each part of [`ViewState`](crate::ViewState) is written. Its rows stand next to the
//! parts of the state that they write. The shell's codec interprets the same table, and tests hold both codecs to the
//! same examples. Only values that differ from the default are written.
//!
//! Unreadable values are listed and are never fatal. Unknown keys are written again. So a link of a newer version shows
//! as much as this version understands, and passes the rest on.

mod aliases;
mod codec;
mod examples;
mod fields;
mod lanes;
mod notes;
mod packed;
mod rows;
mod subjects;
mod text;
mod upgrades;
mod values;

pub use aliases::{ALIASES, ForeignTimes};
pub use codec::{Link, MAX_LINK_BYTES, PageMode, SESSION_KEYS, decode, encode};
pub use examples::{EXAMPLES, LANE_EXAMPLE_LANES, LANE_EXAMPLES, UNPACKED_EXAMPLES};
pub use fields::{Field, fields, set};
pub use lanes::{LaneNames, LaneUse, SideLanes};
pub use notes::{NOTE_EXAMPLES, NoteTarget, desk_place_text, note_target, place_text};
pub use packed::{MAX_PLAIN_BYTES, MAX_UNPACKED_BYTES, pack, unpack};
pub(crate) use rows::{Row, kind_of, lane_use, put, rows};
pub use subjects::SUBJECT_EXAMPLES;
pub use text::KeyValue;
pub use upgrades::{Upgrade, VERSION, upgraded};
pub use values::FieldKind;
pub(crate) use values::Value;

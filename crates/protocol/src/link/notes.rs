//! Notes in links, and the places that they are about.
//!
//! Notes are lines of `text,place`. In both, a tilde is `~0` and a line break `~2`. In the text, a comma is `~1`.

use super::lanes::{self, LaneUse, Reading, SideLanes, ValueForm};
use super::subjects::{of_subject_text, subject_text};
use super::values::{FieldKind, Value};
use crate::desks::DeskId;
use crate::notes::Note;
use crate::subject::Subject;
use crate::words::Word;

const DESK: &str = "desk,";

/// Form of the places of subjects.
const SUBJECT: ValueForm = ValueForm { kind: FieldKind::Subject, lanes: LaneUse::None };

/// The thing that the place of a note names.
#[derive(Debug, Clone, PartialEq)]
pub enum NoteTarget {
    /// A desk as a whole.
    Desk(DeskId),
    /// A subject, with the rows of its lanes in the open traces.
    Subject(Subject),
    /// A subject on a side that is not open.
    NotOpen,
    /// A subject in lanes that the open traces do not have.
    Missing,
    /// Nothing that this version knows.
    Unknown,
}

/// Writes the place of a subject. Returns `None` if it has lanes of a side that is not open, or lanes that do not exist.
pub fn place_text(subject: &Subject, lanes: &SideLanes) -> Option<String> {
    let text = subject_text(subject);
    if lanes::names_lanes(SUBJECT, &text) { lanes::write(SUBJECT, &text, lanes) } else { Some(text) }
}

/// Writes the place of a desk.
pub fn desk_place_text(desk: DeskId) -> String {
    format!("{DESK}{}", desk.word())
}

/// Reads the place of a note.
pub fn note_target(place: &str, lanes: &SideLanes) -> NoteTarget {
    if let Some(word) = place.strip_prefix(DESK) {
        return DeskId::of_word(word).map_or(NoteTarget::Unknown, NoteTarget::Desk);
    }
    let subject = |text: &str| of_subject_text(text).map_or(NoteTarget::Unknown, NoteTarget::Subject);
    if !lanes::names_lanes(SUBJECT, place) {
        return subject(place);
    }
    match lanes::read(SUBJECT, place, lanes) {
        Reading::Unreadable => NoteTarget::Unknown,
        Reading::Waits { .. } => NoteTarget::NotOpen,
        Reading::Rows(None, _) => NoteTarget::Missing,
        Reading::Rows(Some(text), _) => subject(&text),
    }
}

impl Value for Vec<Note> {
    const KIND: FieldKind = FieldKind::Notes;

    fn text(&self) -> String {
        notes_text(self)
    }

    fn of_text(text: &str) -> Option<Self> {
        of_notes_text(text)
    }
}

fn notes_text(notes: &[Note]) -> String {
    let line = |note: &Note| {
        let [text, place] = [&note.text, &note.place].map(|part| part.replace('~', "~0").replace('\n', "~2"));
        format!("{},{place}", text.replace(',', "~1"))
    };
    notes.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads notes. Returns `None` if the text holds none. A line that was cut or damaged is a note with its whole text and
/// no place, so that one bad line costs no other note and nothing is lost.
fn of_notes_text(text: &str) -> Option<Vec<Note>> {
    let note = |line: &str| {
        let (text, place) = line.split_once(',').unwrap_or((line, ""));
        Note { place: unescape(place), text: unescape(text) }
    };
    let notes: Vec<Note> = text.split('\n').filter(|line| !line.is_empty()).map(note).collect();
    (!notes.is_empty()).then_some(notes)
}

/// Undoes the escapes of a line. A tilde without one of their digits after it stays.
fn unescape(text: &str) -> String {
    let mut pieces = text.split('~');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let escaped = match piece.as_bytes().first() {
            Some(b'0') => Some('~'),
            Some(b'1') => Some(','),
            Some(b'2') => Some('\n'),
            _ => None,
        };
        out.push(escaped.unwrap_or('~'));
        out.push_str(if escaped.is_some() { &piece[1..] } else { piece });
    }
    out
}

/// Examples that every codec must agree on: a value of `note`, and its notes as pairs of place and text.
pub const NOTE_EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    ("slow here,b,120,7,3,/main", &[("b,120,7,3,/main", "slow here")]),
    ("a~1 b~2c~0,function,f~01,x.c", &[("function,f~1,x.c", "a, b\nc~")]),
    ("x,desk,compare\ny,time,a,5,90", &[("desk,compare", "x"), ("time,a,5,90", "y")]),
    (",", &[("", "")]),
    ("", &[]),
    ("no place", &[("", "no place")]),
    ("x~3,desk,compare", &[("desk,compare", "x~3")]),
    ("x~,desk,compare", &[("desk,compare", "x~")]),
    ("x,desk,compare\n", &[("desk,compare", "x")]),
    ("x,desk,compare\ncut o", &[("desk,compare", "x"), ("", "cut o")]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::{LANE_EXAMPLE_LANES, LaneNames, SUBJECT_EXAMPLES};
    use crate::sides::Sides;
    use proptest::prelude::*;

    fn open() -> SideLanes {
        Sides::both(Some(LaneNames::new(LANE_EXAMPLE_LANES.iter().copied())))
    }

    #[test]
    fn note_examples_hold() {
        for (value, notes) in NOTE_EXAMPLES {
            let notes: Vec<Note> = notes
                .iter()
                .map(|&(place, text)| Note { place: place.to_owned(), text: text.to_owned() })
                .collect();
            let read = of_notes_text(value);
            assert_eq!(read.clone().unwrap_or_default(), notes, "{value}");
            if let Some(read) = read {
                assert_eq!(of_notes_text(&notes_text(&read)), Some(read), "{value}");
            }
        }
    }

    #[test]
    fn every_subject_is_found_by_its_place() {
        for text in SUBJECT_EXAMPLES {
            let subject = of_subject_text(text).unwrap();
            let place = place_text(&subject, &open()).unwrap();
            assert_eq!(note_target(&place, &open()), NoteTarget::Subject(subject), "{place}");
        }
        for &desk in DeskId::ALL {
            assert_eq!(note_target(&desk_place_text(desk), &SideLanes::default()), NoteTarget::Desk(desk));
        }
    }

    #[test]
    fn places_say_why_they_are_not_found() {
        let target = |place: &str| note_target(place, &Sides { a: open().a, b: None });
        assert_eq!(target("a,1,2,3,/gone"), NoteTarget::Missing);
        assert_eq!(target("area,a,/main,/gone,0,1,2"), NoteTarget::Missing);
        assert_eq!(target("b,1,2,3,/main"), NoteTarget::NotOpen);
        for unknown in ["", "desk,", "desk,kitchen", "poem,x", "b,1,2", "a,x,2,3,/main", "lane,a,main"] {
            assert_eq!(target(unknown), NoteTarget::Unknown, "{unknown}");
        }
    }

    #[test]
    fn places_hold_no_row_numbers() {
        let call = of_subject_text("b,120,7,3,2").unwrap();
        assert_eq!(place_text(&call, &open()).as_deref(), Some("b,120,7,3,/pool/w"));
        assert_eq!(place_text(&call, &SideLanes::default()), None);
        let gone = of_subject_text("b,120,7,3,99").unwrap();
        assert_eq!(place_text(&gone, &open()), None);
    }

    proptest! {
        #[test]
        fn every_note_survives(notes in prop::collection::vec((any::<String>(), "[a-c~,\n0-3/]{0,9}"), 1..4)) {
            let notes: Vec<Note> = notes.into_iter().map(|(text, place)| Note { place, text }).collect();
            prop_assert_eq!(of_notes_text(&notes_text(&notes)), Some(notes));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "[a-c~,\n0-3]{0,12}") {
            if let Some(notes) = of_notes_text(&text) {
                prop_assert_eq!(of_notes_text(&notes_text(&notes)), Some(notes));
            }
        }
    }
}

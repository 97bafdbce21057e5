//! The places of notes in the open traces, and in a picture.

use crate::analyses::Comparison;
use crate::engine::Engine;
use crate::noted_places::NotedPlaces;
use crate::views::DeskLayout;
use diptych_protocol::link::{LaneNames, NoteTarget, SideLanes, note_target};
use diptych_protocol::{
    NoteMark, NotePlace, NoteStatus, SideName, Sides, Subject, ViewId, ViewState, Window,
};
use diptych_trace::Trace;
use diptych_views::words::{PlaceWords, desk_words, lost_place_words, place_words};
use diptych_views::{Highlight, Model, TimeMap};

impl Engine {
    /// Returns the places of a state's notes in a layout. Looking up new places takes O(calls) for each path; after
    /// that, a layout costs O(items) if there are notes, and O(1) otherwise.
    pub(crate) fn place_notes(&mut self, state: &ViewState, laid: &DeskLayout) -> Vec<NotePlace> {
        let mut texts: Vec<String> = Vec::new();
        for note in &state.notes {
            if !texts.contains(&note.place) {
                texts.push(note.place.clone());
            }
        }
        if texts.is_empty() {
            return Vec::new();
        }
        let alignment = self.comparison.as_ref().map_or(0, Comparison::serial);
        let key = (texts, self.session.versions(), alignment, self.path_reading);
        if self.noted.key != key {
            let lanes = self.side_lanes();
            let places = key.0.iter().map(|text| self.find_place(text, &lanes, state)).collect();
            self.noted = NotedPlaces { key, places };
        }
        let maps = self.time_maps(&state.time);
        let correspondence = self.shown_correspondence();
        let model = Model { time_maps: maps, ..self.model(correspondence.as_ref()) };
        let subjects: Vec<Option<&Subject>> = self.noted.places.iter().map(found_subject).collect();
        let marks = laid.marks_of_subjects(&subjects, &model);
        let place = |(place, marks): (&NotePlace, Vec<NoteMark>)| NotePlace {
            windows: found_subject(place).map_or_else(Sides::default, |subject| self.windows(subject, maps)),
            marks,
            ..place.clone()
        };
        self.noted.places.iter().zip(marks).map(place).collect()
    }

    /// Returns the names of the lanes of the open sides, as links have them.
    fn side_lanes(&self) -> SideLanes {
        let names = |side: SideName| {
            let trace = self.session.trace(side)?;
            let lanes = trace.lanes();
            let lane = |id| (lanes.name(trace.names(), id), lanes.parent(id).map(|parent| parent.0));
            Some(LaneNames::new(lanes.ids().map(lane)))
        };
        Sides { a: names(SideName::A), b: names(SideName::B) }
    }

    fn find_place(&self, text: &str, lanes: &SideLanes, state: &ViewState) -> NotePlace {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let (status, subject, of_desk, words) = match note_target(text, lanes) {
            NoteTarget::Desk(id) => (NoteStatus::Found, None, Some(id), desk_words(id)),
            NoteTarget::Subject(subject) => {
                // Places count from the start of the whole runs, and subjects from the start of what is displayed.
                let subject = subject.moved(Sides::from_fn(|side| -self.session.range_start(side)));
                let words = place_words(&subject, traces);
                (self.status_of(&subject, traces, state), Some(subject), None, words)
            }
            NoteTarget::NotOpen => (NoteStatus::NotOpen, None, None, lost_place_words(text)),
            NoteTarget::Missing => (NoteStatus::Missing, None, None, lost_place_words(text)),
            NoteTarget::Unknown => (NoteStatus::Unknown, None, None, lost_place_words(text)),
        };
        let PlaceWords { kind, name, context } = words;
        NotePlace {
            place: text.to_owned(),
            kind,
            name,
            context,
            status,
            subject,
            desk: of_desk,
            windows: Sides::default(),
            marks: Vec::new(),
        }
    }

    fn status_of(&self, subject: &Subject, traces: [Option<&Trace>; 2], state: &ViewState) -> NoteStatus {
        let exists = match subject {
            Subject::Time { side, window, .. } => {
                traces[side.index()].is_some_and(|trace| window.end > 0 && window.start <= trace.extent())
            }
            // Only the displayed structure knows these calls. Without it, nothing says that they are gone.
            Subject::ElementRelation { .. } => {
                self.program_highlight(subject).is_none_or(|highlight| !highlight.is_empty())
            }
            _ => {
                let correspondence = self.correspondence(&state.comparison);
                let read = || Highlight::read(subject, traces, correspondence.as_ref(), self.path_reading);
                let highlight = self.program_highlight(subject).unwrap_or_else(read);
                // A match needs both its calls.
                let is_pair = matches!(subject, Subject::Match(..));
                !highlight.is_empty() && (!is_pair || highlight.call.iter().all(Option::is_some))
            }
        };
        let needs_closed_side = match subject {
            Subject::Call(call) => traces[call.side.index()].is_none(),
            Subject::Lane(lane) => traces[lane.side.index()].is_none(),
            Subject::Area(area) => traces[area.side.index()].is_none(),
            Subject::Time { side, .. } => traces[side.index()].is_none(),
            _ => traces.iter().any(Option::is_none),
        };
        match (exists, needs_closed_side) {
            (true, _) => NoteStatus::Found,
            (false, true) => NoteStatus::NotOpen,
            (false, false) => NoteStatus::Missing,
        }
    }

    /// Returns the time of a place on each side, on the common axis. A function or a path has none.
    fn windows(&self, subject: &Subject, maps: [TimeMap<'_>; 2]) -> Sides<Option<Window>> {
        let call_window = |side: SideName| {
            let call = subject.call(side)?;
            Some(Window { start: call.start, end: call.start + call.duration.max(1) })
        };
        let own = |side: SideName| match subject {
            Subject::Area(area) if area.side == side => Some(area.window),
            Subject::Time { side: of, window, other } => match other {
                Some(other) if *of != side => Some(*other),
                Some(_) => Some(*window),
                None => Some(TimeMap::range_of_both(maps, *of, *window)[side.index()]),
            },
            _ => call_window(side),
        };
        let common = |side: SideName| {
            self.session.trace(side)?;
            own(side).map(|window| maps[side.index()].common_window(window))
        };
        Sides { a: common(SideName::A), b: common(SideName::B) }
    }
}

fn found_subject(place: &NotePlace) -> Option<&Subject> {
    place.subject.as_ref().filter(|_| place.status == NoteStatus::Found)
}

impl DeskLayout {
    /// Returns the boxes of each subject: the largest one in each view and side. A view of call paths shows a function
    /// at the largest path that ends in it. O(items · subjects).
    fn marks_of_subjects(&self, subjects: &[Option<&Subject>], model: &Model<'_>) -> Vec<Vec<NoteMark>> {
        let mut found: Vec<Vec<(Option<SideName>, NoteMark)>> = vec![Vec::new(); subjects.len()];
        if subjects.iter().all(Option::is_none) {
            return vec![Vec::new(); subjects.len()];
        }
        for (view, item_subject, rect) in self.boxes(model) {
            let side = match &item_subject {
                Subject::Call(call) => Some(call.side),
                Subject::Lane(lane) => Some(lane.side),
                Subject::Area(area) => Some(area.side),
                _ => None,
            };
            let mark = NoteMark { view, x0: rect.x0, y0: rect.y0, x1: rect.x1, y1: rect.y1 };
            let is_noted = |subject: &Subject| shows(&item_subject, subject);
            for (marks, _) in
                found.iter_mut().zip(subjects).filter(|(_, subject)| subject.is_some_and(is_noted))
            {
                put_largest(marks, side, mark);
            }
        }
        found.into_iter().map(|marks| marks.into_iter().map(|(_, mark)| mark).collect()).collect()
    }
}

/// Returns true if an item with a subject shows the subject of a note.
fn shows(item: &Subject, noted: &Subject) -> bool {
    match (item, noted) {
        (Subject::Call(call), Subject::Match(a, b)) => call == a || call == b,
        (Subject::Path(path), Subject::Function(function)) => path.last() == Some(function),
        _ => item == noted,
    }
}

fn put_largest(marks: &mut Vec<(Option<SideName>, NoteMark)>, side: Option<SideName>, mark: NoteMark) {
    let size = |mark: &NoteMark| (mark.x1 - mark.x0) * (mark.y1 - mark.y0);
    let same: &dyn Fn(ViewId, Option<SideName>) -> bool = &|view, of| view == mark.view && of == side;
    match marks.iter_mut().find(|(of, known)| same(known.view, *of)) {
        Some((_, known)) if size(known) < size(&mark) => *known = mark,
        Some(_) => {}
        None => marks.push((side, mark)),
    }
}

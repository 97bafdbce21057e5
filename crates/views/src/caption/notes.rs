//! Notes in exported pictures: a number at the box that a note is about, a bracket over the time that it is about. The
//! page shows the same over its canvas (`web/src/components/note-marks.ts`). The caption lists the texts.

use diptych_protocol::{NoteMark, NotePlace, Pane, PictureNotes, SideName, Subject, Window};
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Batch, Face, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Scene, Space, TextBatch,
    TextRun, Weight,
};
use rustc_hash::FxHashSet;

/// Width and height of a number; two-digit numbers are wider by [`DIGIT_PX`].
const NUMBER_PX: f32 = 16.0;
const DIGIT_PX: f32 = 5.0;
const NUMBER_TEXT_PX: f32 = 10.0;
/// Height of the bracket over a time range.
const BRACKET_PX: f32 = 18.0;
const LABEL_PX: f32 = 11.0;
const GAP_PX: f32 = 4.0;
/// Opacity of a bracket: the calls below it stay visible.
const BRACKET_ALPHA: f32 = 0.8;
/// Width of the border of a number and of a bracket, in quarter pixels.
const BORDER: u8 = 4;

/// Place of a note in the picture, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Spot {
    /// Side of its pane; `None` for a box outside of panes.
    side: Option<SideName>,
    x: f32,
    y: f32,
    /// Width of a bracket; `None` for a number alone.
    width: Option<f32>,
}

/// Adds the marks of notes to a scene.
pub(super) fn add(scene: &mut Scene, notes: &PictureNotes, theme: &Theme) {
    let mut marks = Marks { theme, rects: RectBatch::default(), texts: TextBatch::default() };
    let mut known = FxHashSet::default();
    for (at, note) in notes.notes.iter().enumerate() {
        // Notes about one place share the number of the first.
        let place = notes.places.iter().find(|place| place.place == note.place && known.insert(&note.place));
        for spot in place.into_iter().flat_map(|place| spots(place, &notes.panes)) {
            marks.spot(at + 1, &one_line(&note.text), spot);
        }
    }
    if marks.texts.runs.is_empty() {
        return;
    }
    let mut layer = Layer::new(Rect::new(0.0, 0.0, scene.size.width, scene.size.height), Space::FIXED);
    layer.batches.extend([Batch::Rects(marks.rects), Batch::Texts(marks.texts)]);
    scene.layers.push(layer);
}

/// Returns a text with one space in place of each run of blanks and line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Returns where the picture shows a place: at its boxes, and in panes without one at its time.
fn spots(place: &NotePlace, panes: &[Pane]) -> Vec<Spot> {
    let is_stretch = matches!(place.subject, Some(Subject::Time { .. } | Subject::Area(_)));
    let mut all: Vec<Spot> = place.marks.iter().map(|mark| at_box(mark, panes)).collect();
    let boxes = all.clone();
    for pane in panes {
        // A call that is too short for a box of its own has its number on the edge of its pane.
        let has_box = boxes.iter().any(|spot| spot.side.is_none_or(|side| side == pane.side));
        if is_stretch || !has_box {
            all.extend(place.windows[pane.side].and_then(|window| at_time(window, pane, is_stretch)));
        }
    }
    all
}

fn at_box(mark: &NoteMark, panes: &[Pane]) -> Spot {
    let is_over =
        |of: &&Pane| mark.y0 >= of.y0 - 1.0 && mark.y0 <= of.y1 && mark.x1 >= of.x0 && mark.x0 <= of.x1;
    let pane = panes.iter().find(is_over);
    let x = pane.map_or(mark.x0, |pane| mark.x0.max(pane.x0));
    Spot { side: pane.map(|pane| pane.side), x, y: mark.y0, width: None }
}

/// Returns the place of a stretch of time at the upper edge of a pane; `None` if the pane does not show it.
fn at_time(Window { start, end }: Window, pane: &Pane, is_stretch: bool) -> Option<Spot> {
    let now = pane.window;
    if end <= now.start || start >= now.end {
        return None;
    }
    let x_of = |tick: i64| {
        let share = (tick - now.start) as f64 / (now.end - now.start) as f64;
        pane.x0 + (share * f64::from(pane.x1 - pane.x0)) as f32
    };
    let (from, to) = (x_of(start).max(pane.x0), x_of(end).min(pane.x1));
    let width = is_stretch.then(|| (to - from).max(2.0));
    Some(Spot { side: Some(pane.side), x: from, y: pane.y0, width })
}

struct Marks<'a> {
    theme: &'a Theme,
    rects: RectBatch,
    texts: TextBatch,
}

impl Marks<'_> {
    fn spot(&mut self, number: usize, text: &str, Spot { x, y, width, .. }: Spot) {
        let Some(width) = width else {
            // The number lies over the corner of its box.
            self.number(number, (x - NUMBER_PX / 4.0).max(0.0), (y - NUMBER_PX / 2.0).max(0.0));
            return;
        };
        self.frame(Rect::new(x, y, x + width, y + BRACKET_PX), BRACKET_ALPHA);
        let left = self.number(number, x, y + (BRACKET_PX - NUMBER_PX) / 2.0) + GAP_PX;
        if left < x + width {
            let room = Rect::new(left, y, x + width, y + BRACKET_PX);
            self.text(text, LABEL_PX, Weight::Regular, Align::Start, room);
        }
    }

    /// Draws a number. Returns its right edge.
    fn number(&mut self, number: usize, x: f32, y: f32) -> f32 {
        let text = number.to_string();
        let right = x + NUMBER_PX + DIGIT_PX * (text.len() as f32 - 1.0);
        let rect = Rect::new(x, y, right, y + NUMBER_PX);
        self.frame(rect, 1.0);
        self.text(&text, NUMBER_TEXT_PX, Weight::Bold, Align::Center, rect);
        right
    }

    fn frame(&mut self, Rect { x0, y0, x1, y1 }: Rect, alpha: f32) {
        let fill = self.theme.warn_tint.with_alpha(alpha);
        let style = RectStyle::PLAIN.border(BORDER);
        let border = self.theme.ink;
        self.rects.push(
            RectInstance { x0, y0, x1, y1, fill, border, style, ..RectInstance::default() },
            ItemId::NONE,
        );
    }

    fn text(&mut self, text: &str, size: f32, weight: Weight, align: Align, rect: Rect) {
        let run = TextRun {
            rect,
            text: text.to_owned(),
            size,
            color: self.theme.ink,
            face: Face::Ui,
            weight,
            align,
            direction: diptych_scene::UPRIGHT,
        };
        self.texts.push(run, ItemId::NONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_protocol::{Note, NoteStatus, Sides, ViewId, WindowName};
    use diptych_scene::{Size, theme::ThemeName};

    fn pane(side: SideName, y0: f32) -> Pane {
        let window = Window { start: 1_000, end: 2_000 };
        Pane {
            side,
            space: 1,
            shows: WindowName::TimeA,
            x0: 40.0,
            y0,
            x1: 540.0,
            y1: y0 + 100.0,
            window,
            whole: window,
            scroll_max: 0,
            scroll: 0,
            rest: 0,
            scroll_sign: 1,
            open_lanes: Vec::new(),
        }
    }

    fn place(subject: Option<Subject>, windows: Sides<Option<Window>>, marks: Vec<NoteMark>) -> NotePlace {
        NotePlace {
            place: "p".to_owned(),
            kind: "call".to_owned(),
            name: "f".to_owned(),
            context: String::new(),
            status: NoteStatus::Found,
            subject,
            desk: None,
            windows,
            marks,
        }
    }

    fn panes() -> Vec<Pane> {
        vec![pane(SideName::A, 20.0), pane(SideName::B, 220.0)]
    }

    #[test]
    fn time_ranges_are_brackets_in_the_panes_that_show_them() {
        let window = Window { start: 1_250, end: 3_000 };
        let subject = Subject::Time { side: SideName::A, window, other: None };
        let windows = Sides { a: Some(window), b: Some(Window { start: 0, end: 900 }) };
        let found = spots(&place(Some(subject), windows, Vec::new()), &panes());
        assert_eq!(found, [Spot { side: Some(SideName::A), x: 165.0, y: 20.0, width: Some(375.0) }]);
    }

    #[test]
    fn boxes_have_numbers_and_sides_without_a_box_have_them_at_their_time() {
        let mark = NoteMark { view: ViewId::Matches, x0: 20.0, y0: 60.0, x1: 90.0, y1: 72.0 };
        let windows = Sides {
            a: Some(Window { start: 1_000, end: 1_100 }),
            b: Some(Window { start: 1_500, end: 1_501 }),
        };
        let found = spots(&place(None, windows, vec![mark]), &panes());
        let spot = |side, x, y| Spot { side: Some(side), x, y, width: None };
        assert_eq!(found, [spot(SideName::A, 40.0, 60.0), spot(SideName::B, 290.0, 220.0)]);
    }

    #[test]
    fn notes_about_one_place_share_the_first_number() {
        let mark = NoteMark { view: ViewId::Matches, x0: 50.0, y0: 60.0, x1: 90.0, y1: 72.0 };
        let note = |place: &str, text: &str| Note { place: place.to_owned(), text: text.to_owned() };
        let notes = PictureNotes {
            notes: vec![note("lost", "x"), note("p", "first\nline"), note("p", "again")],
            places: vec![place(None, Sides { a: None, b: None }, vec![mark])],
            panes: panes(),
        };
        let mut scene = Scene { size: Size { width: 600.0, height: 400.0 }, ..Scene::default() };
        add(&mut scene, &notes, Theme::named(ThemeName::Light));
        assert!(scene.check().is_ok());
        let [layer] = &scene.layers[..] else { panic!("{}", scene.layers.len()) };
        let texts: Vec<&str> = layer
            .batches
            .iter()
            .flat_map(|batch| match batch {
                Batch::Texts(texts) => texts.runs.iter().map(|run| run.text.as_str()).collect(),
                _ => Vec::new(),
            })
            .collect();
        assert_eq!(texts, ["2"]);
        assert_eq!(scene.size, Size { width: 600.0, height: 400.0 });
    }
}

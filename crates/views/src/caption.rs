//! Captions below exported pictures: side names, verdict, legend and what is drawn. In the page, other elements show
//! these; a file has only the caption.
//!
//! Words and swatches fill lines from left to right. Lines break by estimated text width, because the reader's fonts
//! are unknown.

mod notes;

use diptych_protocol::{Caption, Drawn, LegendEntry, LegendMark, PictureHead, SideName, ThemeChoice};
use diptych_scene::text::width::estimated_px;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{
    Align, Batch, Face, Hatch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Scene, Space,
    TextBatch, TextRun, Weight,
};

/// Margin around the caption.
const MARGIN_PX: f32 = 12.0;
const LINE_PX: f32 = 18.0;
const NAME_PX: f32 = 12.5;
const TEXT_PX: f32 = 11.5;
const BADGE_PX: f32 = 16.0;
const SWATCH_PX: f32 = 12.0;
/// Height of the swatch of a line.
const FLOW_PX: f32 = 2.0;
/// Gap between a swatch and its words.
const NEAR_PX: f32 = 5.0;
/// Gap between two entries.
const APART_PX: f32 = 14.0;
/// Factor on estimated text widths: in the reader's font, words may be wider than estimated.
const SLACK: f32 = 1.2;

/// Returns the theme that a choice names. The shell and the commands resolve `Auto` before; here it falls back to
/// light.
pub fn theme_name(choice: ThemeChoice) -> ThemeName {
    match choice {
        ThemeChoice::Auto | ThemeChoice::Light => ThemeName::Light,
        ThemeChoice::Dark => ThemeName::Dark,
        ThemeChoice::Contrast => ThemeName::HighContrast,
    }
}

/// Adds a caption below a scene, which grows by the caption's height, and the marks of notes over the picture. Nothing
/// else in the scene changes.
pub fn add(scene: &mut Scene, caption: &Caption) {
    let theme = Theme::named(theme_name(caption.theme));
    notes::add(scene, &caption.notes, theme);
    heads(scene, &caption.heads, theme);
    let (width, top) = (scene.size.width, scene.size.height);
    let mut lines = Lines {
        left: MARGIN_PX,
        right: (width - MARGIN_PX).max(2.0 * MARGIN_PX),
        x: MARGIN_PX,
        y: top + MARGIN_PX,
        ink: theme.ink,
        rects: RectBatch::default(),
        texts: TextBatch::default(),
    };
    let edge = RectInstance {
        y0: top,
        x1: width,
        y1: top + 1.0,
        fill: theme.line_strong,
        ..RectInstance::default()
    };
    lines.rects.push(edge, ItemId::NONE);
    for (side, name) in SideName::BOTH.into_iter().zip([&caption.names.a, &caption.names.b]) {
        if let Some(name) = name {
            lines.side(side, name, theme);
        }
    }
    lines.end();
    lines.words(&caption.verdict.join("; "), theme.ink);
    lines.words(&caption.reading.join(" "), theme.ink2);
    let mut entries = caption.legend.iter().peekable();
    while let Some(entry) = entries.next() {
        // Words stand only at both ends of a scale, so its first entry puts them before the swatch.
        let leads = entry.step.is_some() && entries.peek().is_some_and(|next| next.label.is_empty());
        lines.entry(entry, theme, leads);
    }
    lines.end();
    let Drawn { text, rule } = &caption.drawn;
    let said: Vec<&str> =
        [text, rule].into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    lines.words(&said.join(" · "), theme.ink2);
    for (at, note) in caption.notes.notes.iter().enumerate() {
        let name = caption.notes.places.iter().find(|place| place.place == note.place);
        let name = name.map(|place| place.name.as_str()).filter(|name| !name.is_empty());
        let about = name.map_or_else(String::new, |name| format!(" ({name})"));
        lines.words(&format!("Note {}{about}: {}", at + 1, notes::one_line(&note.text)), theme.ink);
    }
    let bottom = lines.y + MARGIN_PX;
    let mut layer = Layer::new(Rect::new(0.0, top, width, bottom), Space::FIXED);
    layer.batches.extend([Batch::Rects(lines.rects), Batch::Texts(lines.texts)]);
    scene.layers.push(layer);
    scene.size.height = bottom;
}

/// Draws the titles of parts of the picture.
fn heads(scene: &mut Scene, heads: &[PictureHead], theme: &Theme) {
    if heads.is_empty() {
        return;
    }
    let mut texts = TextBatch::default();
    for PictureHead { x, y, title, about } in heads {
        let mut left = *x;
        for (text, weight, ink) in [(title, Weight::Bold, theme.ink), (about, Weight::Regular, theme.ink2)] {
            let width = estimated_px(text, TEXT_PX, Face::Ui, weight) * SLACK;
            texts.push(
                TextRun {
                    rect: Rect::new(left, y - LINE_PX, left + width, *y),
                    text: text.clone(),
                    size: TEXT_PX,
                    color: ink,
                    face: Face::Ui,
                    weight,
                    align: Align::Start,
                    direction: diptych_scene::UPRIGHT,
                },
                ItemId::NONE,
            );
            left += width + APART_PX;
        }
    }
    let mut layer = Layer::new(Rect::new(0.0, 0.0, scene.size.width, scene.size.height), Space::FIXED);
    layer.batches.push(Batch::Texts(texts));
    scene.layers.push(layer);
}

/// Swatches and words, placed from left to right and line by line.
struct Lines {
    left: f32,
    right: f32,
    /// Left edge of the next swatch or word.
    x: f32,
    y: f32,
    ink: Rgba,
    rects: RectBatch,
    texts: TextBatch,
}

impl Lines {
    /// Starts a new line if `width` pixels don't fit into the rest of this one. A line that is still empty stays.
    fn room(&mut self, width: f32) {
        if self.x > self.left && self.x + width > self.right {
            self.end();
        }
    }

    /// Ends the line, unless it is empty.
    fn end(&mut self) {
        if self.x > self.left {
            self.x = self.left;
            self.y += LINE_PX;
        }
    }

    /// Draws a box, vertically centred in the line.
    fn mark(&mut self, [width, height]: [f32; 2], instance: RectInstance) {
        let (x0, y0) = (self.x, self.y + (LINE_PX - height) / 2.0);
        self.rects.push(RectInstance { x0, y0, x1: x0 + width, y1: y0 + height, ..instance }, ItemId::NONE);
        self.x += width;
    }

    /// Writes words at the current position and reserves [`SLACK`] times their estimated width.
    fn run(&mut self, text: &str, size: f32, color: Rgba, weight: Weight) {
        let width = estimated_px(text, size, Face::Ui, weight) * SLACK;
        let x1 = (self.x + width).min(self.right);
        self.put(text, size, color, weight, Rect::new(self.x, self.y, x1, self.y + LINE_PX), Align::Start);
        self.x = x1;
    }

    fn put(&mut self, text: &str, size: f32, color: Rgba, weight: Weight, rect: Rect, align: Align) {
        let run = TextRun {
            rect,
            text: text.to_owned(),
            size,
            color,
            face: Face::Ui,
            weight,
            align,
            direction: diptych_scene::UPRIGHT,
        };
        self.texts.push(run, ItemId::NONE);
    }

    /// Draws the badge of a side and the name of its trace.
    fn side(&mut self, side: SideName, name: &str, theme: &Theme) {
        let fill = if side == SideName::A { theme.a } else { theme.b };
        self.room(BADGE_PX + NEAR_PX + estimated_px(name, NAME_PX, Face::Ui, Weight::Bold) * SLACK);
        let badge = Rect::new(self.x, self.y, self.x + BADGE_PX, self.y + LINE_PX);
        self.mark([BADGE_PX; 2], RectInstance { fill, ..RectInstance::default() });
        self.put(side.letter(), TEXT_PX, theme.bg, Weight::Bold, badge, Align::Center);
        self.x += NEAR_PX;
        self.run(name, NAME_PX, theme.ink, Weight::Bold);
        self.x += APART_PX;
    }

    /// Draws a swatch and its words. With `leads`, the entry starts a scale and its words come before the swatch. An
    /// entry without words is a step of a scale and directly follows the one before.
    fn entry(&mut self, entry: &LegendEntry, theme: &Theme, leads: bool) {
        let words = match entry.share.as_str() {
            "" => entry.label.clone(),
            share => format!("{} {share}", entry.label),
        };
        self.room(SWATCH_PX + NEAR_PX + estimated_px(&words, TEXT_PX, Face::Ui, Weight::Regular) * SLACK);
        let size = [SWATCH_PX, if entry.mark == LegendMark::Line { FLOW_PX } else { SWATCH_PX }];
        if leads {
            self.run(&words, TEXT_PX, self.ink, Weight::Regular);
            self.mark(size, swatch(entry, theme));
            return;
        }
        let place = Rect::new(self.x, self.y, self.x + SWATCH_PX, self.y + LINE_PX);
        self.mark(size, swatch(entry, theme));
        let stroke = match entry.mark {
            LegendMark::Diagonal => "╱",
            LegendMark::Cross => "╳",
            _ => "",
        };
        if !stroke.is_empty() {
            self.put(stroke, TEXT_PX, theme.ink2, Weight::Regular, place, Align::Center);
        }
        if !words.is_empty() {
            self.x += NEAR_PX;
            self.run(&words, TEXT_PX, self.ink, Weight::Regular);
            self.x += APART_PX;
        }
    }

    /// Writes sentences over as many lines as they need.
    fn words(&mut self, text: &str, color: Rgba) {
        let room = (self.right - self.left) / SLACK;
        let width = |text: &str| estimated_px(text, TEXT_PX, Face::Ui, Weight::Regular);
        let mut line = String::new();
        let mut lines = Vec::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            if !line.is_empty() && width(&line) + width(" ") + width(word) > room {
                lines.push(std::mem::take(&mut line));
            }
            let space = if line.is_empty() { "" } else { " " };
            line = line + space + word;
        }
        lines.push(line);
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let rect = Rect::new(self.left, self.y, self.right, self.y + LINE_PX);
            self.put(line, TEXT_PX, color, Weight::Regular, rect, Align::Start);
            self.y += LINE_PX;
        }
    }
}

/// Returns a box that looks like the marks which a legend entry explains.
fn swatch(entry: &LegendEntry, theme: &Theme) -> RectInstance {
    let color = Rgba::of_css(&entry.color).unwrap_or(theme.none);
    let hatched = |fill, hatch| RectInstance {
        fill,
        mark: color,
        border: color,
        style: RectStyle::PLAIN.hatch(hatch).border(4),
        ..RectInstance::default()
    };
    let edged = |style| RectInstance { fill: theme.bg, border: color, style, ..RectInstance::default() };
    match entry.mark {
        LegendMark::Fill | LegendMark::Matched | LegendMark::Line => {
            RectInstance { fill: color, ..RectInstance::default() }
        }
        LegendMark::Moved | LegendMark::Edged => edged(RectStyle::PLAIN.border(6)),
        LegendMark::Diagonal | LegendMark::Cross => edged(RectStyle::PLAIN.border(4)),
        LegendMark::Dashed => edged(RectStyle::PLAIN.border(4).dashed()),
        LegendMark::OnlyA => hatched(theme.a_tint, Hatch::LeanLeft),
        LegendMark::OnlyB => hatched(theme.b_tint, Hatch::LeanRight),
        LegendMark::Hairlines => hatched(theme.none, Hatch::Hairlines),
        LegendMark::Dots => hatched(theme.none, Hatch::Dots),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_protocol::{Note, PictureNotes, Sides};
    use diptych_scene::Size;

    fn caption() -> Caption {
        let mark = |label: &str, mark| LegendEntry {
            label: label.to_owned(),
            color: "#8a3a90".to_owned(),
            share: String::new(),
            mark,
            step: None,
        };
        Caption {
            theme: ThemeChoice::Light,
            names: Sides { a: Some("old.json".to_owned()), b: Some("new.json".to_owned()) },
            verdict: vec![
                "B is 1.26× as long as A".to_owned(),
                "79\u{202f}% of A’s time is in calls that B makes too".to_owned(),
            ],
            reading: Vec::new(),
            heads: Vec::new(),
            legend: vec![
                mark("longer", LegendMark::Fill),
                mark("", LegendMark::Fill),
                mark("only in A", LegendMark::OnlyA),
            ],
            notes: PictureNotes::default(),
            drawn: Drawn { text: "206 of 90,317 matches drawn".to_owned(), rule: "widest first".to_owned() },
        }
    }

    #[test]
    fn heads_and_reading_are_in_the_file() {
        let head = PictureHead {
            x: 12.0,
            y: 24.0,
            title: "Flame graph".to_owned(),
            about: "width = time with callees".to_owned(),
        };
        let reading = vec!["Each box is a call.".to_owned()];
        let scene = under(500.0, &Caption { heads: vec![head], reading, ..caption() });
        let texts: Vec<&str> = scene.layers.iter().flat_map(texts_of).collect();
        for wanted in ["Flame graph", "width = time with callees", "Each box is a call."] {
            assert!(texts.contains(&wanted), "{wanted}: {texts:?}");
        }
    }

    fn texts_of(layer: &Layer) -> Vec<&str> {
        let mut found = Vec::new();
        for batch in &layer.batches {
            if let Batch::Texts(texts) = batch {
                found.extend(texts.runs.iter().map(|run| run.text.as_str()));
            }
        }
        found
    }

    fn under(width: f32, caption: &Caption) -> Scene {
        let mut scene = Scene { size: Size { width, height: 100.0 }, ..Scene::default() };
        add(&mut scene, caption);
        assert!(scene.check().is_ok());
        scene
    }

    fn runs(scene: &Scene) -> Vec<&TextRun> {
        let batches = scene.layers.iter().flat_map(|layer| &layer.batches);
        batches
            .filter_map(|batch| if let Batch::Texts(texts) = batch { Some(&texts.runs) } else { None })
            .flatten()
            .collect()
    }

    #[test]
    fn caption_says_names_verdict_legend_and_rule() {
        let scene = under(900.0, &caption());
        let texts: Vec<&str> = runs(&scene).iter().map(|run| run.text.as_str()).collect();
        let expected = [
            "A",
            "old.json",
            "B",
            "new.json",
            "B is 1.26× as long as A; 79\u{202f}% of A’s time is in calls that B makes too",
            "longer",
            "only in A",
            "206 of 90,317 matches drawn · widest first",
        ];
        assert_eq!(texts, expected);
        assert_eq!(scene.size, Size { width: 900.0, height: 100.0 + 2.0 * MARGIN_PX + 4.0 * LINE_PX });
    }

    #[test]
    fn caption_lists_notes_in_lines_that_fit() {
        let note = |text: &str| Note { place: "desk,compare".to_owned(), text: text.to_owned() };
        let long = "a thought ".repeat(40);
        let noted = Caption {
            notes: PictureNotes { notes: vec![note("two\nlines"), note(&long)], ..PictureNotes::default() },
            ..caption()
        };
        let scene = under(320.0, &noted);
        let texts: Vec<&str> = runs(&scene).iter().map(|run| run.text.as_str()).collect();
        assert!(texts.contains(&"Note 1: two lines"), "{texts:?}");
        assert_eq!(texts.join(" ").matches("a thought").count(), 40);
    }

    #[test]
    fn caption_texts_stay_inside_and_apart() {
        for width in [60.0, 200.0, 320.0, 700.0, 2000.0] {
            let mut long = caption();
            long.names.a = Some("a/very/long/path/to/a/recording/of/a/program.json.gz".to_owned());
            long.drawn.rule =
                "widest first, at least 3 px, inside a drawn tube only if its length changed ".repeat(3);
            let scene = under(width, &long);
            let Size { width, height } = scene.size;
            let boxes: Vec<Rect> = runs(&scene).iter().map(|run| run.rect).collect();
            for (at, rect) in boxes.iter().enumerate() {
                assert!(
                    rect.x0 >= 0.0 && rect.x1 <= width && rect.y0 >= 100.0 && rect.y1 <= height,
                    "{rect:?}"
                );
                assert!(boxes[..at].iter().all(|other| !other.overlaps(*rect)), "{rect:?} at {width}");
            }
            // No word is lost where the lines are broken.
            let said = runs(&scene).iter().map(|run| run.text.as_str()).collect::<Vec<&str>>().join(" ");
            assert!(said.contains(long.drawn.rule.trim_end().rsplit(' ').next().unwrap_or_default()));
        }
    }

    #[test]
    fn caption_of_one_side_has_no_verdict() {
        let one = Caption {
            names: Sides { a: None, b: Some("new.json".to_owned()) },
            verdict: Vec::new(),
            ..caption()
        };
        let scene = under(900.0, &one);
        let texts: Vec<&str> = runs(&scene).iter().map(|run| run.text.as_str()).collect();
        assert_eq!(&texts[..3], ["B", "new.json", "longer"]);
    }
}

//! Texts about elements and relations.

use super::{CallRelation, Program, counts};
use diptych_protocol::{Fact, PartnerRow, RelationColor, Tooltip};
use diptych_scene::color::lab::{Lab, linear};
use diptych_scene::theme::{PUBLISHED_DIRECTION, Theme, ThemeName};
use diptych_scene::{Align, ItemId, Rect, Rgba, TextBatch};
use diptych_structure::{Kind, NodeId};
use diptych_views::icicle::boxes::text_run;
use diptych_views::numbers::signed;
use diptych_views::places::short_name;
use diptych_views::{numbers, words};

/// The sides that have an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SidePresence {
    Both,
    OnlyA,
    OnlyB,
}

impl SidePresence {
    pub(crate) fn of([a, b]: [bool; 2]) -> Self {
        match (a, b) {
            (true, false) => Self::OnlyA,
            (false, true) => Self::OnlyB,
            _ => Self::Both,
        }
    }
}

/// Returns the backgrounds of shown elements and of the elements around them. These are the colours of wells and
/// hairlines, except in the high-contrast theme, where these would be the colour of the background or of text.
pub(crate) fn grounds(theme: &Theme) -> [Rgba; 2] {
    match theme.name {
        ThemeName::HighContrast => [0.3, 0.6].map(|strength| theme.none_mark.with_alpha(strength)),
        ThemeName::Light | ThemeName::Dark => [theme.sunken, theme.line],
    }
}

/// Returns the colours of a call at its caller and at its callee.
pub(crate) fn direction_of(theme: &Theme, color: RelationColor) -> [Rgba; 2] {
    if color == RelationColor::Published { PUBLISHED_DIRECTION } else { theme.direction }
}

/// Returns the colour of a line within one shown element: the middle of the colours of caller and callee, as the picture
/// of the calls mixes them: evenly in lightness on a bright ground, in linear light on a dark one.
pub(crate) fn within_one(theme: &Theme, [caller, callee]: [Rgba; 2]) -> Rgba {
    let [caller, callee] = [caller, callee].map(linear);
    if theme.name == ThemeName::Light {
        return Lab::from_linear(caller).mix(Lab::from_linear(callee), 0.5).to_rgba();
    }
    Lab::from_linear([0, 1, 2].map(|channel| f64::midpoint(caller[channel], callee[channel]))).to_rgba()
}

/// Height of a line of text in a picture without lines.
const LINE_PX: f32 = 20.0;

/// Writes short lines in the middle of a rectangle. In a low one they are closer to each other, and the last ones are left out.
pub(crate) fn words_in(rect: Rect, lines: &[&str], size_px: f32, color: Rgba, texts: &mut TextBatch) {
    let line_px = (rect.height() / lines.len() as f32).clamp(size_px + 2.0, LINE_PX.max(size_px + 2.0));
    let lines = &lines[..lines.len().min((rect.height() / line_px) as usize)];
    let mut y0 = f32::midpoint(rect.y0, rect.y1) - line_px * lines.len() as f32 / 2.0;
    for &line in lines {
        let within = Rect { y0, y1: y0 + line_px, ..rect };
        texts.push(text_run(line.to_owned(), within, size_px, color, Align::Center), ItemId::NONE);
        y0 += line_px;
    }
}

/// Returns the tooltip of an element.
pub(crate) fn element_tooltip(program: &Program, id: NodeId, rect: [f32; 4]) -> Tooltip {
    let hierarchy = program.hierarchy();
    let is_in = |place: u32| hierarchy.subtree(id).contains(&program.element(place).0);
    let row = |label, ends, is_meant: &dyn Fn(&CallRelation) -> bool| {
        let mut row = CallSums { label, ends, calls: [0; 2], change: 0, relations: [0; 2] };
        for it in program.calls.relations.iter().filter(|it| is_meant(it)) {
            row.change += it.change();
            for side in 0..2 {
                row.calls[side] += it.calls[side];
                row.relations[side] += u64::from(it.calls[side] > 0);
            }
        }
        row
    };
    let mut rows = vec![
        row("Calls in", "callers", &|it| !is_in(it.caller) && is_in(it.callee)),
        row("Calls out", "callees", &|it| is_in(it.caller) && !is_in(it.callee)),
        row("Calls within", "", &|it| is_in(it.caller) && is_in(it.callee)),
    ];
    // These are calls too, although no curve leads to them.
    let mut uncalled =
        CallSums { label: "Calls without a caller", ends: "", calls: [0; 2], change: 0, relations: [0; 2] };
    for (side, calls) in program.calls.sides.iter().enumerate() {
        let own = calls.iter().flat_map(|calls| &calls.uncalled).filter(|of| is_in(of.element));
        uncalled.calls[side] = own.map(|of| of.calls).sum();
    }
    uncalled.change = uncalled.calls[1] as i64 - uncalled.calls[0] as i64;
    if uncalled.calls != [0, 0] {
        rows.push(uncalled);
    }
    let functions = hierarchy.subtree(id).filter(|&row| hierarchy.is_leaf(NodeId(row))).count();
    let kind = hierarchy.kind(id).as_str();
    let mut context = kind.to_owned();
    if functions > 1 || !hierarchy.is_leaf(id) {
        context = format!("{kind} · {} in it", plural(functions, "function"));
    }
    let (facts, partner) = rows_of_tooltip(program, &rows);
    Tooltip {
        side: None,
        name: short_name(hierarchy, id),
        place: words::shown(&hierarchy.path(id)),
        context,
        facts,
        kind: whose(program, program.sides(id)),
        partner,
        hint: if hierarchy.is_leaf(id) { String::new() } else { "Double-click: open or close".to_owned() },
        rect,
    }
}

/// The calls that an element has in one direction, by side.
struct CallSums {
    label: &'static str,
    /// Word for the elements at the other end; blank for calls within the element.
    ends: &'static str,
    calls: [u64; 2],
    /// Compared calls of B minus those of A.
    change: i64,
    /// Number of elements at the other end.
    relations: [u64; 2],
}

impl CallSums {
    fn text(&self, side: usize) -> String {
        let calls = numbers::count(self.calls[side]);
        match self.ends {
            "" => calls,
            ends => format!("{calls} ({} {ends})", numbers::count(self.relations[side])),
        }
    }
}

/// Returns the facts of a single trace, or the rows of a pair.
fn rows_of_tooltip(program: &Program, rows: &[CallSums]) -> (Vec<Fact>, Vec<PartnerRow>) {
    if program.is_pair() {
        let row = |row: &CallSums| PartnerRow {
            label: row.label.to_owned(),
            a: row.text(0),
            b: row.text(1),
            change: signed(row.change),
        };
        return (Vec::new(), rows.iter().map(row).collect());
    }
    let side = usize::from(program.calls.sides[0].is_none());
    let fact = |row: &CallSums| Fact { label: row.label.to_owned(), value: row.text(side) };
    (rows.iter().map(fact).collect(), Vec::new())
}

pub(crate) fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{} {what}s", numbers::count(count as u64)) }
}

fn whose(program: &Program, sides: [bool; 2]) -> String {
    match SidePresence::of(sides) {
        _ if !program.is_pair() => String::new(),
        SidePresence::Both => "in A and B".to_owned(),
        SidePresence::OnlyA => "only in A".to_owned(),
        SidePresence::OnlyB => "only in B".to_owned(),
    }
}

/// Returns the name of a relation: `caller → callee`, or `within element`.
pub(crate) fn relation_name(program: &Program, it: &CallRelation) -> String {
    let name = |place: u32| short_name(program.hierarchy(), program.element(place));
    let caller = name(it.caller);
    if it.is_edge() { format!("{caller} → {}", name(it.callee)) } else { format!("within {caller}") }
}

/// Returns the tooltip of a relation.
pub(crate) fn relation_tooltip(program: &Program, it: &CallRelation, rect: [f32; 4]) -> Tooltip {
    let ends = [it.caller, it.callee].map(|place| program.element(place));
    let [from, to] = ends.map(|id| words::shown(&program.hierarchy().path(id)));
    let change = if program.is_pair() { format!(" ({})", signed(it.change())) } else { String::new() };
    let calls = Fact {
        label: "Calls in the visible time".to_owned(),
        value: format!("{}{change}", counts(program, it.calls)),
    };
    let beyond = (it.beyond != [0, 0]).then(|| Fact {
        label: if program.calls.not_compared.is_some() {
            "Of these, not compared"
        } else {
            "Of these, matched outside it"
        }
        .to_owned(),
        value: counts(program, it.beyond),
    });
    Tooltip {
        side: None,
        name: relation_name(program, it),
        place: if it.is_edge() { format!("{from} → {to}") } else { from },
        facts: [Some(calls), beyond].into_iter().flatten().collect(),
        kind: whose(program, it.is_in()),
        rect,
        ..Tooltip::default()
    }
}

/// Describes the picture in one sentence, for users who do not see it.
pub(crate) fn summary(program: &Program, relations: usize) -> String {
    let count = program.shown.elements().len();
    // Elements that are deeper or were opened can be of several kinds.
    let kinds = || program.shown.elements().iter().map(|&id| program.hierarchy().kind(id));
    let elements = match kinds().next().filter(|&first| kinds().all(|kind| kind == first)) {
        Some(Kind::Class) if count != 1 => format!("{} classes", numbers::count(count as u64)),
        kind => plural(count, kind.map_or("element", Kind::as_str)),
    };
    format!("{} between {elements}", plural(relations, "relation"))
}

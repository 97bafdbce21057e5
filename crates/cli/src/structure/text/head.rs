//! Writes the head of the report: the files, and the way their functions were placed.

use super::super::model::LevelCount;
use super::{ReportWriter, number};
use crate::output::shown;
use crate::words::{STRUCTURE_LEVELS, STRUCTURE_SOURCES, word};
use diptych_structure::{NodeId, Source};
use diptych_views::numbers::duration_ns;

impl ReportWriter<'_> {
    pub(super) fn head(&mut self) {
        let model = self.model;
        let names: Vec<String> = model.names.iter().map(|name| shown(name)).collect();
        let how = match model.source {
            Source::FilesAndNames => "by files and names".to_owned(),
            source => format!("by {}", word(STRUCTURE_SOURCES, &source)),
        };
        let root = match model.placement.hierarchy.name(NodeId::ROOT) {
            "" => String::new(),
            root => format!(", all in {}", shown(root)),
        };
        let sides =
            if model.is_pair() { format!("A {}, B {}", names[0], names[1]) } else { names[0].clone() };
        self.lines.push(format!("{sides}: {how}{root}"));
        let folder = self.paths.folder().map(|folder| format!("… stands for {}", shown(folder)));
        self.lines.extend(folder);
        let level = |it: &LevelCount| {
            let alone = match it.alone {
                [a, b] if model.is_pair() && a + b > 0 => {
                    format!(" ({} only in A, {} only in B)", number(a), number(b))
                }
                _ => String::new(),
            };
            format!("{} {}{alone}", word(STRUCTURE_LEVELS, &it.kind), number(it.elements))
        };
        let levels: Vec<String> = model.levels.iter().map(level).collect();
        self.lines.push(format!("levels: {}", levels.join("; ")));
        let placed = &model.placement.sides;
        let left = |what: &str, counts: [u32; 2]| {
            let text = format!("functions {what}: {}", self.sides(counts.map(u64::from)));
            (counts != [0, 0]).then_some(text)
        };
        let unmapped = left("without an element in the list", [placed[0].unmapped, placed[1].unmapped]);
        let ambiguous = left(
            "with several equally good elements in the list",
            [placed[0].ambiguous, placed[1].ambiguous],
        );
        self.lines.extend(unmapped);
        self.lines.extend(ambiguous);
        if let Some((from, to)) = model.window {
            let span = |from: i64, to: i64| format!("from {} to {}", duration_ns(from), duration_ns(to));
            self.lines.push(match model.window_of_b {
                Some([from_b, to_b]) => format!(
                    "window: calls that start {} in A, and the calls that match, {} in B",
                    span(from, to),
                    span(from_b, to_b)
                ),
                None => format!("window: calls that start {}", span(from, to)),
            });
            for (side, end) in model.ends_before.iter().enumerate() {
                let ends = |end: &i64| {
                    format!("{} ends before the window, at {}", self.side(side), duration_ns(*end))
                };
                self.lines.extend(end.as_ref().map(ends));
            }
        }
    }
}

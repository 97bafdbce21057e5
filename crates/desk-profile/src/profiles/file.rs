//! A profile as a file: its paths folded, ordered and written as the options say.

use super::{
    FlamePicture, FrameNames, FunctionColumns, FunkyPicture, Profile, csv, folded, funky_svg, speedscope, svg,
};
use diptych_profile::{
    ColorBy, DifferenceOptions, Differences, Folding, FunctionTable, LeastShown, Measure, Order, Scale,
    SortedSiblings, WeightedTree, WidthBy, Widths,
};
use diptych_trace::Axis;
use diptych_views::{differences, numbers};
use std::borrow::Cow;
use std::fmt::{Error, Write};

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfileFileKind {
    /// Folded stacks with their self weights.
    Folded,
    /// JSON of speedscope.
    Speedscope,
    /// A table of functions.
    Csv,
    /// A picture that zooms and searches by itself.
    Svg,
}

impl ProfileFileKind {
    /// All kinds with the endings of their file names.
    pub const ENDINGS: [(&'static str, Self); 4] = [
        (".folded", Self::Folded),
        (".speedscope.json", Self::Speedscope),
        (".csv", Self::Csv),
        (".svg", Self::Svg),
    ];
}

/// A kind of graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProfileGraph {
    /// Call paths.
    #[default]
    Flame,
    /// Functions, each with its callees and its callers. Recursion is folded fully, and siblings are sorted by weight.
    Funky,
}

/// Options for writing a profile.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ProfileFileOptions {
    /// Graph of a picture.
    pub graph: ProfileGraph,
    /// Folding of recursion.
    pub folding: Folding,
    /// Order of siblings.
    pub order: Order,
    /// True to show callers instead of callees below each function.
    pub invert: bool,
    /// Options that differences are judged by.
    pub differences: DifferenceOptions,
    /// Quantity that widths stand for.
    pub width: WidthBy,
    /// True to draw the roots at the bottom.
    pub upward: bool,
}

/// The profile to write.
#[derive(Debug, Clone, Copy)]
pub struct ProfileFile<'a> {
    /// Call paths with unfolded recursion.
    pub tree: &'a WeightedTree,
    /// Names of functions and lanes.
    pub names: &'a FrameNames,
    /// Number of names that belong to functions. The names of lanes follow.
    pub functions: usize,
    /// Axis of the weights.
    pub axis: Axis,
    /// Axis of the extents of calls.
    pub call_axis: Axis,
    /// Names of the sides, as many as the tree has.
    pub sides: &'a [String],
    /// Median and 99th percentile of the extent of a function's calls for each side, for a table.
    pub percentiles: &'a [[Vec<i64>; 2]],
    /// Options.
    pub options: ProfileFileOptions,
}

impl ProfileFile<'_> {
    /// Returns the text of the file, and notes for the user.
    pub fn text(&self, kind: ProfileFileKind) -> (String, Vec<String>) {
        let mut text = String::new();
        // Writing to a string never fails.
        let notes = self.write(kind, &mut text).unwrap_or_default();
        (text, notes)
    }

    /// Writes the file. Returns notes for the user.
    pub fn write(&self, kind: ProfileFileKind, out: &mut dyn Write) -> Result<Vec<String>, Error> {
        let mut notes = Vec::new();
        if kind == ProfileFileKind::Csv {
            let table = FunctionTable::new(self.tree, self.names.len()).of_first(self.functions);
            let (names, percentiles) = (self.names, self.percentiles);
            let (axis, call_axis) = (self.axis, self.call_axis);
            out.write_str(&csv(FunctionColumns { table: &table, percentiles, names, axis, call_axis }))?;
            return Ok(notes);
        }
        if kind == ProfileFileKind::Svg && self.options.graph == ProfileGraph::Funky {
            out.write_str(&self.funky())?;
            return Ok(notes);
        }
        let mut tree = self.tree.folded(self.options.folding, self.names.len());
        if self.options.invert {
            let inverted = tree.inverted(LeastShown::default());
            if inverted.cut > 0 {
                let cut = numbers::count(inverted.cut);
                notes.push(format!(
                    "callers of functions under 0.001 % of the whole, or over 1,000 frames away, are left out: of {cut} nodes"
                ));
            }
            tree = Cow::Owned(inverted.tree);
        }
        match kind {
            ProfileFileKind::Svg => out.write_str(&self.picture(&tree))?,
            ProfileFileKind::Speedscope => {
                out.write_str(&speedscope(self.profile(&tree, &self.siblings(&tree))))?;
            }
            _ => {
                let renamed = folded(self.profile(&tree, &self.siblings(&tree)), out)?;
                if renamed > 0 {
                    let frames = if renamed == 1 {
                        "1 frame has a name"
                    } else {
                        &format!("{renamed} frames have names")
                    };
                    notes.push(format!("{frames} that folded stacks can’t hold, and got another one"));
                }
            }
        }
        Ok(notes)
    }

    fn profile<'b>(&'b self, tree: &'b WeightedTree, siblings: &'b SortedSiblings) -> Profile<'b> {
        Profile { tree, siblings, names: self.names, axis: self.axis, sides: self.sides }
    }

    fn siblings(&self, tree: &WeightedTree) -> SortedSiblings {
        let widths = Widths::new(tree, WidthBy::Larger, [1.0; 2]);
        SortedSiblings::new(tree, self.options.order, &widths.width)
    }

    fn picture(&self, tree: &WeightedTree) -> String {
        let options = self.options;
        let judged = if options.invert { options.differences.of_callers() } else { options.differences };
        let differences = (tree.sides().len() == 2).then(|| Differences::new(tree, judged));
        let factors = differences.map_or([1.0; 2], |differences| differences.factors());
        let widths = Widths::new(tree, options.width, factors);
        let siblings = SortedSiblings::new(tree, options.order, &widths.width);
        let functions = FunctionTable::new(self.tree, self.names.len());
        let legend = self.legend(differences.is_some());
        svg(FlamePicture {
            profile: self.profile(tree, &siblings),
            widths: &widths,
            differences,
            functions: &functions,
            measure: options.differences.measure,
            upward: options.upward,
            legend: &legend,
        })
    }

    fn funky(&self) -> String {
        let options = self.options;
        let functions = FunctionTable::new(self.tree, self.names.len());
        let legend = self.legend(self.tree.sides().len() == 2);
        funky_svg(FunkyPicture {
            profile: self.profile(self.tree, &self.siblings(self.tree)),
            width: options.width,
            judged: options.differences,
            functions: &functions,
            legend: &legend,
        })
    }

    /// Returns the explanation of widths and colours.
    fn legend(&self, is_pair: bool) -> String {
        let judged = self.options.differences;
        let is_funky = self.options.graph == ProfileGraph::Funky;
        let columns = if is_funky { "columns: by self weight; " } else { "" };
        if !is_pair {
            let what = match judged.measure {
                Measure::Own => "the function\u{2019}s self weight as a share of the heaviest",
                Measure::Total => "the function\u{2019}s share of the whole picture",
            };
            let callers = if is_funky { " among callees, blue among callers" } else { "" };
            return format!("{columns}gold{callers}: {what}");
        }
        let width = match self.options.width {
            WidthBy::Larger => "larger of A and B",
            WidthBy::A => "A",
            WidthBy::B => "B",
            WidthBy::Changes if is_funky => "increases + decreases",
            WidthBy::Changes => "increases + decreases, the net at the foot",
        };
        let color = match judged.color {
            ColorBy::OwnBaseline => "B ÷ A of each path",
            ColorBy::Absolute => "B − A relative to the largest change",
            ColorBy::ShareOfTotal => "change of the share of the whole, relative to the largest",
        };
        let of = if judged.measure == Measure::Own { ", by self" } else { "" };
        let scale =
            if judged.scale == Scale::PerTotal { "; both sides scaled to the same total" } else { "" };
        let floor = differences::floor(self.axis, judged.floor);
        format!(
            "{columns}width: {width}; green less, purple more: {color}{of}{scale}; grey: up to {floor}; hatched: only in A (\\), only \
             in B (/)"
        )
    }
}

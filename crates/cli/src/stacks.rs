//! `diptych flame`: profiles as files that other programs read.

mod options;

use crate::CliError;
use crate::args::SiblingOrder;
use crate::compare::{KeyNames, cannot_be, in_parallel, read_rules};
use crate::open::open;
use crate::output::{note, shown};
use diptych_compare::identity::{compile, identify};
use diptych_engine::trace::{Axis, IdentityId, Run, Trace};
use diptych_profile::{
    ColorBy, DifferenceOptions, Differences, Floor, FunctionTable, Groups, LeastShown, Measure, MeasuredTree,
    Order, Scale, Siblings, TreePart, Weight, WeightedTree, WidthBy, Widths, percentiles,
};
use diptych_views::profiles::{
    FlamePicture, FrameNames, FunctionColumns, Profile, csv, folded, speedscope, svg,
};
use diptych_views::words;

use options::FileKind;
pub(crate) use options::StacksOptions;

/// Reads, adds up, writes.
pub(crate) fn run(options: &StacksOptions) -> Result<(), CliError> {
    let read = match &options.files[..] {
        [a, b] => {
            let (a, b) = in_parallel(|| open(a), || open(b));
            vec![a?, b?]
        }
        files => files.iter().map(|file| open(file)).collect::<Result<_, _>>()?,
    };
    let named = Named::new(&read, options)?;
    let text = match options.kind {
        FileKind::Csv => named.table(),
        _ => named.profile(options),
    };
    let path = &options.output;
    std::fs::write(path, text).map_err(|error| cannot_be("written", path, &error))
}

/// Runs whose functions have names in common.
struct Named<'a> {
    traces: Vec<&'a Trace>,
    sides: Vec<String>,
    /// By run and function.
    identities: Vec<Vec<IdentityId>>,
    names: FrameNames,
    measured: Vec<MeasuredTree>,
    /// What weights measure.
    axis: Axis,
}

impl<'a> Named<'a> {
    fn new(runs: &'a [Run], options: &StacksOptions) -> Result<Self, CliError> {
        let (first, last) = (&runs[0], &runs[runs.len() - 1]);
        let axes = [first.trace.axis(), last.trace.axis()];
        if axes[0] != axes[1] {
            let text = format!("These two cannot be compared. {}", words::unlike_axes(axes));
            return Err(CliError::Failed(text));
        }
        let rules = read_rules(options.rules.as_deref(), [&first.format, &last.format])?;
        let compiled = compile(&rules).map_err(|error| CliError::Failed(error.to_string()))?;
        let identities = identify(&compiled, [&first.trace, &last.trace], &mut |_, _| ());
        let traces: Vec<&Trace> = runs.iter().map(|run| &run.trace).collect();
        let weights: Vec<Weight> =
            traces.iter().map(|trace| options.weight_of(trace)).collect::<Result<_, _>>()?;
        let axis = weights[0].axis(traces[0]);
        let of_side = |side: usize| identities.by_function(side).to_vec();
        let identities_of: Vec<Vec<IdentityId>> = (0..runs.len()).map(of_side).collect();
        let measure = |side: usize| {
            let what = (TreePart::whole(), weights[side]);
            MeasuredTree::new(traces[side], &identities_of[side], what, &mut |_, _| ())
        };
        let measured: Vec<MeasuredTree> = (0..runs.len()).map(measure).collect();
        for (run, side) in measured.iter().zip(runs).filter(|(run, _)| run.below_zero > 0) {
            let (count, name) = (run.below_zero, shown(&side.name));
            note(&format!("diptych: {count} calls of {name} weigh less than nothing and count as nothing"));
        }
        let count = identities.keys.len();
        Ok(Self {
            traces,
            sides: runs.iter().map(|run| run.name.clone()).collect(),
            names: FrameNames::new(&KeyNames::new(identities.keys), count),
            identities: identities_of,
            measured,
            axis,
        })
    }

    /// Paths of stacks as they were.
    fn tree(&self) -> WeightedTree {
        match &self.measured[..] {
            [a, b] => WeightedTree::pair([a, b]),
            runs => WeightedTree::one(&runs[0]),
        }
    }

    fn table(&self) -> String {
        let table = FunctionTable::new(&self.tree(), self.names.len());
        let of_calls = |(trace, identities): (&&Trace, &Vec<IdentityId>)| {
            let groups = Groups::new(identities.iter().map(|identity| identity.0).collect());
            let mut columns = percentiles(trace, &groups, &[0.5, 0.99]);
            let p99 = columns.pop().unwrap_or_default();
            [columns.pop().unwrap_or_default(), p99]
        };
        let percentiles: Vec<[Vec<i64>; 2]> =
            self.traces.iter().zip(&self.identities).map(of_calls).collect();
        csv(FunctionColumns {
            table: &table,
            percentiles: &percentiles,
            names: &self.names,
            axis: self.axis,
            call_axis: self.traces[0].axis(),
        })
    }

    fn profile(&self, options: &StacksOptions) -> String {
        let (mut tree, order) = match options.order {
            SiblingOrder::Paths(order) => (self.tree(), order),
            SiblingOrder::Calls => {
                (WeightedTree::of_calls(self.traces[0], &self.identities[0]), Order::FirstCall)
            }
        };
        if options.order != SiblingOrder::Calls {
            tree = tree.folded(options.folding, self.names.len());
        }
        if options.invert {
            let inverted = tree.inverted(LeastShown::default());
            if inverted.cut > 0 {
                let text = "diptych: callers of functions under 0.001 % of the whole are left out, and of stacks over 1,000 \
                            frames deep";
                note(&format!("{text}: of {} nodes", inverted.cut));
            }
            tree = inverted.tree;
        }
        if options.kind == FileKind::Svg {
            return self.picture(&tree, order, options);
        }
        let widths = Widths::new(&tree, WidthBy::Larger, [1.0; 2]);
        let siblings = Siblings::new(&tree, order, &widths.width);
        let profile = self.of(&tree, &siblings);
        if options.kind == FileKind::Speedscope {
            return speedscope(profile);
        }
        let (text, renamed) = folded(profile);
        if renamed > 0 {
            note(&format!(
                "diptych: {renamed} frames have names that folded stacks cannot hold; they are written otherwise"
            ));
        }
        text
    }

    fn of<'b>(&'b self, tree: &'b WeightedTree, siblings: &'b Siblings) -> Profile<'b> {
        Profile { tree, siblings, names: &self.names, axis: self.axis, sides: &self.sides }
    }

    fn picture(&self, tree: &WeightedTree, order: Order, options: &StacksOptions) -> String {
        let floor = Floor::default_on(self.axis);
        let judged = DifferenceOptions { floor, ..options.differences };
        let differences = (tree.sides().len() == 2).then(|| Differences::new(tree, judged));
        let factors = differences.map_or([1.0; 2], |differences| differences.factors());
        let widths = Widths::new(tree, options.width, factors);
        let siblings = Siblings::new(tree, order, &widths.width);
        let functions = FunctionTable::new(&self.tree(), self.names.len());
        let legend = match differences {
            None if options.differences.measure == Measure::Own => {
                "gold: what the function itself takes of what is shown".to_owned()
            }
            None => "gold: share that the function has of what is shown".to_owned(),
            Some(_) => legend(options, &diptych_views::differences::floor(self.axis, floor)),
        };
        svg(FlamePicture {
            profile: self.of(tree, &siblings),
            widths: &widths,
            differences,
            functions: &functions,
            measure: options.differences.measure,
            upward: options.upward,
            legend: &legend,
        })
    }
}

/// What widths and colours of a pair say.
fn legend(options: &StacksOptions, floor: &str) -> String {
    let width = match options.width {
        WidthBy::Larger => "larger of A and B",
        WidthBy::A => "A",
        WidthBy::B => "B",
        WidthBy::Changes => "increases + decreases",
    };
    let color = match options.differences.color {
        ColorBy::OwnBaseline => "B ÷ A of each path",
        ColorBy::Absolute => "B − A beside the largest change",
        ColorBy::ShareOfTotal => "change of the share of the whole beside the largest",
    };
    let of = if options.differences.measure == Measure::Own { ", by self" } else { "" };
    let scale =
        if options.differences.scale == Scale::PerTotal { "; both sides stretched to one whole" } else { "" };
    format!(
        "width: {width}; green less, purple more: {color}{of}{scale}; grey: up to {floor}; hatched: only in A (\\), only in B (/)"
    )
}

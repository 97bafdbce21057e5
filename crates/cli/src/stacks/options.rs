//! The checked options of `diptych flame`.

use crate::args::{SiblingOrder, StacksArgs};
use crate::error::CliError;
use crate::output::shown;
use crate::rules::RulesFile;
use diptych_desk_profile::profiles::{ProfileFileKind, ProfileFileOptions, ProfileGraph};
use diptych_engine::trace::Trace;
use diptych_profile::{DifferenceOptions, Folding, Measure, Order, Weight};
use std::path::{Path, PathBuf};

/// Options of `flame`.
#[derive(Debug)]
pub(crate) struct StacksOptions {
    pub(super) files: Vec<PathBuf>,
    pub(super) output: PathBuf,
    pub(super) kind: ProfileFileKind,
    weight: Option<String>,
    pub(super) order: SiblingOrder,
    pub(super) rules: Option<RulesFile>,
    /// Settings of the file, except the floor, which depends on the axis.
    pub(super) how: ProfileFileOptions,
    /// Noise floor: a share, and microseconds or units of the measured quantity.
    pub(super) floor: (f64, f64),
}

/// Returns the first of some options that is given.
fn given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find(|(_, is_given)| *is_given).map(|(option, _)| *option)
}

fn of_picture(args: &StacksArgs) -> Option<&'static str> {
    let of_pair = of_pair(args);
    let other = [("--view", args.view.is_some()), ("--of", args.of.is_some()), ("--upward", args.upward)];
    of_pair.or_else(|| given(&other))
}

fn of_pair(args: &StacksArgs) -> Option<&'static str> {
    given(&[
        ("--diff", args.diff.is_some()),
        ("--normalise", args.normalise.is_some()),
        ("--width", args.width.is_some()),
        ("--floor-percent", args.floor_percent.is_some()),
        ("--floor-us", args.floor_us.is_some()),
    ])
}

fn of_flame(args: &StacksArgs) -> Option<&'static str> {
    given(&[
        ("--order", args.order.is_some()),
        ("--invert", args.invert),
        ("--fold", args.fold.is_some()),
        ("--no-fold", args.no_fold),
        ("--upward", args.upward),
    ])
}

/// Returns the kind of file by its ending.
fn kind_of(path: &Path) -> Result<ProfileFileKind, CliError> {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let kind =
        ProfileFileKind::ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| kind);
    let text = || format!("{} must end in .svg, .folded, .speedscope.json or .csv", path.display());
    kind.ok_or_else(|| CliError::Usage(text()))
}

impl StacksOptions {
    /// Checks the arguments.
    pub(crate) fn new(args: &StacksArgs) -> Result<Self, CliError> {
        let kind = kind_of(&args.output)?;
        let order = args.order.unwrap_or(SiblingOrder::Paths(Order::Weight));
        let usage = |text: &str| Err(CliError::Usage(text.to_owned()));
        if args.files.iter().filter(|file| file.as_path() == Path::new("-")).count() > 1 {
            return usage("only one of the traces can be `-`, standard input");
        }
        if order == SiblingOrder::Calls && (args.files.len() > 1 || args.invert) {
            return usage("--order time takes one file and no --invert");
        }
        if order == SiblingOrder::Calls && args.weight.as_deref().is_some_and(|weight| weight != "wall") {
            return usage("--order time needs --weight wall");
        }
        if kind == ProfileFileKind::Csv
            && (args.invert || args.order.is_some() || args.fold.is_some() || args.no_fold)
        {
            return usage("a .csv table takes no --order, --invert or --fold");
        }
        if let Some(option) = of_picture(args).filter(|_| kind != ProfileFileKind::Svg) {
            return usage(&format!("{option} works with .svg only"));
        }
        if let Some(option) = of_pair(args).filter(|_| args.files.len() == 1) {
            return usage(&format!("{option} needs two files"));
        }
        let is_funky = args.view == Some(ProfileGraph::Funky);
        if let Some(option) = of_flame(args).filter(|_| is_funky) {
            let text = "a funky graph has fixed order, direction and folding";
            return usage(&format!("{option} works with --view flame only: {text}"));
        }
        let by_self = args.weight.as_deref() == Some("self");
        if by_self && args.of == Some(Measure::Total) {
            return usage("--weight self and --of total contradict each other");
        }
        Ok(Self {
            files: args.files.clone(),
            output: args.output.clone(),
            kind,
            weight: args.weight.clone(),
            order,
            rules: args.rules.clone(),
            floor: (args.floor_percent.unwrap_or(5.0) / 100.0, args.floor_us.unwrap_or(10.0)),
            how: ProfileFileOptions {
                graph: args.view.unwrap_or_default(),
                folding: match order {
                    SiblingOrder::Calls => Folding::AsCalled,
                    SiblingOrder::Paths(_) if args.no_fold => Folding::AsCalled,
                    SiblingOrder::Paths(_) => args.fold.unwrap_or_default(),
                },
                order: match order {
                    SiblingOrder::Calls => Order::FirstCall,
                    SiblingOrder::Paths(order) => order,
                },
                invert: args.invert,
                differences: DifferenceOptions {
                    measure: if by_self { Measure::Own } else { args.of.unwrap_or_default() },
                    scale: args.normalise.unwrap_or_default(),
                    color: args.diff.unwrap_or_default(),
                    ..DifferenceOptions::default()
                },
                width: args.width.unwrap_or_default(),
                upward: args.upward,
            },
        })
    }

    /// Returns the chosen weight of a trace.
    pub(super) fn weight_of(&self, trace: &Trace) -> Result<Weight, CliError> {
        let name = match self.weight.as_deref() {
            None => return Ok(Weight::Ticks),
            Some(name @ ("wall" | "self" | "calls")) => return Ok(Weight::named(trace, name)),
            Some(name) => name,
        };
        let names: Vec<&str> = trace.weights().iter().map(|column| trace.names().get(column.name)).collect();
        let place = names.iter().position(|column| *column == name);
        place.map(Weight::Column).ok_or_else(|| {
            let there: Vec<String> = ["wall", "self", "calls"].into_iter().chain(names).map(shown).collect();
            CliError::Failed(format!("there is no weight {}; use one of {}", shown(name), there.join(", ")))
        })
    }
}

//! Where functions lie, by what is known of them.

use super::build::Growing;
use super::{Hierarchy, Kind, NodeId};
use crate::coverage::names_of_path;
use crate::ends::Fit;
use crate::locate::Locator;
use crate::{Structure, name_parts};
use diptych_trace::{Axis, AxisKind, ElementId, FunctionSpec};

/// What says where functions lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Folders and files of functions, and in them classes by their names.
    FilesAndNames,
    /// Qualified names alone ([`name_parts`]).
    Names,
    /// The category, module or package that the format names; RSF states elements so.
    Categories,
    /// A list of paths or RSF without calls, that stands beside the trace.
    Listed,
}

/// What is known of one side. Texts of functions may be rewritten by identity rules before: then functions and folders
/// that correspond are the same elements.
#[derive(Debug, Clone, Copy, Default)]
pub struct SideInput<'a> {
    /// The functions of the trace, by their ids.
    pub functions: &'a [FunctionSpec<'a>],
    /// Elements that the trace states itself ([`super::Stated`]), for [`Source::Categories`]: also what never ran.
    pub elements: &'a [Vec<&'a str>],
    /// Those of them that call as a whole (lanes of an RSF file), by the ids of the lanes; else none. Those that
    /// do not call are empty.
    pub callers: &'a [Vec<&'a str>],
    /// The list, for [`Source::Listed`].
    pub structure: Option<&'a Structure>,
}

/// A hierarchy, and where in it the functions of each side lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The tree of both sides.
    pub hierarchy: Hierarchy,
    /// Of A and of B; with one trace that of B is empty.
    pub sides: [PlacedSide; 2],
}

impl Placement {
    /// Where all functions and callers of both sides lie.
    pub fn ran(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.sides.iter().flat_map(|side| side.of_function.iter().chain(&side.of_caller).copied())
    }
}

/// Where what calls and is called lies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlacedSide {
    /// The element of each function, by its id: always one of [`Kind::Function`].
    pub of_function: Vec<NodeId>,
    /// The element that stands for each lane that calls as a whole; the root for those without calls.
    pub of_caller: Vec<NodeId>,
    /// Functions that no element of the list fits: they lie in [`UNMAPPED`].
    pub unmapped: u32,
    /// Functions that several elements of the list fit equally well: they lie there too.
    pub ambiguous: u32,
}

/// What holds functions that no element of the list fits, or several.
pub const UNMAPPED: &str = "(unmapped)";

/// Stands for what an element calls where no function is told.
pub const ANY_FUNCTION: &str = "(function unknown)";

impl Source {
    /// What says most: the list if there is one, elements of a format that states calls between them, files where most
    /// functions have one, else names.
    pub fn of(axis: Axis, side: &SideInput<'_>) -> Self {
        let with_file = side.functions.iter().filter(|function| !function.file.is_empty()).count();
        match axis.kind {
            _ if side.structure.is_some() => Self::Listed,
            AxisKind::Order if side.functions.iter().any(|function| !function.category.is_empty()) => {
                Self::Categories
            }
            _ if 2 * with_file >= side.functions.len().max(1) => Self::FilesAndNames,
            _ => Self::Names,
        }
    }

    const fn separator(self) -> &'static str {
        match self {
            Self::FilesAndNames | Self::Listed => "/",
            Self::Names | Self::Categories => ".",
        }
    }
}

/// One tree for both sides (B may be empty), and the place of each function. O(length of all paths and names, and their
/// sorting).
pub fn place(source: Source, inputs: [SideInput<'_>; 2]) -> Placement {
    let mut growing = Growing::new();
    let mut sides = [PlacedSide::default(), PlacedSide::default()];
    let mut rows = [(Vec::new(), Vec::new()), (Vec::new(), Vec::new())];
    for (side, input) in inputs.iter().enumerate() {
        let locator = input.structure.filter(|_| source == Source::Listed).map(Locator::new);
        if let Some(locator) = &locator {
            add_list(&mut growing, locator.structure(), side);
        }
        for function in input.functions {
            let mut path = path_of(source, function);
            if let Some(locator) = &locator {
                path = match locator.locate(function) {
                    (Fit::One(id), below) => path_in_list(locator.structure(), id, below),
                    (fit, _) => {
                        sides[side].unmapped += u32::from(fit == Fit::None);
                        sides[side].ambiguous += u32::from(fit == Fit::Several);
                        path.scopes.insert(0, (UNMAPPED, Kind::Package));
                        path
                    }
                };
            }
            rows[side].0.push(add(&mut growing, &path, side));
        }
        for element in input.elements.iter().filter(|_| source == Source::Categories) {
            add_scopes(&mut growing, &scopes_of(element), side);
        }
        for caller in input.callers {
            if caller.is_empty() {
                rows[side].1.push(0);
                continue;
            }
            let scopes = scopes_of(caller);
            rows[side].1.push(add(&mut growing, &Path { scopes, function: ANY_FUNCTION }, side));
        }
    }
    let (hierarchy, places) = growing.finish(source.separator());
    for (side, (functions, callers)) in sides.iter_mut().zip(rows) {
        let place = |row: u32| places[row as usize];
        side.of_function = functions.into_iter().map(place).collect();
        side.of_caller = callers.into_iter().map(place).collect();
    }
    Placement { hierarchy, sides }
}

/// What a function lies in, from the outermost in, and what it is called there.
struct Path<'a> {
    scopes: Vec<(&'a str, Kind)>,
    function: &'a str,
}

fn add(growing: &mut Growing, path: &Path<'_>, side: usize) -> u32 {
    let scope = add_scopes(growing, &path.scopes, side);
    growing.child(scope, path.function, Kind::Function, side)
}

fn add_scopes(growing: &mut Growing, scopes: &[(&str, Kind)], side: usize) -> u32 {
    scopes.iter().fold(0, |at, &(name, kind)| growing.child(at, name, kind, side))
}

fn path_of<'a>(source: Source, function: &FunctionSpec<'a>) -> Path<'a> {
    let mut parts = without_filler(name_parts(function.name));
    let name = parts.pop().unwrap_or(function.name);
    match source {
        Source::FilesAndNames | Source::Listed if !function.file.is_empty() => {
            let files: Vec<&str> = names_of_path(function.file).collect();
            let folders = files.len().saturating_sub(1);
            let of_file = |place: usize| if place == folders { Kind::Module } else { Kind::Package };
            let mut scopes: Vec<_> = files.into_iter().zip((0..).map(of_file)).collect();
            scopes.extend(parts.into_iter().map(|part| (part, Kind::Class)));
            Path { scopes, function: name }
        }
        Source::Categories if !function.category.is_empty() => {
            Path { scopes: as_scopes(name_parts(function.category)), function: name }
        }
        _ => Path { scopes: as_scopes(parts), function: name },
    }
}

/// Of a path whose names may be qualified themselves.
fn scopes_of<'a>(path: &[&'a str]) -> Vec<(&'a str, Kind)> {
    as_scopes(path.iter().flat_map(|name| name_parts(name)).collect())
}

/// Names of which it is not known what they are: the last is a class, those around it are packages.
fn as_scopes(parts: Vec<&str>) -> Vec<(&str, Kind)> {
    let last = parts.len().saturating_sub(1);
    let kind = |place: usize| if place == last { Kind::Class } else { Kind::Package };
    parts.into_iter().zip((0..).map(kind)).collect()
}

/// Without what Python puts between a function and one that is defined in it.
fn without_filler(mut parts: Vec<&str>) -> Vec<&str> {
    parts.retain(|&part| part != "<locals>");
    parts
}

fn add_list(growing: &mut Growing, structure: &Structure, side: usize) {
    // A parent lies before its children.
    let mut rows: Vec<u32> = Vec::with_capacity(structure.len());
    for id in structure.ids() {
        let element = structure.get(id);
        let parent = element.parent.map_or(0, |parent| rows[parent.index()]);
        let row = growing.child(parent, element.name, kind_in_list(structure, id), side);
        growing.weigh(row, element.bytes);
        rows.push(row);
    }
}

fn kind_in_list(structure: &Structure, id: ElementId) -> Kind {
    let is_innermost = structure.children(Some(id)).is_empty();
    if structure.has_files() && structure.is_file(id) {
        Kind::Module
    } else if is_innermost || structure.get(id).kind.eq_ignore_ascii_case("class") {
        Kind::Class
    } else {
        Kind::Package
    }
}

/// A place in the list, and parts of a name that are none of its elements.
fn path_in_list<'a>(structure: &'a Structure, id: ElementId, below: Vec<&'a str>) -> Path<'a> {
    let mut scopes: Vec<(&str, Kind)> =
        structure.way_up(id).map(|id| (structure.get(id).name, kind_in_list(structure, id))).collect();
    scopes.reverse();
    let mut below = without_filler(below);
    let function = below.pop().unwrap_or_else(|| structure.get(id).name);
    scopes.extend(below.into_iter().map(|part| (part, Kind::Class)));
    Path { scopes, function }
}

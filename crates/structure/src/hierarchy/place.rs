//! Places functions in the hierarchy.

use super::build::Growing;
use super::{Hierarchy, Kind, NodeId};
use crate::coverage::names_of_path;
use crate::ends::Fit;
use crate::locate::Locator;
use crate::{Structure, name_parts};
use diptych_trace::{Axis, AxisKind, ElementId, FunctionSpec};

/// The information that decides where functions lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Folders and files of functions, and within files the classes in their names.
    FilesAndNames,
    /// Qualified names alone ([`name_parts`]).
    Names,
    /// Category, module or package that the format names. RSF states elements this way.
    Categories,
    /// A list of paths, or RSF without calls, given in addition to the trace.
    Listed,
}

/// The input of one side. Identity rules may already have rewritten the texts of functions, so that corresponding
/// functions and folders become the same elements.
#[derive(Debug, Clone, Copy, Default)]
pub struct SideInput<'a> {
    /// Functions of the trace, by id.
    pub functions: &'a [FunctionSpec<'a>],
    /// Elements that the trace states itself ([`super::StatedElements`]), for [`Source::Categories`], including those that
    /// never ran.
    pub elements: &'a [Vec<&'a str>],
    /// Elements that call as a whole (lanes of an RSF file), by lane id; empty for lanes without calls. No entries for
    /// other formats.
    pub callers: &'a [Vec<&'a str>],
    /// List, for [`Source::Listed`].
    pub structure: Option<&'a Structure>,
}

/// A hierarchy, and the place of each side's functions in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// Tree of both sides.
    pub hierarchy: Hierarchy,
    /// Places of A and of B. With one trace, those of B are empty.
    pub sides: [PlacedSide; 2],
}

impl Placement {
    /// Returns the places of all functions and callers of both sides.
    pub fn ran(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.sides.iter().flat_map(|side| side.of_function.iter().chain(&side.of_caller).copied())
    }
}

/// The places of one side's functions and callers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlacedSide {
    /// Element of each function, by id, always of [`Kind::Function`].
    pub of_function: Vec<NodeId>,
    /// Element of each lane that calls as a whole; the root for lanes without calls.
    pub of_caller: Vec<NodeId>,
    /// Number of functions that no element of the list fits. They lie in [`UNMAPPED`].
    pub unmapped: u32,
    /// Number of functions that several elements of the list fit equally well. They lie in [`UNMAPPED`] too.
    pub ambiguous: u32,
}

/// Name of the package for functions that no element of the list fits, or several.
pub const UNMAPPED: &str = "(unmapped)";

/// Name of the function that calls for an element when the format names no function.
pub const ANY_FUNCTION: &str = "(function unknown)";

impl Source {
    /// Returns the most specific source available: the list, if there is one; categories, if the format states calls
    /// between elements; files, if at least half of the functions have one; otherwise names.
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

/// Builds one tree for both sides (B may be empty) and places each function in it. O(length of all paths and names, and
/// sorting them).
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

/// The elements around a function, from the outermost in, and its name there.
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

/// Returns the elements of a path whose names may be qualified themselves.
fn scopes_of<'a>(path: &[&'a str]) -> Vec<(&'a str, Kind)> {
    as_scopes(path.iter().flat_map(|name| name_parts(name)).collect())
}

/// Returns names of unknown kind as elements: the last is a class, those before it are packages.
fn as_scopes(parts: Vec<&str>) -> Vec<(&str, Kind)> {
    let last = parts.len().saturating_sub(1);
    let kind = |place: usize| if place == last { Kind::Class } else { Kind::Package };
    parts.into_iter().zip((0..).map(kind)).collect()
}

/// Removes the part that Python puts between a function and a function defined in it.
fn without_filler(mut parts: Vec<&str>) -> Vec<&str> {
    parts.retain(|&part| part != "<locals>");
    parts
}

fn add_list(growing: &mut Growing, structure: &Structure, side: usize) {
    // Parents come before their children.
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

/// Returns the path of a function in the list, followed by the parts of its name that are not in the list.
fn path_in_list<'a>(structure: &'a Structure, id: ElementId, below: Vec<&'a str>) -> Path<'a> {
    let mut scopes: Vec<(&str, Kind)> =
        structure.way_up(id).map(|id| (structure.get(id).name, kind_in_list(structure, id))).collect();
    scopes.reverse();
    let mut below = without_filler(below);
    let function = below.pop().unwrap_or_else(|| structure.get(id).name);
    scopes.extend(below.into_iter().map(|part| (part, Kind::Class)));
    Path { scopes, function }
}

//! Places functions in the hierarchy.

use super::build::Growing;
use super::prefixes::PrefixGroups;
use super::{Hierarchy, Kind, NodeId, StatedElements};
use crate::coverage::names_of_path;
use crate::ends::Fit;
use crate::locate::Locator;
use crate::qualified::{LOCALS, split_local_function};
use crate::{DEFAULT_ELEMENTS, Structure, name_parts};
use diptych_trace::{Axis, AxisKind, ElementId, FunctionSpec};
use std::borrow::Cow;
use std::collections::BTreeMap;

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
    /// Elements that the trace states itself. Those that never ran count only for [`Source::Categories`].
    pub stated: Option<&'a StatedElements<'a>>,
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
pub const UNKNOWN_FUNCTION: &str = "(function unknown)";

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
    let mut paths = [Vec::new(), Vec::new()];
    for (side, input) in inputs.iter().enumerate() {
        let locator = input.structure.filter(|_| source == Source::Listed).map(Locator::new);
        if let Some(locator) = &locator {
            add_list(&mut growing, locator.structure(), side);
        }
        for function in input.functions {
            let mut path = path_of(source, function);
            if let Some(locator) = &locator {
                let (outer, local) = split_local_function(function.name);
                path = match locator.locate(&FunctionSpec { name: outer, ..*function }) {
                    (Fit::One(id), below) => path_in_list(locator.structure(), id, below, local),
                    (fit, _) => {
                        sides[side].unmapped += u32::from(fit == Fit::None);
                        sides[side].ambiguous += u32::from(fit == Fit::Several);
                        path.scopes.insert(0, (UNMAPPED.into(), Kind::Package));
                        path
                    }
                };
            }
            paths[side].push(path);
        }
        if let Some(stated) = input.stated {
            rows[side].1 = add_stated(&mut growing, stated, source == Source::Categories, side);
        }
    }
    group_by_prefix(&mut paths);
    for (side, paths) in paths.iter().enumerate() {
        rows[side].0 = paths.iter().map(|path| add(&mut growing, path, side)).collect();
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
    scopes: Vec<(Cow<'a, str>, Kind)>,
    function: &'a str,
}

/// Number of functions outside any element from which they are grouped by the beginnings of their names.
const UNGROUPED: usize = 24;

/// Groups functions by the beginnings of their names where nothing else groups them: functions outside any element, and
/// functions directly in a file that holds more of them than a picture shows. Such a file is a binary or an amalgamation.
/// Both sides together decide, so that equal functions are in equal groups.
fn group_by_prefix(paths: &mut [Vec<Path<'_>>; 2]) {
    let mut flat: BTreeMap<Vec<Cow<'_, str>>, Vec<(usize, usize)>> = BTreeMap::new();
    for (side, paths) in paths.iter().enumerate() {
        for (at, path) in paths.iter().enumerate() {
            if path.scopes.last().is_none_or(|(_, kind)| *kind == Kind::Module) {
                let around = path.scopes.iter().map(|(name, _)| name.clone()).collect();
                flat.entry(around).or_default().push((side, at));
            }
        }
    }
    for (around, functions) in flat {
        let groups = PrefixGroups::new(functions.iter().map(|&(side, at)| paths[side][at].function));
        let most = if around.is_empty() { UNGROUPED } else { DEFAULT_ELEMENTS };
        if groups.functions() <= most {
            continue;
        }
        for (side, at) in functions {
            let path = &mut paths[side][at];
            let mut of_function = groups.around(path.function);
            if !around.is_empty() {
                // A file contains classes, not packages: one level of groups.
                of_function.drain(..of_function.len().saturating_sub(1));
            }
            path.scopes.extend(of_function.into_iter().map(|group| {
                let is_outer = around.is_empty() && groups.is_outer(group);
                (format!("{group}*").into(), if is_outer { Kind::Package } else { Kind::Class })
            }));
        }
    }
}

fn add(growing: &mut Growing, path: &Path<'_>, side: usize) -> u32 {
    let scope = add_scopes(growing, &path.scopes, side);
    growing.child(scope, path.function, Kind::Function, side)
}

fn add_scopes(growing: &mut Growing, scopes: &[(Cow<'_, str>, Kind)], side: usize) -> u32 {
    scopes.iter().fold(0, |at, (name, kind)| growing.child(at, name, *kind, side))
}

fn path_of<'a>(source: Source, function: &FunctionSpec<'a>) -> Path<'a> {
    let (outer, local) = split_local_function(function.name);
    // A name that ends in a separator has no last part. By the part before, `a::` would be the function `a`.
    let mut parts = if ends_in_separator(outer) { Vec::new() } else { without_filler(name_parts(outer)) };
    let last = parts.pop().unwrap_or(function.name);
    let name = local.unwrap_or(last);
    match source {
        Source::FilesAndNames | Source::Listed if !function.file.is_empty() => {
            let files: Vec<&str> = names_of_path(function.file).collect();
            let folders = files.len().saturating_sub(1);
            let of_file = |place: usize| if place == folders { Kind::Module } else { Kind::Package };
            let mut scopes: Vec<_> =
                files.into_iter().enumerate().map(|(place, name)| (name.into(), of_file(place))).collect();
            scopes.extend(parts.into_iter().map(|part| (part.into(), Kind::Class)));
            Path { scopes, function: name }
        }
        Source::Categories if !function.category.is_empty() => {
            Path { scopes: as_scopes(name_parts(function.category)), function: name }
        }
        _ => Path { scopes: as_scopes(parts), function: name },
    }
}

/// Returns true if a separator follows the last part of a name.
fn ends_in_separator(name: &str) -> bool {
    let Some(last) = name_parts(name).last().copied() else { return false };
    // A part is a piece of the name.
    let end = last.as_ptr() as usize + last.len() - name.as_ptr() as usize;
    name[end..].ends_with(['.', ':', '/', '\\', '#', '$'])
}

/// Returns names of unknown kind as elements: the last is a class, those before it are packages.
fn as_scopes(parts: Vec<&str>) -> Vec<(Cow<'_, str>, Kind)> {
    let last = parts.len().saturating_sub(1);
    let kind = |place: usize| if place == last { Kind::Class } else { Kind::Package };
    parts.into_iter().enumerate().map(|(place, name)| (name.into(), kind(place))).collect()
}

/// Removes the part that Python puts between a function and a function defined in it.
fn without_filler(mut parts: Vec<&str>) -> Vec<&str> {
    parts.retain(|&part| part != LOCALS);
    parts
}

/// Adds the elements that call as a whole, with a function that calls for each, and all other elements if `also_others`.
/// Returns the row of each caller's function; the root's for lanes without calls. O(length of names).
///
/// Names may be qualified themselves. The innermost name of an element is a class, unless others lie in it; all names
/// around it are packages.
fn add_stated(
    growing: &mut Growing,
    stated: &StatedElements<'_>,
    also_others: bool,
    side: usize,
) -> Vec<u32> {
    let mut places: Vec<Option<u32>> = vec![None; stated.rows.len()];
    // A loop, not recursion, since elements may be deep.
    let mut missing = Vec::new();
    let mut add_row = |growing: &mut Growing, row: u32| {
        let mut next = Some(row);
        while let Some(at) = next.filter(|&at| places[at as usize].is_none()) {
            missing.push(at);
            next = stated.rows[at as usize].parent;
        }
        let mut place = next.and_then(|at| places[at as usize]).unwrap_or(0);
        while let Some(at) = missing.pop() {
            for part in name_parts(stated.rows[at as usize].name) {
                growing.contain_others(place);
                place = growing.child(place, part, Kind::Class, side);
            }
            places[at as usize] = Some(place);
        }
        place
    };
    if also_others {
        for row in 0..stated.elements as u32 {
            add_row(growing, row);
        }
    }
    let caller = |row: &Option<u32>| {
        row.map_or(0, |row| {
            let around = add_row(growing, row);
            growing.child(around, UNKNOWN_FUNCTION, Kind::Function, side)
        })
    };
    stated.callers.iter().map(caller).collect()
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

/// Returns the path of a function in the list, followed by the parts of its name that are not in the list. `local` is the
/// name of a function inside another one, as [`split_local_function`] returns it.
fn path_in_list<'a>(
    structure: &'a Structure,
    id: ElementId,
    below: Vec<&'a str>,
    local: Option<&'a str>,
) -> Path<'a> {
    let name_and_kind = |id: ElementId| (structure.get(id).name.into(), kind_in_list(structure, id));
    let mut scopes: Vec<(Cow<'_, str>, Kind)> = structure.way_up(id).map(name_and_kind).collect();
    scopes.reverse();
    let mut below = without_filler(below);
    let last = below.pop().unwrap_or_else(|| structure.get(id).name);
    scopes.extend(below.into_iter().map(|part| (part.into(), Kind::Class)));
    Path { scopes, function: local.unwrap_or(last) }
}

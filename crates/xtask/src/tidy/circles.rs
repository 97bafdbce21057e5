//! Checks that files of a crate do not use each other in large circles. A file is a module; it uses another if it names
//! something of it. A re-export counts as a sign, not as a use: the file that names it uses the file behind it.
//!
//! A circle mostly comes about when a file holds both a list of things and a type or a helper that these things use.
//! The type or the helper then moves to a file of its own.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use super::rust::is_test;
use super::sources::{SourceFile, Sources};

/// Largest circle that every crate may have: a module with a child or two.
const MOST: usize = 3;

/// Crates with larger circles, and the size of their largest one. Numbers here only ever fall.
const LARGER: &[(&str, usize)] = &[];

/// Path of a module from the root of its crate.
type Module = Vec<String>;

/// Returns every circle that is larger than it may be, and every number of [`LARGER`] that is too large.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut crates: BTreeMap<&str, Vec<&SourceFile>> = BTreeMap::new();
    for file in sources.with_extension("rs").filter(|file| file.is_product_code()) {
        crates.extend(
            file.crate_folder()
                .map(|folder| (folder, Vec::new()))
                .filter(|(folder, _)| !crates.contains_key(folder)),
        );
        if let Some(files) = file.crate_folder().and_then(|folder| crates.get_mut(folder)) {
            files.push(file);
        }
    }
    let mut violations = Vec::new();
    for (folder, files) in crates {
        let crate_modules = CrateModules::new(folder, &files);
        let uses = crate_modules.uses();
        let circles = circles(&uses);
        let largest = circles.iter().map(BTreeSet::len).max().unwrap_or(0);
        let allowed = LARGER.iter().find(|(of, _)| *of == folder).map_or(MOST, |&(_, size)| size);
        for circle in circles.iter().filter(|circle| circle.len() > allowed) {
            let count = circle.len();
            let names: Vec<String> = circle.iter().map(|module| name_of(module)).collect();
            let links: Vec<String> =
                links(circle, &uses).map(|(user, used)| crate_modules.in_words(user, used)).collect();
            violations.push(format!(
                "crates/{folder}: {count} files use each other in a circle, {allowed} may: {}. Without these uses it would be \
                 open: {}",
                names.join(", "),
                links.join("; ")
            ));
        }
        if allowed > MOST && largest < allowed {
            violations
                .push(format!("crates/{folder}: the largest circle has {largest} files: lower its number"));
        }
    }
    violations
}

/// The modules that each module of a crate uses.
type Uses<'a> = BTreeMap<&'a Module, BTreeSet<&'a Module>>;

/// Returns the groups of at least two files that use each other, directly or by way of others.
fn circles<'a>(uses: &Uses<'a>) -> Vec<BTreeSet<&'a Module>> {
    let reached: Uses<'a> = uses.keys().map(|&module| (module, reached_from(module, uses))).collect();
    let mut left: BTreeSet<&Module> = uses.keys().copied().collect();
    let mut circles = Vec::new();
    while let Some(module) = left.pop_first() {
        let around = reached[module].iter().filter(|other| reached[*other].contains(module));
        let circle: BTreeSet<&Module> = around.copied().chain([module]).collect();
        left.retain(|other| !circle.contains(other));
        if circle.len() > 1 {
            circles.push(circle);
        }
    }
    circles
}

/// Returns a few uses that hold a circle together: without them no more than [`MOST`] files use each other. Each is the
/// one without which the circles that remain are smallest.
fn links<'a>(
    circle: &BTreeSet<&'a Module>,
    uses: &Uses<'a>,
) -> impl Iterator<Item = (&'a Module, &'a Module)> {
    let within = |used: &BTreeSet<&'a Module>| used.intersection(circle).copied().collect();
    let mut left: Uses<'a> = circle.iter().map(|&module| (module, within(&uses[module]))).collect();
    std::iter::from_fn(move || {
        circles(&left).iter().any(|circle| circle.len() > MOST).then_some(())?;
        let all = left.iter().flat_map(|(&user, used)| used.iter().map(move |&used| (user, used)));
        let (user, used) = all.min_by_key(|&(user, used)| {
            let remaining = circles(&without(&left, user, used));
            remaining.iter().map(|circle| circle.len().pow(2)).sum::<usize>()
        })?;
        left = without(&left, user, used);
        Some((user, used))
    })
}

/// Returns all uses but one.
fn without<'a>(uses: &Uses<'a>, user: &'a Module, used: &Module) -> Uses<'a> {
    let mut uses = uses.clone();
    uses.entry(user).and_modify(|all| {
        all.remove(used);
    });
    uses
}

/// The modules of a crate, and what each uses and re-exports.
struct CrateModules {
    modules: BTreeMap<Module, Names>,
}

/// The paths that a file names.
#[derive(Default)]
struct Names {
    used: Vec<Vec<String>>,
    /// Re-exported names with the paths behind them.
    exported: BTreeMap<String, Vec<String>>,
    /// Number of inline modules around the visited item.
    depth: usize,
}

impl CrateModules {
    fn new(folder: &str, files: &[&SourceFile]) -> Self {
        let mut modules = BTreeMap::new();
        for file in files {
            let Some(module) = module_of(folder, &file.path) else { continue };
            let mut names = Names::default();
            if let Some(tree) = &file.rust {
                names.visit_file(tree);
            }
            modules.insert(module, names);
        }
        Self { modules }
    }

    /// Returns the modules that each module uses.
    fn uses(&self) -> Uses<'_> {
        self.modules.iter().map(|(module, names)| (module, self.used_by(module, names))).collect()
    }

    /// Returns a use with the names by which it comes about, such as `a → b (crate::b::B)`.
    fn in_words(&self, user: &Module, used: &Module) -> String {
        let paths = self.modules[user].used.iter();
        let names: BTreeSet<String> = paths
            .filter(|path| self.resolved(user, path, 0) == Some(used))
            .map(|path| path.join("::"))
            .collect();
        let names: Vec<String> = names.into_iter().collect();
        format!("{} → {} ({})", name_of(user), name_of(used), names.join(", "))
    }

    fn used_by(&self, module: &Module, names: &Names) -> BTreeSet<&Module> {
        let found = names.used.iter().filter_map(|path| self.resolved(module, path, 0));
        found.filter(|used| *used != module).collect()
    }

    /// Returns the module that a path of a file leads to, behind re-exports. `None` for paths into other crates.
    fn resolved(&self, from: &Module, path: &[String], depth: usize) -> Option<&Module> {
        let mut rest = path;
        let mut at = match path.first()?.as_str() {
            "crate" => Module::new(),
            "self" => from.clone(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            first => {
                let child = joined(from, first);
                self.modules.contains_key(&child).then_some(())?;
                from.clone()
            }
        };
        if ["crate", "self", "super"].contains(&path[0].as_str()) {
            rest = &rest[1..];
        }
        while rest.first().is_some_and(|first| first == "super") {
            at.pop()?;
            rest = &rest[1..];
        }
        while let Some(child) = rest.first().map(|first| joined(&at, first)) {
            if !self.modules.contains_key(&child) {
                break;
            }
            at = child;
            rest = &rest[1..];
        }
        let (module, names) = self.modules.get_key_value(&at)?;
        let behind = rest.first().and_then(|name| names.exported.get(name)).filter(|_| depth < 6);
        let behind = behind.and_then(|path| {
            let whole: Vec<String> = path.iter().chain(&rest[1..]).cloned().collect();
            self.resolved(&at, &whole, depth + 1)
        });
        Some(behind.unwrap_or(module))
    }
}

/// Returns all modules that a module uses, directly or by way of others.
fn reached_from<'a>(module: &'a Module, uses: &Uses<'a>) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut left = vec![module];
    while let Some(next) = left.pop() {
        left.extend(uses[next].iter().filter(|used| reached.insert(**used)));
    }
    reached
}

fn joined(module: &Module, child: &str) -> Module {
    module.iter().map(String::as_str).chain([child]).map(str::to_owned).collect()
}

fn name_of(module: &Module) -> String {
    if module.is_empty() { "lib".to_owned() } else { module.join("::") }
}

/// Returns the module of a file of a crate. A binary's root counts as a module beside the library's.
fn module_of(folder: &str, path: &str) -> Option<Module> {
    let path = path.strip_prefix(&format!("crates/{folder}/src/"))?.strip_suffix(".rs")?;
    let mut module: Module = path.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod") || ["lib", "main"].contains(&path) {
        module.pop();
    }
    Some(module)
}

/// Collects the paths of a tree of imports.
fn imported(tree: &syn::UseTree, before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let with =
        |name: &syn::Ident| -> Vec<String> { before.iter().cloned().chain([name.to_string()]).collect() };
    match tree {
        syn::UseTree::Path(path) => imported(&path.tree, &with(&path.ident), found),
        syn::UseTree::Group(group) => group.items.iter().for_each(|item| imported(item, before, found)),
        syn::UseTree::Name(name) if name.ident == "self" => {
            found.push((before.last().cloned().unwrap_or_default(), before.to_vec()));
        }
        syn::UseTree::Name(name) => found.push((name.ident.to_string(), with(&name.ident))),
        syn::UseTree::Rename(rename) => found.push((rename.rename.to_string(), with(&rename.ident))),
        syn::UseTree::Glob(_) => found.push(("*".to_owned(), before.to_vec())),
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.depth += 1;
        visit::visit_item_mod(self, item);
        self.depth -= 1;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut found = Vec::new();
        imported(&item.tree, &[], &mut found);
        if matches!(item.vis, syn::Visibility::Inherited) {
            found.retain(|(_, path)| self.is_known(path));
            self.used.extend(found.into_iter().map(|(_, path)| path));
        } else {
            self.exported.extend(found);
        }
    }

    // `pub(in crate::a)` uses nothing of `a`.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 && self.is_known(&segments) {
            self.used.push(segments);
        }
        visit::visit_path(self, path);
    }
}

impl Names {
    /// Returns true if a path means the same as outside of inline modules.
    fn is_known(&self, path: &[String]) -> bool {
        self.depth == 0 || path.first().is_some_and(|first| first == "crate")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(files: &[(&str, &str)]) -> Vec<String> {
        check(&Sources::of(files))
    }

    /// Returns four files of which each uses the next, and the last one `back`.
    fn chain(back: &str) -> Vec<String> {
        violations(&[
            ("crates/scene/src/a.rs", "use crate::b::B;"),
            ("crates/scene/src/b.rs", "fn b() { crate::c::c() }"),
            ("crates/scene/src/c.rs", "pub mod inner;"),
            ("crates/scene/src/c/inner.rs", "use super::super::d;"),
            ("crates/scene/src/d.rs", back),
            ("crates/scene/src/lib.rs", "mod a; mod b; pub mod c; pub mod d; pub use a::A;"),
        ])
    }

    #[test]
    fn large_circles_are_listed_with_their_files() {
        let files = [
            ("crates/scene/src/lib.rs", "mod a; mod b; mod c; mod d; pub use a::A;"),
            ("crates/scene/src/a.rs", "use crate::b::B;"),
            ("crates/scene/src/b.rs", "use crate::{c::{self, C}, x};"),
            ("crates/scene/src/c.rs", "fn c() -> super::d::D {}"),
            // The root only shows the file `a`.
            ("crates/scene/src/d.rs", "use crate::A;"),
        ];
        let found = violations(&files);
        let wanted = "crates/scene: 4 files use each other in a circle, 3 may: a, b, c, d. Without these uses it would be open: \
                      a → b (crate::b::B)";
        assert_eq!(found, [wanted]);
    }

    #[test]
    fn calls_into_child_modules_count() {
        let child = |back: &str| format!("use super::{back};");
        let files = [
            ("crates/scene/src/list.rs", "mod a; mod b; mod c; fn all() { a::a(); b::b(); c::c() }"),
            ("crates/scene/src/list/a.rs", &child("Kind")),
            ("crates/scene/src/list/b.rs", &child("Kind")),
            ("crates/scene/src/list/c.rs", &child("Kind")),
        ];
        assert_eq!(violations(&files).len(), 1);
        let apart = files.map(|(path, text)| (path, text.replace("super::Kind", "crate::kind::Kind")));
        let apart: Vec<(&str, &str)> = apart.iter().map(|(path, text)| (*path, text.as_str())).collect();
        assert!(violations(&apart).is_empty());
    }

    #[test]
    fn small_circles_tests_and_chains_pass() {
        assert!(chain("use std::fmt;").is_empty());
        assert!(chain("#[cfg(test)]\nmod tests { use crate::a::A; }").is_empty());
        let three = [
            ("crates/scene/src/a.rs", "use super::b::B;"),
            ("crates/scene/src/b.rs", "use crate::c::C;"),
            ("crates/scene/src/c.rs", "use crate::a::A;"),
        ];
        assert!(violations(&three).is_empty());
    }
}

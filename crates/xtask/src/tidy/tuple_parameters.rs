//! Checks that parameters of functions are not tuples. A caller of `draw((shape, rows), (top, true))` cannot see what
//! the parts are; two parameters or a struct say it. Parameters of closures may be tuples, because iterators pass them.

use std::collections::BTreeMap;

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::rust::is_test;
use super::sources::Sources;

/// Crates that still have such parameters, with their number. Numbers here only ever fall.
const LEFT: &[(&str, usize)] = &[
    ("cli", 3),
    ("compare", 16),
    ("desk-compare", 4),
    ("engine", 1),
    ("formats", 5),
    ("profile", 1),
    ("render", 5),
    ("render-wasm", 1),
    ("scene", 3),
    ("testkit", 1),
    ("trace", 1),
    ("views", 9),
    ("xtask", 2),
];

/// Returns the tuple parameters of each crate with more than [`LEFT`] allows, and every number that is too large.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut by_crate: BTreeMap<&str, Vec<String>> = LEFT.iter().map(|&(of, _)| (of, Vec::new())).collect();
    for file in sources.with_extension("rs").filter(|file| file.is_product_code()) {
        let (Some(folder), Some(tree)) = (file.crate_folder(), &file.rust) else { continue };
        let mut parameters = TupleParameters::default();
        parameters.visit_file(tree);
        let places = parameters
            .found
            .into_iter()
            .map(|(line, function)| format!("{}:{line}: a parameter of `{function}` is a tuple", file.path));
        by_crate.entry(folder).or_default().extend(places);
    }
    let mut violations = Vec::new();
    for (folder, places) in by_crate {
        let allowed = LEFT.iter().find(|(of, _)| *of == folder).map_or(0, |&(_, count)| count);
        let count = places.len();
        if count > allowed {
            violations.push(format!("crates/{folder}: {count} parameters are tuples, {allowed} may:"));
            violations.extend(places);
        } else if count < allowed {
            violations.push(format!("crates/{folder}: {count} parameters are tuples: lower its number"));
        }
    }
    violations
}

/// The tuple parameters of a file outside of tests: line and function of each.
#[derive(Default)]
struct TupleParameters {
    found: Vec<(usize, String)>,
}

impl<'ast> Visit<'ast> for TupleParameters {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        for input in &signature.inputs {
            if let syn::FnArg::Typed(parameter) = input
                && is_tuple(&parameter.ty)
            {
                self.found.push((parameter.span().start().line, signature.ident.to_string()));
            }
        }
        visit::visit_signature(self, signature);
    }
}

/// Returns true for a tuple of at least two parts and for references to one.
fn is_tuple(of: &syn::Type) -> bool {
    match of {
        syn::Type::Tuple(tuple) => tuple.elems.len() > 1,
        syn::Type::Reference(reference) => is_tuple(&reference.elem),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(text: &str) -> Vec<String> {
        let found = check(&Sources::of(&[("crates/site/src/lib.rs", text)]));
        found.into_iter().filter(|violation| violation.starts_with("crates/site")).collect()
    }

    #[test]
    fn tuple_parameters_are_listed_with_their_places() {
        let found = violations("impl Page {\n    fn draw(&self,\n        (a, b): &(u32, bool)) {}\n}\n");
        assert_eq!(found[0], "crates/site: 1 parameters are tuples, 0 may:");
        assert_eq!(found[1..], ["crates/site/src/lib.rs:3: a parameter of `draw` is a tuple"]);
    }

    #[test]
    fn closures_units_structs_and_tests_pass() {
        let text = "fn f(a: u32, b: (), c: [u8; 2], d: &[(u32, u32)]) { d.iter().map(|(a, b)| a + b) }\n\
                    #[cfg(test)]\nmod tests { fn g((a, b): (u32, u32)) {} }\n";
        assert!(violations(text).is_empty());
    }
}

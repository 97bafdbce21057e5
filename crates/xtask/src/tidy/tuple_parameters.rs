//! Checks that parameters of functions are not tuples. A caller of `draw((shape, rows), (top, true))` cannot see what
//! the parts are; two parameters or a struct say it. Parameters of closures may be tuples, because iterators pass them.

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::rust::is_test;
use super::sources::Sources;

/// Returns every tuple parameter of product code.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let mut violations = Vec::new();
    for file in sources.with_extension("rs").filter(|file| file.is_product_code()) {
        let Some(tree) = &file.rust else { continue };
        let mut parameters = TupleParameters::default();
        parameters.visit_file(tree);
        violations.extend(
            parameters.found.into_iter().map(|(line, function)| {
                format!("{}:{line}: a parameter of `{function}` is a tuple", file.path)
            }),
        );
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
        check(&Sources::of(&[("crates/site/src/lib.rs", text)]))
    }

    #[test]
    fn tuple_parameters_are_listed_with_their_places() {
        let found = violations("impl Page {\n    fn draw(&self,\n        (a, b): &(u32, bool)) {}\n}\n");
        assert_eq!(found, ["crates/site/src/lib.rs:3: a parameter of `draw` is a tuple"]);
    }

    #[test]
    fn closures_units_structs_and_tests_pass() {
        let text = "fn f(a: u32, b: (), c: [u8; 2], d: &[(u32, u32)]) { d.iter().map(|(a, b)| a + b) }\n\
                    #[cfg(test)]\nmod tests { fn g((a, b): (u32, u32)) {} }\n";
        assert!(violations(text).is_empty());
    }
}

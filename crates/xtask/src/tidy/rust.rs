//! Reads Rust files: names, functions and calls outside of test code, with their lines.

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

/// A function and its lines, both ends included.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) first_line: usize,
    pub(crate) last_line: usize,
}

/// A name such as `std::env::var`, as written or as imported, and its line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) path: String,
    pub(crate) line: usize,
}

/// The relevant parts of non-test code.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) functions: Vec<Function>,
    pub(crate) names: Vec<Name>,
    /// Calls with at least one literal argument: the called path, the number of literals, the line.
    pub(crate) literal_calls: Vec<(String, usize, usize)>,
    pub(crate) strings: Vec<(String, usize)>,
    /// Number of lines of test modules and test functions.
    pub(crate) test_lines: usize,
}

/// Reads a parsed file.
pub(crate) fn code(file: &syn::File) -> Code {
    let mut code = Code::default();
    if !is_test(&file.attrs) {
        code.visit_file(file);
    }
    code
}

/// Returns true if attributes mark an item as a test or as for tests only.
pub(crate) fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let cfg_test = path.is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|argument| argument.is_ident("test"));
        path.is_ident("test") || cfg_test
    })
}

fn lines(spanned: &impl syn::spanned::Spanned) -> (usize, usize) {
    let span = spanned.span();
    (span.start().line, span.end().line)
}

fn joined(path: &syn::Path) -> String {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}

impl Code {
    fn function(&mut self, name: &syn::Ident, whole: &impl syn::spanned::Spanned) {
        let (first_line, last_line) = lines(whole);
        self.functions.push(Function { name: name.to_string(), first_line, last_line });
    }

    fn use_tree(&mut self, tree: &syn::UseTree, prefix: &str) {
        let line = tree.span().start().line;
        let mut name = |ident: &syn::Ident| {
            self.names.push(Name { path: format!("{prefix}{ident}"), line });
        };
        match tree {
            syn::UseTree::Path(path) => self.use_tree(&path.tree, &format!("{prefix}{}::", path.ident)),
            syn::UseTree::Name(leaf) => name(&leaf.ident),
            syn::UseTree::Rename(leaf) => name(&leaf.ident),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.use_tree(item, prefix)),
            syn::UseTree::Glob(_) => self.names.push(Name { path: format!("{prefix}*"), line }),
        }
    }

    /// Collects names inside a macro call, whose tokens are not parsed: runs of identifiers joined by `::`.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut run: Option<Name> = None;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    let line = ident.span().start().line;
                    match run.as_mut().filter(|_| colons == 2) {
                        Some(name) => name.path.extend(["::", &ident.to_string()]),
                        None => self.names.extend(run.replace(Name { path: ident.to_string(), line })),
                    }
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    colons = 0;
                }
                TokenTree::Literal(literal) => {
                    self.strings.push((literal.to_string(), literal.span().start().line));
                }
                TokenTree::Punct(_) => colons = 0,
            }
        }
        self.names.extend(run);
    }
}

impl<'ast> Visit<'ast> for Code {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Const(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Enum(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if is_test(attributes) {
            let (first, last) = lines(item);
            self.test_lines += last + 1 - first;
        } else {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig.ident, item);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig.ident, item);
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.function(&item.sig.ident, item);
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&item.tree, "");
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.names.push(Name { path: joined(path), line: path.span().start().line });
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(called) = &*call.func {
            let literals = call.args.iter().filter(|argument| matches!(argument, syn::Expr::Lit(_))).count();
            if literals > 0 {
                self.literal_calls.push((joined(&called.path), literals, lines(call).0));
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.strings.push((literal.value(), literal.span().start().line));
    }

    // Documentation is prose, not code.
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Code {
        code(&syn::parse_file(text).unwrap())
    }

    fn names(text: &str) -> Vec<String> {
        read(text).names.into_iter().map(|name| name.path).collect()
    }

    #[test]
    fn names_are_found_in_imports_paths_and_macros() {
        let found = names(
            "use std::{env, time::{Instant as Clock, *}};\nfn f() { a::b(); println!(\"{}\", c::d::e(g)); }",
        );
        for name in ["std::env", "std::time::Instant", "std::time::*", "a::b", "c::d::e", "g"] {
            assert!(found.iter().any(|path| path == name), "{name} in {found:?}");
        }
    }

    #[test]
    fn test_code_is_left_out_and_counted() {
        let text =
            "fn f() {}\n#[cfg(test)]\nmod tests {\n    use std::env;\n    fn g() {}\n}\n#[test]\nfn t() {}\n";
        let code = read(text);
        assert_eq!(code.functions.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["f"]);
        assert!(code.names.iter().all(|name| name.path != "std::env"));
        assert_eq!(code.test_lines, 7);
    }

    #[test]
    fn functions_know_their_lines() {
        let code =
            read("struct S;\nimpl S {\n    fn a(&self) {\n        1;\n    }\n}\ntrait T { fn b(); }\n");
        let lines = |f: &Function| (f.name.clone(), f.first_line, f.last_line);
        assert_eq!(
            code.functions.iter().map(lines).collect::<Vec<_>>(),
            [("a".to_owned(), 3, 5), ("b".to_owned(), 7, 7),]
        );
    }

    #[test]
    fn literal_calls_and_strings_are_found() {
        let code = read("const A: C = Rgba::new(1, 2, x, 4);\nfn f() { g(\"text\"); }");
        assert_eq!(code.literal_calls[0], ("Rgba::new".to_owned(), 3, 1));
        assert_eq!(code.strings, [("text".to_owned(), 2)]);
    }
}

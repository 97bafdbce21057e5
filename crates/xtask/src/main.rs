//! Build, serve, check, bless: one file per verb, each called by the npm script of the same name.
//!
//! Nothing here is part of the page or of the `diptych` command. Verbs find the workspace through this crate's own
//! folder, so they run from any folder.

#![forbid(unsafe_code)]

mod bench;
mod bless;
mod browser;
mod build;
mod build_table;
mod deny;
mod files;
mod fmt;
mod fuzz;
mod generated;
mod notices;
mod pack;
mod peers;
mod pictures;
mod process;
mod reproduce;
mod sbom;
mod sections;
mod serve;
mod setup;
mod sizes;
mod soak;
mod stages;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

/// A verb of xtask: its name, its help line and its function.
struct Verb {
    name: &'static str,
    help: &'static str,
    run: fn(&[String]) -> anyhow::Result<()>,
}

/// All verbs, in the order in which the help lists them.
const VERBS: &[Verb] = &[
    Verb { name: "setup", help: "install what the other verbs need", run: setup::verb },
    Verb { name: "build", help: "make dist/ [--quick | --dev: sooner, larger, slower]", run: build::verb },
    Verb {
        name: "page",
        help: "make dist/ and dist-npm/ from the wasm files as they are",
        run: build::page_verb,
    },
    Verb {
        name: "serve",
        help: "build, then serve dist/ [--no-build | --release | --dev] [--port N] [--base /path/]",
        run: serve::verb,
    },
    Verb { name: "test", help: "run every check [--deep: more property test cases]", run: test::verb },
    Verb { name: "fmt", help: "format Rust and TypeScript", run: fmt::verb },
    Verb { name: "tidy", help: "check the rules that compilers do not know", run: tidy::verb },
    Verb { name: "lint", help: "check TypeScript's layout and rules", run: test::lint_verb },
    Verb { name: "web", help: "check the shell's types and run its unit tests", run: test::web_verb },
    Verb {
        name: "browser",
        help: "run the browser tests [--no-build] [--dev] [Playwright's options]",
        run: test::browser_verb,
    },
    Verb {
        name: "firefox",
        help: "run the tests in Firefox [--no-build] [--dev] [Playwright's options]",
        run: test::firefox_verb,
    },
    Verb { name: "sizes", help: "measure dist/ against the budgets", run: sizes::verb },
    Verb {
        name: "bench",
        help: "measure into docs/benchmarks.md [--a FILE --b FILE]… [--file FILE]… [--runs N] [--no-build]",
        run: bench::verb,
    },
    Verb {
        name: "peers",
        help: "measure other viewers beside the page into docs/benchmarks.md [--largest CALLS] [--no-build]",
        run: peers::verb,
    },
    Verb {
        name: "soak",
        help: "use one tab for long and watch its memory [--rounds N] [--write] [--no-build]",
        run: soak::verb,
    },
    Verb {
        name: "pictures",
        help: "photograph the page for README and docs, into docs/pictures [--no-build]",
        run: pictures::verb,
    },
    Verb {
        name: "notices",
        help: "write www/notices.txt, the licences of linked crates and packages; needs cargo-about",
        run: notices::verb,
    },
    Verb {
        name: "deny",
        help: "check licences, bans and sources of dependencies [--advisories]; needs cargo-deny",
        run: deny::verb,
    },
    Verb {
        name: "sbom",
        help: "write the components of the command and of the page, as CycloneDX, into target/sbom",
        run: sbom::verb,
    },
    Verb {
        name: "pack",
        help: "pack a release: page OUT | command TARGET OUT | checksums OUT",
        run: pack::verb,
    },
    Verb {
        name: "reproduce",
        help: "build the committed page twice in different folders and compare the bytes",
        run: reproduce::verb,
    },
    Verb {
        name: "fuzz",
        help: "fuzz the decoders with libFuzzer [TARGET…] [--seconds N] [--keep]; needs c++",
        run: fuzz::verb,
    },
    Verb { name: "types", help: "write web/src/generated/ anew", run: generated::verb },
    Verb { name: "bless", help: "write goldens, snapshots and generated files anew", run: bless::verb },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, rest) = match arguments.split_first() {
        Some((name, rest)) => (name.as_str(), rest),
        None => ("help", &[][..]),
    };
    let Some(verb) = VERBS.iter().find(|verb| verb.name == name) else {
        print_help();
        return if name == "help" { ExitCode::SUCCESS } else { ExitCode::from(2) };
    };
    match (verb.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(err) => {
            eprintln!("\nxtask {name}: {err:#}");
            ExitCode::FAILURE
        }
    }
}

fn print_help() {
    println!("Usage: npm run xtask -- VERB [OPTIONS]\n");
    for verb in VERBS {
        println!("  {:9} {}", verb.name, verb.help);
    }
}

//! Drives one fuzz target with libFuzzer.
//!
//! `DIPTYCH_FUZZ_TARGET` names the target, and all arguments are libFuzzer's own. Without the variable the program lists
//! the targets, one a line: the name, then the folders with inputs to start from.

#![no_main]

use std::sync::OnceLock;

static TARGET: OnceLock<&diptych_fuzz::Target> = OnceLock::new();

/// Finds the target, or lists all and ends the program.
fn choose() {
    let Some(name) = std::env::var_os("DIPTYCH_FUZZ_TARGET") else {
        for target in diptych_fuzz::TARGETS {
            println!("{} {}", target.name, target.seeds.join(" "));
        }
        std::process::exit(0);
    };
    let Some(target) = name.to_str().and_then(diptych_fuzz::find) else {
        eprintln!("DIPTYCH_FUZZ_TARGET names no target: {}", name.display());
        std::process::exit(2);
    };
    TARGET.get_or_init(|| target);
}

libfuzzer_sys::fuzz_target!(init: choose(), |bytes: &[u8]| {
    if let Some(target) = TARGET.get() {
        (target.check)(bytes);
    }
});

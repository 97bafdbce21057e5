//! The native half of `npm run bench`. Each process runs one command, so that its peak of memory is that of the
//! command. It writes one JSON object to standard output.
//!
//! * `measure generate FOLDER` writes traces of stated sizes and shapes, the same bytes every time.
//! * `measure files FOLDER` writes a large file of every format.
//! * `measure file FORMAT CALLS FILE` writes a file of one format with this many calls.
//! * `measure read FILE` reads a file.
//! * `measure compare A B` compares the pair, step by step and as the page does.
//! * `measure synthetic` compares generated pairs with properties that no recording here has.
//! * `measure profile` makes call trees, flame graphs and funky graphs of traces of stated sizes.
//! * `measure scaling CALLS` measures every analysis and view for a pair of this many calls a side.
//! * `measure layout A B` lays the compared pair out along the scripted path and writes the path too.

mod compare;
mod files;
mod generate;
mod look;
mod memory;
mod profile;
mod read;
mod scaling;
mod session;
mod synthetic;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: memory::Counted = memory::Counted;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["generate", folder] => generate::all(folder.as_ref()),
        ["files", folder] => files::write(folder.as_ref()),
        ["file", format, calls, file] => files::write_one(format, calls, file.as_ref()),
        ["read", file] => read::measure(file.as_ref()),
        ["synthetic"] => synthetic::measure(),
        ["profile"] => profile::measure(),
        ["scaling", calls] => calls.parse().map_err(Error::from).and_then(scaling::measure),
        ["compare", a, b] => compare::measure([a.as_ref(), b.as_ref()]),
        ["layout", a, b] => look::measure([a.as_ref(), b.as_ref()]),
        _ => {
            Err("usage: measure generate FOLDER | files FOLDER | file FORMAT CALLS FILE | read FILE | compare A B | synthetic | profile | scaling CALLS | layout A B"
                .into())
        }
    };
    match outcome {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("measure: {error}");
            ExitCode::FAILURE
        }
    }
}

/// An error in words.
type Error = Box<dyn std::error::Error>;

//! Writes a fleet with planted regressions: `cargo run -p diptych-cli --example planted_fleet -- FOLDER PAIRS REGRESSIONS`.
//!
//! FOLDER then has the traces, `pairs.csv`, and `truth.csv` with the regressions.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a tool for developers")]

use diptych_testkit::PlantedFleet;
use std::fmt::Write;
use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, pairs, regressions] = &arguments[..] else {
        eprintln!("expected FOLDER PAIRS REGRESSIONS");
        std::process::exit(2);
    };
    let fleet =
        PlantedFleet { pairs: pairs.parse().unwrap(), regressions: regressions.parse().unwrap(), seed: 1 };
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder).unwrap();
    let mut truth = "pair,function,factor\n".to_owned();
    for place in 0..fleet.pairs {
        let pair = fleet.pair(place);
        for (side, trace) in ["a", "b"].iter().zip(&pair.traces) {
            std::fs::write(folder.join(format!("{}-{side}.json", pair.name)), trace).unwrap();
        }
        if let Some((function, factor)) = pair.regression {
            let _ = writeln!(truth, "{},{function},{factor:.2}", pair.name);
        }
    }
    std::fs::write(folder.join("pairs.csv"), fleet.manifest()).unwrap();
    std::fs::write(folder.join("truth.csv"), truth).unwrap();
}

//! Ranks the differences of recordings and prints the time of each step.
//!
//!     cargo run --release -p diptych-compare --example ranking -- A.json[,A2.json…] B.json[,B2.json…] \
//!         [path] [total|call]
#![allow(clippy::unwrap_used, reason = "an example may panic")]

use diptych_compare::ranking::{
    Normalisation, Options, Ranking, Row, RowUnit, Verdict, largest, phases, rank,
};
use diptych_formats::Input;
use diptych_profile::{CallTree, UnionTree};
use diptych_testkit::IdentityTable;
use diptych_trace::{IdentityId, Trace};
use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, words @ ..] = &arguments[..] else { panic!("two lists of files are needed") };
    let mut options = Options::default();
    for word in words {
        match word.as_str() {
            "path" => options.by = RowUnit::Path,
            "total" => options.normalisation = Normalisation::PerTotal,
            "call" => options.normalisation = Normalisation::PerCall,
            other => panic!("{other}: path, total or call"),
        }
    }
    let files =
        [a, b].into_iter().enumerate().flat_map(|(side, list)| list.split(',').map(move |file| (side, file)));
    let mut table = IdentityTable::default();
    let runs: Vec<(usize, Arc<CallTree>)> =
        files.map(|(side, file)| (side, tree(file, &mut table))).collect();
    let union = timed("union tree", || UnionTree::new(&runs));
    let ranking = timed("ranking", || rank(&union, options, &mut |_, _| ()));
    let verdict = timed("verdict", || Verdict::new(&union, &ranking, None));
    let phases = timed("where the change lies", || phases(&union, &ranking, &[]));
    println!("{} paths, {} functions", union.len(), table.len());
    println!("{verdict:#?}\n{:?}", ranking.noise);
    for phase in largest(&phases, 5).into_iter().map(|place| phases[place]) {
        let function = union.identity()[phase.node.index()];
        println!("{:?} {} {:+.0} ns, this path", phase.kind, name(&table, function), phase.delta);
    }
    print(&ranking, &table);
}

/// Returns the call tree of a file, and prints its time as the best of five.
fn tree(file: &str, table: &mut IdentityTable) -> Arc<CallTree> {
    let trace = read(file);
    let identities = table.identify_all(&trace, IdentityTable::plain_key);
    let tree = timed("call tree", || CallTree::new(&trace, &identities, &mut |_, _| ()));
    println!("{file}: {} calls, {} paths", trace.calls().len(), tree.len());
    Arc::new(tree)
}

fn read(file: &str) -> Trace {
    let mut bytes = Vec::new();
    std::fs::File::open(file).unwrap().read_to_end(&mut bytes).unwrap();
    let mut input = Input::new(file);
    for piece in bytes.chunks(1 << 20) {
        input.feed(piece).unwrap();
    }
    input.finish().unwrap().traces.remove(0).1
}

/// Runs some work five times and prints the median time.
fn timed<T>(what: &str, mut work: impl FnMut() -> T) -> T {
    let mut once = || {
        let begun = Instant::now();
        let result = work();
        (begun.elapsed(), result)
    };
    let mut times = Vec::new();
    for _ in 0..4 {
        times.push(once().0);
    }
    let (last, result) = once();
    times.push(last);
    times.sort_unstable();
    println!("{what}: {:?}", times[2]);
    result
}

fn name(table: &IdentityTable, identity: IdentityId) -> String {
    table.key(identity).replace('\u{1f}', " ")
}

fn print(ranking: &Ranking, table: &IdentityTable) {
    let lists = [
        ("slower", &ranking.slower),
        ("faster", &ranking.faster),
        ("new", &ranking.new),
        ("gone", &ranking.gone),
    ];
    for (what, list) in lists {
        println!("{what}: {}", list.len());
        list.iter().take(20).for_each(|row| print_row(row, table));
    }
    println!("under the floor: {}; largest:", ranking.under_floor);
    ranking.largest_under_floor.iter().for_each(|row| print_row(row, table));
}

fn print_row(row: &Row, table: &IdentityTable) {
    let percent = row.own_share.map_or("new".to_owned(), |share| format!("{:+.1} %", share * 100.0));
    let overweight = row.overweight.map_or(String::new(), |times| format!("×{times:.1}"));
    let share = row.responsibility.map_or(String::new(), |share| format!("{:.1} % of change", share * 100.0));
    let [a, b] = row.calls;
    println!(
        "  {:+10.1} µs {percent:>10} {overweight:>7} {share:>18}  {a:>6} → {b:<6} {} {}",
        row.delta / 1000.0,
        name(table, row.identity),
        row.confidence.map_or(String::new(), |of| format!("p {:.4} {:?}", of.p, of.interval)),
    );
}

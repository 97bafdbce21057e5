//! Tests `diptych flame --view funky -o out.svg`: columns agree with the table of functions, and their trees lie within
//! them.

use super::{examples, flame, folder, written};
use std::collections::BTreeMap;

/// A cell of the document.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    name: String,
    row: i64,
    x: f64,
    width: f64,
    y: f64,
    fill: String,
    title: String,
}

fn cells(svg: &str) -> Vec<Cell> {
    let mut found = Vec::new();
    for group in svg.split("<g class=\"n").skip(1) {
        let between = |begin: &str, end: &str| {
            let from = group.find(begin).unwrap() + begin.len();
            group[from..from + group[from..].find(end).unwrap()].to_owned()
        };
        let number = |name: &str| between(&format!(" {name}=\""), "\"").parse::<f64>().unwrap();
        let title = between("<title>", "</title>");
        found.push(Cell {
            name: title.lines().next().unwrap().replace("&lt;", "<").replace("&gt;", ">"),
            row: number("data-r") as i64,
            x: number("x"),
            width: number("width"),
            y: number("y"),
            fill: between(" fill=\"", "\""),
            title: title.replace('\u{202f}', " "),
        });
    }
    found
}

/// Returns a column of the table in ns, by function.
fn column(table: &str, name: &str) -> BTreeMap<String, f64> {
    let mut lines = table.lines();
    let at = lines.next().unwrap().split(',').position(|head| head == name).unwrap();
    let rows = lines.filter(|line| !line.starts_with('"'));
    rows.map(|line| line.split(',').collect::<Vec<_>>())
        .map(|cells| (cells[0].to_owned(), cells[at].parse().unwrap()))
        .collect()
}

#[test]
fn funky_columns_follow_self_and_total() {
    let [file, _] = examples();
    let svg = written("one.svg", &[&file, "--view", "funky"]);
    let table = written("one.csv", &[&file]);
    let (own, total) = (column(&table, "self_ns"), column(&table, "total_ns"));
    let whole: f64 = own.values().sum();
    let cells = cells(&svg);
    let band: Vec<&Cell> = cells.iter().filter(|cell| cell.row == 0).collect();
    assert!(band.len() > 30, "{} columns", band.len());
    for cell in &band {
        assert!((cell.width - own[&cell.name] / whole * 1180.0).abs() < 0.001, "{cell:?}");
        assert!(cell.width >= 3.0, "{cell:?}");
    }
    for two in band.windows(2) {
        assert!(total[&two[0].name] >= total[&two[1].name], "{two:?}");
        assert!((two[0].x + two[0].width - two[1].x).abs() < 0.001, "{two:?}");
    }
    let told = format!("{} of {} functions drawn", band.len(), own.len());
    assert!(svg.contains(&told), "{told}");
    let rest = format!("<title>{} functions under 3\u{202f}px, ", own.len() - band.len());
    assert!(svg.contains(&rest), "{rest}");
    assert!(svg.contains("data-view=\"funky\" ") && svg.contains("data-kind=\"one\""));
}

#[test]
fn funky_trees_stay_within_columns() {
    let files = examples();
    for options in
        [&[files[0].as_str()][..], &[&files[0], &files[1]], &[&files[0], &files[1], "--width", "changes"]]
    {
        let cells = cells(&written("trees.svg", &[options, &["--view", "funky"]].concat()));
        let band: Vec<&Cell> = cells.iter().filter(|cell| cell.row == 0).collect();
        for cell in &cells {
            let column = band
                .iter()
                .find(|of| of.x <= cell.x + 0.001 && cell.x + cell.width <= of.x + of.width + 0.001);
            let column = column.unwrap_or_else(|| panic!("in no column: {cell:?}"));
            assert_eq!(cell.row.signum(), (column.y - cell.y).partial_cmp(&0.0).unwrap() as i64, "{cell:?}");
        }
        let [above, below] =
            [1, -1].map(|sign| cells.iter().filter(|cell| cell.row.signum() == sign).count());
        assert!(above > 100 && below > 100, "{above} above, {below} below");
    }
}

#[test]
fn funky_colours_follow_direction_or_change() {
    let files = examples();
    let blue = |cell: &Cell| {
        let channel = |at: usize| u8::from_str_radix(&cell.fill[at..at + 2], 16).unwrap();
        channel(5) > channel(1)
    };
    for cell in cells(&written("gold.svg", &[&files[0], "--view", "funky"])) {
        assert_eq!(blue(&cell), cell.row < 0, "{cell:?}");
        assert_eq!(cell.title.contains(", self "), cell.row >= 0, "{cell:?}");
    }
    let pair = cells(&written("pair.svg", &[&files[0], &files[1], "--view", "funky"]));
    let hatched = |fill: &str| pair.iter().filter(|cell| cell.fill == format!("url(#{fill})")).count();
    assert!(hatched("gone") > 10 && hatched("new") > 10);
    let gone = pair.iter().find(|cell| cell.fill == "url(#gone)").unwrap();
    assert!(gone.title.contains("(gone, −100 %)"), "{gone:?}");
    // With a floor that nothing exceeds, only hatched cells have a colour.
    let grey = written("grey.svg", &[&files[0], &files[1], "--view", "funky", "--floor-percent", "1000000"]);
    assert!(cells(&grey).iter().all(|cell| cell.fill.starts_with("url") || cell.fill == "#e6e9ed"));
}

#[test]
fn contradicting_flame_options_are_refused() {
    let files = examples();
    let said = |arguments: &[&str]| {
        let output = flame(&[arguments, &["-o", "x.svg"]].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        said(&[&files[0], "--view", "funky", "--invert"]),
        "diptych flame: --invert works with --view flame only: a funky graph has fixed order, direction and folding"
    );
    assert_eq!(said(&[&files[0], "--diff", "own"]), "diptych flame: --diff needs two files");
    assert_eq!(said(&[&files[0], "--floor-us", "5"]), "diptych flame: --floor-us needs two files");
    let output = flame(&[&files[0], "--view", "funky", "-o", "x.folded"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).starts_with("diptych flame: --view works with .svg only")
    );
}

/// Returns functions that call each other six deep, ten each: more paths than one layout handles pairs of.
fn deep_and_wide() -> String {
    fn grow(out: &mut String, path: usize, [from, to]: [u64; 2], depth: u32) {
        let comma = if out.ends_with('[') { "" } else { "," };
        let (name, long) = (path % 10, to - from);
        *out += &format!(r#"{comma}{{"ph":"X","pid":1,"tid":1,"ts":{from},"dur":{long},"name":"f{name}x"}}"#);
        let each = long / 11;
        for child in (0..10).filter(|_| depth > 0) {
            let start = from + each / 2 + child * each;
            grow(out, path * 3 + child as usize, [start, start + each], depth - 1);
        }
    }
    let mut out = "[".to_owned();
    grow(&mut out, 0, [0, 11u64.pow(7)], 5);
    out.push(']');
    out
}

/// The page adds up the largest functions over several layouts. The command waits for all of them.
#[test]
fn rendered_funky_graph_is_complete() {
    let [file, out] = [folder("in").join("deep.json"), folder("out").join("deep.svg")];
    std::fs::write(&file, deep_and_wide()).unwrap();
    let mut diptych = std::process::Command::new(env!("CARGO_BIN_EXE_diptych"));
    let run = diptych.arg("render").arg(&file).args(["--view", "funky", "-o"]).arg(&out).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let svg = std::fs::read_to_string(&out).unwrap();
    assert!(svg.contains("Funky graph: 10 of 10 functions drawn"), "the picture says otherwise");
    assert!(!svg.contains("being added up"));
}

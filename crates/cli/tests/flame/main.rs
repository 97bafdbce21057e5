//! Tests `diptych flame`: its output reads back as the same profile, and agrees with the sums of a plain reader.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod funky;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("flame").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn examples() -> [String; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples");
    ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"]
        .map(|name| folder.join(name).to_str().unwrap().to_owned())
}

fn flame(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_diptych"))
        .env_remove("COLUMNS")
        .arg("flame")
        .args(arguments)
        .output()
        .unwrap()
}

/// Writes a file and reads it. Standard error must stay empty.
fn written(name: &str, arguments: &[&str]) -> String {
    let path = folder("out").join(name);
    let output = flame(&[arguments, &["-o", path.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    std::fs::read_to_string(path).unwrap()
}

/// Writes a trace of calls, in µs.
fn trace(name: &str, calls: &[(u64, u64, &str)]) -> String {
    let event = |(start, duration, name): &(u64, u64, &str)| {
        let name = serde_json::to_string(name).unwrap();
        format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{start},"dur":{duration},"name":{name}}}"#)
    };
    let events: Vec<String> = calls.iter().map(event).collect();
    let path = folder("in").join(name);
    std::fs::write(&path, format!("[{}]", events.join(",\n"))).unwrap();
    path.to_str().unwrap().to_owned()
}

const A: &[(u64, u64, &str)] =
    &[(0, 100, "main"), (10, 40, "run"), (20, 20, "run"), (25, 10, "leaf"), (60, 30, "old")];
const B: &[(u64, u64, &str)] = &[(0, 90, "main"), (10, 50, "run"), (20, 20, "run"), (70, 10, "new")];

/// Self weights by stack.
type Stacks = BTreeMap<Vec<String>, Vec<i64>>;

/// Reads folded stacks, by the rules of `inferno-flamegraph` and `flamegraph.pl` for a line.
fn read_folded(text: &str, weights: usize) -> Stacks {
    let mut stacks = Stacks::new();
    for line in text.lines() {
        let mut parts: Vec<&str> = line.rsplitn(weights + 1, ' ').collect();
        let stack = parts.pop().unwrap().split(';').map(str::to_owned).collect();
        let weights: Vec<i64> = parts.iter().rev().map(|weight| weight.parse().unwrap()).collect();
        assert!(stacks.insert(stack, weights).is_none(), "twice: {line}");
    }
    stacks
}

/// Reads a profile of speedscope. The time between two events is self weight of the open stack.
fn read_speedscope(profile: &Value, frames: &Value) -> BTreeMap<Vec<String>, i64> {
    let (mut open, mut at, mut stacks) = (Vec::<String>::new(), 0, BTreeMap::new());
    for event in profile["events"].as_array().unwrap() {
        let name = frames[event["frame"].as_u64().unwrap() as usize]["name"].as_str().unwrap().to_owned();
        let now = event["at"].as_i64().unwrap();
        assert!(now >= at);
        if now > at {
            *stacks.entry(open.clone()).or_insert(0) += now - at;
        }
        at = now;
        match event["type"].as_str().unwrap() {
            "O" => open.push(name),
            _ => assert_eq!(open.pop(), Some(name)),
        }
    }
    assert_eq!((open.len(), at), (0, profile["endValue"].as_i64().unwrap()));
    stacks
}

fn owned(stacks: &[(&str, &[i64])]) -> Stacks {
    let stack = |stack: &str| stack.split(';').map(str::to_owned).collect();
    stacks.iter().map(|(path, weights)| (stack(path), weights.to_vec())).collect()
}

#[test]
fn folded_stacks_have_self_weights() {
    let (a, b) = (trace("a.json", A), trace("b.json", B));
    assert_eq!(
        written("a.folded", &[&a]),
        "main 30000\nmain;run 30000\nmain;run;leaf 10000\nmain;old 30000\n"
    );
    let unfolded = written("calls.folded", &[&a, "--no-fold", "--weight", "calls"]);
    let expected = [
        ("main", &[1][..]),
        ("main;run", &[1]),
        ("main;run;run", &[1]),
        ("main;run;run;leaf", &[1]),
        ("main;old", &[1]),
    ];
    assert_eq!(read_folded(&unfolded, 1), owned(&expected));
    let both = written("both.folded", &[&a, &b]);
    let expected = [
        ("main", &[30_000, 30_000][..]),
        ("main;run", &[30_000, 50_000]),
        ("main;run;leaf", &[10_000, 0]),
        ("main;old", &[30_000, 0]),
        ("main;new", &[0, 10_000]),
    ];
    assert_eq!(read_folded(&both, 2), owned(&expected));
    let inverted = written("inverted.folded", &[&a, "--invert"]);
    let expected = [
        ("main", &[30_000][..]),
        ("run;main", &[30_000]),
        ("leaf;run;main", &[10_000]),
        ("old;main", &[30_000]),
    ];
    assert_eq!(read_folded(&inverted, 1), owned(&expected));
}

#[test]
fn siblings_have_the_requested_order() {
    let a = trace("order.json", A);
    let names = |order: &str| -> Vec<String> {
        let text = written(&format!("{order}.folded"), &[&a, "--order", order]);
        text.lines()
            .map(|line| line.rsplit(' ').nth(1).unwrap().rsplit(';').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names("weight"), ["main", "run", "leaf", "old"]);
    assert_eq!(names("name"), ["main", "old", "run", "leaf"]);
    assert_eq!(names("first-call"), ["main", "run", "leaf", "old"]);
    assert_eq!(names("time"), ["main", "run", "run", "leaf", "old"]);
}

#[test]
fn speedscope_has_the_stacks_of_both_sides() {
    let files = examples();
    let files = [files[0].as_str(), &files[1]];
    let stacks = read_folded(&written("pair.folded", &files), 2);
    let json: Value = serde_json::from_str(&written("pair.speedscope.json", &files)).unwrap();
    let profiles = json["profiles"].as_array().unwrap();
    assert_eq!((profiles.len(), profiles[0]["unit"].as_str()), (2, Some("nanoseconds")));
    for (side, profile) in profiles.iter().enumerate() {
        let of_side = stacks.iter().filter(|(_, weights)| weights[side] > 0);
        let of_side: BTreeMap<Vec<String>, i64> =
            of_side.map(|(stack, weights)| (stack.clone(), weights[side])).collect();
        assert_eq!(read_speedscope(profile, &json["shared"]["frames"]), of_side);
    }
}

#[test]
fn csv_table_agrees_with_stacks() {
    let files = examples();
    let stacks = read_folded(&written("sum.folded", &[&files[0], "--no-fold"]), 1);
    let table = written("sum.csv", &[&files[0]]);
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("function,file,self_ns,total_ns,calls,mean_ns,p50_ns,p99_ns"));
    // A stack counts once for each function on it, as in `pprof -top -cum` and `inferno`.
    let mut sums: BTreeMap<&str, [i64; 2]> = BTreeMap::new();
    for (stack, weights) in &stacks {
        let mut on_stack: Vec<&str> = stack.iter().map(String::as_str).collect();
        sums.entry(stack.last().unwrap()).or_default()[0] += weights[0];
        on_stack.sort_unstable();
        on_stack.dedup();
        for name in on_stack {
            sums.entry(name).or_default()[1] += weights[0];
        }
    }
    let mut rows = 0;
    for line in lines.filter(|line| !line.starts_with('"')) {
        let cells: Vec<&str> = line.split(',').collect();
        let figures = [cells[2], cells[3]].map(|cell| cell.parse::<i64>().unwrap());
        assert_eq!(figures, sums.get(cells[0]).copied().unwrap_or_default(), "{line}");
        rows += 1;
    }
    assert!(rows > 100, "{rows} rows");
}

#[test]
fn csv_table_of_pair_has_changes() {
    let (a, b) = (trace("ta.json", A), trace("tb.json", B));
    let table = written("pair.csv", &[&a, &b]);
    let row = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert_eq!(
        row("function"),
        "function,file,a_self_ns,b_self_ns,delta_self_ns,a_total_ns,b_total_ns,delta_total_ns,a_calls,b_calls,\
         delta_calls,a_mean_ns,b_mean_ns,delta_mean_ns,a_p50_ns,b_p50_ns,delta_p50_ns,a_p99_ns,b_p99_ns,delta_p99_ns"
    );
    assert_eq!(
        row("run"),
        "run,,30000,50000,20000,40000,50000,10000,2,2,0,30000.000,35000.000,5000.000,20000,20000,0,40000,50000,10000"
    );
    assert_eq!(row("new"), "new,,0,10000,10000,0,10000,10000,0,1,1,,10000.000,,0,10000,10000,0,10000,10000");
}

#[test]
fn changed_names_are_reported() {
    let hostile = "a;b\"</script>\n 12";
    let file = trace("hostile.json", &[(0, 10, "main"), (1, 2, hostile)]);
    let path = folder("out").join("hostile.folded");
    let output = flame(&[&file, "-o", path.to_str().unwrap()]);
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "diptych: 1 frame has a name that folded stacks can’t hold, and got another one\n"
    );
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(text, "main 8000\nmain;a:b\"</script> _12 2000\n");
    let json: Value = serde_json::from_str(&written("hostile.speedscope.json", &[&file])).unwrap();
    let names: Vec<&str> = json["shared"]["frames"]
        .as_array()
        .unwrap()
        .iter()
        .map(|frame| frame["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&hostile), "{names:?}");
}

#[test]
fn unwritable_outputs_are_refused() {
    let a = trace("refused.json", A);
    let said = |arguments: &[&str]| {
        let output = flame(&[&[a.as_str()], arguments].concat());
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned(),
        )
    };
    let (code, text) = said(&["-o", "x.png"]);
    assert_eq!(
        (code, text.as_str()),
        (Some(2), "diptych flame: x.png must end in .svg, .folded, .speedscope.json or .csv")
    );
    let (code, text) = said(&["-o", "x.folded", "--weight", "bytes"]);
    assert_eq!(
        (code, text.as_str()),
        (Some(1), "diptych: there is no weight bytes; use one of wall, self, calls")
    );
    assert_eq!(said(&[&a, "-o", "x.folded", "--order", "time"]).0, Some(2));
    assert_eq!(said(&["-o", "x.csv", "--invert"]).0, Some(2));
    assert_eq!(said(&["-o", "/nowhere/x.csv"]).0, Some(1));
}

#[test]
fn svg_agrees_with_table_and_escapes_names() {
    let hostile = "</title></svg><script>alert(1)</script>&\u{1}";
    let a = trace("pa.json", &[A, &[(92, 5, hostile)]].concat());
    let b = trace("pb.json", B);
    let picture = written("pair.svg", &[&a, &b]);
    // One script, the document's own; every name is text.
    assert_eq!((picture.matches("<script").count(), picture.matches("</svg>").count()), (1, 1));
    assert!(
        picture.contains("&lt;/title&gt;&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;\u{fffd}\n")
    );
    let title = |name: &str| {
        let begin = picture.find(&format!("<title>{name}\n")).unwrap() + 7;
        picture[begin..begin + picture[begin..].find("</title>").unwrap()].replace('\u{202f}', " ")
    };
    assert_eq!(
        title("old"),
        "old\nA: 30.0 µs (30 %), self 30.0 µs, 1 call\nB: 0 ns (0 %), self 0 ns, 0 calls\n−30.0 µs (gone, −100 %)"
    );
    assert_eq!(
        title("new"),
        "new\nA: 0 ns (0 %), self 0 ns, 0 calls\nB: 10.0 µs (11 %), self 10.0 µs, 1 call\n+10.0 µs (new)"
    );
    assert_eq!(
        (picture.matches("fill=\"url(#gone)\"").count(), picture.matches("fill=\"url(#new)\"").count()),
        (3, 1)
    );
    // Cells lie within their callers, so nothing is wider than the picture.
    let one = written("one.svg", &[&a]);
    assert!(
        one.contains("data-kind=\"one\"") && one.contains("5 of 5 paths drawn"),
        "{}",
        &one[one.len() - 6000..]
    );
}

#[test]
fn changes_width_shows_net_change() {
    let (a, b) = (trace("na.json", A), trace("nb.json", B));
    let picture = written("net.svg", &[&a, &b, "--width", "changes"]);
    let share = |name: &str| {
        let group =
            picture.split("<g class=\"n").find(|group| group.contains(&format!("<title>{name}\n"))).unwrap();
        let (_, net) = group.split_once("data-share=\"")?;
        let fill = if net.contains("#23723b") { -1.0 } else { 1.0 };
        Some(fill * net[..net.find('"').unwrap()].parse::<f64>().unwrap())
    };
    // Main itself does not change. Below it, run gains 20 and loses 10, old loses 30, new gains 10.
    assert_eq!(share("main"), Some(-0.142_857));
    assert_eq!((share("run"), share("old"), share("new")), (Some(0.333_333), Some(-1.0), Some(1.0)));
    assert!(!written("larger.svg", &[&a, &b]).contains("data-share"));
}

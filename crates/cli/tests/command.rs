//! Tests the command from outside.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples").join(name)
}

fn a() -> PathBuf {
    example("jinja2-3.0.3.json.gz")
}

fn b() -> PathBuf {
    example("jinja2-3.1.6.json.gz")
}

/// Returns a folder for this test only.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn diptych(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_diptych")).env_remove("COLUMNS").args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn inspect_prints_the_promised_keys() {
    let output = diptych(&["inspect", a().to_str().unwrap(), "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let mut promised = [
        "format",
        "traces",
        "axis",
        "schema",
        "diptych",
        "elements",
        "lanes",
        "calls",
        "functions",
        "max_depth",
        "deepest_stack",
        "start_ns",
        "end_ns",
        "flows",
        "instants",
        "counters",
        "bytes",
        "seconds",
        "report",
    ];
    promised.sort_unstable();
    assert_eq!(keys, promised);
    assert_eq!(json["format"], "chrome-json");
    assert_eq!(json["axis"], "time");
    assert_eq!((json["calls"].as_u64(), json["lanes"].as_u64()), (Some(9870), Some(2)));
    assert_eq!(json["bytes"].as_u64(), Some(std::fs::metadata(a()).unwrap().len()));
    assert_eq!(json["end_ns"].as_i64().unwrap() - json["start_ns"].as_i64().unwrap(), 10_549_848);
    assert_eq!(json["report"], Value::Array(Vec::new()));
}

/// A file with a call, instants and a counter whose values are in `values`.
fn recorded(name: &str, values: [u32; 2]) -> String {
    let [first, last] = values;
    let text = format!(
        r#"[{{"ph":"X","ts":1,"dur":9,"pid":1,"tid":1,"name":"f"}},
        {{"ph":"i","ts":2,"pid":1,"tid":1,"name":"gc \u001b[31m"}},{{"ph":"i","ts":3,"pid":1,"tid":1,"name":"tick"}},
        {{"ph":"i","ts":4,"pid":1,"tid":1,"name":"tick"}},
        {{"ph":"C","ts":2,"pid":1,"name":"heap","args":{{"used":{first}}}}},
        {{"ph":"C","ts":5,"pid":1,"name":"heap","args":{{"used":{last}}}}}]"#
    );
    let file = folder("recorded").join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn instants_and_counters_are_listed() {
    let file = recorded("one.json", [2_000, 500]);
    let printed = text(&diptych(&["inspect", &file]).stdout).replace('\u{202f}', " ");
    let expected = "3 instants:\n  2 × tick\n  1 × gc \u{fffd}[31m\n1 counter:\n  \
                    heap: used: 2 samples, min 500, max 2,000, last 500\n";
    assert!(printed.contains(expected), "{printed}");
    let json: Value = serde_json::from_slice(&diptych(&["inspect", &file, "--json"]).stdout).unwrap();
    assert_eq!(json["instants"][0], serde_json::json!({ "name": "tick", "count": 2 }));
    let counter = serde_json::json!({ "title": "heap: used", "unit": "", "samples": 2, "min": 500.0, "max": 2000.0, "last": 500.0 });
    assert_eq!(json["counters"], Value::Array(vec![counter]));
}

#[test]
fn counters_that_differ_have_a_line_and_change_no_finding() {
    let [a, b] = [recorded("a.json", [2_000, 500]), recorded("b.json", [3_000, 700])];
    let printed = text(&diptych(&["compare", &a, &b]).stdout).replace('\u{202f}', " ");
    assert!(printed.contains("heap: used peaks at 2,000 in A and 3,000 in B"), "{printed}");
    let same = text(&diptych(&["compare", &a, &a]).stdout);
    assert!(!same.contains("peaks at"), "{same}");
    let json = |b: &str| -> Value {
        serde_json::from_slice(&diptych(&["compare", &a, b, "--json"]).stdout).unwrap()
    };
    let (one, other) = (json(&a), json(&b));
    assert_eq!(other["instants"], serde_json::json!({ "a": 3, "b": 3 }));
    assert_eq!(other["counters"]["pairs"][0]["b"]["max"], 3000.0);
    assert_eq!((&one["ranking"], &one["verdict"]), (&other["ranking"], &other["verdict"]));
}

#[test]
fn traces_of_one_file_can_be_named() {
    let event = |name: &str| format!(r#"{{"ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"name":"{name}"}}"#);
    let file = folder("several").join("two.json");
    std::fs::write(&file, format!("[{}]\n[{},{}]\n", event("f"), event("g"), event("h"))).unwrap();
    let file = file.to_str().unwrap();
    let calls = |file: &str| -> (Value, Value) {
        let output = diptych(&["inspect", file, "--json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        (json["calls"].clone(), json["traces"].clone())
    };
    let listed = |shown: [bool; 2]| {
        serde_json::json!([
            { "name": "1", "calls": 1, "shown": shown[0] },
            { "name": "2", "calls": 2, "shown": shown[1] },
        ])
    };
    assert_eq!(calls(file), (2.into(), listed([false, true])), "the one with most calls");
    assert_eq!(calls(&format!("{file}#1")), (1.into(), listed([true, false])));
    let words = text(&diptych(&["inspect", file]).stdout);
    assert!(words.starts_with("two.json#2: "), "{words}");
    assert!(
        words.contains(
            "one of 2 traces in the file; FILE#NAME opens another:\n  1: 1 call\n  2: 2 calls (this one)\n"
        ),
        "{words}"
    );
    let output = diptych(&["inspect", &format!("{file}#3")]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains(
            "two.json holds no trace of that name. It holds `1`, `2`. Choose one of the traces that it holds."
        ),
        "{said}"
    );
}

#[test]
fn cut_file_of_several_traces_is_named_by_every_command() {
    let profile = |name: &str| {
        format!(
            r#"{{"type":"sampled","name":"{name}","unit":"milliseconds","startValue":0,"endValue":3,"samples":[[0,1],[0],[0,1]],"weights":[1,1,1]}}"#
        )
    };
    let whole = format!(
        r#"{{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{{"frames":[{{"name":"f"}},{{"name":"g"}}]}},"profiles":[{}]}}"#,
        ["main", "first", "second"].map(profile).join(",")
    );
    let cut = &whole[..whole.find(r#""name":"first""#).unwrap() + 40];
    let folder = folder("cut");
    let written = [("whole.speedscope.json", whole.as_str()), ("cut.speedscope.json", cut)];
    let [whole, cut] = written.map(|(name, content)| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        path
    });
    let [whole, cut] = [whole.to_str().unwrap(), cut.to_str().unwrap()];
    let length = std::fs::metadata(cut).unwrap().len();
    let byte = format!("byte {length}");
    // The first profile is complete, so the comparison holds. That the file is not, is said anyway.
    let output = diptych(&["compare", whole, cut]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let expected = format!("cut.speedscope.json could only be read up to {byte}, and traces may be missing");
    assert!(said.contains(&expected), "{said}");
    assert!(text(&diptych(&["inspect", cut]).stdout).contains(&byte));
    for missing in ["first", "second"] {
        let trace = format!("{cut}#{missing}");
        for arguments in [vec!["inspect", &trace], vec!["compare", whole, &trace]] {
            let output = diptych(&arguments);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains(&format!("The file can only be read up to {byte}")), "{said}");
        }
    }
}

#[test]
fn archive_members_can_be_compared() {
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/traces/zip/names.zip");
    let [a, b] = ["../../etc/a.json", "a.json (2)"].map(|member| format!("{archive}#{member}"));
    let output = diptych(&["compare", &a, &b]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let names = ["names.zip#../../etc/a.json", "names.zip#a.json (2)"];
    assert!(names.iter().all(|name| said.contains(name)), "{said}");
}

#[test]
fn formats_come_from_the_registry() {
    let output = diptych(&["formats"]);
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with("chrome-json: Chrome Trace Event (json, trace)\n  JSON of"));
}

#[test]
fn inspect_reports_oddities_with_count_and_place() {
    let file = folder("odd").join("odd.json");
    std::fs::write(&file, r#"[{"ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"name":"f"},{"ph":"c","ts":2,"pid":1,"tid":1,"name":"c"}]"#).unwrap();
    let output = diptych(&["inspect", file.to_str().unwrap(), "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let entry = &json["report"][0];
    assert_eq!((entry["kind"].as_str(), entry["count"].as_u64()), (Some("skipped-event"), Some(1)));
    assert_eq!(entry["first_offset"].as_u64(), Some(54));
}

#[test]
fn render_writes_the_same_bytes_twice() {
    let folder = folder("twice");
    for ending in ["svg", "png", "scene"] {
        let [first, second] = ["1", "2"].map(|n| folder.join(format!("{n}.{ending}")));
        for out in [&first, &second] {
            let [a, b] = [a(), b()];
            let paths = [a.to_str().unwrap(), b.to_str().unwrap(), "-o", out.to_str().unwrap()];
            let output =
                diptych(&[&["render", "--view", "compare", "--size", "480x300"], &paths[..]].concat());
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
        let bytes = std::fs::read(&first).unwrap();
        assert!(bytes.len() > 1000);
        assert_eq!(bytes, std::fs::read(&second).unwrap(), "{ending}");
    }
}

#[test]
fn picture_has_requested_size_plus_caption() {
    let file = folder("size").join("one.png");
    let (a, out) = (a(), file.to_str().unwrap());
    let base = ["render", a.to_str().unwrap(), "--size", "300x200", "--dpr", "2", "-o", out];
    let size = |options: &[&str]| {
        let output = diptych(&[&base, options].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        // Width and height are at bytes 16 to 24 of every PNG.
        let bytes = std::fs::read(&file).unwrap();
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    };
    assert_eq!(size(&["--bare"]), (600, 400));
    let (width, height) = size(&[]);
    assert_eq!(width, 600);
    assert!(height > 440, "{height}");
}

#[test]
fn picture_caption_describes_the_picture() {
    let drawn = |name: &str, options: &[&str]| {
        let file = folder("caption").join(name);
        let [a, b] = [a(), b()];
        let files = [a.to_str().unwrap(), b.to_str().unwrap(), "-o", file.to_str().unwrap()];
        let output = diptych(&[&["render", "--size", "900x500"], &files[..], options].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&std::fs::read(file).unwrap())
    };
    let [whole, bare] = [drawn("whole.svg", &[]), drawn("bare.svg", &["--bare"])];
    let said = [
        ">jinja2-3.0.3.json.gz<",
        ">jinja2-3.1.6.json.gz<",
        ">B is ",
        "% of A’s time is in calls that B makes too",
        ">only in A<",
        "matches drawn",
    ];
    for words in said {
        assert!(whole.contains(words), "{words}");
        assert!(!bare.contains(words), "{words}");
    }
}

#[test]
fn space_time_names_its_first_findings_in_the_picture() {
    let [a, b] = ["", "-slow-host"].map(|kind| example(&format!("stencil-64-ranks{kind}.paje.gz")));
    let file = folder("named").join("stencil.svg");
    let files = [a.to_str().unwrap(), b.to_str().unwrap(), "-o", file.to_str().unwrap()];
    let output = diptych(&[&["render", "--view", "space-time", "--size", "1100x800"], &files[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let drawn = text(&std::fs::read(file).unwrap());
    for words in [">1  rank-37 computing +36.0", ">2  59 of 64 lanes PMPI_Allreduce +34.3"] {
        assert!(drawn.contains(words), "{words}");
    }
}

#[test]
fn failures_explain_themselves_and_exit_with_1() {
    let file = folder("bad").join("report.json");
    std::fs::write(&file, r#"{"status":"ok"}"#).unwrap();
    let output = diptych(&["inspect", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.starts_with("diptych: report.json holds no trace. It is JSON"), "{said}");
    let missing = diptych(&["inspect", "/no/such/file.json"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("cannot be opened"));
}

const CALLS: &str = r#"{"traceEvents":[{"ph":"X","ts":0,"dur":9,"name":"main"},
{"ph":"X","ts":2,"dur":3,"name":"f","args":{"shape":[2,3],"text":"a\nb"}}]}"#;

#[test]
fn inspect_prints_call_records_plain_and_packed() {
    let folder = folder("call-at");
    let (plain, packed) = (folder.join("calls.json"), folder.join("calls.json.gz"));
    std::fs::write(&plain, CALLS).unwrap();
    // Stored, not deflated: the simplest gzip file to make by hand.
    std::fs::write(&packed, stored_gzip(CALLS.as_bytes())).unwrap();
    let offset = CALLS.find("\n{").unwrap() + 1;
    for file in [&plain, &packed] {
        let output = diptych(&["inspect", file.to_str().unwrap(), "--call-at", &offset.to_string()]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let name = file.file_name().unwrap().to_str().unwrap();
        let expected = format!(
            "{name}, byte {offset}: a record of 73 bytes
3 arguments:
  shape[0] = 2
  shape[1] = 3
  text = a\u{fffd}b
as written:
  {{
    \"ph\": \"X\",
    \"ts\": 2,
    \"dur\": 3,
    \"name\": \"f\",
    \"args\": {{
      \"shape\": [
        2,
        3
      ],
      \"text\": \"a\\nb\"
    }}
  }}
"
        );
        assert_eq!(text(&output.stdout), expected);

        let output =
            diptych(&["inspect", file.to_str().unwrap(), "--json", "--call-at", &offset.to_string()]);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["fields"][2], serde_json::json!({ "path": "text", "value": "a\nb", "more": 0 }));
        assert_eq!((json["fields_of"].as_u64(), json["offset"].as_u64()), (Some(3), Some(offset as u64)));
        assert_eq!((json["bytes"].as_u64(), json["text_bytes"].as_u64()), (Some(73), Some(73)));

        let output = diptych(&["inspect", file.to_str().unwrap(), "--call-at", "3"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stderr), format!("diptych: no record of {name} starts at byte 3\n"));
    }
}

/// Returns a gzip file of one stored block.
fn stored_gzip(bytes: &[u8]) -> Vec<u8> {
    let length = (bytes.len() as u16).to_le_bytes();
    let inverse = (!(bytes.len() as u16)).to_le_bytes();
    let crc = bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    });
    let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 1];
    let tail = [(!crc).to_le_bytes(), (bytes.len() as u32).to_le_bytes()].concat();
    [&head[..], &length, &inverse, bytes, &tail].concat()
}

#[test]
fn wrong_command_lines_exit_with_2() {
    let views = diptych_desks::ALL.names().join(", ");
    let unknown_view =
        format!("diptych render: invalid value 'nothing' for '--view <NAME>': expected one of {views}");
    let cases: [(&[&str], &str); 12] = [
        (
            &[],
            "diptych: expected a command: compare, inspect, fleet, flame, structure, aggregate, export, render, open, report, site, tile, formats, notices, completions",
        ),
        (&["frobnicate"], "diptych: unrecognized subcommand 'frobnicate'"),
        (&["--frobnicate"], "diptych: unexpected argument '--frobnicate' found"),
        (&["inspect"], "diptych inspect: the following required arguments were not provided:\n  <FILE>"),
        (
            &["inspect", "-", "--call-at", "7"],
            "diptych inspect: --call-at reads FILE twice and cannot do so from standard input",
        ),
        (
            &["inspect", "x.json", "--call-at", "here"],
            "diptych inspect: invalid value 'here' for '--call-at <OFFSET>': expected a number of bytes",
        ),
        (
            &["render", "x.json"],
            "diptych render: the following required arguments were not provided:\n  --output <OUT>",
        ),
        (&["render", "x.json", "-o", "x.txt"], "diptych render: x.txt must end in .svg, .png or .scene"),
        (
            &["render", "x.json", "-o", "x.svg", "--size", "9"],
            "diptych render: invalid value '9' for '--size <WxH>': expected WxH in pixels, each from 1 to 16384",
        ),
        (&["render", "x.json", "-o", "x.svg", "--view", "nothing"], unknown_view.as_str()),
        (&["formats", "x"], "diptych formats: unexpected argument 'x' found"),
        (&["compare"], "diptych compare: expected two traces, A and B, or a stored comparison"),
    ];
    for (args, said) in cases {
        let output = diptych(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let verb = said.split(':').next().unwrap();
        assert_eq!(text(&output.stderr), format!("{said}\nSee `{verb} -h`.\n"));
        assert_eq!(text(&output.stdout), "");
    }
}

/// Runs the command without a reader of standard output. Returns the exit code and standard error.
fn unread(args: &[&str]) -> (Option<i32>, String) {
    let command = &mut Command::new(env!("CARGO_BIN_EXE_diptych"));
    let mut child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), text(&output.stderr))
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let [a, b] = [a(), b()].map(|path| path.to_str().unwrap().to_owned());
    for args in [
        &["compare", &a, &b, "--json"][..],
        &["compare", &a, &b],
        &["compare", &a, &b, "--functions"],
        &["compare", &a, &b, "--print-rules"],
        &["inspect", &a],
        &["formats"],
        &["--help"],
        &["completions", "bash"],
    ] {
        assert_eq!(unread(args), (Some(0), String::new()), "{args:?}");
    }
    // A condition still sets the exit code.
    let (code, said) = unread(&["compare", &a, &b, "--fail-if", "identity<=100%"]);
    assert_eq!(code, Some(3), "{said}");
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_ends_quietly() {
    let script = "exec \"$0\" inspect \"$1\" >&-";
    let output =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_diptych")]).arg(a()).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

/// Rules for arguments apply while a trace is read, from a file that can be read only once, too.
#[cfg(unix)]
#[test]
fn rules_for_arguments_may_come_from_a_pipe() {
    let event = |name: &str, ts: u32| {
        format!(
            r#"{{"ph":"X","name":"{name}","pid":1,"tid":1,"ts":{ts},"dur":5,"args":{{"detail":"main"}}}}"#
        )
    };
    let folder = std::env::temp_dir().join(format!("diptych-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let trace = folder.join("clang.json");
    std::fs::write(&trace, format!("[{},{}]", event("SROAPass", 0), event("Other", 10))).unwrap();
    let folded = |rules: &str, name: &str| {
        let out = folder.join(name);
        let script = "printf '%s\\n' \"$3\" | \"$0\" flame \"$1\" --rules /dev/stdin -o \"$2\"";
        let status = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_diptych")])
            .args([&trace, &out])
            .arg(rules)
            .status()
            .unwrap();
        assert!(status.success());
        std::fs::read_to_string(out).unwrap()
    };
    assert!(folded("defaults", "on.folded").contains("SROAPass main "), "the default");
    let off = folded("# no rules", "off.folded");
    assert!(off.contains("SROAPass ") && !off.contains("main"), "{off}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn shells_complete_verbs_and_options() {
    for (shell, begin) in
        [("bash", "_diptych() {"), ("zsh", "#compdef diptych"), ("fish", "# Print an optspec")]
    {
        let script = text(&diptych(&["completions", shell]).stdout);
        assert!(script.starts_with(begin), "{shell}: {}", &script[..60]);
        assert!(script.contains("fail-if") && script.contains("one-to-one"), "{shell}");
    }
}

#[test]
fn help_lists_exit_codes() {
    for args in [&["--help"][..], &["compare", "--help"]] {
        let help = text(&diptych(args).stdout);
        let codes = &help[help.find("Exit codes:\n").unwrap()..];
        let expected = "\
Exit codes:
  0  The command succeeded.
  1  The command failed. Standard error gives the reason.
  2  The command line is wrong. Standard error gives the reason.
  3  compare, site: a condition holds. Standard error gives the details.
  4  compare, site: traces may not be comparable, or one is incomplete. Code 4 overrides code 3.
  5  A trace or a comparison needs more memory than --max-memory allows.
";
        assert_eq!(codes, expected);
    }
}

#[test]
fn help_points_to_formats() {
    let output = diptych(&["--help"]);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("`diptych formats`"));
}

/// Returns the picture that `render` draws with these options.
fn scene_of(name: &str, options: &[&str]) -> Vec<u8> {
    let file = folder("link").join(name);
    let (a, out) = (a(), file.to_str().unwrap());
    let base = ["render", a.to_str().unwrap(), "--size", "480x300", "-o", out];
    let output = diptych(&[&base, options].concat());
    assert!(output.status.success(), "{options:?}: {}", text(&output.stderr));
    std::fs::read(file).unwrap()
}

#[test]
fn links_and_options_draw_the_same() {
    let options = scene_of("options.scene", &["--focus-a", "1000000..3000000", "--color", "function"]);
    let of_link = "https://host/#a=x.json&v=1&theme=light&pair.a=1000000..3000000&pair.color=function";
    assert!(scene_of("link.scene", &["--link", of_link]) == options);
    let set = ["--set", "pair.a=1000000..3000000", "--set", "pair.color=function"];
    assert!(scene_of("set.scene", &set) == options);
    let over =
        scene_of("over.scene", &["--color", "function", "--link", "pair.a=1000000..3000000&pair.color=file"]);
    assert!(over == options, "an option holds wherever it stands beside a link");
    assert!(scene_of("plain.scene", &[]) != options);
}

#[test]
fn wrong_link_options_exit_with_2() {
    for (option, value, why) in [
        ("--set", "pair.colour=file", "there is no key pair.colour; use one of desk, theme,"),
        ("--set", "pair.color=pink", "pink is not a value of pair.color"),
        ("--set", "pair.color", "pair.color has no `=`"),
        (
            "--link",
            "#v=7&theme=pink",
            "--link contains keys or values that this version cannot read: v, theme",
        ),
    ] {
        let output = diptych(&["render", "x.json", "-o", "x.svg", option, value]);
        assert_eq!(output.status.code(), Some(2), "{value}");
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}

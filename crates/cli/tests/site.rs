//! Tests `diptych site`: its files, what it does again, what it keeps, exit codes, and hostile names.
#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A manifest with its traces, the viewer in small, and the folder to write.
struct Fixture {
    root: PathBuf,
}

impl Fixture {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site").join(name);
        let _ = fs::remove_dir_all(&root);
        let fixture = Self { root };
        for (file, text) in [
            ("app/index.html", "<!doctype html>viewer"),
            ("app/assets/main-1.js", "1"),
            ("app/report-app.html", "large"),
            ("app/docs/index.html", "docs"),
        ] {
            fixture.write(file, text);
        }
        fixture.trace("a.json", &["parse", "format"], [1000, 400]);
        fixture.trace("b.json", &["parse", "format"], [1000, 900]);
        fixture
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, file: &str) -> String {
        let path = self.root.join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Writes a trace in which each function is called ten times, each time as many microseconds long.
    fn trace(&self, file: &str, names: &[&str], us: [u32; 2]) {
        let mut calls = Vec::new();
        let mut at = 0;
        for (name, dur) in names.iter().zip(us) {
            for _ in 0..10 {
                let name = name.replace('\\', "\\\\").replace('"', "\\\"");
                calls.push(format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{at},"dur":{dur},"name":"{name}"}}"#));
                at += dur + 10;
            }
        }
        self.write(file, &format!("[{}]", calls.join(",")));
    }

    fn build_into(&self, out: &str, options: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
        command.arg("site").arg(self.root.join(out)).arg(self.root.join("pairs.toml"));
        command.arg("--app").arg(self.root.join("app")).args(options).output().unwrap()
    }

    fn build(&self) -> Output {
        self.build_into("out", &[])
    }

    fn index(&self) -> Value {
        serde_json::from_str(&self.read("out/index.json")).unwrap()
    }

    /// Returns all files of a folder, by their path in it.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let root = self.root.join(folder);
        let (mut left, mut files) = (vec![root.clone()], BTreeMap::new());
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    left.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                    files.insert(name, fs::read(&path).unwrap());
                }
            }
        }
        files
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const PAIR: &str = "[[pair]]\nname = 'pair'\na = 'a.json'\nb = 'b.json'\n";

#[test]
fn site_has_pages_viewer_traces_and_feed() {
    let fixture = Fixture::new("whole");
    fixture.write(
        "pairs.toml",
        &format!(
            "base = 'https://example.org/perf'\ndate = 2026-11-28\ndesk = 'profile'\n{PAIR}title = 'A & B'\n"
        ),
    );
    let output = fixture.build();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("pair: slower (compared). B is "), "{}", text(&output.stdout));
    let pair = &fixture.index()["pairs"][0];
    assert_eq!((&pair["status"], &pair["exit_code"]), (&"slower".into(), &0.into()));
    assert_eq!(pair["runs"]["a"][0]["calls"], 20);
    let [trace_a, trace_b] = ["a", "b"].map(|side| pair["traces"][side][0].as_str().unwrap());
    let viewer = pair["viewer"].as_str().unwrap();
    assert_eq!(viewer, format!("view/index.html#a=../{trace_a}&b=../{trace_b}&v=1&desk=profile"));
    for (path, magic) in [
        (trace_a, &[0x1f, 0x8b][..]),
        (trace_b, &[0x1f, 0x8b]),
        (pair["stored"].as_str().unwrap(), b""),
        (pair["picture"]["png"].as_str().unwrap(), b"\x89PNG"),
        (pair["picture"]["svg"].as_str().unwrap(), b"<svg"),
        ("view/index.html", b"<!doctype html>viewer"),
        ("view/docs/index.html", b"docs"),
    ] {
        let bytes = fs::read(fixture.root.join("out").join(path)).unwrap();
        assert!(bytes.starts_with(magic), "{path}");
    }
    assert!(!fixture.root.join("out/view/report-app.html").exists());

    let page = fixture.read("out/pairs/pair.html");
    let escaped = viewer.replace('&', "&amp;");
    assert!(page.contains(&format!("<a class=\"open\" href=\"../{escaped}\">")), "{page}");
    let png = pair["picture"]["png"].as_str().unwrap();
    assert!(page.contains(&format!("property=\"og:image\" content=\"https://example.org/perf/{png}\"")));
    assert!(page.contains("property=\"og:url\" content=\"https://example.org/perf/pairs/pair.html\""));
    assert!(page.contains("<h1>B is ") && page.contains("Largest changes") && page.contains("format"));
    assert!(page.contains(
        "Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'; style-src 'self'"
    ));
    assert!(fixture.read("out/index.html").contains("<a href=\"pairs/pair.html\"><bdi>A &amp; B</bdi></a>"));
    let feed = fixture.read("out/feed.xml");
    assert!(feed.contains("<updated>2026-11-28T00:00:00Z</updated>"), "{feed}");
    assert!(feed.contains("<id>https://example.org/perf/pairs/pair.html#"), "{feed}");

    // A copy of the stored comparison is a stored comparison.
    let stored = fixture.root.join("out").join(pair["stored"].as_str().unwrap());
    let printed = Command::new(env!("CARGO_BIN_EXE_diptych")).arg("compare").arg(stored).output().unwrap();
    assert!(text(&printed.stdout).contains(pair["verdict"]["text"].as_str().unwrap()));
}

#[test]
fn two_builds_give_equal_bytes() {
    let fixture = Fixture::new("equal");
    fixture.write("pairs.toml", PAIR);
    for out in ["out", "other"] {
        assert!(fixture.build_into(out, &[]).status.success());
    }
    let first = fixture.files("out");
    assert_eq!(first, fixture.files("other"));
    for options in [&[][..], &["--again"]] {
        assert!(fixture.build_into("out", options).status.success());
        assert_eq!(first, fixture.files("out"), "{options:?}");
    }
    // Nothing says where it was built.
    for (name, bytes) in &first {
        assert!(!text(bytes).contains(fixture.root.to_str().unwrap()), "{name}");
    }
}

#[test]
fn only_changed_pairs_are_compared_again() {
    let fixture = Fixture::new("again");
    fixture.write(
        "pairs.toml",
        &format!("{PAIR}{}", PAIR.replace("'pair'", "'two'").replace("b.json", "c.json")),
    );
    fixture.trace("c.json", &["parse"], [1000, 0]);
    assert!(text(&fixture.build().stdout).contains("2 compared, 0 unchanged"));
    assert!(text(&fixture.build().stdout).contains("0 compared, 2 unchanged"));
    fixture.trace("c.json", &["parse"], [1500, 0]);
    let said = text(&fixture.build().stdout);
    assert!(said.contains("pair: slower (unchanged)") && said.contains("two: slower (compared)"), "{said}");
    // A title changes the page and not the comparison.
    fixture.write("pairs.toml", &format!("{PAIR}title = 'Renamed'\n"));
    assert!(text(&fixture.build().stdout).contains("pair: slower (unchanged)"));
    assert!(fixture.read("out/pairs/pair.html").contains("Renamed"));
    assert!(!fixture.root.join("out/pairs/two.html").exists());
    // A condition changes the outcome.
    fixture.write("pairs.toml", &format!("{PAIR}fail-if = 'total>3%'\n"));
    assert_eq!(fixture.build().status.code(), Some(3));
    // So does a lost file.
    fs::remove_file(fixture.root.join("out").join(fixture.index()["pairs"][0]["stored"].as_str().unwrap()))
        .unwrap();
    assert!(text(&fixture.build().stdout).contains("1 compared, 0 unchanged"));
}

#[test]
fn hashed_files_stay_for_two_releases() {
    let fixture = Fixture::new("releases");
    fixture.write("pairs.toml", PAIR);
    let release = |number: u32| {
        fs::remove_dir_all(fixture.root.join("app/assets")).unwrap();
        fixture.write(&format!("app/assets/main-{number}.js"), "x");
        // A second build of the same files is no release.
        for _ in 0..2 {
            assert!(fixture.build().status.success());
        }
        (1..=number)
            .map(|at| fixture.root.join(format!("out/view/assets/main-{at}.js")).exists())
            .collect::<Vec<_>>()
    };
    // Files of others stay for ever.
    fixture.write("out/CNAME", "example.org");
    assert_eq!(release(1), [true]);
    assert_eq!(release(2), [true, true]);
    assert_eq!(release(3), [true, true, true]);
    assert_eq!(release(4), [false, true, true, true]);
    assert_eq!(release(5), [false, false, true, true, true]);
    assert_eq!(fixture.read("out/CNAME"), "example.org");
}

#[test]
fn remains_of_killed_builds_are_removed() {
    let fixture = Fixture::new("remains");
    fixture.write("pairs.toml", PAIR);
    assert!(fixture.build().status.success());
    fixture.write("out/.diptych-a1B2c3.part", "half a file");
    fixture.write("out/view/assets/.diptych-d4E5f6.part", "half a file");
    assert!(fixture.build().status.success());
    assert!(!fixture.root.join("out/.diptych-a1B2c3.part").exists());
    assert!(!fixture.root.join("out/view/assets/.diptych-d4E5f6.part").exists());
}

#[test]
fn bad_pairs_become_rows_and_the_exit_code_says_so() {
    let fixture = Fixture::new("bad");
    fixture.trace("other.json", &["else", "entirely"], [10, 20]);
    let pair = |name: &str, rest: &str| format!("[[pair]]\nname = '{name}'\na = 'a.json'\n{rest}\n");
    let fails = pair("fails", "b = 'b.json'\nfail-if = ['slower>5%', 'total>3%']");
    let unlike = pair("unlike", "b = 'other.json'");
    let missing = pair("missing", "b = 'none-*.json'");
    let good = pair("good", "b = 'b.json'\nfail-if = 'total>900%'");
    for (pairs, code, statuses) in [
        (vec![&good], 0, vec!["passed"]),
        (vec![&fails, &good], 3, vec!["failed", "passed"]),
        (vec![&fails, &unlike], 4, vec!["failed", "doubtful"]),
        (vec![&missing, &fails, &unlike, &good], 1, vec!["error", "failed", "doubtful", "passed"]),
    ] {
        fixture.write("pairs.toml", &pairs.into_iter().cloned().collect::<String>());
        let output = fixture.build();
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        let index = fixture.index();
        let found = index["pairs"].as_array().unwrap().iter();
        assert_eq!(found.map(|pair| pair["status"].as_str().unwrap()).collect::<Vec<_>>(), statuses);
    }
    let said = text(&fixture.build().stderr);
    for line in [
        "diptych: missing: `none-*.json`: no file fits this pattern",
        "diptych: fails: --fail-if 'slower>5%': format is slower",
        "diptych: unlike: may not be comparable",
        "Set `allow-unlike = true` to accept that.",
    ] {
        assert!(said.contains(line), "{said}");
    }
    let html = fixture.read("out/index.html");
    assert!(html.contains("4 pairs: 1 error, 1 doubtful, 1 failed, 1 passed"), "{html}");
    assert!(fixture.read("out/pairs/missing.html").contains("This pair could not be compared"));
}

#[test]
fn wrong_links_and_conditions_write_nothing() {
    let fixture = Fixture::new("wrong-pairs");
    for (rest, says) in [
        ("fail-if = 'slower>>5%'", "slower>>5%"),
        ("link = 'no.such=1'", "has keys or values that this version does not know: no.such"),
        ("desk = 'kitchen'", "has keys or values that this version does not know: desk"),
    ] {
        fixture.write("pairs.toml", &format!("{PAIR}{}{rest}\n", PAIR.replace("'pair'", "'second'")));
        let output = fixture.build();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("pairs.toml, pair `second`: ") && said.contains(says), "{said}");
        assert!(!fixture.root.join("out").exists());
    }
}

#[test]
fn pairs_without_conditions_say_what_changed() {
    let fixture = Fixture::new("changes");
    fixture.trace("swapped.json", &["parse", "format"], [400, 1000]);
    let pair = |name: &str, a: &str, b: &str, rest: &str| {
        format!("[[pair]]\nname = '{name}'\na = '{a}.json'\nb = '{b}.json'\n{rest}\n")
    };
    fixture.write(
        "pairs.toml",
        &[
            pair("slower", "a", "b", ""),
            pair("faster", "b", "a", ""),
            pair("changed", "a", "swapped", ""),
            pair("same", "a", "a", ""),
            pair("passed", "a", "b", "fail-if = 'total>900%'"),
        ]
        .concat(),
    );
    let output = fixture.build();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for pair in fixture.index()["pairs"].as_array().unwrap() {
        assert_eq!(pair["status"], pair["name"], "{pair}");
    }
    let html = fixture.read("out/index.html");
    assert!(html.contains("5 pairs: 1 slower, 1 changed, 1 faster, 1 same, 1 passed"), "{html}");
}

#[test]
fn damaged_files_are_written_again() {
    let fixture = Fixture::new("damaged");
    fixture.write("pairs.toml", PAIR);
    assert!(fixture.build().status.success());
    let whole = fixture.files("out");
    let pair = &fixture.index()["pairs"][0];
    let paths = [&pair["traces"]["a"][0], &pair["stored"], &pair["picture"]["svg"], &pair["picture"]["png"]];
    let paths = paths.map(|path| path.as_str().unwrap().to_owned());
    for path in
        paths.iter().map(String::as_str).chain(["pairs/pair.html", "view/assets/main-1.js", "index.html"])
    {
        fixture.write(&format!("out/{path}"), "junk");
        let output = fixture.build();
        assert!(output.status.success(), "{path}: {}", text(&output.stderr));
        assert_eq!(fixture.files("out"), whole, "{path}");
    }
}

#[test]
fn hostile_names_stay_text() {
    let fixture = Fixture::new("hostile");
    let evil = "<script>alert(1)</script>\" onload=\"x' & </td>";
    fixture.trace("x<b>&\" #1.json", &[evil, "same"], [100, 100]);
    fixture.trace("y.json", &[evil, "same"], [900, 100]);
    fixture.write(
        "pairs.toml",
        &format!(
            "title = '''{evil}'''\nbase = 'https://example.org/'\ndate = 2026-11-28\n[[pair]]\nname = 'pair'\n\
             title = '''{evil}'''\na = '''x<b>&\" #1.json'''\nb = 'y.json'\nfail-if = 'slower>5%'\n\
             [[pair]]\nname = 'error'\na = '''{evil}'''\nb = 'y.json'\n"
        ),
    );
    let output = fixture.build();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    for file in ["index.html", "pairs/pair.html", "pairs/error.html", "feed.xml"] {
        let page = fixture.read(&format!("out/{file}"));
        assert!(page.contains("&lt;script&gt;alert(1)"), "{file}");
        for markup in ["<script>", "</td>\"", "x<b>"] {
            assert!(!page.contains(markup), "{markup} in {file}");
        }
        for tag in page.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
            assert!(!tag.contains("onload=\""), "{tag} in {file}");
        }
    }
    let trace = fixture.index()["pairs"][0]["traces"]["a"][0].as_str().unwrap().to_owned();
    assert!(trace.ends_with("/x_b_____1.json.gz"), "{trace}");
}

#[test]
fn several_runs_folders_and_rules_reach_the_viewer() {
    let fixture = Fixture::new("runs");
    for (side, us) in [("a", 400), ("b", 900)] {
        for run in 1..=4 {
            fixture.trace(&format!("runs/{side}{run}.json"), &["parse", "format"], [1000 + run, us + run]);
        }
    }
    fixture.write("names.rules", "defaults\n");
    fixture.write(
        "pairs.toml",
        "rules = 'names.rules'\n[[pair]]\nname = 'pair'\na = 'runs/a?.json'\nb = ['runs/b[12].json', \
         'runs/b3.json', 'runs/b4.json']\n[[pair]]\nname = 'kept'\na = 'a.json'\nb = 'b.json'\ntraces = false\n",
    );
    let output = fixture.build();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let index = fixture.index();
    let pair = &index["pairs"][0];
    assert_eq!(pair["runs"]["a"].as_array().unwrap().len(), 4);
    let viewer = pair["viewer"].as_str().unwrap();
    assert_eq!((viewer.matches("a=../").count(), viewer.matches("b=../").count()), (4, 4), "{viewer}");
    assert!(viewer.contains("&id=defaults"), "{viewer}");
    let kept = &index["pairs"][1];
    assert_eq!(kept["viewer"], format!("view/index.html#a=../{}&v=1", kept["stored"].as_str().unwrap()));
    assert_eq!(kept["traces"]["a"].as_array().unwrap().len(), 0);
}

#[test]
fn settings_of_the_deployer_are_kept() {
    let fixture = Fixture::new("settings");
    fixture.write("pairs.toml", PAIR);
    assert!(fixture.build().status.success());
    fixture.write("out/view/diptych.json", "{\"trusted\":[]}");
    assert!(fixture.build().status.success());
    assert_eq!(fixture.read("out/view/diptych.json"), "{\"trusted\":[]}");
    fixture.write("diptych.json", "{}");
    assert!(fixture.build().status.success());
    assert_eq!(fixture.read("out/view/diptych.json"), "{}");
}

#[test]
fn site_without_address_has_no_feed_and_says_so() {
    let fixture = Fixture::new("no-base");
    fixture.write("pairs.toml", PAIR);
    let output = fixture.build();
    assert!(text(&output.stderr).contains("no `base`"), "{}", text(&output.stderr));
    assert!(!fixture.root.join("out/feed.xml").exists());
    let page = fixture.read("out/pairs/pair.html");
    assert!(page.contains("og:title") && !page.contains("og:image") && !page.contains("og:url"));
    assert!(!fixture.read("out/index.html").contains("feed.xml"));
    fixture.write("pairs.toml", &format!("base = 'https://example.org'\n{PAIR}"));
    assert!(text(&fixture.build().stderr).contains("leaves out pairs without a `date`: 1 of 1"));
}

#[test]
fn wrong_command_lines_and_folders_are_refused() {
    let fixture = Fixture::new("refused");
    fixture.write("pairs.toml", &format!("{PAIR}fail_if = 'x'\n"));
    let output = fixture.build();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("line 5: `fail_if` is not known here"), "{}", text(&output.stderr));
    fixture.write("pairs.toml", PAIR);
    fixture.write("out/index.html", "mine");
    let output = fixture.build();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("did not write"), "{}", text(&output.stderr));
    assert_eq!(fixture.read("out/index.html"), "mine");
    let diptych = |words: &[&str]| Command::new(env!("CARGO_BIN_EXE_diptych")).args(words).output().unwrap();
    assert_eq!(diptych(&["site", "out"]).status.code(), Some(2));
    for (host, words) in [
        ("nginx", "add_header Cache-Control"),
        ("apache", "Header set Cache-Control"),
        ("caddy", "header @hashed Cache-Control"),
        ("s3", "--cache-control"),
        ("pages", "Cache-Control: "),
    ] {
        let output = diptych(&["site", "--headers", host]);
        assert!(output.status.success() && text(&output.stdout).contains(words), "{host}");
    }
}

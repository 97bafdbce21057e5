//! Tests `diptych report`: what the document says without scripts, its policy, its size, and hostile names.
#![allow(clippy::unwrap_used, reason = "tests")]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use diptych_engine::FileToSave;
use diptych_protocol::SavedState;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn examples() -> [PathBuf; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/examples");
    ["jinja2-3.0.3.json.gz", "jinja2-3.1.6.json.gz"].map(|name| folder.join(name))
}

fn diptych(verb: &str, files: &[PathBuf], options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    command.arg(verb).args(files).args(options).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Writes a report and returns it.
fn report(name: &str, files: &[PathBuf], options: &[&str]) -> String {
    let out = folder(name).join("report.html");
    let output = diptych("report", files, &[&["-o", out.to_str().unwrap()], options].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    std::fs::read_to_string(out).unwrap()
}

/// Returns the text between two others.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let from = text.find(start).unwrap_or_else(|| panic!("no {start}")) + start.len();
    let length = text[from..].find(end).unwrap_or_else(|| panic!("no {end} after {start}"));
    &text[from..from + length]
}

/// Writes a trace with calls of these names, each a given time long.
fn trace(folder: &Path, file: &str, names: &[&str], dur: u32) -> PathBuf {
    let call = |(at, name): (usize, &&str)| {
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{},"dur":{dur},"name":"{name}"}}"#, at * 5000)
    };
    let calls: Vec<String> = names.iter().enumerate().map(call).collect();
    let path = folder.join(file);
    std::fs::write(&path, format!("[{}]", calls.join(","))).unwrap();
    path
}

/// An application as the build writes it, in small.
fn application(folder: &Path) -> PathBuf {
    let hash = BASE64.encode(Sha256::digest("start()"));
    let path = folder.join("report-app.html");
    let asset =
        |name: &str| format!("<script type=\"application/octet-stream\" id=\"asset-{name}\">AAAA</script>\n");
    let assets: String = ["engine", "compute", "compute_worker", "main"].map(asset).concat();
    std::fs::write(
        &path,
        format!("<!--diptych-report-app 1 sha256-{hash}-->\n{assets}<script>start()</script>\n"),
    )
    .unwrap();
    path
}

#[test]
fn report_says_what_the_command_says_in_150_kb() {
    let html = report("plain", &examples(), &[]);
    assert!(html.len() <= 150_000, "{} bytes", html.len());
    let compared = text(&diptych("compare", &examples(), &[]).stdout);
    let verdict = between(&html, "<h1>", "</h1>");
    assert!(verdict.contains("B is 0.895× as long as A"), "{verdict}");
    assert!(compared.contains("B is 0.895× as long as A"), "{compared}");
    assert!(html.contains("jinja2-3.0.3.json.gz") && html.contains("9,826 calls"));
    assert!(html.contains("<summary>Largest changes (") && html.contains("<summary>Faster in B ("));
    let picture = BASE64.decode(between(&html, "src=\"data:image/svg+xml;base64,", "\"")).unwrap();
    let picture = String::from_utf8(picture).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("prefers-color-scheme:dark"));
    assert!(picture.contains("only in A") && picture.contains("All 9,870 calls of A"), "the legend");
    assert_eq!(report("again", &examples(), &[]), html, "equal traces give equal reports");
}

#[test]
fn report_runs_and_loads_nothing() {
    let html = report("policy", &examples(), &[]);
    let policy = between(&html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let style = between(&html, "<style>", "</style>");
    let hash = BASE64.encode(Sha256::digest(style));
    assert_eq!(policy, format!("default-src 'none'; style-src 'sha256-{hash}'; img-src data:"));
    for forbidden in ["<script", " style=\"", " on", "http://", "https://", "<link", "<iframe"] {
        let found =
            html.replace("http-equiv", "").replace(" on ", " ").replace(" only", " ").replace(" once", " ");
        let found = found.replace(" one", " ").replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        assert!(!found.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn hostile_names_are_text() {
    let folder = folder("hostile");
    let names = [
        "<script>alert(1)</script>",
        "</main></body><img src=x onerror=alert(2)>",
        "\"><svg onload=alert(3)>",
        "&lt;b&gt;",
        "</style><style>*{display:none}",
        "-->",
    ];
    let a = trace(&folder, "<b>a.json", &names, 100);
    let b = trace(&folder, "b'\"&.json", &names, 900);
    for options in [vec![], vec!["--with", "calls", "--app", application(&folder).to_str().unwrap()]] {
        let html = report("hostile", &[a.clone(), b.clone()], &options);
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "the name is shown");
        assert!(html.contains("&amp;lt;b&amp;gt;"));
        for markup in
            ["<script>alert", "<img src=x", "<svg onload", "</style><style>*", "<b>a.json", "\"&.json"]
        {
            assert!(!html.contains(markup), "{markup}");
        }
        assert_eq!(html.matches("</main>").count(), 1);
    }
}

#[test]
fn long_lists_and_names_keep_to_the_limit() {
    let folder = folder("long");
    let names: Vec<String> = (0..3000).map(|at| format!("function_{at}_{}", "x".repeat(3000))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let a = trace(&folder, "a.json", &names, 100);
    let b = trace(&folder, "b.json", &names, 900);
    let html = report("long", &[a, b], &[]);
    assert!(html.len() <= 150_000, "{} bytes", html.len());
    assert!(html.contains("(first ") && html.contains(" of 3000)"), "what is left out is counted");
    assert!(html.contains("characters more)"));
}

#[test]
fn application_is_inlined_with_the_comparison_as_data() {
    let folder = folder("calls");
    let app = application(&folder);
    let html = report("calls", &examples(), &["--with", "calls", "--app", app.to_str().unwrap()]);
    let policy = between(&html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let hash = BASE64.encode(Sha256::digest(between(&html, "<script>", "</script>")));
    let scripts =
        format!("script-src 'sha256-{hash}' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'sha256-");
    assert!(policy.starts_with(&format!("default-src 'none'; {scripts}")), "{policy}");
    assert!(policy.contains("img-src data: blob:") && !policy.contains("unsafe-inline"), "{policy}");
    assert!(html.contains("id=\"asset-engine\"") && !html.contains("id=\"asset-compute"));
    assert!(!html.contains("id=\"asset-reader"));
    // The data are a stored comparison like any other.
    let file = folder.join("inside.diptych");
    std::fs::write(&file, comparison_in(&html)).unwrap();
    let inside = text(&diptych("compare", &[file], &["--json"]).stdout);
    let inside: serde_json::Value = serde_json::from_str(&inside).unwrap();
    let outside = text(&diptych("compare", &examples(), &["--json"]).stdout);
    let outside: serde_json::Value = serde_json::from_str(&outside).unwrap();
    assert_eq!(inside["slower"], outside["slower"]);
    assert_eq!(inside["verdict"], outside["verdict"]);
}

/// Returns the comparison and the view that a report with calls holds, as a `.diptych` file.
fn comparison_in(html: &str) -> Vec<u8> {
    let data = between(html, "<script type=\"application/json\" id=\"report-data\">", "</script>");
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let bytes = |name: &str| BASE64.decode(data[name].as_str().unwrap()).unwrap();
    let mut results = Vec::new();
    GzDecoder::new(bytes("results").as_slice()).read_to_end(&mut results).unwrap();
    let state = SavedState::from_bytes(&bytes("state")).unwrap();
    FileToSave::new(&results).unwrap().to_bytes(Some(state.view), "0.0.0").unwrap()
}

#[test]
fn traces_are_in_the_report_on_request() {
    let folder = folder("traces");
    let app = application(&folder);
    let html = report("traces", &examples(), &["--with", "traces", "--app", app.to_str().unwrap()]);
    assert!(html.contains("id=\"asset-compute\""));
    let data = between(&html, "<script type=\"application/json\" id=\"report-data\">", "</script>");
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let file = folder.join("inside.diptych");
    std::fs::write(&file, BASE64.decode(data["file"].as_str().unwrap()).unwrap()).unwrap();
    let [kept, traces] = [folder.join("kept.svg"), folder.join("traces.svg")];
    for (files, out) in [(vec![file], &kept), (examples().to_vec(), &traces)] {
        let output = diptych("render", &files, &["-o", out.to_str().unwrap()]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert_eq!(std::fs::read(kept).unwrap(), std::fs::read(traces).unwrap());
}

#[test]
fn stored_comparison_becomes_a_report() {
    let folder = folder("stored");
    let kept = folder.join("pair.diptych");
    let output = diptych("compare", &examples(), &["-o", kept.to_str().unwrap()]);
    assert!(output.status.success());
    let html = report("stored", std::slice::from_ref(&kept), &[]);
    let of_traces = report("stored-traces", &examples(), &[]);
    assert_eq!(between(&html, "<h1>", "</h1>"), between(&of_traces, "<h1>", "</h1>"));
    assert!(html.contains("<img alt="));
    let app = application(&folder);
    let options = ["--with", "traces", "--app", app.to_str().unwrap(), "-o", "x.html"];
    let output = diptych("report", &[kept], &options);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--with traces needs both traces"), "{}", text(&output.stderr));
}

#[test]
fn wrong_applications_are_refused_before_reading_traces() {
    let folder = folder("wrong");
    let wrong = folder.join("index.html");
    std::fs::write(&wrong, "<!doctype html>\n<script>alert(1)</script>").unwrap();
    let missing = [PathBuf::from("no-such-a.json"), PathBuf::from("no-such-b.json")];
    let given = ["--with", "calls", "-o", "x.html", "--app", wrong.to_str().unwrap()];
    for (options, code, said) in [
        (&given[..], 1, "this is not the application of reports in version 1"),
        (&["--with", "calls", "-o", "x.html"], 2, "pass --app FILE"),
    ] {
        let output = diptych("report", &missing, options);
        assert_eq!(output.status.code(), Some(code));
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}

/// A link with a note about a call that exists, one that does not, a function and a desk.
const NOTES: &str = "#note=<b>slow</b>~1 see %2312,time,b,0,90%0Agone,lane,a,/nowhere%0Awhy,function,no_such,x.py%0Afirst~2second,desk,profile";

#[test]
fn notes_are_listed_with_their_places() {
    let html = report("notes", &examples(), &["--link", NOTES]);
    let notes = between(&html, "<h2>Notes</h2>", "</ol>");
    let items: Vec<&str> = notes.split("<li>").skip(1).collect();
    assert_eq!(items.len(), 4);
    assert!(
        items[0].contains("of B") && items[0].contains("&lt;b&gt;slow&lt;/b&gt;, see #12"),
        "{}",
        items[0]
    );
    assert!(!items[0].contains("not in these traces"), "{}", items[0]);
    assert!(items[1].contains("/nowhere") && items[1].contains("not in these traces"), "{}", items[1]);
    assert!(items[2].contains("no_such") && items[2].contains("not in these traces"), "{}", items[2]);
    assert!(items[3].contains("Profile") && items[3].contains("first\nsecond"), "{}", items[3]);
    assert!(!report("no-notes", &examples(), &[]).contains("<h2>Notes</h2>"));
}

#[test]
fn notes_travel_through_stored_comparisons() {
    let folder = folder("notes-stored");
    let app = application(&folder);
    let options = ["--with", "calls", "--app", app.to_str().unwrap(), "--link", NOTES];
    let html = report("notes-with", &examples(), &options);
    let file = folder.join("inside.diptych");
    std::fs::write(&file, comparison_in(&html)).unwrap();
    let again = report("notes-again", &[file], &[]);
    let notes = between(&again, "<h2>Notes</h2>", "</ol>");
    assert_eq!(notes.matches("<li>").count(), 4);
    // The file holds no traces, so nobody knows which lanes exist.
    assert!(notes.contains("/nowhere") && notes.contains("&lt;b&gt;slow&lt;/b&gt;"), "{notes}");
}

#[test]
fn long_notes_keep_to_the_limit() {
    let note = |at: usize| format!("{}{at},desk,compare", "%26%3Cb%3E".repeat(180));
    let link = format!("#note={}", (0..40).map(note).collect::<Vec<_>>().join("%0A"));
    let html = report("long-notes", &examples(), &["--link", &link]);
    assert!(html.len() <= 150_000, "{} bytes", html.len());
    let shown = between(&html, "<h2>Notes</h2>", "</ol>").matches("<li>").count();
    assert!(shown > 5, "{shown}");
    assert!(html.contains(&format!("{} more notes are too long for this report.", 40 - shown)));
}

//! Tests stored comparisons.

use crate::support::{compare, examples, folder, json, pair, plain, printed, text, write_located};
use diptych_store::{HEAD_BYTES, SavedFile, seal};
use diptych_testkit::Rng;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Compares and stores. Returns the file and the output.
fn keep(name: &str, files: &[PathBuf], options: &[&str]) -> (PathBuf, String) {
    let kept = folder(name).join("pair.diptych");
    let said = printed(files, &[options, &["-o", kept.to_str().unwrap()]].concat());
    (kept, said)
}

#[test]
fn stored_comparison_prints_the_same_without_traces() {
    let files = examples();
    for (name, options) in
        [("kept-json", &["--json"][..]), ("kept-text", &[]), ("kept-markdown", &["--markdown", "--top", "3"])]
    {
        let (kept, said) = keep(name, &files, options);
        assert_eq!(printed(&[kept], options), said, "{name}");
    }
    // Options are stored with the comparison.
    let asked =
        ["--normalise", "per-call", "--by", "path", "--floor-us", "1", "--tau", "0.5", "--measure", "time"];
    let (kept, said) = keep("kept-asked", &files, &[&["--json"][..], &asked].concat());
    assert_eq!(printed(&[kept], &["--json"]), said);
}

#[test]
fn stored_comparison_can_be_ranked_again() {
    let files = pair("kept-anew");
    let (kept, _) = keep("kept-anew", &files, &["--json"]);
    for options in [&["--normalise", "per-total"][..], &["--by", "path"], &["--floor-percent", "80"]] {
        assert_eq!(json(std::slice::from_ref(&kept), options), json(&files, options), "{options:?}");
    }
    let output = compare(&[kept], &["--fail-if", "new>0"]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn stored_comparison_has_rules_and_warning() {
    let folder = folder("kept-warning");
    let write = |name: &str, prefix: &str| {
        let path = folder.join(name);
        let call = |at: u32, name: &str| {
            format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{at},"dur":5,"name":"{name} ({prefix}pkg/m.py:1)"}}"#)
        };
        let calls: Vec<String> =
            (0..20).map(|at| call(at * 10, &format!("f{}", char::from(b'a' + at as u8)))).collect();
        std::fs::write(&path, format!("[{}]", calls.join(","))).unwrap();
        path
    };
    let files = [write("a.json", "top/branch/"), write("b.json", "top/")];
    let allowed = ["--allow-unlike"];
    let (kept, said) = keep("kept-warning", &files, &allowed);
    let warning = "The two sides have no function in common.";
    assert!(plain(&said).contains(warning) && said.contains("from file names makes"), "{said}");
    assert_eq!(printed(std::slice::from_ref(&kept), &allowed), said);
    assert_eq!(compare(std::slice::from_ref(&kept), &[]).status.code(), Some(4));
    // The proposed rule has the promised effect.
    let rule = said.lines().find_map(|line| line.split_once("The rule for --rules: ")).unwrap().1;
    let rules = folder.join("rules.txt");
    std::fs::write(&rules, format!("defaults\n{rule}\n")).unwrap();
    let options = ["--rules", rules.to_str().unwrap()];
    assert_eq!(json(&files, &options)["identity"]["functions"]["both"], 20);
    assert_eq!(printed(&[kept], &["--print-rules"]), printed(&files, &["--print-rules"]));
}

#[test]
fn other_files_are_no_stored_comparisons() {
    let [a, _] = pair("kept-wrong");
    let output = compare(&[a], &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("a.json: this is not a stored comparison"), "{said}");
    assert!(said.contains("to compare two traces, use `diptych compare A B`"), "{said}");

    let (kept, _) = keep("kept-wrong", &pair("kept-wrong"), &[]);
    let whole = std::fs::read(&kept).unwrap();
    let mut newer = whole.clone();
    newer[8] += 1;
    // Neither directory is whole.
    let mut changed = whole.clone();
    for at in [30, whole.len() - 9] {
        changed[at] ^= 1;
    }
    // A comparison stored by the page lacks the texts of the command.
    let mut columns = diptych_store::Columns::default();
    columns.put_text("rules", "");
    let this = diptych_store::READER;
    let of_newer = format!("saved by a newer diptych {} in format {}", env!("CARGO_PKG_VERSION"), this + 1);
    for (bytes, said) in [
        (newer, of_newer.as_str()),
        (changed, "the stored comparison is cut off or damaged: neither directory of its "),
        (whole[..whole.len() / 3].to_vec(), "the stored comparison is cut off or damaged: it lost "),
        (columns.to_bytes(), "the stored comparison lacks the facts about the comparison"),
    ] {
        std::fs::write(&kept, bytes).unwrap();
        let output = compare(std::slice::from_ref(&kept), &[]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(said), "{said}: {}", text(&output.stderr));
    }
}

/// Returns the comparison of [`pair`] that the first version with stored comparisons wrote.
fn earlier() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compare/earlier.diptych"))
}

#[test]
fn file_of_an_earlier_version_prints_the_same() {
    let files = pair("kept-earlier");
    // The earlier version did not count the moved call of 30 µs among the calls that both sides make on one path.
    let mut stored = printed(&[earlier()], &["--json"]);
    for (earlier, now) in [
        ("\"a_same_calls_ns\": 920000", "\"a_same_calls_ns\": 950000"),
        ("\"b_same_calls_ns\": 1090000", "\"b_same_calls_ns\": 1120000"),
    ] {
        assert_eq!(stored.matches(earlier).count(), 1);
        stored = stored.replace(earlier, now);
    }
    assert_eq!(stored, printed(&files, &["--json"]));
}

/// Runs `diptych render`.
fn render(files: &[PathBuf], out: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    command.arg("render").args(files).arg("-o").arg(out).args(options).output().unwrap()
}

#[test]
fn stored_overview_equals_overview_of_traces() {
    let files = pair("kept-drawn");
    let (kept, _) = keep("kept-drawn", &files, &[]);
    let drawn = |files: &[PathBuf], name: &str, options: &[&str]| {
        let out = folder("kept-drawn").join(name);
        let output = render(files, &out, options);
        assert!(output.status.success(), "{}", text(&output.stderr));
        std::fs::read_to_string(out).unwrap()
    };
    // The picture fits the stored columns, with 36 px at their left and 10 px at their right.
    let wide = ["--size", "2046x300"];
    let of_traces = drawn(&files, "traces.svg", &[&wide[..], &["--view", "overview"]].concat());
    let of_kept = drawn(std::slice::from_ref(&kept), "kept.svg", &wide);
    // Only the brackets of both foci are missing, which nothing moves there: three lines and a grip at each end.
    let mut rest = of_kept.split('<').peekable();
    let added: Vec<&str> =
        of_traces.split('<').filter(|element| rest.next_if_eq(element).is_none()).collect();
    assert_eq!((rest.next(), added.len()), (None, 16), "{added:?}");
    assert!(
        added.iter().all(|element| element.contains("#1f5fcc") || element.contains("#a64f00")),
        "{added:?}"
    );
    assert!(of_traces.contains("B is 1.20"), "{of_traces}");
    // Every size is drawn.
    drawn(&[kept], "small.svg", &["--size", "600x200", "--view", "overview", "--bare"]);
}

#[test]
fn stored_comparison_refuses_other_pictures() {
    let files = pair("kept-undrawn");
    let (kept, _) = keep("kept-undrawn", &files, &[]);
    let out = folder("kept-undrawn").join("out.svg");
    let damaged = folder("kept-undrawn").join("damaged.diptych");
    let whole = std::fs::read(&kept).unwrap();
    std::fs::write(&damaged, &whole[..whole.len() / 3]).unwrap();
    let [a, _] = files;
    for (files, options, code, said) in [
        (
            vec![kept.clone()],
            &["--view", "matches"][..],
            2,
            "this --view needs both traces, A and B; pair.diptych is",
        ),
        (vec![kept.clone()], &["--color", "file"], 2, "--color needs both traces"),
        (vec![kept.clone(), a], &[], 2, "a stored comparison already has both sides"),
        (
            vec![earlier()],
            &[],
            1,
            "earlier.diptych contains no overview, because an earlier version wrote it",
        ),
        (vec![damaged], &[], 1, "damaged.diptych cannot be opened. The stored comparison lacks "),
    ] {
        let output = render(&files, &out, options);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(text(&output.stderr).contains(said), "{said}: {}", text(&output.stderr));
    }
    assert!(!out.exists());
}

#[test]
fn damaged_stored_comparison_is_refused_or_printed() {
    let folder = folder("kept-damaged");
    // A stops in its loop, so the file also has numbers of calls that are not compared.
    let run = |name: &str, rounds: u64, end: u64| {
        let calls = (0..rounds).map(|at| (at * 100, 50 + at % 7, format!("f{} (m.py:1)", at % 9)));
        let main = (0, end, "main (m.py:1)".to_owned());
        write_located(&folder, name, &std::iter::once(main).chain(calls).collect::<Vec<_>>())
    };
    let files = [run("a.json", 60, 5_953), run("b.json", 110, 11_500)];
    let (kept, said) = keep("kept-damaged-whole", &files, &["--allow-incomplete"]);
    assert!(said.contains("not compared"), "{said}");
    // As one block of columns, so that damage gets past the checksums of single parts.
    let whole = std::fs::read(kept).unwrap();
    let whole = SavedFile::open(&whole, u64::MAX).unwrap().columns.to_bytes();
    let (mut refused, mut taken) = (0, 0);
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let mut bytes = whole.clone();
        let at = HEAD_BYTES + rng.below((bytes.len() - HEAD_BYTES - 8) as u64) as usize;
        match rng.below(3) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at..at + 8].fill(0xff),
            _ => bytes[at] = rng.below(256) as u8,
        }
        seal(&mut bytes);
        let damaged = folder.join("damaged.diptych");
        std::fs::write(&damaged, bytes).unwrap();
        for format in ["--json", "--markdown", "--all"] {
            let output = compare(std::slice::from_ref(&damaged), &[format]);
            match output.status.code() {
                Some(0 | 4) => taken += 1,
                Some(1) => refused += 1,
                other => panic!("seed {seed}: ended with {other:?}: {}", text(&output.stderr)),
            }
        }
    }
    assert!(refused > 0 && taken > 0, "{refused} refused, {taken} taken");
}

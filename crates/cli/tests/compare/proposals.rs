//! Tests `--propose-renames`: its output is a file of rules.

use crate::support::{compare, folder, json, plain, printed, text, write_located};
use std::path::PathBuf;

/// A module became a package, a method was renamed under the same callers, and a function stayed.
const A: &[(u64, u64, &str)] = &[
    (0, 1_000, "main (app/main.py:1)"),
    (10, 100, "read (app/io.py:7)"),
    (120, 100, "write (app/io.py:20)"),
    (230, 100, "seek (app/io.py:40)"),
    (400, 300, "layout_paragraph (app/text.py:3)"),
    (410, 50, "measure (app/text.py:30)"),
    (470, 50, "break_line (app/text.py:40)"),
    (530, 50, "place (app/text.py:50)"),
    (800, 100, "stay (app/other.py:1)"),
];
const B: &[(u64, u64, &str)] = &[
    (0, 1_000, "main (app/main.py:1)"),
    (10, 100, "read (app/io/reading.py:5)"),
    (120, 100, "write (app/io/writing.py:9)"),
    (230, 100, "seek (app/io/writing.py:30)"),
    (400, 300, "layout_paragraphs (app/text.py:3)"),
    (410, 50, "measure (app/text.py:30)"),
    (470, 50, "break_line (app/text.py:40)"),
    (530, 50, "place (app/text.py:50)"),
    (800, 100, "stay (app/other.py:1)"),
];

fn pair(name: &str) -> [PathBuf; 2] {
    let folder = folder(name);
    [write_located(&folder, "a.json", A), write_located(&folder, "b.json", B)]
}

#[test]
fn proposals_list_file_rules_before_renames() {
    let proposed = plain(&printed(&pair("proposals"), &["--propose-renames"]));
    let expected = r"defaults
# +33 % of calls, 3 functions with the same name in another file: app/io.py -> app/io/*.py
file s!^(?:app/io\.py|app/io/reading\.py|app/io/writing\.py)$!app/io.py! Moved: app/io.py and app/io/*.py
# +11 % of calls, same callees, same callers, similar name
rename layout_paragraph (app/text.py) => layout_paragraphs (app/text.py)
";
    assert_eq!(proposed, expected);
}

#[test]
fn proposals_read_back_as_rules() {
    let files = pair("proposals-taken");
    let rules = folder("proposals-taken").join("rules.txt");
    std::fs::write(&rules, printed(&files, &["--propose-renames"])).unwrap();
    let options = ["--rules", rules.to_str().unwrap()];
    let matched = |options: &[&str]| json(&files, options)["alignment"]["matched"].as_u64().unwrap();
    assert_eq!((matched(&["--allow-unlike"]), matched(&options)), (5, 9));
    let again = compare(&files, &[&options[..], &["--propose-renames"]].concat());
    let again = text(&again.stdout);
    assert!(again.ends_with("# no suggestions\n"), "{again}");
}

#[test]
fn renames_apply_after_module_moves() {
    let inside = |file: &str, outer: &str| -> Vec<(u64, u64, String)> {
        vec![
            (0, 1_000, "main (app/main.py:1)".into()),
            (10, 100, format!("read ({file}:5)")),
            (120, 100, format!("write ({file}:9)")),
            (230, 100, format!("seek ({file}:12)")),
            (400, 300, format!("{outer} ({file}:30)")),
            (410, 50, "measure (app/text.py:30)".into()),
            (470, 50, "break_line (app/text.py:40)".into()),
            (530, 50, "place (app/text.py:50)".into()),
        ]
    };
    let folder = folder("proposals-inside");
    let files = [
        write_located(&folder, "a.json", &inside("app/io.py", "layout_paragraph")),
        write_located(&folder, "b.json", &inside("app/stream.py", "layout_paragraphs")),
    ];
    let proposed = printed(&files, &["--propose-renames"]);
    assert!(proposed.contains("Moved: app/io.py and app/stream.py"), "{proposed}");
    let rules = folder.join("rules.txt");
    std::fs::write(&rules, proposed).unwrap();
    let found = json(&files, &["--rules", rules.to_str().unwrap()]);
    assert_eq!(found["alignment"]["matched"], 8);
}

#[test]
fn nothing_is_proposed_for_equal_names() {
    let [a, _] = pair("proposals-none");
    assert_eq!(printed(&[a.clone(), a], &["--propose-renames"]), "defaults\n# no suggestions\n");
}

/// One function with a new name, called as often by the same caller.
fn renamed_pair(name: &str) -> [PathBuf; 2] {
    let run = |rate: &str| {
        let orders = (0..40).flat_map(|at| {
            let start = 10 + at * 100;
            [
                (start, 80, "tax (shop/rules.py:25)".to_owned()),
                (start + 10, 20, format!("{rate} (shop/rules.py:19)")),
            ]
        });
        std::iter::once((0, 5_000, "main (shop/main.py:1)".to_owned())).chain(orders).collect::<Vec<_>>()
    };
    let folder = folder(name);
    [
        write_located(&folder, "a.json", &run("rate_for")),
        write_located(&folder, "b.json", &run("vat_percent")),
    ]
}

#[test]
fn report_ends_with_the_gain_of_proposals() {
    let files = renamed_pair("proposals-gain");
    let report = printed(&files, &["--allow-unlike"]);
    let end = "\n\
        Likely the same functions: 1 proposal would match 51\u{202f}% → 100\u{202f}% of A’s calls and 51\u{202f}% → 100\u{202f}% of B’s. \
        Apply them with --accept-renames, list them with --propose-renames\n\
        \u{20}\u{20}+49\u{202f}%  rate_for (shop/rules.py) → vat_percent (shop/rules.py): same callers, called equally often\n";
    assert!(report.ends_with(end), "{report}");
    let accepted = printed(&files, &["--accept-renames"]);
    assert!(!accepted.contains("Likely the same functions"), "{accepted}");
    assert_eq!(json(&files, &["--accept-renames"])["alignment"]["matched"], 81);
}

#[test]
fn functions_that_differ_in_a_number_stay_two() {
    let run = |times: [u64; 2]| {
        let calls = (0..40).flat_map(|at| {
            let start = 10 + at * 300;
            let [one, two] = times;
            [(start, one, "parse_1 (p.py:3)".to_owned()), (start + 190, two, "parse_2 (p.py:9)".to_owned())]
        });
        std::iter::once((0, 20_000, "main (p.py:1)".to_owned())).chain(calls).collect::<Vec<_>>()
    };
    let folder = folder("numbered-functions");
    let files = [
        write_located(&folder, "a.json", &run([100, 100])),
        write_located(&folder, "b.json", &run([180, 20])),
    ];
    let report = plain(&printed(&files, &[]));
    assert!(report.contains("Largest changes, by self time: 2 changes"), "{report}");
    assert!(
        report.contains("longer calls   parse_1") && report.contains("shorter calls  parse_2"),
        "{report}"
    );
    let rules = plain(&printed(&files, &["--print-rules"]));
    assert!(!rules.contains("# matches"), "{rules}");
    let moved = [files[0].clone(), {
        let later =
            run([180, 20]).into_iter().map(|(start, ticks, name)| (start, ticks, name.replace(":3", ":4")));
        write_located(&folder, "c.json", &later.collect::<Vec<_>>())
    }];
    let rules = plain(&printed(&moved, &["--print-rules"]));
    assert!(
        rules.contains("# matches 1 of A’s functions with 1 of B’s\nfile s/(?::\\d+){1,2}$// Line number"),
        "{rules}"
    );
}

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

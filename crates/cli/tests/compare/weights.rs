//! Tests recordings with weights instead of time.

use crate::shown::first_page;
use crate::support::{folder, json, plain, printed};
use std::fs;

#[test]
fn samples_are_called_samples() {
    let folder = folder("weights");
    let files = ["a.folded", "b.folded"].map(|name| folder.join(name));
    fs::write(&files[0], "main;parse 60\nmain;draw;fill 40\n").unwrap();
    fs::write(&files[1], "main;parse 60\nmain;draw;fill 90\n").unwrap();
    let (page, status, _) = first_page(&files, &[]);
    assert_eq!(status, Some(0));
    for words in [
        "B has 1.50× as many samples as A ▲ +50 samples; 100 % of A’s samples are in stacks that B has too",
        "Listed           self samples by function, as recorded; only changes above 5.0 % and 10 samples",
        "Where the samples went: inclusive, by call path",
    ] {
        assert!(page.contains(words), "{words}\n{page}");
    }
    assert!(!page.contains("time"), "{page}");
}

#[test]
fn chance_in_samples_is_no_finding() {
    let folder = folder("noise");
    // Two draws of 16 functions from one distribution: the numbers differ by up to three times their square root.
    let draws = [
        [310, 290, 120, 95, 60, 41, 33, 20, 14, 9, 6, 4, 2, 1, 0, 3],
        [283, 322, 104, 112, 48, 52, 25, 28, 9, 15, 2, 8, 0, 3, 2, 0],
    ];
    let files = ["a.folded", "b.folded"].map(|name| folder.join(name));
    for (file, counts) in files.iter().zip(draws) {
        let lines = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let text = lines.map(|(name, count)| format!("main;f{name} {count}\n")).collect::<Vec<_>>().concat();
        fs::write(file, text).unwrap();
    }
    let conditions = ["slower>0%", "faster>0%", "slower>0% and time=inclusive"];
    let args: Vec<&str> = conditions.iter().flat_map(|condition| ["--fail-if", condition]).collect();
    let (page, status, said) = first_page(&files, &args);
    assert_eq!(status, Some(0), "{said}");
    assert!(page.contains("No function changed significantly. 9 changes"), "{page}");
    assert!(!page.contains("call"), "{page}");
}

#[test]
fn functions_without_a_symbol_are_one_line_and_named_as_such() {
    let folder = folder("weights-addresses");
    let run = |name: &str, base: u64, parse: u64| {
        let addresses = (0..300).map(|at| format!("main;run;0x{:x} {}\n", base + 64 * at, 5 + at % 11));
        let path = folder.join(name);
        fs::write(&path, addresses.collect::<String>() + &format!("main;run;parse {parse}\n")).unwrap();
        path
    };
    let files = [run("a.folded", 0x7f10_0000_0000, 1000), run("b.folded", 0x7fe0_0000_0000, 2000)];
    let said = plain(&printed(&files, &[]));
    let names = "75 % of A’s samples and 60 % of B’s have no function names, only addresses";
    assert!(said.contains(names), "{said}");
    let found = json(&files, &[]);
    assert_eq!(found["ranking"]["new"], serde_json::json!([]));
    assert_eq!(found["ranking"]["largest"][0]["function"], "parse");
}

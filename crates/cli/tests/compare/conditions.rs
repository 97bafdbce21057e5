//! Tests `--fail-if`.

use crate::support::{compare, pair, plain, text};

#[test]
fn met_condition_exits_with_3_and_a_reason() {
    let files = pair("holds");
    let cases = [
        ("slower>5%", "slow (app/slow.py) is slower: +370 µs, +370 %"),
        ("slower>=370%", "slow (app/slow.py) is slower: +370 µs, +370 %"),
        ("slower>0.36ms", "slow (app/slow.py) is slower: +370 µs, +370 %"),
        ("faster>50%", "fast (app/fast.py) is faster: −200 µs, −67 %"),
        ("new>79us", "fresh (app/fresh.py) is new: +80.0 µs"),
        ("total>10%", "A takes 1.00 ms, B takes 1.20 ms"),
        ("total>199us", "A takes 1.00 ms, B takes 1.20 ms"),
        ("moved>0", "1 of 7 calls moved"),
        ("moved>14%", "1 of 7 calls moved"),
        ("matched<90%", "71 % of calls match in order"),
        ("identity<90%", "86 % of calls have a same-named function on the other side"),
    ];
    for (condition, reason) in cases {
        let output = compare(&files, &["--json", "--fail-if", condition]);
        assert_eq!(output.status.code(), Some(3), "{condition}");
        assert_eq!(plain(&text(&output.stderr)), format!("diptych: --fail-if '{condition}': {reason}\n"));
        assert!(text(&output.stdout).starts_with('{'), "the comparison is printed all the same");
    }
}

#[test]
fn met_count_condition_lists_its_rows() {
    let files = pair("counts");
    for (condition, lines) in [
        ("slower>0", ["1 slower function", "slow (app/slow.py) is slower: +370 µs, +370 %"]),
        ("new>0", ["1 new function", "fresh (app/fresh.py) is new: +80.0 µs"]),
        ("gone<=1", ["1 gone function", "old (app/old.py) is gone: −50.0 µs, −100 %"]),
    ] {
        let output = compare(&files, &["--fail-if", condition]);
        assert_eq!(output.status.code(), Some(3), "{condition}");
        let expected = lines.map(|line| format!("diptych: --fail-if '{condition}': {line}\n")).concat();
        assert_eq!(plain(&text(&output.stderr)), expected);
    }
    let output = compare(&files, &["--fail-if", "slower<1 and function=same"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(text(&output.stderr), "diptych: --fail-if 'slower<1 and function=same': 0 slower functions\n");
}

#[test]
fn unmet_condition_exits_with_0() {
    let files = pair("holds-not");
    for condition in [
        "slower>370%",
        "slower>370us",
        "slower>1",
        "new>80us",
        "gone>1",
        "total>20%",
        "total<0%",
        "moved>1",
        "matched<70%",
    ] {
        let output = compare(&files, &["--fail-if", condition]);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{condition}");
    }
}

#[test]
fn all_met_conditions_are_printed() {
    let output =
        compare(&pair("several"), &["--fail-if", "new>0", "--fail-if", "gone>5", "--fail-if", "moved>0"]);
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(said.contains("'new>0'") && said.contains("'moved>0'"), "{said}");
}

#[test]
fn malformed_condition_is_shown_with_a_mark() {
    let output = compare(&pair("wrong"), &["--fail-if", "slower>5 minutes"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.starts_with(
            "diptych compare: --fail-if: unknown unit `minutes`; use %, ns, us, ms or s\n  slower>5 minutes\n           ^\n"
        ),
        "{said}"
    );
}

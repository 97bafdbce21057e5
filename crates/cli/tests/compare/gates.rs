//! Tests conditions of several terms, known changes, and the noise of the total.

use crate::runs::{runs, several};
use crate::support::{Call, compare, folder, pair, plain, text, write};
use std::path::PathBuf;

/// Returns the exit code and the lines about conditions, without `diptych: --fail-if '…': ` at their start.
fn gate(files: &[PathBuf], options: &[&str], condition: &str) -> (Option<i32>, Vec<String>) {
    let output = compare(files, &[options, &["--fail-if", condition]].concat());
    let before = format!("diptych: --fail-if '{condition}': ");
    let said = plain(&text(&output.stderr));
    (
        output.status.code(),
        said.lines().map(|line| line.strip_prefix(&before).unwrap_or(line).to_owned()).collect(),
    )
}

const SLOW: &str = "slow (app/slow.py) is slower: +370 µs, +370 %";
const FRESH: &str = "fresh (app/fresh.py) is new: +80.0 µs";

#[test]
fn terms_apply_to_the_same_row() {
    let files = pair("gate-and");
    let holding: [(&str, &[&str]); 15] = [
        ("slower>5% and slower>1us", &[SLOW]),
        ("slower>5% and slower<400%", &[SLOW]),
        ("slower>5% and share>36%", &[SLOW]),
        ("share>5%", &[SLOW, "fast (app/fast.py) is faster: −200 µs, −67 %", FRESH]),
        ("share>4% and function!=fast", &[SLOW, FRESH, "old (app/old.py) is gone: −50.0 µs, −100 %"]),
        ("slower>5% and function=s*", &[SLOW]),
        ("slower>5% and function=slow (app/slow.py)", &[SLOW]),
        ("slower>5% and file=app/*", &[SLOW]),
        ("slower>5% and file=app/sl?w.py and file!=*/vendor/*", &[SLOW]),
        ("slower>5% and new>1us", &[SLOW, FRESH]),
        ("new>0 and file=app/*", &["1 new function", FRESH]),
        ("slower>5% and total>10%", &["A takes 1.00 ms, B takes 1.20 ms", SLOW]),
        (
            "slower>5% and time=inclusive",
            &[
                "slow (app/slow.py) is slower, inclusive: +370 µs, +370 %",
                "main (app/main.py) is slower, inclusive: +200 µs, +20 %",
            ],
        ),
        ("faster<70% and function=fast", &["fast (app/fast.py) is faster: −200 µs, −67 %"]),
        ("faster<20% and function=same", &["nothing is faster"]),
    ];
    for (condition, lines) in holding {
        assert_eq!(
            gate(&files, &[], condition),
            (Some(3), lines.iter().map(|&line| line.to_owned()).collect())
        );
    }
    for condition in [
        "slower>5% and slower>1ms",
        "slower>5% and slower<300%",
        "slower>5% and share>38%",
        "slower>5% and function=fast",
        "slower>5% and file!=app/*",
        "slower>5% and new>1ms",
        "slower>5% and total>30%",
        "slower>5% and time=inclusive and function=same",
        "faster<20% and function=fast",
    ] {
        assert_eq!(gate(&files, &[], condition), (Some(0), Vec::new()), "{condition}");
    }
}

#[test]
fn path_conditions_start_at_the_root() {
    let files = pair("gate-path");
    let slow = "main (app/main.py) > slow (app/slow.py) is slower: +370 µs, +370 %";
    let main = "main (app/main.py) is slower: +200 µs, +20 %";
    let holding: [(&str, &[&str]); 5] = [
        ("slower>5% and path=main > slow", &[slow]),
        ("slower>5% and path=** > slow", &[slow]),
        ("slower>5% and path=**", &[slow, main]),
        ("slower>5% and path=main › s*", &[slow]),
        (
            "slower>5% and path=** and time=self",
            &["main (app/main.py) > slow (app/slow.py) is slower, by self time: +370 µs, +370 %"],
        ),
    ];
    for (condition, lines) in holding {
        assert_eq!(
            gate(&files, &[], condition),
            (Some(3), lines.iter().map(|&line| line.to_owned()).collect())
        );
    }
    // `main` takes longer only because of `slow`. So without a path in the condition, only `slow` is reported.
    assert_eq!(gate(&files, &["--by", "path"], "slower>5%"), (Some(3), vec![slow.to_owned()]));
    let below = "slower>5% and path=main > same > **";
    assert_eq!(gate(&files, &[], below), (Some(0), Vec::new()), "{below}");
}

#[test]
fn names_that_nothing_has_are_errors() {
    let files = pair("gate-names");
    for (condition, said) in [
        ("slower>5% and path=slow", "no call path fits `slow`, in A or in B; --functions lists all"),
        (
            "new>0 and file=lib/*",
            "no file of a function is called `lib/*`, in A or in B; --functions lists all",
        ),
        ("slower>5% and function=slwo", "no function is called `slwo`, in A or in B; --functions lists all"),
    ] {
        assert_eq!(gate(&files, &[], condition), (Some(1), vec![said.to_owned()]), "{condition}");
    }
    // Reports print files below their common folder.
    assert_eq!(gate(&files, &[], "slower>5% and file=slow.py"), (Some(3), vec![SLOW.to_owned()]));
}

#[test]
fn outlier_calls_of_b_have_a_condition() {
    let run = |name: &str, longest: u64| {
        let calls: Vec<Call> =
            (0..40).map(|at| (at * 5_000, if at == 17 { longest } else { 16 }, "work")).collect();
        write(&folder("gate-outlier"), name, &calls)
    };
    let files = [run("a.json", 16), run("b.json", 4_016)];
    let call = "one call of work (app/work.py) takes longer than the others: +4.00 ms, ×251";
    assert_eq!(gate(&files, &[], "outlier>3ms"), (Some(3), vec![call.to_owned()]));
    assert_eq!(gate(&files, &[], "outlier>0"), (Some(3), vec!["1 outlier call".to_owned(), call.to_owned()]));
    for condition in ["outlier>5ms", "slower>1%", "outlier>1"] {
        assert_eq!(gate(&files, &[], condition), (Some(0), Vec::new()), "{condition}");
    }
    let [a, b] = files;
    let files = [b, a];
    assert_eq!(gate(&files, &[], "outlier>0"), (Some(0), Vec::new()), "only those of B count");
    // A condition that can never hold is an error.
    let (code, said) = gate(&files, &["--by", "path"], "outlier>0");
    assert_eq!(code, Some(1), "{said:?}");
    let (code, said) = gate(&files, &["--normalise", "per-total"], "outlier>0");
    assert_eq!(code, Some(1), "{said:?}");
}

#[test]
fn confidence_needs_several_runs() {
    let a = runs("gate-confidence", "a", &[300, 305, 298, 302, 301]);
    let b = runs("gate-confidence", "b", &[500, 505, 498, 502, 501]);
    let options = several(&a, &b);
    let (code, said) = gate(&[], &options, "slower>5% and confidence>95%");
    assert_eq!(
        (code, said),
        (Some(3), vec!["work (app/work.py) is slower: +200 µs, +66 %, p = 0.008".to_owned()])
    );
    assert_eq!(gate(&[], &options, "slower>5% and confidence>99.9%"), (Some(0), Vec::new()));
    let (code, said) = gate(&pair("gate-one-run"), &[], "slower>5% and confidence>95%");
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        [
            "diptych: --fail-if 'slower>5% and confidence>95%' asks for confidence, which needs at least 4 runs per side"
        ]
    );
    let (code, said) = gate(&[], &options, "slower>5% and time=inclusive and confidence>95%");
    assert_eq!(code, Some(1));
    assert!(
        said[0].ends_with("which exists only for self time of functions and inclusive time of paths"),
        "{said:?}"
    );
}

/// Writes runs with these extents, in µs.
fn extents(name: &str, side: &str, extents: &[u64]) -> Vec<PathBuf> {
    let folder = folder(name);
    let run = |(number, &extent): (usize, &u64)| {
        let calls: [Call; 2] = [(0, extent, "main"), (10, 500, "work")];
        write(&folder, &format!("{side}{number}.json"), &calls)
    };
    extents.iter().enumerate().map(run).collect()
}

#[test]
fn total_within_noise_does_not_fail() {
    let a = extents("gate-total", "a", &[1000, 1040, 1020, 1010, 1030]);
    let noisy = extents("gate-total", "noisy", &[1050, 1045, 1015, 1005, 1035]);
    let slower = extents("gate-total", "slower", &[1075, 1065, 1060, 1070, 1080]);
    let gate = |b: &[PathBuf], condition: &str| gate(&[], &several(&a, b), condition);
    // The medians are 1,020 and 1,035, so B is 1.5 % longer. But the runs of both sides overlap.
    assert_eq!(gate(&noisy, "total>1%"), (Some(0), Vec::new()));
    assert_eq!(gate(&slower, "total>1%"), (Some(3), vec!["A takes 1.02 ms, B takes 1.07 ms".to_owned()]));
    assert_eq!(gate(&slower, "total>6%"), (Some(0), Vec::new()));
    // Three runs per side are too few for an interval. Here only sides that do not overlap fail.
    let few = |b: &[PathBuf]| super::gates::gate(&[], &several(&a[..3], &b[..3]), "total>1%");
    assert_eq!(few(&noisy), (Some(0), Vec::new()));
    assert_eq!(few(&slower), (Some(3), vec!["A takes 1.02 ms, B takes 1.06 ms".to_owned()]));
}

#[test]
fn known_changes_are_ignored() {
    let files = pair("gate-known");
    let known = folder("gate-known").join("known.txt");
    let known_as = |lines: &str| {
        std::fs::write(&known, lines).unwrap();
        let path = known.to_str().unwrap().to_owned();
        let output = compare(&files, &["--known", &path, "--fail-if", "share>5%", "--fail-if", "new>0"]);
        (output.status.code(), plain(&text(&output.stderr)).replace(&path, "known.txt"))
    };
    let all = known_as(
        "# since the new parser\n\nfunction=slow and slower<400%\nfunction=fast\nfile=app/fresh.py\n",
    );
    assert_eq!(all, (Some(0), "diptych: known.txt: ignored 3 known changes\n".to_owned()));
    // A change within its limit is known. A line that nothing matches any more can go.
    let some = known_as("function=slow and slower<300%\nfunction=fast\nnew>1us and function=f*\n");
    assert_eq!(
        some,
        (
            Some(3),
            "\
diptych: known.txt: ignored 2 known changes
diptych: known.txt, line 1: no change matches function=slow and slower<300%; you can remove the line
diptych: --fail-if 'share>5%': slow (app/slow.py) is slower: +370 µs, +370 %
"
            .to_owned()
        )
    );
    let wrong = known_as("function=slow\n  total>5%\n");
    assert_eq!(
        wrong,
        (
            Some(1),
            "\
diptych: known.txt, line 2: a known change is about one function or path, and this word is about the whole comparison
    total>5%
    ^
"
            .to_owned()
        )
    );
    let output = compare(&files, &["--known", "/no/such/known.txt"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("diptych: /no/such/known.txt cannot be read: "));
}

//! Counts passed checks in the output of the test runners.

use std::fmt;

/// Numbers of checks by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Checks that a runner names but does not run. They are shown and never count as passed.
    pub(crate) skipped: u64,
}

impl Count {
    /// The count of a stage that is one passed check.
    pub(crate) const STAGE_PASSED: Self = Self { passed: 1, failed: 0, skipped: 0 };
    /// The count of a stage that is one failed check or could not run at all.
    pub(crate) const STAGE_FAILED: Self = Self { passed: 0, failed: 1, skipped: 0 };

    /// Adds both counts.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }

    /// Returns the count of a runner that exited with `succeeded`. A runner that failed without a failed test (it did
    /// not compile, it crashed) counts as one failure, and so does one that ran nothing.
    pub(crate) fn of_runner(self, succeeded: bool) -> Self {
        let nothing_ran = self.passed == 0;
        if self.failed == 0 && (!succeeded || nothing_ran) { self.plus(Self::STAGE_FAILED) } else { self }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Adds up the lines `test result: ok. 3 passed; 0 failed; 1 ignored; …` of `cargo test`.
pub(crate) fn of_cargo_test(output: &str) -> Count {
    let mut sum = Count::default();
    for line in output.lines().filter_map(|line| line.trim_start().strip_prefix("test result: ")) {
        let number = |word: &str| -> u64 {
            let before = line.split([';', '.']).find_map(|part| part.trim().strip_suffix(word));
            before.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
        };
        sum = sum.plus(Count {
            passed: number("passed"),
            failed: number("failed"),
            skipped: number("ignored"),
        });
    }
    sum
}

/// Adds up pytest's last line: `2 failed, 15 passed, 1 skipped in 4.20s`.
pub(crate) fn of_pytest(output: &str) -> Count {
    let last = output.lines().rev().find(|line| line.contains(" in ")).unwrap_or_default();
    let number = |word: &str| -> u64 {
        let counts = last.trim_matches(['=', ' ']).split(" in ").next().unwrap_or_default().split(", ");
        counts.filter_map(|part| part.trim().strip_suffix(word)?.trim().parse::<u64>().ok()).sum()
    };
    Count {
        passed: number(" passed"),
        failed: number(" failed") + number(" error") + number(" errors"),
        skipped: number(" skipped"),
    }
}

/// Reads the summary of `node --test --test-reporter=tap`: `# pass 3`, `# fail 0`, `# skipped 0`.
pub(crate) fn of_node_test(output: &str) -> Count {
    let number = |word: &str| -> u64 {
        let lines = output.lines().filter_map(|line| line.strip_prefix("# ")?.strip_prefix(word));
        lines.filter_map(|rest| rest.trim().parse::<u64>().ok()).sum()
    };
    Count {
        passed: number("pass "),
        failed: number("fail ") + number("cancelled "),
        skipped: number("skipped ") + number("todo "),
    }
}

/// Tests for each of which one may pass only on its second attempt, and one of a smaller suite. A busy machine delays a
/// test now and then; more than this is a fault of the page or of the tests.
const TESTS_PER_SECOND_ATTEMPT: u64 = 100;

/// Reads the statistics of Playwright's JSON report. Tests that passed only on a second attempt count as passed while
/// they are few, else as failed; [`second_attempts`] names them.
pub(crate) fn of_playwright(report: &serde_json::Value) -> Count {
    let number = |key: &str| report["stats"][key].as_u64().unwrap_or(0);
    let [expected, unexpected, flaky] = ["expected", "unexpected", "flaky"].map(number);
    let may_repeat = ((expected + unexpected + flaky) / TESTS_PER_SECOND_ATTEMPT).max(1);
    let (passed, failed) = if flaky <= may_repeat { (flaky, 0) } else { (0, flaky) };
    Count { passed: expected + passed, failed: unexpected + failed, skipped: number("skipped") }
}

/// Returns the tests of Playwright's JSON report that failed at first and passed on their second attempt.
pub(crate) fn second_attempts(report: &serde_json::Value) -> Vec<String> {
    let flaky = |spec: &&serde_json::Value| list(&spec["tests"]).any(|test| test["status"] == "flaky");
    let mut names: Vec<String> = specs(report).iter().copied().filter(flaky).map(name).collect();
    names.sort();
    names
}

/// Returns the slowest tests of Playwright's JSON report as seconds and title, the longest first.
pub(crate) fn slowest(report: &serde_json::Value, count: usize) -> Vec<(f64, String)> {
    let seconds = |spec: &serde_json::Value| {
        let results = list(&spec["tests"]).flat_map(|test| list(&test["results"]));
        results.filter_map(|result| result["duration"].as_f64()).sum::<f64>() / 1000.0
    };
    let mut tests: Vec<_> = specs(report).into_iter().map(|spec| (seconds(spec), name(spec))).collect();
    tests.sort_by(|(one, name), (other, next)| other.total_cmp(one).then_with(|| name.cmp(next)));
    tests.truncate(count);
    tests
}

/// Returns the tests of all files and of the groups inside them.
fn specs(report: &serde_json::Value) -> Vec<&serde_json::Value> {
    let mut specs = Vec::new();
    let mut left: Vec<&serde_json::Value> = list(&report["suites"]).collect();
    while let Some(suite) = left.pop() {
        left.extend(list(&suite["suites"]));
        specs.extend(list(&suite["specs"]));
    }
    specs
}

/// Returns the file and the title of a test.
fn name(spec: &serde_json::Value) -> String {
    let word = |key: &str| spec[key].as_str().unwrap_or_default();
    format!("{} › {}", word("file"), word("title"))
}

/// Returns the items of a list; none if it is missing.
fn list(value: &serde_json::Value) -> impl Iterator<Item = &serde_json::Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pytest_counts_errors_as_failures() {
        let count =
            of_pytest("tests . [100%]\n==== 2 failed, 15 passed, 1 skipped, 3 errors in 4.20s ====\n");
        assert_eq!((count.passed, count.failed, count.skipped), (15, 5, 1));
        assert_eq!(of_pytest("no tests ran").passed, 0);
    }

    #[test]
    fn cargo_test_lines_are_summed() {
        let output = "\
running 3 tests
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s

test result: FAILED. 10 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.30s
";
        assert_eq!(of_cargo_test(output), Count { passed: 13, failed: 2, skipped: 1 });
    }

    #[test]
    fn node_test_summary_is_read() {
        let output =
            "TAP version 13\nok 1 - x\n# tests 9\n# pass 7\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n";
        assert_eq!(of_node_test(output), Count { passed: 7, failed: 1, skipped: 1 });
    }

    #[test]
    fn few_tests_of_playwright_may_pass_on_a_second_attempt() {
        let report = |flaky: u64| serde_json::json!({ "stats": { "expected": 297 - flaky, "unexpected": 3, "flaky": flaky, "skipped": 2 } });
        assert_eq!(of_playwright(&report(3)), Count { passed: 297, failed: 3, skipped: 2 });
        assert_eq!(of_playwright(&report(4)), Count { passed: 293, failed: 7, skipped: 2 });
        let small = |flaky: u64| serde_json::json!({ "stats": { "expected": 27 - flaky, "flaky": flaky } });
        assert_eq!(of_playwright(&small(1)), Count { passed: 27, ..Count::default() });
        assert_eq!(of_playwright(&small(2)), Count { passed: 25, failed: 2, ..Count::default() });
    }

    #[test]
    fn tests_that_passed_on_a_second_attempt_are_named() {
        let spec = |title: &str, status: &str| serde_json::json!({ "title": title, "file": "a.spec.ts", "tests": [{ "status": status }] });
        let specs = [spec("draws", "expected"), spec("zooms", "flaky"), spec("pans", "unexpected")];
        let report = serde_json::json!({ "suites": [{ "suites": [{ "specs": specs }] }] });
        assert_eq!(second_attempts(&report), ["a.spec.ts › zooms"]);
    }

    #[test]
    fn slowest_tests_are_found_in_nested_suites() {
        let spec = |title: &str, milliseconds: u32| {
            let results = [serde_json::json!({ "duration": milliseconds })];
            serde_json::json!({ "title": title, "file": "a.spec.ts", "tests": [{ "results": results }] })
        };
        let report = serde_json::json!({ "suites": [{
            "specs": [spec("one", 1_500), spec("two", 300)],
            "suites": [{ "specs": [spec("three", 2_000)] }],
        }] });
        let slowest = slowest(&report, 2);
        assert_eq!(slowest, [(2.0, "a.spec.ts › three".to_owned()), (1.5, "a.spec.ts › one".to_owned())]);
    }

    #[test]
    fn failing_or_empty_runner_counts_as_failure() {
        let good = Count { passed: 2, ..Count::default() };
        assert_eq!(good.of_runner(true), good);
        assert_eq!(good.of_runner(false).failed, 1);
        assert_eq!(Count::default().of_runner(true).failed, 1);
        let bad = Count { passed: 2, failed: 1, skipped: 0 };
        assert_eq!(bad.of_runner(false), bad);
    }

    #[test]
    fn closing_line_gives_both_counts() {
        assert_eq!(Count { passed: 120, failed: 3, skipped: 9 }.to_string(), "120 passed, 3 failed");
    }
}

//! Reads call trees copied in Instruments: weights that do not add up, numbers of many countries, tabs and indentation.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::ReadErrorKind;
use diptych_trace::{OddityKind, SampleSize, Trace};
use proptest::prelude::*;
use support::values::{MS, calls, lanes, odd, one, total};
use support::{read, text};

const HEADING: &str = "Weight\tSelf Weight\t\tSymbol Name\n";
const LACKS: &str = "row that weighs more than its self weight and callees";
const EXCEEDS: &str = "row that weighs less than its self weight and callees";
const TOO_DEEP: &str = "row indented by more than one space";

/// Returns a file of rows, each with its weight, self weight, and symbol with its indentation.
fn copy(rows: &[[&str; 3]]) -> String {
    let rows = rows.iter().map(|[weight, own, symbol]| format!("{weight}\t{own}\t \t{symbol}\n"));
    HEADING.to_owned() + &rows.collect::<String>()
}

/// Returns all oddities but the guess of a sample's weight.
fn differences(trace: &Trace) -> Vec<(OddityKind, String, u64)> {
    odd(trace).into_iter().filter(|(kind, ..)| *kind != OddityKind::Assumed).collect()
}

fn example(trace: &Trace, subject: &str) -> (u64, String) {
    let entry = trace.report().entries().iter().find(|entry| entry.subject == subject).unwrap();
    (entry.first_offset, entry.example.clone())
}

const WHOLE: [[&str; 3]; 4] = [
    ["1.50 s  100.0%", "0 s", "main"],
    ["1.20 s  80.0%", "1.10 s", " load"],
    ["100.00 ms  6.7%", "100.00 ms", "  parse"],
    ["300.00 ms  20.0%", "300.00 ms", " save"],
];

#[test]
fn whole_copy_has_no_warning() {
    let trace = one(copy(&WHOLE).as_bytes());
    assert_eq!(differences(&trace), []);
    assert_eq!(
        ["main", "load", "parse", "save"].map(|name| total(&trace, name) / MS),
        [1500, 1200, 100, 300]
    );
}

#[test]
fn cut_copy_says_how_much_is_missing_and_where() {
    let trace = one(copy(&WHOLE[..3]).as_bytes());
    assert_eq!((total(&trace, "main"), trace.report().warnings()), (1200 * MS, 1));
    assert_eq!(differences(&trace), [(OddityKind::MuchMissing, LACKS.to_owned(), 1)]);
    let main = HEADING.len() as u64;
    assert_eq!(example(&trace, LACKS), (main, "main lacks 300.00 ms of 1.50 s".to_owned()));
    // Here `load` lacks its callee, too.
    let trace = one(copy(&WHOLE[..2]).as_bytes());
    assert_eq!(differences(&trace), [(OddityKind::MuchMissing, LACKS.to_owned(), 2)]);
    let expected = "main lacks 300.00 ms of 1.50 s; all rows lack 400.00 ms".to_owned();
    assert_eq!(example(&trace, LACKS), (main, expected));
    // A row whose callees are all missing still is a call, as wide as its weight.
    let trace = one(copy(&WHOLE[..1]).as_bytes());
    assert_eq!(total(&trace, "main"), 1500 * MS);
    assert_eq!(example(&trace, LACKS), (main, "main lacks 1.50 s of 1.50 s".to_owned()));
}

/// `1.50 s` and `1.20 s` may be off by 5 ms each, `290.00 ms` by 5 µs. `0 s` is exact.
#[test]
fn rounding_is_no_difference() {
    let with_callee = |weight: &'static str| {
        let rows = [WHOLE[0], ["1.20 s", "1.20 s", " load"], [weight, weight, " save"]];
        one(copy(&rows).as_bytes())
    };
    for weight in ["310.00 ms", "300.00 ms", "290.00 ms"] {
        assert_eq!(differences(&with_callee(weight)), [], "{weight}");
    }
    let trace = with_callee("289.99 ms");
    assert_eq!(differences(&trace), [(OddityKind::SumDiffers, LACKS.to_owned(), 1)]);
    assert_eq!(example(&trace, LACKS).1, "main lacks 10.01 ms of 1.50 s");
    let trace = with_callee("310.01 ms");
    assert_eq!(differences(&trace), [(OddityKind::SumDiffers, EXCEEDS.to_owned(), 1)]);
    assert_eq!(example(&trace, EXCEEDS).1, "main has 1.50 s, its self weight and callees 1.51 s");
}

#[test]
fn callees_may_not_exceed_a_row_without_self_weight() {
    let heading = "Bytes Used\tCount\t\tSymbol Name\n";
    let trace = one(format!("{heading}3.00 MB\t2\t \tmain\n1.00 MB\t1\t \t load\n").as_bytes());
    assert_eq!((differences(&trace), total(&trace, "main")), (vec![], 3 << 20));
    let trace = one(format!("{heading}1.00 MB\t2\t \tmain\n3.00 MB\t1\t \t load\n").as_bytes());
    assert_eq!(differences(&trace), [(OddityKind::SumDiffers, EXCEEDS.to_owned(), 1)]);
    assert_eq!(example(&trace, EXCEEDS).1, "main has 1.00 MB, its self weight and callees 3.00 MB");
}

#[test]
fn shares_show_missing_rows_without_a_caller() {
    const PART: &str = "copy without some rows of the recording";
    let of = |shares: &[&str]| {
        let weights: Vec<String> = shares.iter().map(|share| format!("1.00 s  {share}")).collect();
        let rows: Vec<[&str; 3]> = weights.iter().map(|weight| [weight, "1.00 s", "main"]).collect();
        one(copy(&rows).as_bytes())
    };
    // Some versions cut shares off instead of rounding them, some print 0.0% for most rows.
    for shares in
        [&["100.0%"][..], &["66.7%", "33.3%"], &["33.3%", "33.3%", "33.3%"], &["99.9%"], &["0.0%"], &[""]]
    {
        assert_eq!(differences(&of(shares)), [], "{shares:?}");
    }
    for (shares, expected) in [
        (&["66.7%"][..], "66.7 % of its weight"),
        (&["33.3%", "33.3%"], "66.6 % of its weight"),
        (&["99.8%"], "99.8 % of its weight"),
    ] {
        let trace = of(shares);
        assert_eq!(differences(&trace), [(OddityKind::SumDiffers, PART.to_owned(), 1)]);
        assert_eq!(example(&trace, PART), (HEADING.len() as u64, expected.to_owned()));
    }
}

#[test]
fn weight_of_a_sample_is_a_guess() {
    let trace = one(copy(&WHOLE).as_bytes());
    assert_eq!(trace.sample_size(), SampleSize::Ticks(100e6));
    assert_eq!(odd(&trace), [(OddityKind::Assumed, "weight of one sample".to_owned(), 1)]);
    let offset = copy(&WHOLE[..2]).len() as u64;
    assert_eq!(
        example(&trace, "weight of one sample"),
        (offset, "100.00 ms, the smallest self weight".to_owned())
    );
    assert_eq!(trace.report().warnings(), 0);
}

#[test]
fn numbers_of_other_countries_are_read() {
    let rows = [
        ["1,500.00 ms  100.0%", "0 s", "main"],
        ["1,250.50 ms  83.3%", "1,250.50 ms", " load"],
        ["249.50 ms  16.6%", "249.50 ms", " save"],
    ];
    let point = copy(&rows);
    let trace = one(point.as_bytes());
    assert_eq!(
        ["main", "load", "save"].map(|name| total(&trace, name) / 1000),
        [1_500_000, 1_250_500, 249_500]
    );
    assert_eq!(differences(&trace), []);
    let comma = point.replace(',', "\u{202f}").replace('.', ",");
    let of_picture = |copy: &str| diptych_testkit::picture(&one(copy.as_bytes()));
    assert_eq!(of_picture(&comma), of_picture(&point));
    let swapped = point.replace(',', ";").replace('.', ",").replace(';', ".");
    assert_eq!(text(&read("", [swapped.as_bytes()])), text(&read("", [point.as_bytes()])));
}

#[test]
fn ambiguous_numbers_follow_the_rest_of_the_file() {
    let of = |main: &str, load: &str| {
        let trace = one(copy(&[[main, "0 s", "main"], [load, load, " load"]]).as_bytes());
        assert_eq!(differences(&trace), [], "{main} and {load}");
        [total(&trace, "main"), total(&trace, "load")].map(|time| time / MS)
    };
    assert_eq!(of("1,500 s", "1,50 s"), [1_500; 2]);
    assert_eq!(of("1,500 s", "1500.00 s"), [1_500_000; 2]);
    assert_eq!(of("1.500 s", "1,500.00 ms"), [1_500; 2]);
    assert_eq!(of("1.500 ms", "1,50 s"), [1_500; 2]);
    // The share tells it.
    assert_eq!(of("1,500 s  100,0 %", "1,500 s"), [1_500; 2]);
    assert_eq!(of("1,500 ms  100.0%", "1,500 ms"), [1_500; 2]);
    // Without any sign, the point is the decimal mark.
    assert_eq!(of("1,500 ms", "1,500 ms"), [1_500; 2]);
    assert_eq!(of("1.500 s", "1,500 ms"), [1_500; 2]);
}

#[test]
fn cut_number_tells_no_decimal_mark() {
    let rows = [["1,500 ms", "0 s", "main"], ["1,500 ms", "1,500 ms", " load"]];
    let trace = one((copy(&rows) + "1,5").as_bytes());
    assert_eq!(total(&trace, "main"), 1500 * MS);
    assert_eq!(differences(&trace), [(OddityKind::Truncated, String::new(), 1)]);
}

#[test]
fn tabs_may_precede_symbols() {
    let plain = copy(&WHOLE);
    let picture = diptych_testkit::picture(&one(plain.as_bytes()));
    // The heading lacks the column of icons.
    let short = plain.replace("\t\tSymbol", "\tSymbol");
    // Tabs in place of spaces.
    let indented =
        plain.replace("  parse", "\t\tparse").replace(" load", "\tload").replace(" save", "\tsave");
    let both = indented.replace("\t\tSymbol", "\tSymbol");
    // One tab too many.
    let stray = plain.replace("\t load", "\t\t load");
    for copy in [short, indented, both, stray] {
        let trace = one(copy.as_bytes());
        assert_eq!(diptych_testkit::picture(&trace), picture, "{copy}");
        assert_eq!(differences(&trace), []);
    }
    let with_path = "Weight\tSymbol Name\tSource Path\n1.00 s\tmain\ta.c\n1.00 s\t\t load\tb.c\n";
    let trace = one(with_path.as_bytes());
    let specs = trace.functions().specs(trace.names());
    let found: Vec<(&str, &str)> = specs.iter().map(|spec| (spec.name, spec.file)).collect();
    assert_eq!(found, [("main", "a.c"), ("load", "b.c")]);
}

#[test]
fn row_of_icons_alone_has_no_symbol() {
    let trace = one((copy(&WHOLE) + "1.00 s\t1.00 s\t \t\n").as_bytes());
    assert_eq!(differences(&trace), [(OddityKind::BadEvent, "row without a symbol".to_owned(), 1)]);
}

#[test]
fn first_row_may_be_indented_too_deep() {
    let row = |symbol| ["1.00 s", "1.00 s", symbol];
    let rows = [row("   alone"), ["2.00 s", "1.00 s", "main"], row(" load")];
    let trace = one(copy(&rows).as_bytes());
    let expected = [(0, "alone".to_owned()), (0, "main".to_owned()), (1, "load".to_owned())];
    assert_eq!(calls(&trace), expected);
    assert_eq!(differences(&trace), [(OddityKind::Undefined, TOO_DEEP.to_owned(), 1)]);
    assert_eq!(example(&trace, TOO_DEEP).0, HEADING.len() as u64);
    // In copies of some versions all rows have the same spaces in front.
    let trace = one(copy(&[["2.00 s", "1.00 s", "   main"], row("    load")]).as_bytes());
    assert_eq!((calls(&trace), differences(&trace)), (expected[1..].to_vec(), vec![]));
}

#[test]
fn siblings_indented_too_deep_stay_siblings() {
    let row = |symbol| ["1.00 s", "1.00 s", symbol];
    let rows = [["4.00 s", "0 s", "main"], row("    a"), row("    b"), row("  c"), row(" d")];
    let trace = one(copy(&rows).as_bytes());
    assert_eq!(calls(&trace).iter().map(|(depth, _)| *depth).collect::<Vec<u32>>(), [0, 1, 1, 1, 1]);
    assert_eq!(differences(&trace), [(OddityKind::Undefined, TOO_DEEP.to_owned(), 3)]);
}

/// One row has one line, which says what counts in place of the number.
#[test]
fn garbage_weights_are_replaced_and_reported_once() {
    const WEIGHT: &str = "weight that is not a number with a known unit";
    const OWN: &str = "self weight that is not a number with a known unit";
    let of = |rows: &[[&str; 3]], subject: &str| {
        let trace = one(copy(rows).as_bytes());
        let faults = odd(&trace).into_iter().filter(|(_, what, _)| what != "weight of one sample");
        let faults: Vec<(OddityKind, String, u64)> = faults.collect();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!((faults[0].1.as_str(), faults[0].2), (subject, 1));
        let of_calls = ["main", "load"].map(|name| total(&trace, name) / MS);
        (faults[0].0, of_calls, example(&trace, subject).1)
    };
    let load = ["1.50 s", "1.50 s", " load"];
    let (kind, times, text) = of(&[["2.00 s", "many", "main"], load], OWN);
    assert_eq!((kind, times), (OddityKind::Assumed, [2000, 1500]));
    assert_eq!(text, "2.00 s many main; counted: its weight without callees");
    let (kind, times, text) = of(&[["many", "0.50 s", "main"], load], WEIGHT);
    assert_eq!((kind, times), (OddityKind::Assumed, [2000, 1500]));
    assert_eq!(text, "many 0.50 s main; counted: its self weight and callees");
    let (kind, times, text) = of(&[["many", "much", "main"], load], WEIGHT);
    assert_eq!((kind, times), (OddityKind::Assumed, [1500, 1500]));
    assert_eq!(text, "many much main; counted: its callees");
    // The rest of its caller's weight is all that a row without numbers can have.
    let (kind, times, text) = of(&[["2.00 s", "0.50 s", "main"], ["many", "much", " load"]], WEIGHT);
    assert_eq!((kind, times), (OddityKind::Assumed, [2000, 1500]));
    assert_eq!(text, "many much load; counted: the rest of its caller's weight");
    let (kind, times, text) = of(&[["1.50 s", "1.50 s", "main"], ["many", "much", " load"]], WEIGHT);
    assert_eq!((kind, times), (OddityKind::BadEvent, [1500, 0]));
    assert_eq!(text, "many much load");
    // A unit of another kind is in both numbers of its row.
    let unit = "weight of another unit than the first one";
    let (kind, times, _) = of(&[["1.50 s", "1.50 s", "main"], ["3.00 MB", "3.00 MB", " load"]], unit);
    assert_eq!((kind, times), (OddityKind::BadEvent, [1500, 0]));
}

#[test]
fn other_decimal_mark_is_reported() {
    let subject = "row whose decimal mark is not that of the first rows";
    for (rows, count) in [
        ([["2,00 s", "0 s", "main"], ["1.50 s", "1.50 s", " load"], ["0,50 s", "0,50 s", " save"]], 1),
        (
            [
                ["2.00 s  100,0 %", "0 s", "main"],
                ["1.50 s", "1.50 s", " load"],
                ["0.50 s", "0,50 s", " save"],
            ],
            2,
        ),
    ] {
        let trace = one(copy(&rows).as_bytes());
        assert_eq!(differences(&trace), [(OddityKind::Undefined, subject.to_owned(), count)]);
        assert_eq!(["main", "load", "save"].map(|name| total(&trace, name) / MS), [2000, 1500, 500]);
    }
}

#[test]
fn dash_in_place_of_self_weight_is_no_fault() {
    let trace = one(copy(&[["1.50 s", "-", "shop (4711)"], ["1.50 s", "1.50 s", " load"]]).as_bytes());
    assert_eq!((differences(&trace), lanes(&trace)), (vec![], vec!["shop (4711)".to_owned()]));
}

#[test]
fn refusals_have_the_right_article() {
    let error = read("", [HEADING.as_bytes()]).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::NoCalls);
    assert!(error.found.starts_with("It is an Instruments call tree file. "), "{}", error.found);
}

/// Prints milliseconds as Instruments does. Returns the text, the printed value and its greatest error, in µs.
fn printed(ms: i64) -> (String, i64, i64) {
    match ms {
        0 => ("0 s".to_owned(), 0, 0),
        1..1000 => (format!("{ms}.00 ms"), ms * 1000, 5),
        _ => {
            let hundredths = (ms + 5) / 10;
            (format!("{}.{:02} s", hundredths / 100, hundredths % 100), hundredths * 10_000, 5_000)
        }
    }
}

proptest! {
    /// A row may be cut off from any of its callees.
    #[test]
    fn lacking_rows_match_a_naive_count(
        rows in prop::collection::vec((0usize..4, prop::sample::select(vec![0, 1, 7, 400, 3_333])), 1..20),
        kept in 1usize..20,
    ) {
        // No row is more than one level below the row before it.
        let mut depths: Vec<usize> = Vec::new();
        for (depth, _) in &rows {
            depths.push((*depth).min(depths.last().map_or(0, |before| before + 1)));
        }
        let end = |row: usize| (row + 1..rows.len()).find(|&next| depths[next] <= depths[row]).unwrap_or(rows.len());
        let totals: Vec<i64> = (0..rows.len()).map(|row| rows[row..end(row)].iter().map(|(_, own)| *own).sum()).collect();
        let kept = kept.min(rows.len());
        let mut file = HEADING.to_owned();
        let mut lacking = 0;
        for row in 0..kept {
            let ((weight, total, total_error), (own_text, own, own_error)) = (printed(totals[row]), printed(rows[row].1));
            file.push_str(&format!("{weight}\t{own_text}\t \t{}f{row}\n", " ".repeat(depths[row])));
            let callees = (row + 1..end(row).min(kept)).filter(|&callee| depths[callee] == depths[row] + 1);
            let (mut parts, mut error) = (own, total_error + own_error);
            for (_, value, callee_error) in callees.map(|callee| printed(totals[callee])) {
                (parts, error) = (parts + value, error + callee_error);
            }
            lacking += u64::from(total - parts > error);
            prop_assert!(parts - total <= error);
        }
        prop_assert!(kept < rows.len() || lacking == 0, "a whole copy adds up");
        let Ok(loaded) = read("", [file.as_bytes()]) else { return Ok(()) };
        let found = odd(&loaded.traces[0].1);
        let found: u64 = found.iter().filter(|(_, subject, _)| subject == LACKS).map(|(.., count)| *count).sum();
        prop_assert_eq!(found, lacking, "{}", file);
    }
}

/// The last group of functions may be smaller than the others.
#[test]
fn generated_copies_add_up() {
    let large = diptych_testkit::files::LARGE.iter().find(|large| large.format == "instruments").unwrap();
    for count in [1, 50, 1_000, 1_037] {
        let trace = one(&large.file(count));
        assert_eq!((differences(&trace), trace.extent()), (vec![], i64::from(count) * MS), "{count}");
    }
}

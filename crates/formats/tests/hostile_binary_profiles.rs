//! Right values and hostile bytes of Python's profiles and of those of gperftools.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, ReadErrorKind};
use diptych_trace::{AxisKind, OddityKind, Unit};
use support::values::{MS, calls, fixture, odd, one, total};

/// Encodes a key of Python's profile. A name of `None` refers to an earlier value by its number.
fn key(file: &str, line: u32, name: &[u8]) -> Vec<u8> {
    let file = [b")\x03z", &[file.len() as u8][..], file.as_bytes()].concat();
    [&file[..], b"i", &line.to_le_bytes(), name].concat()
}

fn times(values: u8, calls: u32, own: f64, with_callees: f64) -> Vec<u8> {
    let calls = [b"i", &calls.to_le_bytes()[..]].concat();
    let [own, with_callees] = [own, with_callees].map(|time| [b"g", &time.to_le_bytes()[..]].concat());
    [&[b')', values][..], &calls, &calls, &own, &with_callees].concat()
}

fn failure(bytes: &[u8]) -> ReadErrorKind {
    let mut input = Input::new("run.prof");
    input.feed(bytes).and_then(|()| input.finish()).unwrap_err().kind
}

#[test]
fn functions_of_python_are_as_wide_as_their_self_time() {
    for version in ["version0", "version1", "version2"] {
        let trace = one(&fixture(&format!("pstats/{version}.prof")));
        assert_eq!((trace.axis().kind, trace.axis().unit), (AxisKind::Weight, Unit::Nanoseconds));
        assert_eq!(total(&trace, "main"), 250 * MS, "{version}");
        assert_eq!(total(&trace, "work"), 500 * MS);
        assert_eq!(total(&trace, "<built-in sum>"), 250 * MS);
        assert!(calls(&trace).iter().all(|(depth, _)| *depth == 0));
        assert_eq!(trace.flows().len(), 2);
        let specs = trace.functions().specs(trace.names());
        let places: Vec<(&str, &str, u32)> =
            specs.iter().map(|spec| (spec.name, spec.file, spec.line)).collect();
        assert!(places.contains(&("work", "/srv/code/app.py", 5)), "{places:?}");
        assert!(places.contains(&("<built-in sum>", "", 0)), "{places:?}");
    }
}

#[test]
fn stacks_of_gperftools_weigh_count_times_period() {
    let trace = one(&fixture("gperftools/words8.prof"));
    // The innermost address is the sampled one; those of callers are one byte before their return address.
    assert_eq!(total(&trace, "0x1010"), 30 * MS);
    assert_eq!(total(&trace, "0x1100"), 50 * MS);
    assert_eq!(total(&trace, "0x50"), 20 * MS);
    assert_eq!(total(&trace, "0x200"), 50 * MS);
    assert_eq!(total(&trace, "0xdead"), 10 * MS);
    let trace = one(&fixture("gperftools/words4-big.prof"));
    assert_eq!(total(&trace, "0x1010"), 30 * MS);
    assert_eq!(odd(&trace), []);
}

#[test]
fn references_to_a_long_name_are_refused_when_too_many() {
    // A shared name of 1 MB, to which each key refers in six bytes.
    let mut file = b"{".to_vec();
    let name = vec![b'x'; 1 << 20];
    let shared = [b"\xf5", &(name.len() as u32).to_le_bytes()[..], &name].concat();
    for index in 0..20_000 {
        let name = if index == 0 { &shared[..] } else { b"r\0\0\0\0" };
        file.extend([&key("a.py", index, name)[..], &times(5, 1, 0.001, 0.001), b"{0"].concat());
    }
    file.push(b'0');
    let trace = one(&file);
    assert!(trace.calls().len() < 2_000, "{} calls", trace.calls().len());
    assert_eq!(odd(&trace).len(), 2, "{:?}", odd(&trace));
}

#[test]
fn hostile_nesting_and_lengths_are_refused() {
    let start = key("a.py", 1, b"z\x01f");
    assert_eq!(
        failure(&[b"{", &start[..], &b"(\x05\0\0\0".repeat(100_000)].concat()),
        ReadErrorKind::Malformed
    );
    let cut = one(&[b"{", &start[..], &times(5, 1, 0.5, 0.5), b"s\xff\xff\xff\x7f"].concat());
    assert_eq!(total(&cut, "f"), 500 * MS);
    assert_eq!(odd(&cut)[0].0, OddityKind::Truncated);
    // A stack of gperftools that is deeper than the file.
    let words: Vec<u8> =
        [0u64, 3, 0, 10_000, 0, 1, u64::MAX].iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(failure(&words), ReadErrorKind::Truncated);
}

#[test]
fn order_of_functions_does_not_change_their_sums() {
    let entries: Vec<Vec<u8>> = (0..50u32)
        .map(|index| {
            let name = format!("f{index}");
            let name = [b"z", &[name.len() as u8][..], name.as_bytes()].concat();
            let caller = key("a.py", index / 2, b"z\x01c");
            let of_caller = [&caller[..], &times(4, 1, 0.001, 0.001)].concat();
            let own = times(5, index, f64::from(index) / 1e3, 1.0);
            [&key("a.py", index, &name)[..], &own, b"{", &of_caller, b"0"].concat()
        })
        .collect();
    let file = |entries: &[Vec<u8>]| [b"{", &entries.concat()[..], b"0"].concat();
    let sums = |trace: &diptych_trace::Trace| -> Vec<i64> {
        (0..50).map(|index| total(trace, &format!("f{index}"))).collect()
    };
    let sorted = one(&file(&entries));
    let mut shuffled = entries;
    shuffled.reverse();
    shuffled.rotate_left(17);
    let shuffled = one(&file(&shuffled));
    assert_eq!(sums(&shuffled), sums(&sorted));
    assert_eq!(sums(&sorted)[7], 7 * MS);
}

#[test]
fn callers_of_python_make_no_more_calls_than_there_are() {
    let mut bytes = fixture("pstats/version2.prof");
    let two_calls = b"i\x02\0\0\0i\x02\0\0\0";
    let behind = bytes.windows(two_calls.len()).rposition(|window| window == two_calls).unwrap();
    bytes[behind + 1] = 5;
    let trace = one(&bytes);
    let entry = trace.report().entries().iter().find(|entry| entry.kind == OddityKind::SumDiffers).unwrap();
    assert_eq!((entry.what(), entry.count), ("function with fewer calls than its callers make", 1));
    assert_eq!((entry.first_offset, entry.example.as_str()), (76, "work has 2 calls, its callers make 5"));
}

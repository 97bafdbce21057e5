//! Tests that stored parts come back, and that damaged files never do.
#![allow(clippy::unwrap_used, reason = "tests")]

use diptych_store::{Columns, StoreError, fingerprint};
use diptych_testkit::{Shape, generate, trace};
use proptest::prelude::*;

fn sample() -> Columns<'static> {
    let mut columns = Columns::default();
    columns.put_text("rules", "file /x/ -> ");
    columns.put("partner", &[3u32, u32::MAX, 0]);
    columns.put("ticks", &[-1i64, i64::MAX]);
    columns.put::<u8>("empty", &[]);
    columns.put_texts("names", ["f", "", "näme"]);
    columns
}

#[test]
fn stored_parts_round_trip() {
    let bytes = sample().to_bytes();
    let columns = Columns::from_bytes(&bytes).unwrap();
    assert_eq!(columns, sample());
    assert_eq!(columns.text("rules"), Ok("file /x/ -> "));
    assert_eq!(columns.get::<u32>("partner").unwrap(), [3, u32::MAX, 0]);
    assert_eq!(columns.get::<i64>("ticks").unwrap(), [-1, i64::MAX]);
    assert_eq!(columns.get::<u64>("empty").unwrap(), []);
    assert_eq!(columns.texts("names").unwrap(), ["f", "", "näme"]);
    assert_eq!(columns.get::<u32>("absent"), Err(StoreError::Missing { name: "absent".to_owned() }));
    assert_eq!(columns.get::<u64>("partner"), Err(StoreError::Damaged));
    assert_eq!(columns.texts("partner"), Err(StoreError::Damaged));
}

#[test]
fn cut_or_changed_files_are_refused() {
    let bytes = sample().to_bytes();
    for end in 0..bytes.len() {
        assert!(Columns::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
        let mut changed = bytes.clone();
        changed[end] ^= 0x40;
        assert!(Columns::from_bytes(&changed).is_err(), "changed at {end}");
    }
    let mut newer = bytes;
    newer[8] = 9;
    assert_eq!(Columns::from_bytes(&newer), Err(StoreError::Version { found: 9 }));
    assert_eq!(Columns::from_bytes(b"{\"traceEvents\":[]}"), Err(StoreError::NotOurs));
}

#[test]
fn fingerprints_depend_on_content() {
    let of = |text| fingerprint(&trace(text));
    let plain = of("main\n  0..9 f\n    1..3 g");
    assert_eq!(plain, of("main\n  0..9 f\n    1..3 g"));
    let others = [
        "main\n  0..9 f\n    1..3 h",
        "main\n  0..9 f\n    1..4 g",
        "main\n  0..9 f\n  9..12 g",
        "other\n  0..9 f\n    1..3 g",
    ];
    for other in others {
        assert_ne!(plain, of(other), "{other}");
    }
    let shape = Shape { calls: 50, lanes: 2, functions: 5, max_depth: 4, extent: 100 };
    assert_ne!(fingerprint(&generate(1, shape)), fingerprint(&generate(2, shape)));
}

proptest! {
    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Columns::from_bytes(&bytes).is_err());
    }
}

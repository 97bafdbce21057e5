//! Tests of the `.diptych` file: round trips, damage, versions and hostile bytes.
#![allow(clippy::unwrap_used, reason = "tests")]

use diptych_store::{Columns, READER, SavedFile, StoreError, put_trace, trace};
use diptych_testkit::{Rng, Shape, generate};
use diptych_trace::{FileTrace, Run};
use proptest::prelude::*;

fn run(seed: u64) -> Run {
    let of_file = vec![
        FileTrace { name: "one".to_owned(), calls: 3, is_shown: false },
        FileTrace { name: "<b>two".to_owned(), calls: 60, is_shown: true },
    ];
    let trace = generate(seed, Shape { calls: 60, lanes: 3, functions: 9, max_depth: 5, extent: 9_000 });
    Run {
        name: "run.json".to_owned(),
        format: "chrome-json".to_owned(),
        bytes: 77,
        packed: true,
        trace,
        of_file,
    }
}

fn sample() -> Columns<'static> {
    let mut columns = Columns::default();
    columns.put_text("rules", "file /x/ -> ");
    columns.put_text("told.axis", "time ns");
    columns.put_texts("keys", (0..300).map(|_| "a function with a long name"));
    columns.put("overview.rows", &[3u32]);
    columns.put("overview.cells.a", &(0..500u32).collect::<Vec<u32>>());
    columns.put("moved.calls", &[1u64; 90]);
    put_trace(&mut columns, 0, &run(1));
    columns
}

fn open(bytes: &[u8]) -> Result<SavedFile<'_>, StoreError> {
    SavedFile::open(bytes, u64::MAX)
}

/// Returns the place of the packed bytes of a part, found by changing bytes until it is lost.
fn place_of(bytes: &[u8], part: &str) -> usize {
    let is_lost = |at: usize| {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1;
        open(&changed).is_ok_and(|file| file.lost.iter().any(|lost| lost == part))
    };
    (24..bytes.len()).find(|&at| is_lost(at)).unwrap_or_else(|| panic!("no byte of {part}"))
}

#[test]
fn saved_file_round_trips_and_is_smaller() {
    let columns = sample();
    let bytes = SavedFile::to_bytes(&columns, "9.9.9");
    let file = open(&bytes).unwrap();
    assert_eq!(file.columns, columns);
    assert_eq!((&*file.writer, file.lost.len(), file.newer.len()), ("9.9.9", 0, 0));
    assert_eq!(file.gaps(), "");
    assert!(bytes.len() * 3 < columns.to_bytes().len(), "{} of {}", bytes.len(), columns.to_bytes().len());
    assert_eq!(SavedFile::to_bytes(&columns, "9.9.9"), bytes, "equal columns give equal bytes");
}

#[test]
fn traces_round_trip_with_everything_but_source_offsets() {
    let file = SavedFile::to_bytes(&sample(), "");
    let file = open(&file).unwrap();
    let (back, run) = (trace(&file.columns, 0).unwrap().unwrap(), run(1));
    assert_eq!(trace(&file.columns, 1).unwrap().map(|run| run.name), None);
    assert_eq!((&back.name, &back.format, back.bytes, back.packed), (&run.name, &run.format, 77, true));
    assert_eq!(back.of_file, [], "the other traces of its file are not here");
    let (calls, expected) = (back.trace.calls(), run.trace.calls());
    assert_eq!((calls.start(), calls.end()), (expected.start(), expected.end()));
    assert_eq!((calls.function(), calls.parent()), (expected.function(), expected.parent()));
    assert_eq!(
        diptych_store::fingerprint(&back.trace),
        diptych_store::fingerprint(&run.trace),
        "the comparison accepts the trace"
    );
}

#[test]
fn damage_costs_the_parts_it_touches() {
    let bytes = SavedFile::to_bytes(&sample(), "");
    let mut changed = bytes.clone();
    changed[place_of(&bytes, "moved.calls")] ^= 0x10;
    let file = open(&changed).unwrap();
    assert_eq!(file.lost, ["moved.calls"]);
    assert_eq!(file.gaps(), "Damage destroyed the moved functions.");
    assert!(file.columns.has("overview.rows") && !file.columns.has("moved.calls"));

    // The parts of a family go together: half an overview cannot be shown.
    changed = bytes.clone();
    changed[place_of(&bytes, "overview.cells.a")] ^= 0x10;
    let file = open(&changed).unwrap();
    assert_eq!(file.lost, ["overview.cells.a"]);
    assert!(!file.columns.has("overview.rows") && file.columns.has("moved.calls"));

    changed = bytes.clone();
    changed[place_of(&bytes, "keys")] ^= 0x10;
    let file = open(&changed).unwrap();
    let blamed = file.blame(file.columns.texts("keys").unwrap_err());
    assert_eq!(blamed, StoreError::Lost { name: "keys".to_owned(), others: 0 });
}

#[test]
fn either_directory_suffices() {
    let columns = sample();
    let bytes = SavedFile::to_bytes(&columns, "1.2.3");
    for place in [13, 17, 30] {
        let mut changed = bytes.clone();
        changed[place] ^= 0xff;
        let file = open(&changed).unwrap();
        assert_eq!((file.columns, &*file.writer), (columns.clone(), "1.2.3"), "byte {place}");
    }
    // The second directory is cut off with the magic behind it.
    let file = &bytes[..bytes.len() - 1];
    assert_eq!(open(file).unwrap().columns, columns);
    let mut both = bytes;
    let end = both.len() - 10;
    (both[30], both[end]) = (!both[30], !both[end]);
    assert!(matches!(open(&both), Err(StoreError::NoDirectory { needs: READER, .. })));
}

#[test]
fn file_cut_anywhere_keeps_its_whole_parts() {
    let columns = sample();
    let bytes = SavedFile::to_bytes(&columns, "");
    let mut kept = Vec::new();
    for end in 0..bytes.len() {
        match open(&bytes[..end]) {
            Ok(file) => {
                let lost = file.lost.len();
                assert!(kept.last().is_none_or(|&before| lost <= before), "cut at {end}");
                kept.push(lost);
            }
            Err(error) => {
                assert!(kept.is_empty(), "cut at {end}: {error}");
                let cut_early = matches!(error, StoreError::NotOurs | StoreError::NoDirectory { .. });
                assert!(cut_early, "cut at {end}: {error}");
            }
        }
    }
    assert_eq!(kept.last(), Some(&0));
    assert!(kept[0] > 20, "the first cut loses all parts");
    // Traces come last, so a file that lost its end still has its comparison.
    let file = open(&bytes[..bytes.len() * 3 / 5]).unwrap();
    assert!(file.columns.texts("keys").is_ok() && file.lost.iter().any(|name| name.starts_with("trace.a.")));
    assert_eq!(trace(&file.columns, 0).unwrap().map(|run| run.name), None);
}

#[test]
fn parts_of_newer_versions_are_ignored_and_named() {
    let mut columns = sample();
    columns.put("keys.colours", &[1u8]);
    columns.put_text("overview.mood", "good");
    let bytes = SavedFile::to_bytes(&columns, "7.0.0");
    let file = open(&bytes).unwrap();
    assert_eq!(file.columns, sample());
    assert_eq!(file.newer, ["keys.colours", "overview.mood"]);
    assert_eq!(
        file.gaps(),
        "A newer diptych (7.0.0) added, and this one ignores, `keys.colours`, `overview.mood`."
    );
}

#[test]
fn file_of_a_newer_reader_says_so() {
    let mut bytes = SavedFile::to_bytes(&sample(), "8.1.0");
    bytes[8] = 9;
    let error = open(&bytes).unwrap_err();
    assert_eq!(error, StoreError::NeedsNewer { needs: 9, writer: "8.1.0".to_owned() });
    assert!(error.to_string().contains("saved by a newer diptych 8.1.0 in format 9"), "{error}");
    // A format whose directory this version cannot even find.
    let error = open(&bytes[..20]).unwrap_err();
    assert!(error.to_string().contains("saved by a newer diptych in format 9"), "{error}");
}

#[test]
fn files_before_version_6_open_whole_or_not_at_all() {
    let bytes = sample().to_bytes();
    let file = open(&bytes).unwrap();
    assert_eq!((file.columns, &*file.writer), (sample(), ""));
    assert!(matches!(open(&bytes[..bytes.len() - 1]), Err(StoreError::CutOff { .. })));
    assert!(!SavedFile::begins(&bytes) && SavedFile::begins(&SavedFile::to_bytes(&sample(), "")));
}

#[test]
fn unpacked_size_is_checked_before_memory_is_taken() {
    let mut columns = Columns::default();
    columns.put("keys", &vec![0u8; 1 << 20]);
    let bytes = SavedFile::to_bytes(&columns, "");
    assert!(bytes.len() < 4000, "{}", bytes.len());
    let error = SavedFile::open(&bytes, 1 << 19).unwrap_err();
    assert_eq!(error, StoreError::TooBig { needed: 1 << 20, most: 1 << 19 });
}

proptest! {
    #[test]
    fn changed_files_open_or_are_refused(seed: u64) {
        let bytes = SavedFile::to_bytes(&sample(), "");
        let mut rng = Rng::new(seed);
        let mut changed = bytes.clone();
        for _ in 0..=rng.below(4) {
            let at = rng.below(changed.len() as u64) as usize;
            changed[at] = rng.below(256) as u8;
        }
        if let Ok(file) = open(&changed) {
            for side in 0..2 {
                if let Ok(Some(run)) = trace(&file.columns, side) {
                    prop_assert_eq!(run.trace.check(), Ok(()));
                }
            }
        }
    }

    #[test]
    fn random_bytes_behind_the_magic_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let file = [b"diptych\n\x06\0\0\0", &bytes[..]].concat();
        prop_assert!(open(&file).is_err());
    }
}

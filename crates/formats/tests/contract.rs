//! Checks one contract for all formats.
//!
//! Every folder of `tests/traces` is named after a format and holds small files of it. Next to each is an `.expected`
//! file: the text picture and the report, or the error. `refused` holds files that no format takes. A new format adds
//! its folder and nothing here. `DIPTYCH_BLESS=1` writes the `.expected` files anew.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{
    ContentKind, FORMATS, Format, Input, LoadedFile, ReadError, ReadErrorKind, Recall, Record, UNREAD_FORMATS,
};
use diptych_testkit::picture;
use diptych_trace::Keep;
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Write;
use std::path::{Path, PathBuf};
use support::{read, text};

const REFUSED: &str = "refused";

/// One small file.
struct Fixture {
    path: PathBuf,
    folder: String,
    name: String,
    bytes: Vec<u8>,
}

fn fixtures() -> Vec<Fixture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces");
    let mut fixtures = Vec::new();
    for folder in FORMATS.iter().map(|format| format.id).chain([REFUSED]) {
        let entries = std::fs::read_dir(root.join(folder)).unwrap_or_else(|error| {
            panic!("{error}: put small files of {folder} into tests/traces/{folder}")
        });
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension != "expected"));
        paths.sort();
        assert!(!paths.is_empty(), "put small files of {folder} into tests/traces/{folder}");
        for path in paths {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let bytes = std::fs::read(&path).unwrap();
            assert!(bytes.len() <= 4096, "{name} is too large to be cut at every byte");
            fixtures.push(Fixture { path, folder: folder.to_owned(), name, bytes });
        }
    }
    fixtures
}

impl Fixture {
    /// Returns whether the fixture holds other files: an archive, or a format that consists of several files in a zip.
    fn is_archive(&self) -> bool {
        let format = FORMATS.iter().find(|format| format.id == self.folder);
        format.is_some_and(|format| format.content == ContentKind::Archive) || self.bytes.starts_with(b"PK")
    }

    fn whole(&self) -> String {
        text(&read(&self.name, [self.bytes.as_slice()]))
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

#[test]
fn fixtures_read_as_expected() {
    for fixture in fixtures() {
        let outcome = read(&fixture.name, [fixture.bytes.as_slice()]);
        let format = outcome.as_ref().map(|loaded| loaded.format);
        if fixture.folder == REFUSED {
            assert!(format.is_err(), "{} is not refused", fixture.name);
        } else if let Ok(format) = format
            && !fixture.is_archive()
        {
            assert_eq!(format, fixture.folder, "{}", fixture.name);
        }
        let mut expected = fixture.path.clone().into_os_string();
        expected.push(".expected");
        if std::env::var_os("DIPTYCH_BLESS").is_some() {
            std::fs::write(&expected, text(&outcome)).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        let name = fixture.path.display();
        assert_eq!(
            text(&outcome),
            expected,
            "{name}: if this is right, DIPTYCH_BLESS=1 writes `.expected` anew"
        );
    }
}

#[test]
fn file_name_does_not_matter() {
    for fixture in fixtures() {
        for name in ["", "trace.bin", "trace.json.gz", "a/b\0c"] {
            assert_eq!(text(&read(name, [fixture.bytes.as_slice()])), fixture.whole(), "{}", fixture.name);
        }
    }
}

#[test]
fn file_name_is_the_title() {
    let fixtures = fixtures();
    let fixture = fixtures.iter().find(|fixture| fixture.name == "object.json").unwrap();
    let loaded = read("dir/run.json", [fixture.bytes.as_slice()]).unwrap();
    assert_eq!(loaded.traces[0].0, "dir/run.json");
}

#[test]
fn docs_describe_every_format() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md")).unwrap();
    for Format { name, id, .. } in FORMATS {
        let heading = format!("## {name} (`{id}`)");
        assert!(text.contains(&heading), "docs/formats.md lacks the section `{heading}`");
        let row = format!("[{name}](#");
        assert!(text.contains(&row), "the first table of docs/formats.md lacks a row with `{row}…)`");
    }
}

/// The docs have a table of the formats that are not read, made from the list of their signatures.
#[test]
fn docs_name_every_unread_format() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut table = String::from("| the file is | what to do |\n| --- | --- |\n");
    for format in UNREAD_FORMATS {
        let name = format.name.trim_start_matches("a ").trim_start_matches("an ");
        table.push_str(&format!("| {name} | {} |\n", format.advice));
    }
    let (start, end) = ("<!-- unread formats -->\n", "<!-- end of unread formats -->\n");
    let from = text.find(start).unwrap() + start.len();
    let to = text.find(end).unwrap();
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::write(&path, [&text[..from], &table, &text[to..]].concat()).unwrap();
        return;
    }
    assert_eq!(text[from..to], table);
}

fn read_keeping(fixture: &Fixture, keep: Keep) -> Result<LoadedFile, ReadError> {
    let mut input = Input::new(&fixture.name).keeping(keep);
    input.feed(&fixture.bytes)?;
    input.finish()
}

#[test]
fn each_of_several_traces_can_be_kept_alone() {
    let mut several = 0;
    for fixture in fixtures() {
        let Ok(all) = read(&fixture.name, [fixture.bytes.as_slice()]) else { continue };
        assert_eq!(all.listed.len(), all.traces.len(), "{}", fixture.name);
        let unasked = all.listed.iter().filter(|listed| !listed.is_on_request);
        let most = unasked.rev().max_by_key(|listed| listed.calls).unwrap();
        let largest = read_keeping(&fixture, Keep::MostCalls).unwrap();
        assert_eq!((largest.traces.len(), &largest.traces[0].0), (1, &most.name), "{}", fixture.name);
        assert_eq!(largest.listed, all.listed, "{}", fixture.name);
        if all.listed.len() < 2 {
            continue;
        }
        several += 1;
        for (name, trace) in all.traces.iter().filter(|(_, trace)| !trace.calls().is_empty()) {
            let one = read_keeping(&fixture, Keep::Named(name.clone())).unwrap();
            assert_eq!((one.traces.len(), &one.traces[0].0), (1, name), "{}", fixture.name);
            assert_eq!(picture(&one.traces[0].1), picture(trace), "{} {name}", fixture.name);
            assert_eq!(one.listed, all.listed, "{} {name}", fixture.name);
        }
        let error = read_keeping(&fixture, Keep::Named("no such name".to_owned())).unwrap_err();
        assert_eq!(error.kind, ReadErrorKind::NoSuchTrace);
        // Characters that change how their neighbours are drawn are replaced.
        let visible = |name: &str| format!("`{}`", name.replace('\u{202e}', "\u{fffd}"));
        assert!(all.listed.iter().all(|listed| error.found.contains(&visible(&listed.name))), "{error}");
    }
    assert!(several > 0, "no fixture holds several traces");
}

#[test]
fn pieces_of_any_size_give_equal_results() {
    for fixture in fixtures() {
        let whole = fixture.whole();
        for size in [1, 2, 3, 7, 64, 1000] {
            let pieces = fixture.bytes.chunks(size);
            assert_eq!(text(&read("", pieces)), whole, "{} in pieces of {size}", fixture.name);
        }
        for cut in 0..fixture.bytes.len() {
            let (before, behind) = fixture.bytes.split_at(cut);
            assert_eq!(text(&read("", [before, behind])), whole, "{} cut at {cut}", fixture.name);
        }
    }
}

#[test]
fn truncated_file_keeps_calls_or_is_refused() {
    for fixture in fixtures() {
        let whole = read("", [fixture.bytes.as_slice()]);
        let calls = |outcome: &Result<LoadedFile, _>| {
            let traces = outcome.iter().flat_map(|loaded| &loaded.traces);
            traces.map(|(_, trace)| trace.calls().len()).sum::<usize>()
        };
        let mut before = 0;
        for cut in 0..fixture.bytes.len() {
            let outcome = read("", [&fixture.bytes[..cut]]);
            // Formatting the outcome checks the trace, too.
            assert!(!text(&outcome).is_empty());
            assert!(calls(&outcome) >= before, "{} cut at {cut} loses a call", fixture.name);
            before = calls(&outcome);
        }
        assert!(calls(&whole) >= before, "{}", fixture.name);
    }
}

#[test]
fn any_byte_may_be_wrong() {
    for fixture in fixtures() {
        let mut bytes = fixture.bytes.clone();
        for place in 0..bytes.len() {
            let good = bytes[place];
            let all = [0, 0xff, good ^ 1, b'"', b'\\', b'{', b']', b',', b'9'];
            // Syntax characters of text formats mean nothing in an archive.
            let bad = if fixture.is_archive() { &all[..3] } else { &all[..] };
            for &bad in bad {
                bytes[place] = bad;
                // Formatting the outcome checks the trace, too.
                let whole = text(&read("", [bytes.as_slice()]));
                if fixture.is_archive() {
                    let pieces = text(&read("", bytes.chunks(7)));
                    assert_eq!(pieces, whole, "{} with {bad} at byte {place}", fixture.name);
                }
            }
            bytes[place] = good;
        }
    }
}

#[test]
fn packed_files_read_as_plain_ones() {
    for fixture in fixtures().iter().filter(|fixture| !fixture.bytes.is_empty()) {
        let bytes = fixture.bytes.as_slice();
        let (before, behind) = bytes.split_at(bytes.len() / 2);
        let whole = fixture.whole();
        let skippable = [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
        let twins = [
            ("gzip", gzip(bytes)),
            ("two members", [gzip(before), gzip(behind)].concat()),
            ("an empty member", [gzip(b""), gzip(bytes)].concat()),
            ("padding", [gzip(bytes), vec![0; 600]].concat()),
            ("half a magic", [gzip(bytes), vec![0x1f]].concat()),
            ("gzip twice", gzip(&gzip(bytes))),
            ("zstd", zstd(bytes)),
            ("two frames", [zstd(before), zstd(behind)].concat()),
            ("a skippable frame", [&skippable[..], &zstd(bytes), &skippable[..]].concat()),
            ("zstd in gzip", gzip(&zstd(bytes))),
        ];
        for (kind, packed) in twins {
            for size in [1, 2, 5, 1 << 20] {
                let outcome = text(&read("", packed.chunks(size)));
                assert_eq!(outcome, whole, "{} as {kind} in pieces of {size}", fixture.name);
            }
        }
    }
}

/// Returns the offsets of the records of calls. In an archive, only of its first trace, whose format the outcome names.
fn sources(loaded: &LoadedFile, is_archive: bool) -> Vec<u64> {
    let traces = if is_archive { &loaded.traces[..1] } else { &loaded.traces[..] };
    let calls = traces.iter().flat_map(|(_, trace)| trace.calls().source());
    let mut sources: Vec<u64> = calls.copied().collect();
    sources.sort_unstable();
    sources.dedup();
    sources
}

#[test]
fn every_call_is_recalled_from_any_pieces() {
    for fixture in fixtures() {
        let Ok(loaded) = read("", [fixture.bytes.as_slice()]) else { continue };
        for source in sources(&loaded, fixture.is_archive()) {
            let Some(recall) = Recall::new(loaded.format, source) else { continue };
            let whole = recalled(recall, [fixture.bytes.as_slice()]);
            assert!(whole.is_some(), "{} at byte {source}", fixture.name);
            let packed = gzip(&fixture.bytes);
            for size in [1, 2, 7, 64] {
                let again = || Recall::new(loaded.format, source).unwrap();
                assert_eq!(recalled(again(), fixture.bytes.chunks(size)), whole, "{}", fixture.name);
                assert_eq!(recalled(again(), packed.chunks(size)), whole, "{} packed", fixture.name);
                if loaded.packed {
                    continue;
                }
                let from = fixture.bytes[source as usize..].chunks(size);
                assert_eq!(recalled(again().starting_at(source), from), whole, "{} from there", fixture.name);
            }
        }
    }
}

fn recalled<'a>(mut recall: Recall, pieces: impl IntoIterator<Item = &'a [u8]>) -> Option<Record> {
    for piece in pieces {
        recall.feed(piece).unwrap();
    }
    recall.finish().unwrap()
}

#[test]
fn packed_files_may_be_damaged_anywhere() {
    let fixtures = fixtures();
    let fixture = fixtures.iter().find(|fixture| fixture.name == "viztracer.json").unwrap();
    for packed in [gzip(&fixture.bytes), zstd(&fixture.bytes)] {
        for cut in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[cut] ^= 0x55;
            for file in [&packed[..cut], &damaged] {
                let whole = text(&read("", [file]));
                assert_eq!(text(&read("", file.chunks(7))), whole, "byte {cut}");
            }
        }
    }
}

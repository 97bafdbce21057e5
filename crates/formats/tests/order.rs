//! Checks that the order of members in JSON, and of fields in protobuf, never matters.
//!
//! Every fixture of `tests/traces` in JSON is written again with the members of all objects sorted, reversed and
//! shuffled; every protobuf fixture with the fields of its messages permuted. The result must be the same trace.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{ContentKind, FORMATS, LoadedFile, ReadError};
use diptych_testkit::picture;
use diptych_trace::CallId;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use support::{protobuf, read};

/// Number of random orders tried for each file.
const SHUFFLES: u64 = 6;

/// Returns the fixtures of a format: name and bytes.
fn fixtures(format: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces").join(format);
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension != "expected"));
    paths.sort();
    let named =
        |path: &PathBuf| (format!("{format}/{}", path.file_name().unwrap().to_str().unwrap()), path.clone());
    paths.iter().map(named).map(|(name, path)| (name, std::fs::read(path).unwrap())).collect()
}

/// Formats what must not depend on order: all but the bytes at which something stands, and examples from there.
fn account(outcome: &Result<LoadedFile, ReadError>) -> String {
    let mut out = String::new();
    match outcome {
        Err(error) => writeln!(out, "error {}", error.kind.as_str()),
        Ok(loaded) => writeln!(out, "format {} {:?}", loaded.format, loaded.listed),
    }
    .unwrap();
    for (name, trace) in outcome.iter().flat_map(|loaded| &loaded.traces) {
        assert_eq!(trace.check(), Ok(()));
        writeln!(out, "trace {name} {:?} {:?}\n{}", trace.axis(), trace.sampling(), picture(trace)).unwrap();
        for from in (0..trace.calls().len() as u32).map(CallId) {
            for &to in trace.flows().targets(from) {
                writeln!(out, "flow {} > {}", trace.call_name(from), trace.call_name(to)).unwrap();
            }
        }
        let entries = trace.report().entries().iter();
        let mut odd: Vec<String> =
            entries.map(|entry| format!("{} × {:?} {}", entry.count, entry.kind, entry.subject)).collect();
        odd.sort();
        writeln!(out, "{}", odd.join("\n")).unwrap();
    }
    out
}

/// A small generator of random numbers, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }
}

/// Members of an object: name and value.
type Members = Vec<(String, Json)>;

/// A JSON value. Texts and numbers stay as written.
#[derive(Debug, Clone)]
enum Json {
    Scalar(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Parses one value. `None` if the text breaks the syntax of JSON, or if an object has two members of one name:
    /// their order matters.
    fn parse(text: &[u8], at: &mut usize) -> Option<Self> {
        skip_space(text, at);
        match text.get(*at)? {
            b'{' => {
                *at += 1;
                let mut members: Vec<(String, Self)> = Vec::new();
                while !ends(text, at, b'}')? {
                    let Self::Scalar(name) = Self::parse(text, at)? else { return None };
                    skip_space(text, at);
                    (text.get(*at) == Some(&b':') && name.starts_with('"')).then_some(())?;
                    *at += 1;
                    let is_known = members.iter().any(|(known, _)| *known == name);
                    (!is_known).then_some(())?;
                    members.push((name, Self::parse(text, at)?));
                }
                Some(Self::Object(members))
            }
            b'[' => {
                *at += 1;
                let mut elements = Vec::new();
                while !ends(text, at, b']')? {
                    elements.push(Self::parse(text, at)?);
                }
                Some(Self::Array(elements))
            }
            b'"' => {
                let start = *at;
                *at += 1;
                while *text.get(*at)? != b'"' {
                    *at += if text[*at] == b'\\' { 2 } else { 1 };
                }
                *at += 1;
                Some(Self::Scalar(String::from_utf8(text.get(start..*at)?.to_vec()).ok()?))
            }
            _ => {
                let start = *at;
                while text
                    .get(*at)
                    .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+-._()#".contains(byte))
                {
                    *at += 1;
                }
                (*at > start).then(|| Self::Scalar(String::from_utf8_lossy(&text[start..*at]).into_owned()))
            }
        }
    }

    fn reorder(&mut self, order: &mut dyn FnMut(&mut Members)) {
        match self {
            Self::Scalar(_) => {}
            Self::Array(elements) => {
                for element in elements {
                    element.reorder(order);
                }
            }
            Self::Object(members) => {
                order(members);
                for (_, value) in members {
                    value.reorder(order);
                }
            }
        }
    }

    fn write(&self, out: &mut String) {
        let separate = |out: &mut String, index: usize| out.push_str(if index > 0 { ", " } else { "" });
        match self {
            Self::Scalar(text) => out.push_str(text),
            Self::Array(elements) => {
                out.push('[');
                for (index, element) in elements.iter().enumerate() {
                    separate(out, index);
                    element.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    separate(out, index);
                    out.push_str(name);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn skip_space(text: &[u8], at: &mut usize) {
    while text.get(*at).is_some_and(u8::is_ascii_whitespace) {
        *at += 1;
    }
}

/// Passes a comma, and returns whether the bracket closes there.
fn ends(text: &[u8], at: &mut usize, bracket: u8) -> Option<bool> {
    skip_space(text, at);
    if text.get(*at)? == &b',' {
        *at += 1;
        skip_space(text, at);
    }
    let closes = text.get(*at)? == &bracket;
    *at += usize::from(closes);
    Some(closes)
}

/// Parses the documents of a file, one or several in a row.
fn documents(bytes: &[u8]) -> Option<Vec<Json>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let (mut at, mut found) = (0, Vec::new());
    while at < bytes.trim_ascii_end().len() {
        found.push(Json::parse(bytes, &mut at)?);
    }
    Some(found)
}

fn written(documents: &[Json], order: &mut dyn FnMut(&mut Members)) -> String {
    let mut out = String::new();
    for document in documents {
        let mut document = document.clone();
        document.reorder(order);
        document.write(&mut out);
        out.push('\n');
    }
    out
}

#[test]
fn order_of_json_members_does_not_matter() {
    let mut tried = 0;
    for format in FORMATS.iter().filter(|format| format.content == ContentKind::Json) {
        for (name, bytes) in fixtures(format.id) {
            let Some(documents) = documents(&bytes) else { continue };
            let expected = account(&read("", [bytes.as_slice()]));
            let check = |what: &str, order: &mut dyn FnMut(&mut Members)| {
                let text = written(&documents, order);
                assert_eq!(account(&read("", [text.as_bytes()])), expected, "{name} {what}: {text}");
            };
            check("as it is", &mut |_| ());
            check("sorted", &mut |members| members.sort_by(|x, y| x.0.cmp(&y.0)));
            check("reversed", &mut |members| members.reverse());
            check("sorted downwards", &mut |members| members.sort_by(|x, y| y.0.cmp(&x.0)));
            for seed in 0..SHUFFLES {
                let mut random = Random(seed);
                check("shuffled", &mut |members| random.shuffle(members));
            }
            tried += 1;
        }
    }
    assert!(tried > 20, "only {tried} fixtures are JSON without errors");
}

/// Fields of a message that are messages themselves.
enum Nested {
    /// Fields with these numbers, and what they hold.
    Of(&'static [(u32, Nested)]),
}

/// Messages of pprof's profiles.
const PPROF: Nested = Nested::Of(&[
    (1, FLAT),
    (2, Nested::Of(&[(3, FLAT)])),
    (3, FLAT),
    (4, Nested::Of(&[(4, FLAT)])),
    (5, FLAT),
    (11, FLAT),
]);

/// Messages of Perfetto's traces: packets with events, descriptors, names and clocks.
const PERFETTO: Nested = Nested::Of(&[(
    1,
    Nested::Of(&[
        (1, Nested::Of(&[(2, Nested::Of(&[(3, FLAT)]))])),
        (2, Nested::Of(&[(1, FLAT), (2, FLAT)])),
        (6, Nested::Of(&[(1, FLAT)])),
        (11, Nested::Of(&[(6, FLAT)])),
        (12, Nested::Of(&[(1, FLAT), (2, FLAT), (4, FLAT)])),
        (43, FLAT),
        (44, FLAT),
        (59, Nested::Of(&[(11, FLAT)])),
        (60, Nested::Of(&[(3, FLAT), (4, FLAT)])),
    ]),
)]);

/// A message without nested ones.
const FLAT: Nested = Nested::Of(&[]);

fn varint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Writes a message with its fields in another order. Fields of one number keep their order. `None` if it is no message.
fn permuted(message: &[u8], Nested::Of(nested): &Nested, random: &mut Random) -> Option<Vec<u8>> {
    let (mut at, mut groups) = (0, Vec::<(u32, Vec<Vec<u8>>)>::new());
    while at < message.len() {
        let start = at;
        let key = varint(message, &mut at)?;
        let number = u32::try_from(key >> 3).ok()?;
        let mut field = Vec::new();
        match key & 7 {
            0 => drop(varint(message, &mut at)?),
            1 => at += 8,
            5 => at += 4,
            2 => {
                let length = usize::try_from(varint(message, &mut at)?).ok()?;
                let content = message.get(at..at.checked_add(length)?)?;
                at += length;
                if let Some((_, inner)) = nested.iter().find(|(own, _)| *own == number)
                    && let Some(inner) = permuted(content, inner, random)
                {
                    protobuf::varint(key, &mut field);
                    protobuf::varint(inner.len() as u64, &mut field);
                    field.extend(inner);
                }
            }
            _ => return None,
        }
        if field.is_empty() {
            field.extend_from_slice(message.get(start..at)?);
        }
        match groups.iter_mut().find(|(own, _)| *own == number) {
            Some((_, fields)) => fields.push(field),
            None => groups.push((number, vec![field])),
        }
    }
    // One slot for each field, in random order; each is filled with the next field of its number.
    let slots = groups.iter().enumerate().flat_map(|(group, (_, fields))| fields.iter().map(move |_| group));
    let mut slots: Vec<usize> = slots.collect();
    random.shuffle(&mut slots);
    let mut next: Vec<_> = groups.iter().map(|(_, fields)| fields.iter()).collect();
    Some(slots.into_iter().flat_map(|group| next[group].next().unwrap().clone()).collect())
}

#[test]
fn order_of_protobuf_fields_does_not_matter() {
    let mut tried = 0;
    for (format, nested) in [("pprof", &PPROF), ("perfetto", &PERFETTO)] {
        for (name, bytes) in fixtures(format) {
            let expected = account(&read("", [bytes.as_slice()]));
            for seed in 0..4 * SHUFFLES {
                let Some(other) = permuted(&bytes, nested, &mut Random(seed)) else { continue };
                assert_eq!(account(&read("", [other.as_slice()])), expected, "{name} with seed {seed}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "only {tried} orders tried");
}

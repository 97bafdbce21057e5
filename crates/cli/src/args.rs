//! The command line.

mod compare;

use crate::Trouble;
use diptych_engine::FORMATS;
use diptych_protocol::{ColorBy, CompareParts, MatchMode, MatchesState, SideName, ThemeChoice, Window};
use diptych_scene::Size;
use lexopt::prelude::{Long, Short, Value, ValueExt};
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub(crate) use compare::{CompareInput, CompareOptions, Output, SHOWN_ROWS, help as compare_help};

/// What to do.
#[derive(Debug)]
pub(crate) enum Verb {
    Help,
    Formats,
    CompareHelp,
    Version,
    Compare(Box<CompareOptions>),
    Inspect(InspectOptions),
    Render(RenderOptions),
}

/// Of `inspect`.
#[derive(Debug)]
pub(crate) struct InspectOptions {
    pub(crate) file: PathBuf,
    pub(crate) json: bool,
    /// Byte at which the one record begins that is wanted.
    pub(crate) call_at: Option<u64>,
}

/// Of `render`.
#[derive(Debug)]
pub(crate) struct RenderOptions {
    pub(crate) a: PathBuf,
    pub(crate) b: Option<PathBuf>,
    pub(crate) size: Size,
    pub(crate) dpr: f32,
    pub(crate) theme: ThemeChoice,
    pub(crate) color: ColorBy,
    /// What is shown of A and of B, ticks of the axis of A.
    pub(crate) focus: [Option<Window>; 2],
    pub(crate) parts: CompareParts,
    pub(crate) matches: MatchesState,
    pub(crate) output: PathBuf,
}

/// The help text; the formats come from the registry.
pub(crate) fn help() -> String {
    let mut text = String::from(
        "diptych: compare execution traces

Usage:
  diptych inspect FILE [--json]
      What a trace holds, and what was odd in it.
      --call-at OFFSET                       instead: what the file says of the call whose record begins at
                                             this byte (of the unpacked file), its arguments among it
  diptych render FILE [FILE] -o OUT.svg|OUT.png|OUT.scene
      Draw one trace, or two side by side (the first is A, the baseline).
      --view pair|overview|matches           both parts [pair], both runs whole, or what matches between the foci
      --focus-a T0..T1  --focus-b T0..T1     what is shown of a side, nanoseconds [the whole]
      --matches one-to-one|similarity        which matches [one-to-one]
      --links tubes|lines                    [tubes]
      --viewpoint a|b                        from which side --color place is seen [a]
      --size WxH                             CSS pixels [1440x900]
      --dpr N                                device pixels a CSS pixel, for PNG [1]
      --theme light|dark|contrast            [light]
      --color change|match|shift|place|similarity|package|file|function|duration
                                             [change; of one trace alone: file]
  diptych compare A B
  diptych compare --a FILE... --b FILE...
  diptych compare PAIR.diptych
      What differs between two traces, or between several runs of each: `diptych compare --help` tells
      --json, --markdown, --fail-if and the rest.
  diptych formats
      Which formats are read, and what writes them.
  diptych --help | --version

FILE may be `-` for standard input, and packed (gzip, zstd) under any name: content decides. Of a file that holds
several traces the one with most calls is taken; FILE#NAME takes another, `diptych inspect` lists them.

Reads:
",
    );
    for format in FORMATS {
        let _ = writeln!(text, "  {} ({})", format.name, format.extensions.join(", "));
    }
    text
}

/// The formats that are read, one by one.
pub(crate) fn formats() -> String {
    let mut text = String::new();
    for format in FORMATS {
        let _ = writeln!(text, "{}: {} ({})", format.id, format.name, format.extensions.join(", "));
        let _ = writeln!(text, "  {}", format.description);
    }
    text
}

/// Reads the command line.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Verb, Trouble> {
    let Some(first) = parser.next()? else {
        return Err(Trouble::Usage("say what to do: inspect, render or compare".to_owned()));
    };
    match first {
        Short('h') | Long("help") => Ok(Verb::Help),
        Short('V') | Long("version") => Ok(Verb::Version),
        Value(verb) if verb == "help" => Ok(Verb::Help),
        Value(verb) if verb == "inspect" => inspect(parser),
        Value(verb) if verb == "formats" => match parser.next()? {
            None => Ok(Verb::Formats),
            Some(other) => Err(other.unexpected().into()),
        },
        Value(verb) if verb == "render" => render(parser),
        Value(verb) if verb == "compare" => compare::parse(parser),
        Value(verb) => Err(Trouble::Usage(format!("no such verb: {}", verb.to_string_lossy()))),
        other => Err(other.unexpected().into()),
    }
}

fn inspect(mut parser: lexopt::Parser) -> Result<Verb, Trouble> {
    let (mut file, mut json, mut call_at) = (None, false, None);
    while let Some(arg) = parser.next()? {
        match arg {
            Long("json") => json = true,
            Long("call-at") => call_at = Some(offset_of(&parser.value()?.string()?)?),
            Short('h') | Long("help") => return Ok(Verb::Help),
            Value(value) if file.is_none() => file = Some(PathBuf::from(value)),
            other => return Err(other.unexpected().into()),
        }
    }
    let file = file.ok_or_else(|| Trouble::Usage("inspect needs a FILE".to_owned()))?;
    if call_at.is_some() && file == Path::new("-") {
        let text = "--call-at reads FILE twice, which standard input cannot be";
        return Err(Trouble::Usage(text.to_owned()));
    }
    Ok(Verb::Inspect(InspectOptions { file, json, call_at }))
}

fn render(mut parser: lexopt::Parser) -> Result<Verb, Trouble> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut output = None;
    let (mut size, mut dpr) = (Size { width: 1440.0, height: 900.0 }, 1.0);
    let (mut theme, mut color) = (ThemeChoice::Light, ColorBy::default());
    let (mut focus, mut parts) = ([None; 2], CompareParts::default());
    let mut matches = MatchesState::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Verb::Help),
            Short('o') | Long("output") => output = Some(PathBuf::from(parser.value()?)),
            Long("view") => parts = choose("--view", &PARTS, &parser.value()?.string()?)?,
            Long("focus-a") => focus[0] = Some(focus_of("--focus-a", &parser.value()?.string()?)?),
            Long("focus-b") => focus[1] = Some(focus_of("--focus-b", &parser.value()?.string()?)?),
            Long("matches") => matches.mode = choose("--matches", &MODES, &parser.value()?.string()?)?,
            Long("links") => matches.lines = choose("--links", &LINKS, &parser.value()?.string()?)?,
            Long("viewpoint") => {
                matches.viewpoint = Some(choose("--viewpoint", &SIDES, &parser.value()?.string()?)?);
            }
            Long("size") => size = size_of(&parser.value()?.string()?)?,
            Long("dpr") => dpr = dpr_of(&parser.value()?.string()?)?,
            Long("theme") => theme = choose("--theme", &THEMES, &parser.value()?.string()?)?,
            Long("color") => color = choose("--color", &COLORS, &parser.value()?.string()?)?,
            Value(file) if files.len() < 2 => files.push(PathBuf::from(file)),
            other => return Err(other.unexpected().into()),
        }
    }
    let output = output.ok_or_else(|| Trouble::Usage("render needs -o OUT".to_owned()))?;
    let mut files = files.into_iter();
    let a = files.next().ok_or_else(|| Trouble::Usage("render needs a FILE".to_owned()))?;
    let b = files.next();
    Ok(Verb::Render(RenderOptions { a, b, size, dpr, theme, color, focus, parts, matches, output }))
}

const THEMES: [(&str, ThemeChoice); 3] =
    [("light", ThemeChoice::Light), ("dark", ThemeChoice::Dark), ("contrast", ThemeChoice::Contrast)];
const PARTS: [(&str, CompareParts); 3] =
    [("pair", CompareParts::Both), ("overview", CompareParts::Overview), ("matches", CompareParts::Matches)];
const MODES: [(&str, MatchMode); 2] =
    [("one-to-one", MatchMode::OneToOne), ("similarity", MatchMode::Similarity)];
const LINKS: [(&str, bool); 2] = [("tubes", false), ("lines", true)];
const SIDES: [(&str, SideName); 2] = [("a", SideName::A), ("b", SideName::B)];
const COLORS: [(&str, ColorBy); 9] = [
    ("change", ColorBy::Change),
    ("match", ColorBy::Match),
    ("shift", ColorBy::Shift),
    ("place", ColorBy::Place),
    ("similarity", ColorBy::Similarity),
    ("package", ColorBy::Package),
    ("file", ColorBy::File),
    ("function", ColorBy::Function),
    ("duration", ColorBy::Duration),
];

fn choose<T: Copy>(option: &str, words: &[(&str, T)], text: &str) -> Result<T, Trouble> {
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let found = words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value);
    found.ok_or_else(|| Trouble::Usage(format!("{option} is one of {}, not {text}", known.join(", "))))
}

fn focus_of(option: &str, text: &str) -> Result<Window, Trouble> {
    let window = text.split_once("..").and_then(|(start, end)| {
        let window = Window { start: start.trim().parse().ok()?, end: end.trim().parse().ok()? };
        (window.start < window.end).then_some(window)
    });
    window
        .ok_or_else(|| Trouble::Usage(format!("{option} is T0..T1 in nanoseconds, T0 before T1, not {text}")))
}

/// Largest canvas, CSS pixels a side: what a GPU draws, and what a PNG of dpr 1 holds in 1 GB.
const MAX_SIDE: f32 = 16384.0;

fn offset_of(text: &str) -> Result<u64, Trouble> {
    text.parse().map_err(|_| Trouble::Usage(format!("--call-at is a number of bytes, not {text}")))
}

fn size_of(text: &str) -> Result<Size, Trouble> {
    let side =
        |text: &str| text.parse::<u16>().ok().map(f32::from).filter(|side| (1.0..=MAX_SIDE).contains(side));
    let size = text
        .split_once('x')
        .and_then(|(width, height)| Some(Size { width: side(width)?, height: side(height)? }));
    size.ok_or_else(|| {
        Trouble::Usage(format!("--size is WxH in pixels, each from 1 to {MAX_SIDE}, not {text}"))
    })
}

fn dpr_of(text: &str) -> Result<f32, Trouble> {
    let dpr = text.parse::<f32>().ok().filter(|dpr| (0.5..=4.0).contains(dpr));
    dpr.ok_or_else(|| Trouble::Usage(format!("--dpr is a number from 0.5 to 4, not {text}")))
}

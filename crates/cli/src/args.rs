//! The command line.

mod compare;

use crate::CliError;
use diptych_engine::FORMATS;
use diptych_protocol::link::{self, Link};
use diptych_protocol::{SideName, ThemeChoice, ViewState, Window, WindowName, Word};
use diptych_scene::Size;
use diptych_views::desks;
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
    Render(Box<RenderOptions>),
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
    /// What is drawn, as a link would say it.
    pub(crate) state: ViewState,
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
      --view NAME                            a desk with all its views [compare], or one of its views alone:
                                             overview (both runs whole), matches (what matches between the foci)
      --focus-a T0..T1  --focus-b T0..T1     what is shown of a side, nanoseconds [the whole]
      --matches one-to-one|similarity        which matches [one-to-one]
      --links tubes|lines                    [tubes]
      --viewpoint a|b                        from which side --color place is seen [a]
      --link LINK                            as a link of the page shows it; files are those given here
      --set KEY=VALUE                        anything that a link can say, `pair.color=match`; more than once
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
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Verb, CliError> {
    let Some(first) = parser.next()? else {
        return Err(CliError::Usage("say what to do: inspect, render or compare".to_owned()));
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
        Value(verb) => Err(CliError::Usage(format!("no such verb: {}", verb.to_string_lossy()))),
        other => Err(other.unexpected().into()),
    }
}

fn inspect(mut parser: lexopt::Parser) -> Result<Verb, CliError> {
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
    let file = file.ok_or_else(|| CliError::Usage("inspect needs a FILE".to_owned()))?;
    if call_at.is_some() && file == Path::new("-") {
        let text = "--call-at reads FILE twice, which standard input cannot be";
        return Err(CliError::Usage(text.to_owned()));
    }
    Ok(Verb::Inspect(InspectOptions { file, json, call_at }))
}

fn render(mut parser: lexopt::Parser) -> Result<Verb, CliError> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut output = None;
    let (mut size, mut dpr) = (Size { width: 1440.0, height: 900.0 }, 1.0);
    let (mut theme, mut link) = (None, None);
    // What options say holds wherever they stand beside a link.
    let mut edits: Vec<Edit> = Vec::new();
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Verb::Help),
            Short('o') | Long("output") => output = Some(PathBuf::from(parser.value()?)),
            Long("link") => link = Some(link_of(&parser.value()?.string()?)?),
            Long("set") => edits.push(setting_of(&parser.value()?.string()?)?),
            Long("view") => {
                let name = view_name(parser.value()?.string()?)?;
                edits.push(Box::new(move |state| {
                    let _ = desks::show(&name, state);
                }));
            }
            Long("focus-a") => edits.push(focus_edit("--focus-a", SideName::A, &parser.value()?.string()?)?),
            Long("focus-b") => edits.push(focus_edit("--focus-b", SideName::B, &parser.value()?.string()?)?),
            Long("matches") => {
                let mode = word("--matches", &parser.value()?.string()?)?;
                edits.push(Box::new(move |state| state.compare.matches.mode = mode));
            }
            Long("links") => {
                let lines = choose("--links", &LINKS, &parser.value()?.string()?)?;
                edits.push(Box::new(move |state| state.compare.matches.lines = lines));
            }
            Long("viewpoint") => {
                let side = word("--viewpoint", &parser.value()?.string()?)?;
                edits.push(Box::new(move |state| state.compare.matches.viewpoint = Some(side)));
            }
            Long("size") => size = size_of(&parser.value()?.string()?)?,
            Long("dpr") => dpr = dpr_of(&parser.value()?.string()?)?,
            Long("theme") => theme = Some(choose("--theme", &THEMES, &parser.value()?.string()?)?),
            Long("color") => {
                let color = word("--color", &parser.value()?.string()?)?;
                edits.push(Box::new(move |state| state.compare.icicle.color = color));
            }
            Value(file) if files.len() < 2 => files.push(PathBuf::from(file)),
            other => return Err(other.unexpected().into()),
        }
    }
    let output = output.ok_or_else(|| CliError::Usage("render needs -o OUT".to_owned()))?;
    let mut files = files.into_iter();
    let a = files.next().ok_or_else(|| CliError::Usage("render needs a FILE".to_owned()))?;
    let b = files.next();
    let mut state: ViewState = link.unwrap_or_default();
    for edit in &edits {
        edit(&mut state);
    }
    let theme = theme.unwrap_or(match state.theme {
        ThemeChoice::Auto => ThemeChoice::Light,
        chosen => chosen,
    });
    Ok(Verb::Render(Box::new(RenderOptions { a, b, size, dpr, theme, state, output })))
}

/// What an option changes in the state.
type Edit = Box<dyn Fn(&mut ViewState)>;

/// The state of a link: all of an address, or what follows its `#`.
fn link_of(text: &str) -> Result<ViewState, CliError> {
    let hash = text.split_once('#').map_or(text, |(_, hash)| hash);
    let Link { state, left_out, .. } = link::decode(hash);
    if left_out.is_empty() {
        return Ok(state);
    }
    let keys = left_out.join(", ");
    Err(CliError::Usage(format!("--link holds what this version does not understand: {keys}")))
}

/// What `KEY=VALUE` of a link changes.
fn setting_of(text: &str) -> Result<Edit, CliError> {
    let wrong = |why: String| CliError::Usage(format!("--set is KEY=VALUE as in a link: {why}"));
    let Some((key, value)) = text.split_once('=') else { return Err(wrong(format!("{text} has no `=`"))) };
    if !link::fields().any(|field| field.key == key) {
        let keys: Vec<&str> = link::fields().map(|field| field.key).collect();
        return Err(wrong(format!("there is no key {key}, but {}", keys.join(", "))));
    }
    let (key, value) = (key.to_owned(), value.to_owned());
    if link::set(&mut ViewState::default(), &key, &value).is_none() {
        return Err(wrong(format!("{value} is no value of {key}")));
    }
    Ok(Box::new(move |state| {
        let _ = link::set(state, &key, &value);
    }))
}

/// The name of a desk or of a view.
fn view_name(name: String) -> Result<String, CliError> {
    if desks::show(&name, &mut ViewState::default()) {
        return Ok(name);
    }
    Err(CliError::Usage(format!("--view is one of {}, not {name}", desks::names().join(", "))))
}

/// What a focus changes; sides that show different times move apart.
fn focus_edit(option: &str, side: SideName, text: &str) -> Result<Edit, CliError> {
    let window = focus_of(option, text)?;
    Ok(Box::new(move |state| {
        state.set_window(WindowName::of_time(side), Some(window));
        let time = &mut state.time;
        time.apart = time.windows.a != time.windows.b;
    }))
}

fn word<T: Word>(option: &str, text: &str) -> Result<T, CliError> {
    let wrong = || CliError::Usage(format!("{option} is one of {}, not {text}", T::WORDS.join(", ")));
    T::of_word(text).ok_or_else(wrong)
}

const THEMES: [(&str, ThemeChoice); 3] =
    [("light", ThemeChoice::Light), ("dark", ThemeChoice::Dark), ("contrast", ThemeChoice::Contrast)];
const LINKS: [(&str, bool); 2] = [("tubes", false), ("lines", true)];

fn choose<T: Copy>(option: &str, words: &[(&str, T)], text: &str) -> Result<T, CliError> {
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let found = words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value);
    found.ok_or_else(|| CliError::Usage(format!("{option} is one of {}, not {text}", known.join(", "))))
}

fn focus_of(option: &str, text: &str) -> Result<Window, CliError> {
    let window = text.split_once("..").and_then(|(start, end)| {
        let window = Window { start: start.trim().parse().ok()?, end: end.trim().parse().ok()? };
        (window.start < window.end).then_some(window)
    });
    window.ok_or_else(|| {
        CliError::Usage(format!("{option} is T0..T1 in nanoseconds, T0 before T1, not {text}"))
    })
}

/// Largest canvas, CSS pixels a side: what a GPU draws, and what a PNG of dpr 1 holds in 1 GB.
const MAX_SIDE: f32 = 16384.0;

fn offset_of(text: &str) -> Result<u64, CliError> {
    text.parse().map_err(|_| CliError::Usage(format!("--call-at is a number of bytes, not {text}")))
}

fn size_of(text: &str) -> Result<Size, CliError> {
    let side =
        |text: &str| text.parse::<u16>().ok().map(f32::from).filter(|side| (1.0..=MAX_SIDE).contains(side));
    let size = text
        .split_once('x')
        .and_then(|(width, height)| Some(Size { width: side(width)?, height: side(height)? }));
    size.ok_or_else(|| {
        CliError::Usage(format!("--size is WxH in pixels, each from 1 to {MAX_SIDE}, not {text}"))
    })
}

fn dpr_of(text: &str) -> Result<f32, CliError> {
    let dpr = text.parse::<f32>().ok().filter(|dpr| (0.5..=4.0).contains(dpr));
    dpr.ok_or_else(|| CliError::Usage(format!("--dpr is a number from 0.5 to 4, not {text}")))
}

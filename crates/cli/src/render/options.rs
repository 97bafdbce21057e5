//! The checked options of `diptych render`.

use crate::args::RenderArgs;
use crate::error::CliError;
use diptych_desks::{ALL, STORED_VIEW};
use diptych_protocol::link::{self, Link, SideLanes};
use diptych_protocol::{SideName, Sides, ThemeChoice, ViewState, WindowName, Word};
use diptych_scene::Size;
use std::path::{Path, PathBuf};

/// Options of `render`.
#[derive(Debug)]
pub(crate) struct RenderOptions<'a> {
    args: &'a RenderArgs,
    pub(super) a: PathBuf,
    pub(super) b: Option<PathBuf>,
    pub(super) size: Size,
    pub(super) dpr: f32,
    pub(super) theme: ThemeChoice,
    pub(super) output: PathBuf,
    pub(super) kind: FileKind,
    /// True if a caption explains the picture.
    pub(super) has_caption: bool,
    /// First given option that a stored comparison cannot serve, because it has no calls.
    pub(super) needs_calls: Option<&'static str>,
}

/// Kind of the output file.
#[derive(Debug, Clone, Copy)]
pub(super) enum FileKind {
    Svg,
    Png,
    /// The words of the scene in little-endian order, as the page's renderer takes them.
    Scene,
}

impl FileKind {
    /// Returns the kind of a file by its extension.
    fn from_path(path: &Path) -> Result<Self, CliError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("scene") => Ok(Self::Scene),
            _ => Err(CliError::Usage(format!("{} must end in .svg, .png or .scene", path.display()))),
        }
    }
}

impl<'a> RenderOptions<'a> {
    /// Checks the arguments. Options override the link, and `--set` overrides both.
    pub(crate) fn new(args: &'a RenderArgs) -> Result<Self, CliError> {
        // Lanes of the link are looked up when the traces are open.
        let state = state_of(args, ViewState::without_link(), &SideLanes::default())?;
        let theme = args.theme.unwrap_or(match state.theme {
            ThemeChoice::Auto => ThemeChoice::Light,
            chosen => chosen,
        });
        let kind = FileKind::from_path(&args.output)?;
        let mut files = args.files.iter().cloned();
        let a = files.next().ok_or_else(|| CliError::Usage("expected a FILE".to_owned()))?;
        let (b, size, dpr, output) = (files.next(), args.size, args.dpr, args.output.clone());
        let has_caption = !args.bare && !matches!(kind, FileKind::Scene);
        let needs_calls = needs_calls(args);
        Ok(Self { args, a, b, size, dpr, theme, output, kind, has_caption, needs_calls })
    }

    /// Returns the identity rules of the state, which may say how to read the traces. Blank if the state needs the
    /// traces, or is wrong.
    pub(super) fn rules(&self) -> String {
        let lanes = Sides { a: None, b: None };
        self.state_on(ViewState::default(), &lanes).map(|state| state.comparison.rules).unwrap_or_default()
    }

    /// Returns the state on top of another, for sides with these lanes.
    pub(super) fn state_on(&self, base: ViewState, lanes: &SideLanes) -> Result<ViewState, CliError> {
        state_of(self.args, base, lanes)
    }
}

/// Returns the state of the link, or else `base`, with the given options.
fn state_of(args: &RenderArgs, base: ViewState, lanes: &SideLanes) -> Result<ViewState, CliError> {
    let link = args.link.as_deref().map(|link| link_of(link, lanes));
    let mut state = link.transpose()?.unwrap_or(base);
    apply(args, &mut state)?;
    for setting in &args.set {
        set(&mut state, setting)?;
    }
    Ok(state)
}

/// Returns the options that are short for a key of a link: option, key, and the given value as a link writes it.
fn short_for(args: &RenderArgs) -> [(&'static str, &'static str, Option<String>); 7] {
    fn word<T: Word>(value: Option<T>) -> Option<String> {
        value.map(|value| value.word().to_owned())
    }
    [
        ("--level", "sr.level", word(args.level)),
        ("--beta", "sr.beta", args.beta.map(|beta| beta.to_string())),
        ("--p", "sr.p", args.p.map(|p| p.to_string())),
        ("--matches", "m", word(args.matches)),
        ("--links", "m.lines", args.links.map(|lines| u8::from(lines).to_string())),
        ("--viewpoint", "m.view", word(args.viewpoint)),
        ("--color", "pair.color", word(args.color)),
    ]
}

fn needs_calls(args: &RenderArgs) -> Option<&'static str> {
    let is_other_view = args.view.as_ref().is_some_and(|name| name != STORED_VIEW.word());
    let given = [
        ("this --view", is_other_view),
        ("--focus-a", args.focus_a.is_some()),
        ("--focus-b", args.focus_b.is_some()),
        ("--window", args.window.is_some()),
    ];
    let short = short_for(args).into_iter().map(|(option, _, value)| (option, value.is_some()));
    given.into_iter().chain(short).find(|(_, is_given)| *is_given).map(|(option, _)| option)
}

fn apply(args: &RenderArgs, state: &mut ViewState) -> Result<(), CliError> {
    if let Some(name) = &args.view {
        let _ = ALL.show(name, state);
    }
    for (option, key, value) in short_for(args) {
        if let Some(value) = value {
            let wrong = || CliError::Usage(format!("{value} is not a value of {option}"));
            link::set(state, key, &value).ok_or_else(wrong)?;
        }
    }
    for (side, window) in
        [(SideName::A, args.focus_a.or(args.window)), (SideName::B, args.focus_b.or(args.window))]
    {
        if window.is_some() {
            state.set_window(WindowName::of_time(side), window);
            // Sides with different times move separately.
            state.time.apart = state.time.windows.a != state.time.windows.b;
        }
    }
    Ok(())
}

/// Returns the state of a link, given as a whole address or as the part after its `#`.
pub(crate) fn link_of(text: &str, lanes: &SideLanes) -> Result<ViewState, CliError> {
    let hash = text.split_once('#').map_or(text, |(_, hash)| hash);
    let Link { state, left_out, missing_lanes, is_too_long, .. } = link::decode(hash, lanes);
    let wrong = |text: String| Err(CliError::Usage(format!("--link {text}")));
    if is_too_long {
        return wrong(format!("has more than {} characters", link::MAX_LINK_BYTES));
    }
    if !missing_lanes.is_empty() {
        return wrong(format!("names lanes that the traces do not have: {}", missing_lanes.join(", ")));
    }
    if !left_out.is_empty() {
        return wrong(format!(
            "contains keys or values that this version cannot read: {}",
            left_out.join(", ")
        ));
    }
    Ok(state)
}

/// Sets the key of a link from `KEY=VALUE`.
fn set(state: &mut ViewState, text: &str) -> Result<(), CliError> {
    let wrong = |why: String| CliError::Usage(format!("--set takes KEY=VALUE, as in a link: {why}"));
    let Some((key, value)) = text.split_once('=') else { return Err(wrong(format!("{text} has no `=`"))) };
    if !link::fields().any(|field| field.key == key) {
        let keys: Vec<&str> = link::fields().map(|field| field.key).collect();
        return Err(wrong(format!("there is no key {key}; use one of {}", keys.join(", "))));
    }
    link::set(state, key, value).ok_or_else(|| wrong(format!("{value} is not a value of {key}")))
}

//! The command line of `diptych render`.

use super::values::{beta, dpr, one_of, power, size, view, window, word};
use crate::words::Table;
use diptych_protocol::{ColorBy, MatchMode, SideName, StructureLevel, ThemeChoice, Window};
use diptych_scene::Size;
use std::path::PathBuf;

const THEMES: Table<ThemeChoice> =
    &[("light", ThemeChoice::Light), ("dark", ThemeChoice::Dark), ("contrast", ThemeChoice::Contrast)];
const LINES: Table<bool> = &[("tubes", false), ("lines", true)];

/// Of `render`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true)]
pub(crate) struct RenderArgs {
    /// One trace, or A (the baseline) and B; or a comparison kept with `compare -o`, of which the overview is drawn
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// What is written: .svg, .png, or .scene (the words that the page's renderer takes)
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// A desk with all its views [compare], or one of its views alone: both runs whole (overview), or what matches
    /// between the foci (matches)
    #[arg(long, value_name = "NAME", value_parser = view, help_heading = "What is drawn")]
    pub(crate) view: Option<String>,
    /// What is shown of A, nanoseconds [the whole]
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = "What is drawn")]
    pub(crate) focus_a: Option<Window>,
    /// What is shown of B
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = "What is drawn")]
    pub(crate) focus_b: Option<Window>,
    /// Which matches [one-to-one]
    #[arg(long, value_name = "WHICH", value_parser = word::<MatchMode>(), help_heading = "What is drawn")]
    pub(crate) matches: Option<MatchMode>,
    /// How they are drawn [tubes]
    #[arg(long, value_name = "HOW", value_parser = one_of(LINES), help_heading = "What is drawn")]
    pub(crate) links: Option<bool>,
    /// From which side `--color place` is seen [a]
    #[arg(long, value_name = "SIDE", value_parser = word::<SideName>(), help_heading = "What is drawn")]
    pub(crate) viewpoint: Option<SideName>,
    /// What colours stand for [change; of one trace alone: file]
    #[arg(long, value_name = "WHAT", value_parser = word::<ColorBy>(), help_heading = "What is drawn")]
    pub(crate) color: Option<ColorBy>,
    /// What is shown of both sides, nanoseconds: for --focus-a and --focus-b alike
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = "What is drawn", conflicts_with_all = ["focus_a", "focus_b"])]
    pub(crate) window: Option<Window>,
    /// How deep the program's structure is shown, of `--view structure` and its views [auto]
    #[arg(long, value_name = "LEVEL", value_parser = word::<StructureLevel>(), help_heading = "What is drawn")]
    pub(crate) level: Option<StructureLevel>,
    /// How far relations follow the tree, from 0 to 1 [0.85]
    #[arg(long, value_name = "BETA", value_parser = beta, help_heading = "What is drawn")]
    pub(crate) beta: Option<u32>,
    /// How much rare calls stand out, from -5 to 5; 0: none more than others [-1]
    #[arg(long, value_name = "P", value_parser = power, allow_hyphen_values = true)]
    #[arg(help_heading = "What is drawn")]
    pub(crate) p: Option<i64>,
    /// As a link of the page shows it; files are those given here, and options go before it
    #[arg(long, value_name = "LINK", help_heading = "What is drawn")]
    pub(crate) link: Option<String>,
    /// Anything that a link can say, `pair.color=match`, before all other options; more than once
    #[arg(long, value_name = "KEY=VALUE", help_heading = "What is drawn")]
    pub(crate) set: Vec<String>,
    /// CSS pixels of the views; a picture is as much higher as its caption is
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "1440x900", help_heading = "The picture")]
    pub(crate) size: Size,
    /// Device pixels a CSS pixel, for PNG
    #[arg(long, value_name = "N", value_parser = dpr, default_value = "1", help_heading = "The picture")]
    pub(crate) dpr: f32,
    /// Without the caption: names, verdict, legend and how much is drawn (.scene has none)
    #[arg(long, help_heading = "The picture")]
    pub(crate) bare: bool,
    /// Colours of the page [light]
    #[arg(long, value_name = "THEME", value_parser = one_of(THEMES), help_heading = "The picture")]
    pub(crate) theme: Option<ThemeChoice>,
}

//! The command line of `diptych render`.

use super::TEMPLATE;
use super::values::{beta, dpr, one_of, power, size, view, window, word};
use crate::words::Table;
use diptych_protocol::{ColorBy, MatchMode, SideName, StructureLevel, ThemeChoice, Window};
use diptych_scene::Size;
use std::path::PathBuf;

const THEMES: Table<ThemeChoice> =
    &[("light", ThemeChoice::Light), ("dark", ThemeChoice::Dark), ("contrast", ThemeChoice::Contrast)];
const LINES: Table<bool> = &[("tubes", false), ("lines", true)];

const DRAWN: &str = "What is drawn";
const PICTURE: &str = "The picture";

const EXAMPLES: &str = "\
Examples:
  diptych render before.json after.json -o pair.svg
  diptych render before.json after.json --view structure --level class -o calls.png
  diptych render pair.diptych --theme dark -o overview.svg";

/// Arguments of `render`.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true, help_template = TEMPLATE, before_help = EXAMPLES)]
pub(crate) struct RenderArgs {
    /// One trace, or A (the baseline) and B, or a stored comparison
    ///
    /// From a stored comparison (`diptych compare -o`), the command draws the overview, or the view that the page
    /// saved. From a stored comparison with traces (`--with-traces`), it draws any view.
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Output: .svg, .png or .scene
    ///
    /// `.scene` has the binary form that the page's renderer reads.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// A desk or one of its views [default: compare]
    ///
    /// A desk is drawn with all its views. On the Compare desk, `overview` shows both runs whole, and `matches` the calls
    /// in view with their matches.
    #[arg(long, value_name = "NAME", value_parser = view, help_heading = DRAWN)]
    pub(crate) view: Option<String>,
    /// Time range of A in nanoseconds [default: the whole run]
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) focus_a: Option<Window>,
    /// Time range of B in nanoseconds [default: the whole run]
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) focus_b: Option<Window>,
    /// Kind of matches [default: one-to-one]
    #[arg(long, value_name = "WHICH", value_parser = word::<MatchMode>(), help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) matches: Option<MatchMode>,
    /// Draw matches as tubes or as lines [default: tubes]
    #[arg(long, value_name = "HOW", value_parser = one_of(LINES), help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) links: Option<bool>,
    /// Side whose calls `--color place` describes [default: a]
    ///
    /// With `--color place`, the colour of a call shows where in its group the call's match starts. --viewpoint chooses
    /// the side whose calls have these colours.
    #[arg(long, value_name = "SIDE", value_parser = word::<SideName>(), help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) viewpoint: Option<SideName>,
    /// Meaning of the colours [default: change; file for one trace]
    ///
    /// docs/compare-desk.md explains each colour.
    #[arg(long, value_name = "WHAT", value_parser = word::<ColorBy>(), help_heading = DRAWN)]
    pub(crate) color: Option<ColorBy>,
    /// Time range of both sides in nanoseconds
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = DRAWN, conflicts_with_all = ["focus_a", "focus_b"])]
    pub(crate) window: Option<Window>,
    /// Level of elements in `--view structure` [default: auto]
    #[arg(long, value_name = "LEVEL", value_parser = word::<StructureLevel>(), help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) level: Option<StructureLevel>,
    /// Bundle relations along the tree, from 0 to 1 [default: 0.85]
    ///
    /// A relation is all calls from one element, such as a file, to another. With 1, its curve follows the tree of
    /// packages, files and classes. With 0, it is a straight line.
    #[arg(long, value_name = "BETA", value_parser = beta, help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) beta: Option<u32>,
    /// Emphasis of rare calls, from -5 to 5 [default: -1]
    ///
    /// This sets which calls stand out in the Calls view of `--view structure`. At -5, rare calls stand out most. At 0,
    /// all calls have the same emphasis. At 5, frequent calls stand out most.
    #[arg(long, value_name = "P", value_parser = power, allow_hyphen_values = true)]
    #[arg(help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) p: Option<i64>,
    /// Draw what a link of the page shows
    ///
    /// The traces are the FILEs of this command, not the traces of the link. Other options of this command override the
    /// link.
    #[arg(long, value_name = "LINK", help_heading = DRAWN)]
    pub(crate) link: Option<String>,
    /// Set a key of a link, such as pair.color=match
    ///
    /// docs/share.md lists the keys. The key overrides all other options. May be repeated.
    #[arg(long, value_name = "KEY=VALUE", help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) set: Vec<String>,
    /// Size of the views in CSS pixels
    ///
    /// The caption adds to the height.
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "1440x900", help_heading = PICTURE)]
    pub(crate) size: Size,
    /// Device pixels per CSS pixel, for PNG
    #[arg(long, value_name = "N", value_parser = dpr, default_value = "1", help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) dpr: f32,
    /// Leave out the caption
    ///
    /// The caption has the names, the verdict, the legend and how much is drawn. A .scene file never has a caption.
    #[arg(long, help_heading = PICTURE)]
    pub(crate) bare: bool,
    /// Theme of the page [default: light]
    #[arg(long, value_name = "THEME", value_parser = one_of(THEMES), help_heading = PICTURE)]
    pub(crate) theme: Option<ThemeChoice>,
}

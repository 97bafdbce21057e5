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
    /// Read one trace, A (the baseline) and B, or a stored comparison
    ///
    /// `diptych compare -o` writes a stored comparison. If the comparison was stored with --with-traces, the command
    /// can draw any view. Without --with-traces, the command can draw only the overview.
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the picture to OUT: `.svg`, `.png` or `.scene`
    ///
    /// The extension of OUT chooses the format. A `.scene` file contains the shapes of the picture in the binary format
    /// of Diptych's page.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Draw a desk, or one view of a desk [default: compare]
    ///
    /// A desk is a page of linked views, such as `compare` or `structure`. If NAME is a desk, Diptych draws all views
    /// of the desk. On the Compare desk, the view `overview` shows both runs in full. The view `matches` shows the
    /// calls of a time range, joined to their matches. If Diptych does not know NAME, the command prints all possible
    /// names.
    #[arg(long, value_name = "NAME", value_parser = view, help_heading = DRAWN)]
    pub(crate) view: Option<String>,
    /// Draw only a time range of A, such as 10ms..12ms [default: the whole run]
    ///
    /// The units are `ns`, `us`, `ms` and `s`. Numbers without a unit are nanoseconds.
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) focus_a: Option<Window>,
    /// Draw only a time range of B, such as 10ms..12ms [default: the whole run]
    ///
    /// The units are `ns`, `us`, `ms` and `s`. Numbers without a unit are nanoseconds.
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) focus_b: Option<Window>,
    /// Choose which matches are drawn [default: one-to-one]
    ///
    /// A match joins a call of A with the same or a similar call of B. With `one-to-one`, each call has at most one
    /// match. With `similarity`, a call has a match with every similar call of the other side.
    #[arg(long, value_name = "WHICH", value_parser = word::<MatchMode>(), help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) matches: Option<MatchMode>,
    /// Draw matches as tubes or as lines [default: tubes]
    ///
    /// A match joins a call of A with the same call of B. A tube is a band between the two calls.
    #[arg(long, value_name = "HOW", value_parser = one_of(LINES), help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) links: Option<bool>,
    /// Choose whose calls `--color place` describes [default: a]
    ///
    /// With `--color place`, the colour of a call shows where in its group the match of the call starts. A group is a
    /// match of two calls, together with all matches of calls inside them.
    #[arg(long, value_name = "SIDE", value_parser = word::<SideName>(), help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) viewpoint: Option<SideName>,
    /// Choose the meaning of the colours
    ///
    /// The default is `change` for two traces and `file` for one trace. docs/compare-desk.md explains each colour.
    #[arg(long, value_name = "WHAT", value_parser = word::<ColorBy>(), help_heading = DRAWN)]
    pub(crate) color: Option<ColorBy>,
    /// Draw only a time range of both sides
    ///
    /// An example is `10ms..12ms`. The units are `ns`, `us`, `ms` and `s`. Numbers without a unit are nanoseconds.
    #[arg(long, value_name = "T0..T1", value_parser = window, allow_hyphen_values = true)]
    #[arg(help_heading = DRAWN, conflicts_with_all = ["focus_a", "focus_b"])]
    pub(crate) window: Option<Window>,
    /// Choose the level of the elements in `--view structure` [default: auto]
    ///
    /// An element is a package, a module (file), a class or a function. With `auto`, Diptych chooses the level.
    #[arg(long, value_name = "LEVEL", value_parser = word::<StructureLevel>(), help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) level: Option<StructureLevel>,
    /// Set how strongly relations are bundled in `--view structure`, from 0 to 1 [default: 0.85]
    ///
    /// A relation is all calls from one element, such as a file, to another. Diptych draws a relation as a curve. With
    /// 0, the curve is a straight line. With 1, each curve follows the packages, files and classes that contain its
    /// ends.
    #[arg(long, value_name = "BETA", value_parser = beta, help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) beta: Option<u32>,
    /// Set how much rare calls stand out, from -5 to 5 [default: -1]
    ///
    /// The option is for the view Calls in `--view structure`. At -5, rare calls stand out most. At 0, all calls have
    /// the same emphasis. At 5, frequent calls stand out most.
    #[arg(long, value_name = "P", value_parser = power, allow_hyphen_values = true)]
    #[arg(help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) p: Option<i64>,
    /// Draw the picture that a link of the page shows
    ///
    /// The command reads the FILEs, not the traces that the link names. If another option contradicts the link, the
    /// option applies.
    #[arg(long, value_name = "LINK", help_heading = DRAWN)]
    pub(crate) link: Option<String>,
    /// Change a setting of the picture, such as `pair.color=match`
    ///
    /// A link of the page stores each setting under a key. docs/share.md lists all keys. The key overrides all other
    /// options. You can repeat the option.
    #[arg(long, value_name = "KEY=VALUE", help_heading = DRAWN)]
    #[arg(hide_short_help = true)]
    pub(crate) set: Vec<String>,
    /// Set the size of views in CSS pixels
    ///
    /// `WxH` is the width and the height of all views together. The caption below the views needs additional height.
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "1440x900", help_heading = PICTURE)]
    pub(crate) size: Size,
    /// Set the number of pixels of a PNG per CSS pixel
    ///
    /// N ranges from 0.5 to 4. With a larger N, the PNG is larger and sharper.
    #[arg(long, value_name = "N", value_parser = dpr, default_value = "1", help_heading = PICTURE)]
    #[arg(hide_short_help = true)]
    pub(crate) dpr: f32,
    /// Leave out the caption
    ///
    /// The caption has the names of the traces, the verdict and the legend. The verdict says how B compares with A. A
    /// `.scene` file never has a caption.
    #[arg(long, help_heading = PICTURE)]
    pub(crate) bare: bool,
    /// Choose the theme of the page [default: light]
    #[arg(long, value_name = "THEME", value_parser = one_of(THEMES), help_heading = PICTURE)]
    pub(crate) theme: Option<ThemeChoice>,
}

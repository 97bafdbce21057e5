//! The view state: everything that a link or the browser's history restores.

use crate::comparison_state::ComparisonState;
use crate::desks::{self, DeskId, for_each_desk};
use crate::link::{VERSION, rows};
use crate::notes::Note;
use crate::paths_state::PathsState;
use crate::subject::Subject;
use crate::time_state::TimeState;
use crate::window::{Window, WindowName};
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// The theme of the page and its canvases.
    #[derive(Default)]
    pub enum ThemeChoice {
        /// The theme of the system.
        #[default]
        Auto = "auto",
        /// Light ground.
        Light = "light",
        /// Dark ground.
        Dark = "dark",
        /// High contrast.
        Contrast = "contrast",
    }
}

/// Defines [`ViewState`] with a field for each desk of the list.
macro_rules! view_state {
    ($($(#[$doc:meta])* $desk:ident: $State:ident;)*) => {
        /// The whole view state. Settings for all desks come first, then one state per desk.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "typescript", derive(TS))]
        #[serde(rename_all = "camelCase", default)]
        pub struct ViewState {
            /// Version of the state: [`crate::link::VERSION`].
            pub version: u32,
            /// The desk in front.
            pub desk: DeskId,
            /// Theme of page and canvases.
            pub theme: ThemeChoice,
            /// The selected subject.
            pub selection: Option<Subject>,
            /// Text of the search; blank for none.
            pub search: String,
            /// Notes, in the order in which they were added.
            pub notes: Vec<Note>,
            /// Windows and time alignment.
            pub time: TimeState,
            /// Settings of the comparison.
            pub comparison: ComparisonState,
            /// Settings of sums along call paths.
            pub paths: PathsState,
            $($(#[$doc])* pub $desk: desks::$State,)*
        }

        impl Default for ViewState {
            fn default() -> Self {
                Self {
                    version: VERSION,
                    desk: DeskId::default(),
                    theme: ThemeChoice::default(),
                    selection: None,
                    search: String::new(),
                    notes: Vec::new(),
                    time: TimeState::default(),
                    comparison: ComparisonState::default(),
                    paths: PathsState::default(),
                    $($desk: desks::$State::default(),)*
                }
            }
        }
    };
}

for_each_desk!(view_state);

impl ViewState {
    /// Returns the state of a page or a command that starts without a link. A link cannot have these settings as its
    /// defaults, because links that were written before have none of them and keep their looks.
    #[must_use]
    pub fn without_link() -> Self {
        Self { profile: desks::ProfileState::without_link(), ..Self::default() }
    }

    /// Returns the window with this name; `None` is the whole.
    pub fn window(&self, name: WindowName) -> Option<Window> {
        match name {
            WindowName::TimeA => self.time.windows.a,
            WindowName::TimeB => self.time.windows.b,
        }
    }

    /// Sets the window with this name; `None` is the whole.
    pub fn set_window(&mut self, name: WindowName, window: Option<Window>) {
        match name {
            WindowName::TimeA => self.time.windows.a = window,
            WindowName::TimeB => self.time.windows.b = window,
        }
    }
}

rows! { ViewState:
    "desk" => desk: "the desk in front";
    "theme" => theme: "the theme; only links of embedded views contain it";
    "sel" => selection: "the selection";
    "q" => search: "the search";
    "note" => notes: "the [notes](#notes): one a line, with the text, a comma, and the place; over 2 kB they are compressed like `id`";
}

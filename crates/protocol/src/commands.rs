//! The one table of commands: menus, keys and the help page derive from it.

use crate::desks::TABS;

/// Something the user can ask for by name, by key or from a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// Stable name.
    pub id: &'static str,
    /// Action that the command takes, as menus and help name it.
    pub title: &'static str,
    /// Group that lists it in the help page.
    pub group: CommandGroup,
    /// Keys, as `KeyboardEvent.key` with `Ctrl+` and `Shift+` before it; the first is shown.
    pub keys: &'static [&'static str],
}

/// Groups of the help page, in its order: one for each kind of task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandGroup {
    /// Opens, closes and prepares the two sides.
    Sides,
    /// Zooms, pans and scrolls.
    View,
    /// Sets how the two sides relate to each other.
    Align,
    /// Selects calls and walks the call tree.
    Selection,
    /// Goes to differences and search results.
    Find,
    /// Changes the desk.
    Desks,
    /// Shows, hides, exports.
    Page,
}

impl CommandGroup {
    /// All groups, in the order of the help page.
    pub const ALL: [Self; 7] =
        [Self::Sides, Self::View, Self::Align, Self::Selection, Self::Find, Self::Desks, Self::Page];

    /// Returns the heading of the group.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Sides => "Open and prepare traces",
            Self::View => "Zoom and pan",
            Self::Align => "Line up the two sides",
            Self::Selection => "Select calls",
            Self::Find => "Find differences and names",
            Self::Desks => "Change the desk",
            Self::Page => "Show, hide and export",
        }
    }
}

const fn command(
    id: &'static str,
    title: &'static str,
    group: CommandGroup,
    keys: &'static [&'static str],
) -> Command {
    Command { id, title, group, keys }
}

use CommandGroup::{Align, Find, Page, Selection, Sides, View};

/// Commands that no desk brings, in the order of the help page.
const SHARED: &[Command] = &[
    command("open-a", "Choose a file for A", Sides, &[]),
    command("open-b", "Choose a file for B", Sides, &[]),
    command("close-a", "Close A", Sides, &[]),
    command("close-b", "Close B", Sides, &[]),
    command("swap", "Swap sides", Sides, &["x"]),
    command("identity", "Edit which names and lanes match", Sides, &["i"]),
    command("accept-rename", "Accept the proposed rename", Sides, &["r"]),
    command("zoom-in", "Zoom in", View, &["w"]),
    command("zoom-out", "Zoom out", View, &["s"]),
    command("pan-left", "Pan left", View, &["a"]),
    command("pan-right", "Pan right", View, &["d"]),
    command("zoom-in-fine", "Zoom in a little", View, &["Shift+w"]),
    command("zoom-out-fine", "Zoom out a little", View, &["Shift+s"]),
    command("pan-left-fine", "Pan left a little", View, &["Shift+a"]),
    command("pan-right-fine", "Pan right a little", View, &["Shift+d"]),
    command("scroll-up", "Scroll up", View, &["Shift+ArrowUp"]),
    command("scroll-down", "Scroll down", View, &["Shift+ArrowDown"]),
    command("scroll-left", "Scroll left", View, &["Shift+ArrowLeft"]),
    command("scroll-right", "Scroll right", View, &["Shift+ArrowRight"]),
    command("whole", "Show the whole runs", View, &["0"]),
    command("zoom-to-selection", "Zoom to the selection", View, &["Enter"]),
    command("back", "Go back to the previous view", View, &["Backspace"]),
    command("tall-rows", "Switch row height: all tall, or only rows with names", View, &[]),
    command("frames", "Show or hide callers that fill the view", View, &["f"]),
    command("finer", "Show more detail (more matches, more areas)", View, &["["]),
    command("coarser", "Show less detail (fewer matches, fewer areas)", View, &["]"]),
    command("couple", "Link or unlink the zoom of A and B", Align, &["c"]),
    command("time-axis", "Change time alignment", Align, &["t"]),
    command("marker", "Align time at the selected call", Align, &["m"]),
    command("align", "Line up the selected call with its match", Align, &["e"]),
    command("bring-matches", "Bring the matches here, if none is in view", Align, &["b"]),
    command("select-caller", "Select the caller", Selection, &["ArrowUp"]),
    command("select-callee", "Select the first callee", Selection, &["ArrowDown"]),
    command("select-previous", "Select the previous call", Selection, &["ArrowLeft"]),
    command("select-next", "Select the next call", Selection, &["ArrowRight"]),
    command("partner", "Go to the matching call", Selection, &["g"]),
    command("next-match", "Next match of the selected call", Selection, &["."]),
    command("previous-match", "Previous match", Selection, &[","]),
    command("select-range", "Select the time in view, with its sums", Selection, &[]),
    command("copy-sums", "Copy the sums of the selected time", Selection, &[]),
    command("add-note", "Add a note to the selection, or to the desk", Selection, &["Shift+n"]),
    command("compare-ranges", "Compare only the selected time", Selection, &[]),
    command("compare-whole-runs", "Compare the whole runs again", Selection, &[]),
    command("context-menu", "Open the context menu", Selection, &["ContextMenu", "Shift+F10"]),
    command("clear", "Close, or clear the selection", Selection, &["Escape"]),
    command("copy-name", "Copy the selected name", Selection, &["Ctrl+c"]),
    command("next-difference", "Next difference", Find, &["n"]),
    command("previous-difference", "Previous difference", Find, &["p"]),
    command("search", "Search names and files", Find, &["/", "Ctrl+f"]),
    command("next-hit", "Next search result", Find, &[]),
    command("previous-hit", "Previous search result", Find, &[]),
    command("table", "Show the view as a table", Page, &["v"]),
    command("lanes", "Show the lanes of both sides", Page, &["l"]),
    command("panel", "Show or hide the right panel", Page, &["\\"]),
    command("theme", "Change the theme", Page, &[]),
    command("notes", "Show the notes", Page, &[]),
    command("copy-link", "Copy a link to this view", Page, &[]),
    command("export-png", "Export as PNG", Page, &[]),
    command("export-svg", "Export as SVG", Page, &[]),
    command("export-csv", "Export as CSV", Page, &[]),
    command("save-comparison", "Save the comparison", Page, &[]),
    command("save-with-traces", "Save the comparison with both traces", Page, &[]),
    command("palette", "Run any command by name", Page, &["Ctrl+k"]),
    command("help", "Help and settings", Page, &["?"]),
];

/// Returns all commands, in the order of the help page.
pub fn all_commands() -> impl Iterator<Item = &'static Command> {
    let group = |group| SHARED.iter().chain(TABS).filter(move |command| command.group == group);
    CommandGroup::ALL.into_iter().flat_map(group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeskId, Word};
    use std::collections::BTreeSet;

    #[test]
    fn ids_and_keys_are_unique() {
        let ids: BTreeSet<_> = all_commands().map(|command| command.id).collect();
        assert_eq!(ids.len(), all_commands().count());
        let keys: Vec<_> = all_commands().flat_map(|command| command.keys).collect();
        let unique: BTreeSet<_> = keys.iter().collect();
        assert_eq!(unique.len(), keys.len());
    }

    #[test]
    fn desks_have_commands_with_the_keys_of_tabs() {
        let of_desks =
            all_commands().filter_map(|command| Some((command.id.strip_prefix("desk-")?, command.keys)));
        let tabs: Vec<(&str, String)> =
            DeskId::ALL.iter().zip(1..).map(|(desk, tab)| (desk.word(), tab.to_string())).collect();
        let tabs: Vec<(&str, [&str; 1])> = tabs.iter().map(|(desk, key)| (*desk, [key.as_str()])).collect();
        assert!(of_desks.eq(tabs.iter().map(|(desk, keys)| (*desk, &keys[..]))), "{tabs:?}");
    }

    #[test]
    fn every_command_is_listed_once_in_order_of_groups() {
        let shared: Vec<_> = SHARED.iter().map(|command| command.group as usize).collect();
        assert!(shared.is_sorted(), "{shared:?}");
        assert_eq!(all_commands().count(), SHARED.len() + TABS.len());
    }
}

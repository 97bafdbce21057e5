//! The one table of commands: menus, keys and the help page derive from it.

/// Something the user can ask for by name, by key or from a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// Stable name.
    pub id: &'static str,
    /// What it does, named by its result.
    pub title: &'static str,
    /// Where it stands in menus and help.
    pub group: CommandGroup,
    /// Keys, as `KeyboardEvent.key` with `Ctrl+` and `Shift+` before it; the first is shown.
    pub keys: &'static [&'static str],
}

/// Groups of the help page, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandGroup {
    /// Sides and files.
    Sides,
    /// Zoom, pan, scroll.
    View,
    /// Selection and the call tree.
    Selection,
    /// Page.
    Page,
}

impl CommandGroup {
    /// All, in the order of the help page.
    pub const ALL: [Self; 4] = [Self::Sides, Self::View, Self::Selection, Self::Page];

    /// Head of the group.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Sides => "Sides",
            Self::View => "Zoom and pan",
            Self::Selection => "Selection",
            Self::Page => "Page",
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

use CommandGroup::{Page, Selection, Sides, View};

/// All commands, in the order of the help page.
pub const COMMANDS: &[Command] = &[
    command("open-a", "Choose a file for A", Sides, &[]),
    command("open-b", "Choose a file for B", Sides, &[]),
    command("close-a", "Close A", Sides, &[]),
    command("close-b", "Close B", Sides, &[]),
    command("swap", "Swap sides", Sides, &["x"]),
    command("identity", "Edit identity rules and lane pairs", Sides, &["i"]),
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
    command("back", "Back to the view before", View, &["Backspace"]),
    command("tall-rows", "Keep rows tall, or let them shrink until they fit", View, &[]),
    command("couple", "Couple or uncouple the two sides", View, &["c"]),
    command("time-axis", "Next way to lay the time axes over each other", View, &["t"]),
    command("marker", "Lay the time axes over each other at the selected call", View, &["m"]),
    command("finer", "Finer: more matches, or more areas", View, &["["]),
    command("coarser", "Coarser: fewer matches, or fewer areas", View, &["]"]),
    command("select-caller", "Select the caller", Selection, &["ArrowUp"]),
    command("select-callee", "Select the first callee", Selection, &["ArrowDown"]),
    command("select-previous", "Select the call before", Selection, &["ArrowLeft"]),
    command("select-next", "Select the call after", Selection, &["ArrowRight"]),
    command("partner", "Go to the partner on the other side", Selection, &["g"]),
    command("align", "Lay the partner of the selected call under it", Selection, &[]),
    command("next-match", "Next of the calls that match the selected one", Selection, &["Tab"]),
    command("previous-match", "The match before", Selection, &["Shift+Tab"]),
    command(
        "context-menu",
        "Show what can be done with the selected call",
        Selection,
        &["ContextMenu", "Shift+F10"],
    ),
    command("next-difference", "Next difference", Selection, &["n"]),
    command("previous-difference", "Previous difference", Selection, &["p"]),
    command("search", "Search names and files", Selection, &["/"]),
    command("next-hit", "Next hit of the search", Selection, &[]),
    command("previous-hit", "Previous hit of the search", Selection, &[]),
    command("clear", "Close what is open, then clear the selection", Selection, &["Escape"]),
    command("desk-compare", "Go to Compare", Page, &["1"]),
    command("desk-structure", "Go to Structure", Page, &["2"]),
    command("desk-space-time", "Go to Space-time", Page, &["3"]),
    command("desk-fusion", "Go to Fusion", Page, &["4"]),
    command("desk-profile", "Go to Profile", Page, &["5"]),
    command("table", "Show the view as a table", Page, &["v"]),
    command("lanes", "Show the lanes of both sides", Page, &["l"]),
    command("panel", "Show or hide the right panel", Page, &["\\"]),
    command("theme", "Next theme", Page, &[]),
    command("copy-link", "Copy a link to this view", Page, &[]),
    command("export-png", "Export as PNG", Page, &[]),
    command("export-svg", "Export as SVG", Page, &[]),
    command("export-csv", "Export as CSV", Page, &[]),
    command("palette", "Run any command by name", Page, &["Ctrl+k"]),
    command("help", "Help", Page, &["?"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeskId, Word};
    use std::collections::BTreeSet;

    #[test]
    fn ids_and_keys_are_unique() {
        let ids: BTreeSet<_> = COMMANDS.iter().map(|command| command.id).collect();
        assert_eq!(ids.len(), COMMANDS.len());
        let keys: Vec<_> = COMMANDS.iter().flat_map(|command| command.keys).collect();
        let unique: BTreeSet<_> = keys.iter().collect();
        assert_eq!(unique.len(), keys.len());
    }

    #[test]
    fn every_desk_has_a_command_and_the_key_of_its_tab() {
        let of_desks =
            COMMANDS.iter().filter_map(|command| Some((command.id.strip_prefix("desk-")?, command.keys)));
        let tabs: Vec<(&str, String)> =
            DeskId::ALL.iter().zip(1..).map(|(desk, tab)| (desk.word(), tab.to_string())).collect();
        let tabs: Vec<(&str, [&str; 1])> = tabs.iter().map(|(desk, key)| (*desk, [key.as_str()])).collect();
        assert!(of_desks.eq(tabs.iter().map(|(desk, keys)| (*desk, &keys[..]))), "{tabs:?}");
    }

    #[test]
    fn groups_stand_together() {
        let order: Vec<_> = COMMANDS.iter().map(|command| command.group as usize).collect();
        assert!(order.is_sorted(), "{order:?}");
    }
}

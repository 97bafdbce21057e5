//! The docs page of keys must match the table of commands. `DIPTYCH_BLESS=1 cargo test` writes the page again.

use std::fmt::Write as _;
use std::path::Path;

use diptych_protocol::{Command, CommandGroup, DeskId, Word as _, all_commands};

const INTRODUCTION: &str = "\
# Keyboard

Which key does what? Diptych shows the same list if you press `?`. To run a command by its name, press `Ctrl+K`.

Keys that are single letters work while you are not typing into a text field. You can switch these keys off under
*Help › Settings*. A dash (–) means that a command has no key. You find such a command in a menu, or with `Ctrl+K`. On
macOS, use `⌘` instead of `Ctrl`.

A [desk](glossary.md#desk) is a view of the page, such as Compare or Profile. The [match](glossary.md#match) of a call is
the same call in the other run. A [lane](glossary.md#lane) is the row of a thread or process. An
[area](glossary.md#area) is a rectangle on the desk Space-time. A *proposed rename* says that a function of B is probably
a function of A under a new name ([Matching names](identity.md)). *Pan* means to move the picture without zooming.
*Line up* means to pan the other run until the match starts at the same horizontal position as the call.

";

#[test]
fn docs_list_every_command_and_its_keys() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/keyboard.md");
    let wanted = page();
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, wanted, "run DIPTYCH_BLESS=1 cargo test -p diptych-protocol");
}

/// Returns the page as Markdown: a table for each group of commands.
fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for group in CommandGroup::ALL {
        let _ = write!(page, "## {}\n\n| what | key |\n| --- | --- |\n", group.title());
        for command in all_commands().filter(|command| command.group == group) {
            let _ = writeln!(page, "| {} | {} |", command.title, keys(command));
        }
        page.push('\n');
    }
    page + &pointer()
}

/// Returns the section on gestures, which has the page of each desk.
fn pointer() -> String {
    let page_of = |desk: &DeskId| {
        let word = desk.word();
        let (first, rest) = word.split_at(1);
        // The page `compare.md` is about the command.
        let page = if *desk == DeskId::Compare { "compare-desk" } else { word };
        format!("[{}{rest}]({page}.md)", first.to_ascii_uppercase())
    };
    let pages: Vec<String> = DeskId::ALL.iter().map(page_of).collect();
    format!(
        "## Pointer\n\nEach desk has its own gestures. *Help* (`?`) lists the gestures of the current desk. These \
         pages explain them:\n{}.\n",
        pages.join(", ")
    )
}

/// Returns the keys of a command as they are printed on a keyboard.
fn keys(command: &Command) -> String {
    if command.keys.is_empty() {
        return "–".to_owned();
    }
    let caps: Vec<String> = command.keys.iter().map(|key| format!("`{}`", cap(key))).collect();
    caps.join(" or ")
}

fn cap(key: &str) -> String {
    let parts: Vec<String> = key.split('+').map(part).collect();
    if let [single] = &parts[..] { single.clone() } else { combined(&parts) }
}

fn combined(parts: &[String]) -> String {
    let upper = |part: &String| if part.len() == 1 { part.to_uppercase() } else { part.clone() };
    parts.iter().map(upper).collect::<Vec<_>>().join("+")
}

fn part(name: &str) -> String {
    match name {
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        "Escape" => "Esc",
        "ContextMenu" => "Menu key",
        other => other,
    }
    .to_owned()
}

//! The docs page of keys must match the table of commands. `DIPTYCH_BLESS=1 cargo test` writes the page again.

use std::fmt::Write as _;
use std::path::Path;

use diptych_protocol::{Command, CommandGroup, DeskId, Word as _, all_commands};

const INTRODUCTION: &str = "\
# Keyboard

Which key does what? Press `?` in Diptych to see the same list.

Keys that are single letters work while you are not typing into a text field. To switch off single-letter keys, open
*Help › Settings*. A dash (–) means that a command has no key. Press `Ctrl+K` to run any command by its name. On macOS,
use `⌘` instead of `Ctrl`.

The [match](glossary.md#match) of a call is the same call in the other run. To *line up* the match means to move the
other run until both calls start at the same horizontal position. *Pan* means to move the picture without zooming. A
*proposed rename* says that a function probably has a new name in B ([Matching names](identity.md)). The
[glossary](glossary.md) explains other words.

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
        "## Pointer\n\nEach desk has its own gestures. Press `?` to see the gestures of the current desk. Pages on \
         the gestures:\n{}.\n",
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

//! `docs/cli.md`, generated from the command line itself.

use super::{Args, EXIT_CODES, TRACES};
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");

const HEAD: &str = "\
# Command line

<!-- Generated from the command itself: `DIPTYCH_BLESS=1 cargo test -p diptych-cli` writes it. Do not edit. -->

How do I use Diptych in a terminal or in a script? The following command compares two traces:

    diptych compare before.json after.json

The command prints the changes from the first trace (A) to the second trace (B). Below are all commands with all options.
In a terminal, `diptych compare -h` prints a short help, and `diptych compare --help` explains every option. The options `-h`
and `--help` also work for all other commands. The [glossary](glossary.md) explains words such as lane, match and desk.
";

const OUTPUT: &str = "\
## Output

* **Width:** In a terminal, lines are at most as wide as the terminal. Diptych shortens names, but never numbers, and says
  which columns are missing. In a pipe or a file, lines are as long as needed. The environment variable `COLUMNS=120`
  limits lines to 120 characters everywhere.
* **Colours:** In a terminal, longer times are magenta and shorter times are green. The environment variable `NO_COLOR=1` or
  `CLICOLOR=0` turns colours off. `CLICOLOR_FORCE=1` turns colours on for pipes and files. The output of `--json`, `--csv` and
  `--markdown` never contains colours.
* **JSON:** Each JSON document has the fields `schema` and `diptych`. The field `schema` is the version of the format, now 1.
  The version increases when a field is removed or changes its meaning, but not when a field is added. The field `diptych`
  is the version of the command that wrote the document. [Conditions and JSON](conditions.md) lists the fields of
  `diptych compare --json`.
";

/// Pages that the help names, and their links.
const LINKS: [(&str, &str); 9] = [
    ("docs/aggregate.md", "[Lanes and time, aggregated](aggregate.md)"),
    ("docs/compare-desk.md", "[Compare](compare-desk.md)"),
    ("docs/conditions.md", "[Conditions and JSON](conditions.md)"),
    ("docs/formats.md", "[Formats](formats.md)"),
    ("docs/giants.md", "[Traces too large for a tab](giants.md)"),
    ("docs/identity.md", "[Matching names](identity.md)"),
    ("docs/parquet.md", "[Tables in Parquet](parquet.md)"),
    ("docs/share.md", "[Share a comparison](share.md)"),
    ("docs/site.md", "[Publish a site of comparisons](site.md)"),
];

fn page() -> String {
    let mut command = Args::command();
    command.build();
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "\n{TRACES}\n");
    text += "| command | purpose |\n| --- | --- |\n";
    let verbs: Vec<&Command> = command.get_subcommands().filter(|verb| verb.get_name() != "help").collect();
    for verb in &verbs {
        let name = verb.get_name();
        let _ = writeln!(text, "| [`diptych {name}`](#diptych-{name}) | {} |", about(verb));
    }
    for verb in &verbs {
        text += &section(verb);
    }
    text += "\n## Options of every command\n\n";
    for arg in Args::command().get_arguments().filter(|arg| arg.is_global_set()) {
        text += &entry(arg);
    }
    text + "\n" + OUTPUT + "\n## Exit codes\n\n" + &indented(EXIT_CODES.lines().skip(1).map(str::trim))
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// Returns the section of a verb: its purpose, usage, examples and own options by heading.
fn section(verb: &Command) -> String {
    let mut text = format!("\n## diptych {}\n\n{}.\n\n", verb.get_name(), about(verb));
    let usage = verb.clone().render_usage().to_string();
    text += &indented(usage.trim_start_matches("Usage: ").lines().map(str::trim));
    let examples = verb.get_before_help().map(ToString::to_string).unwrap_or_default();
    let _ = write!(text, "\nExamples:\n\n{}", indented(examples.lines().skip(1).map(str::trim)));
    let mut headings: Vec<Option<&str>> = Vec::new();
    for arg in options(verb) {
        if !headings.contains(&arg.get_help_heading()) {
            headings.push(arg.get_help_heading());
        }
    }
    // Options without a heading come first.
    headings.sort_by_key(Option::is_some);
    for heading in headings {
        let _ = writeln!(text, "\n### {}\n", heading.unwrap_or("Arguments and options"));
        for arg in options(verb).filter(|arg| arg.get_help_heading() == heading) {
            text += &entry(arg);
        }
    }
    text
}

fn options(verb: &Command) -> impl Iterator<Item = &Arg> {
    verb.get_arguments().filter(|arg| arg.get_id() != "help" && !arg.is_global_set())
}

fn indented<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(|line| ["    ", line, "\n"]).collect()
}

/// Returns a list item: the option as it is typed, its help, and its values.
fn entry(arg: &Arg) -> String {
    let values = arg.get_value_names().unwrap_or_default();
    let values: String = values.iter().flat_map(|value| [" ", value.as_str()]).collect();
    let takes_values = arg.is_positional() || arg.get_action().takes_values();
    let values = if takes_values { values } else { String::new() };
    let typed = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long}{values}"),
        (_, Some(long)) => format!("--{long}{values}"),
        _ => values.trim_start().to_owned(),
    };
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut paragraphs: Vec<String> = help.split("\n\n").map(|text| text.replace('\n', " ")).collect();
    if let Some(first) = paragraphs.first_mut() {
        // The page has a sentence for the default, which the help puts in brackets.
        *first = first.replace(" [default: ", ". The default is ");
        if first.ends_with(']') {
            first.pop();
        }
        first.push('.');
    }
    let words: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|_| takes_values)
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if !words.is_empty() {
        paragraphs.push(format!("The possible values are {}.", words.join(", ")));
    }
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes_values && !defaults.is_empty() {
        paragraphs.push(format!("The default is {}.", defaults.join(" ")));
    }
    let mut text = paragraphs.join(" ");
    for (file, link) in LINKS {
        text = text.replace(file, link);
    }
    format!("* `{typed}`: {text}\n")
}

#[test]
fn reference_page_follows_the_command_line() {
    let page = page();
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::write(PAGE, &page).unwrap();
    }
    let written = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        written == page,
        "docs/cli.md is out of date: run with DIPTYCH_BLESS=1 and look at the difference"
    );
}

#[test]
fn short_help_fits_and_starts_with_examples() {
    let mut command = Args::command().term_width(80);
    command.build();
    let verbs = command.get_subcommands().filter(|verb| verb.get_name() != "help");
    let all = std::iter::once(command.clone()).chain(verbs.cloned());
    for verb in all {
        let help = verb.clone().render_help().to_string();
        let lines = help.trim_end().lines().count();
        assert!(lines <= 31, "{} lines of help of {}:\n{help}", lines, verb.get_name());
        let widest = help.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
        assert!(widest.chars().count() <= 90, "{widest}");
        let [examples, options] = ["Examples:", "-h, --help"].map(|word| help.find(word).unwrap());
        assert!(examples < options, "{help}");
        let long = verb.clone().render_long_help().to_string();
        assert!(long.lines().count() >= lines, "{long}");
    }
}

//! Writes the table of all formats.

use super::super::budgets::{self, at_least, verdict};
use super::super::figures::Figures;
use super::super::formats::{File, Peer};
use super::cells::{bytes, count, missing, seconds, table};

/// Returns the table of reading each format, next to the other programs that are installed.
pub(super) fn section(files: &[File], figures: &Figures) -> String {
    table(
        "Reading every format, in the command",
        "The measured files are generated, except the OTF2 archive, which is a small recording.\n\n\
         | column | meaning |\n| --- | --- |\n\
         | read | time to read the file |\n\
         | extra memory | peak memory during reading, minus the memory of the loaded trace |\n\
         | peer | another program that reads the same format |\n\
         | takes | time of the other program |\n\
         | ratio | time of the other program divided by the time of Diptych |\n\
         | aggregate | time of `diptych aggregate`, which stores no calls |\n\
         | in the tab | time on the web page after a click on *Read all of it as times per lane* |\n\
         | last budget | limit of the rate, and of the memory of the tab without that of an empty page |",
        &[
            "format",
            "file",
            "size",
            "calls",
            "read",
            "rate",
            "extra memory",
            "peer",
            "takes",
            "ratio",
            "budget",
            "aggregate",
            "budget",
            "in the tab",
            "budget",
        ],
        files.iter().map(|file| row(file, figures)),
    )
}

fn row(file: &File, figures: &Figures) -> Vec<String> {
    let name = file.name();
    let of = |what| figures.median(&name, what);
    let rate = figures.median_of(&name, ["bytes", "seconds"], |[bytes, seconds]| bytes / seconds);
    let times = figures.median_of(&name, ["peer seconds", "seconds"], |[peer, seconds]| peer / seconds);
    let beyond = figures.median_of(&name, ["mostBytes", "heldBytes"], |[most, held]| most - held);
    let mut budget: Vec<String> = beyond
        .map(|beyond| verdict((beyond / 1e6).round(), budgets::READING_BYTES / 1e6, " MB"))
        .into_iter()
        .collect();
    if file.peer() == Some(Peer::PjDump) {
        budget.extend(rate.map(|rate| at_least((rate / 1e6).round(), budgets::PAJE_MB, " MB/s")));
        budget.extend(times.map(|times| at_least(times, budgets::PAJE_TIMES, " ×")));
    }
    let takes = match (file.peer(), of("peer seconds")) {
        (None, _) => missing(),
        (Some(_), None) => "not installed".to_owned(),
        (Some(_), Some(taken)) => seconds(taken * 1e3),
    };
    vec![
        file.format.clone(),
        format!("`{name}`"),
        of("bytes").map_or_else(missing, bytes),
        of("calls").map_or_else(missing, count),
        of("seconds").map_or_else(missing, |value| seconds(value * 1e3)),
        rate.map_or_else(missing, |rate| format!("{}/s", bytes(rate))),
        beyond.map_or_else(missing, bytes),
        file.peer().map_or_else(missing, |peer| format!("`{}`", peer.name())),
        takes,
        times.map_or_else(missing, |times| format!("{times:.1}")),
        budget.join("; "),
        of("overview seconds").map_or_else(missing, |value| seconds(value * 1e3)),
        overview(&name, figures).unwrap_or_else(missing),
        of("sums seconds").map_or_else(missing, |value| seconds(value * 1e3)),
        in_the_tab(&name, figures).unwrap_or_else(missing),
    ]
}

/// Formats the rate and the memory of a file read without its calls in the tab, with their budgets.
fn in_the_tab(name: &str, figures: &Figures) -> Option<String> {
    let rate = figures.median_of(name, ["bytes", "sums seconds"], |[bytes, seconds]| bytes / seconds)?;
    let budget = at_least((rate / 1e6).round(), budgets::SUMS_MB, " MB/s");
    let peak = figures
        .median(name, "sums peak")
        .map(|peak| verdict((peak / 1e6).round(), budgets::SUMS_BYTES / 1e6, " MB"));
    Some(format!(
        "{}/s: {}",
        bytes(rate),
        [Some(budget), peak].into_iter().flatten().collect::<Vec<String>>().join("; ")
    ))
}

/// Formats the rate of an overview, with its budgets.
fn overview(name: &str, figures: &Figures) -> Option<String> {
    let rate = figures.median_of(name, ["bytes", "overview seconds"], |[bytes, seconds]| bytes / seconds)?;
    let times =
        figures.median_of(name, ["peer seconds", "overview seconds"], |[peer, seconds]| peer / seconds);
    let budget = [Some(at_least((rate / 1e6).round(), budgets::PAJE_MB, " MB/s"))];
    let of_peer = times.map(|times| at_least(times, budgets::PAJE_TIMES, " ×"));
    let both: Vec<String> = budget.into_iter().chain([of_peer]).flatten().collect();
    Some(format!("{}/s: {}", bytes(rate), both.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_peer_is_reported() {
        let file = |format: &str| File { format: format.to_owned(), path: "x/ranks".into() };
        let mut figures = Figures::default();
        for (what, value) in [("bytes", 4e8), ("seconds", 1.6), ("mostBytes", 9e7), ("heldBytes", 5e7)] {
            figures.add("ranks", what, value);
        }
        let alone = row(&file("paje"), &figures);
        assert_eq!(alone[5..9], ["250 MB/s", "40 MB", "`pj_dump`", "not installed"]);
        assert_eq!(alone[10], "≤ 64 MB · met; ≥ 200 MB/s · met");
        figures.add("ranks", "peer seconds", 8.0);
        let beside = row(&file("paje"), &figures);
        assert_eq!(beside[8..11], ["8.00 s", "5.0", "≤ 64 MB · met; ≥ 200 MB/s · met; ≥ 10 × · **not met**"]);
        assert_eq!(beside[11..], ["–", "–", "–", "–"]);
        figures.add("ranks", "overview seconds", 0.5);
        assert_eq!(
            row(&file("paje"), &figures)[11..13],
            ["0.50 s", "800 MB/s: ≥ 200 MB/s · met; ≥ 10 × · met"]
        );
        figures.add("ranks", "sums seconds", 5.0);
        figures.add("ranks", "sums peak", 2e8);
        let in_the_tab = "80 MB/s: ≥ 100 MB/s · **not met**; ≤ 300 MB · met";
        assert_eq!(row(&file("paje"), &figures)[13..], ["5.00 s", in_the_tab]);
        assert_eq!(row(&file("folded"), &figures)[7..9], ["–", "–"]);
    }
}

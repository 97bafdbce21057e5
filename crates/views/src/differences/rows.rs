//! Rows of the lists.

use crate::{numbers, words};
use diptych_compare::ranking::{Confidence, Kind, Noise, Ranking, Row};
use diptych_profile::UnionTree;
use diptych_protocol::Fact;
use diptych_protocol::comparison::{DifferenceList, DifferenceRow};
use diptych_trace::{Axis, IdentityId};

/// Names of identities.
pub trait Names {
    /// Name and file of an identity; the file is empty where it is unknown.
    fn name_and_file(&self, identity: IdentityId) -> (String, String);
}

/// A row in words. `rank` counts from 1; `longest` is the longest time of the list, ticks, for its bars.
pub fn row(
    (names, union, axis): (&dyn Names, &UnionTree, Axis),
    (list, rank, id): (DifferenceList, u32, u32),
    row: &Row,
    longest: f64,
) -> DifferenceRow {
    let (name, file) = names.name_and_file(row.identity);
    let mut path = union.path(row.node);
    path.pop();
    let callers = path.into_iter().map(|identity| shown_name(names, identity));
    let bar = |ticks: f64| if longest > 0.0 { (ticks / longest).clamp(0.0, 1.0) as f32 } else { 0.0 };
    DifferenceRow {
        list,
        rank,
        id,
        name: words::name_or_unnamed(&name),
        file: words::shown(&file),
        callers: callers.collect(),
        delta: numbers::delta(axis, row.delta),
        own: match list {
            DifferenceList::New => "new".to_owned(),
            DifferenceList::Gone => "gone".to_owned(),
            _ => row.own_share.map_or_else(String::new, numbers::change),
        },
        overweight: row.overweight.map_or_else(String::new, |of| format!("×{}", numbers::three_digits(of))),
        a: numbers::extent(axis, row.a.round() as i64),
        b: numbers::extent(axis, row.b.round() as i64),
        bar_a: bar(row.a),
        bar_b: bar(row.b),
        calls_a: row.calls[0] as u32,
        calls_b: row.calls[1] as u32,
        confidence: row.confidence.map_or_else(String::new, confidence),
    }
}

fn shown_name(names: &dyn Names, identity: IdentityId) -> String {
    words::name_or_unnamed(&names.name_and_file(identity).0)
}

/// `+8 to +13 %, p 0.008`
fn confidence(of: Confidence) -> String {
    let p = if of.p < 0.001 { "p < 0.001".to_owned() } else { format!("p {:.3}", of.p) };
    match of.interval {
        Some([low, high]) => {
            format!("{} to {}, {p}", numbers::change(low - 1.0), numbers::change(high - 1.0))
        }
        None => p,
    }
}

/// What several runs a side say of a function: `row` is its row in the lists, if it is listed. `None` with one run a
/// side.
pub fn over_runs(ranking: &Ranking, row: Option<&Row>) -> Option<Fact> {
    let value = match (&ranking.noise, row) {
        (Noise::OneRunASide(_), _) => return None,
        (Noise::TooFewRuns, Some(_)) => "wholly apart".to_owned(),
        (Noise::TooFewRuns, None) => "not wholly apart, or under the floor".to_owned(),
        (Noise::Tested(_), row) => row
            .and_then(|row| row.confidence)
            .map_or_else(|| "within what the runs vary by, or under the floor".to_owned(), confidence),
    };
    let [a, b] = ranking.runs;
    Some(Fact { label: format!("Function over {a} and {b} runs"), value })
}

/// The list that a kind of difference belongs to.
pub fn list_of(kind: Kind) -> DifferenceList {
    match kind {
        Kind::Slower => DifferenceList::Slower,
        Kind::Faster => DifferenceList::Faster,
        Kind::New => DifferenceList::New,
        Kind::Gone => DifferenceList::Gone,
    }
}

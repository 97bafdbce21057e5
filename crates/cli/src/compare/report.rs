//! Puts a comparison into words for people: the lines and lists that text and Markdown share.

use super::comparison::{Comparison, Facts, SimilarityFacts};
use super::context::context;
use super::counters::RecordedFacts;
use super::fact::Fact;
use super::labels::{Labels, Widths, distinct};
use super::structure::StructureFacts;
use crate::output::shown;
use diptych_compare::call_times::OutlierCall;
use diptych_compare::ranking::{ChangeSubject, Kind, Normalisation, Phase, Row, RowUnit, standing_out};
use diptych_engine::trace::{Axis, IdentityId};
use diptych_profile::NodeId;
use diptych_protocol::Word;
use diptych_protocol::comparison::{DifferenceList, DifferenceOrder, DifferenceRow, PhaseRow};
use diptych_store::parts::RunFacts;
use diptych_views::differences::{GeneralChange, LargestChange, RowPlace, Whole};
use diptych_views::{differences, numbers, words};

/// The report, in the order in which it is printed.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says how the report is printed")]
pub(super) struct ComparisonReport {
    /// Descriptions of the runs of A and of B.
    pub(super) sides: [String; 2],
    pub(super) verdict: String,
    /// Cause of the largest change; empty if none is significant.
    pub(super) cause: String,
    /// Reason why the sides may not be comparable.
    pub(super) warning: Option<String>,
    /// Facts about names, lanes, matches and noise.
    pub(super) facts: Vec<Fact>,
    /// The drift of all calls, in words.
    pub(super) drift: Option<String>,
    /// The sentence for a comparison without significant differences.
    pub(super) none: String,
    /// Title above the largest changes by path.
    pub(super) phases_title: String,
    /// Largest changes by path, with shortened names and files.
    pub(super) phases: Vec<PhaseRow>,
    /// Largest changes of all kinds, unless there is one list for each kind.
    pub(super) largest: Option<List>,
    /// One list for each kind, unless there is one for all.
    pub(super) lists: Vec<List>,
    /// Single calls that take far longer than all others of their function.
    pub(super) pauses: Pauses,
    /// True if rows have a confidence.
    pub(super) tested: bool,
    /// True if rows are paths.
    pub(super) by_path: bool,
    /// True if rows that are not significant are shown, not only counted.
    pub(super) all: bool,
    /// True if rows count samples in place of calls.
    pub(super) is_sampled: bool,
}

/// A list of differences.
#[derive(Debug)]
pub(super) struct List {
    /// Title, like `Slower in B, by self time`.
    pub(super) title: String,
    /// True if the list is left out when it is empty.
    pub(super) is_optional: bool,
    /// Number of significant rows, shown or not.
    pub(super) count: usize,
    pub(super) rows: Vec<ListRow>,
    /// Number of the other rows, shown or not.
    pub(super) count_below: usize,
    /// Reasons why the others are not significant; empty if there are none.
    pub(super) reasons_below: String,
    pub(super) rows_below: Vec<ListRow>,
}

/// The list of outlier calls: single calls that take far longer than the other calls of their function.
#[derive(Debug)]
pub(super) struct Pauses {
    /// Number of outlier calls, shown or not.
    pub(super) count: usize,
    pub(super) rows: Vec<PauseRow>,
}

/// An outlier call.
#[derive(Debug)]
pub(super) struct PauseRow {
    pub(super) side: &'static str,
    /// Self time.
    pub(super) time: String,
    /// Start.
    pub(super) at: String,
    /// Self time over the 99th percentile of the other calls, like `812× p99`.
    pub(super) times: String,
    pub(super) name: String,
    pub(super) file: String,
}

impl Pauses {
    fn new(comparison: &Comparison, labels: &Labels<'_>, top: usize, widths: Widths) -> Self {
        let (calls, axis) = (comparison.pauses(), comparison.facts.axis);
        let shown: Vec<&OutlierCall> = calls.iter().take(top).collect();
        let labels: Vec<_> = shown.iter().map(|call| labels.function(call.identity)).collect();
        let named = distinct(&labels, widths);
        let row = |(call, (name, file)): (&&OutlierCall, (String, String))| PauseRow {
            side: ["A", "B"][call.side],
            time: numbers::extent(axis, call.self_ticks),
            at: numbers::extent(axis, call.start),
            times: format!(
                "{}× p99",
                numbers::three_digits(call.self_ticks as f64 / call.usual.max(1) as f64)
            ),
            name,
            file,
        };
        Self { count: calls.len(), rows: shown.iter().zip(named).map(row).collect() }
    }

    /// Returns `Outlier calls: 3 calls, longest 2 shown, each far longer than the other calls of its function`.
    pub(super) fn headline(&self) -> String {
        let calls = numbers::calls(self.count as u64);
        let shown = if self.rows.len() < self.count {
            format!(", longest {} shown", numbers::count(self.rows.len() as u64))
        } else {
            String::new()
        };
        format!("Outlier calls: {calls}{shown}, each far longer than the other calls of its function")
    }
}

/// A row of a list.
#[derive(Debug)]
pub(super) struct ListRow {
    source: (IdentityId, NodeId),
    /// Numbers of calls in A and B. A single call is one of those of its function: `1 of 300`.
    pub(super) calls: [String; 2],
    /// Texts of its other columns. In a list of paths, the name is the path.
    pub(super) cells: DifferenceRow,
}

impl List {
    /// Returns `12 more: within normal variation`; `None` if there are no more.
    pub(super) fn line_below(&self) -> Option<String> {
        let count = numbers::count(self.count_below as u64);
        let are = if self.count_below == 1 { "is" } else { "are" };
        (self.count_below > 0).then(|| format!("{count} more {are} not significant: {}", self.reasons_below))
    }

    /// Returns `12 functions, largest 10 shown`, with the noun for the entries.
    pub(super) fn headline(&self, entries: Noun) -> String {
        let all = numbers::count(self.count as u64);
        let things = format!("{all} {}", if self.count == 1 { entries.one } else { entries.many });
        match self.rows.len() {
            0 if self.count == 0 && self.count_below > 0 => "nothing significant".to_owned(),
            0 if self.count == 0 => "none".to_owned(),
            0 => format!("{things}, none shown"),
            shown if shown < self.count => {
                format!("{things}, largest {} shown", numbers::count(shown as u64))
            }
            _ => things,
        }
    }
}

/// A noun for the entries of a list, for one and for several of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noun {
    one: &'static str,
    many: &'static str,
}

/// The part of a comparison that a report shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Selection {
    /// Largest number of rows in each part of each list.
    pub(super) top: usize,
    /// True if rows that are not significant are shown, not only counted.
    pub(super) all: bool,
    /// True if each kind has its own list.
    pub(super) by_kind: bool,
    /// True if the report counts similar calls.
    pub(super) with_similarity: bool,
    /// Sort criterion of the lists.
    pub(super) sort: DifferenceOrder,
}

/// Words for one entry of the list of largest changes and for several.
pub(super) const CHANGES: Noun = Noun { one: "change", many: "changes" };

impl ComparisonReport {
    /// Returns the noun for the rows of the other lists.
    pub(super) fn things(&self) -> Noun {
        if self.by_path {
            Noun { one: "path", many: "paths" }
        } else {
            Noun { one: "function", many: "functions" }
        }
    }

    /// Puts a comparison into words. Names and files have at most `widths` characters, unless more are needed to
    /// distinguish them.
    pub(super) fn new(comparison: &Comparison, selection: Selection, widths: Widths) -> Self {
        let Selection { top, all, by_kind, sort, .. } = selection;
        let ranking = &comparison.ranking;
        let facts = &comparison.facts;
        let kinds: [(&'static str, DifferenceList, &[Row]); 6] = [
            ("Largest changes", DifferenceList::Largest, &comparison.largest),
            ("Slower in B", DifferenceList::Slower, &ranking.slower),
            ("Faster in B", DifferenceList::Faster, &ranking.faster),
            ("New in B", DifferenceList::New, &ranking.new),
            ("Gone from A", DifferenceList::Gone, &ranking.gone),
            ("Waiting", DifferenceList::Waiting, &ranking.waiting),
        ];
        let is_shown = |list: DifferenceList| by_kind != (list == DifferenceList::Largest);
        let kinds = kinds.into_iter().filter(|(_, list, _)| is_shown(*list));
        let mut lists: Vec<List> = kinds
            .map(|(title, list, rows)| {
                let of = if list == DifferenceList::Largest { &comparison.largest_of[..] } else { &[] };
                let (measured, places) = comparison.in_order(sort, rows, of);
                let count = standing_out(rows).len();
                let listed = |places: &[usize]| in_words(comparison, list, &measured, places);
                List {
                    title: format!("{title}, by {}", listed_by(comparison, list, sort)),
                    is_optional: list == DifferenceList::Waiting,
                    count,
                    rows: listed(&places[..count.min(top)]),
                    count_below: rows.len() - count,
                    reasons_below: differences::reasons_below(rows, comparison.by()),
                    rows_below: listed(&places[count..][..top.min(rows.len() - count)]),
                }
            })
            .collect();
        let labels = Labels::new(&facts.names);
        name_rows(comparison, &labels, &mut lists, widths);
        let phases = phases(comparison, &labels, widths);
        let pauses = Pauses::new(comparison, &labels, if by_kind { top } else { 0 }, widths);
        let largest = if by_kind { None } else { lists.pop() };
        let in_order = facts.calls.iter().all(|calls| calls[1] + calls[2] == 0);
        let name_of = |row: &Row| shown(&name(comparison, row));
        Self {
            sides: [0, 1].map(|side: usize| side_line(&facts.runs[side], &comparison.samples(side))),
            verdict: verdict(comparison),
            // What differs between programs that share next to nothing has no cause.
            cause: if are_strangers(comparison) { String::new() } else { cause(comparison) },
            warning: warning(comparison),
            facts: facts_of(comparison, labels.folder(), selection),
            drift: drift(comparison),
            none: differences::none(
                facts.axis,
                &comparison.verdict,
                ranking,
                &comparison.largest,
                in_order.then(|| facts.calls[0].iter().sum()),
                name_of,
            ),
            phases_title: phases_title(comparison.facts.axis, general(comparison).has_significant),
            phases,
            largest,
            lists,
            pauses,
            tested: ranking.slower.iter().chain(&ranking.faster).any(|row| row.confidence.is_some()),
            by_path: ranking.options.by == RowUnit::Path,
            all,
            is_sampled: comparison.verdict.is_sampled,
        }
    }
}

/// Returns what the amounts of a list are: `self time`, or `inclusive time`.
fn listed_by(comparison: &Comparison, list: DifferenceList, sort: DifferenceOrder) -> String {
    let is_of_one_side = matches!(list, DifferenceList::New | DifferenceList::Gone);
    let is_inclusive =
        comparison.by() == RowUnit::Path || is_of_one_side || sort == DifferenceOrder::Inclusive;
    let quantity = numbers::quantity(comparison.facts.axis);
    format!("{} {quantity}", if is_inclusive { "inclusive" } else { "self" })
}

fn phases_title(axis: Axis, has_significant: bool) -> String {
    let doubt = if has_significant { "" } else { " (no function changed significantly)" };
    format!("Where the {} went: inclusive, by call path{doubt}", numbers::quantity(axis))
}

fn phases(comparison: &Comparison, labels: &Labels<'_>, widths: Widths) -> Vec<PhaseRow> {
    let context = context(comparison);
    let all = comparison.phases();
    let rows = (0..all.len()).map(|place| differences::phase(context, &all, place, place as u32));
    let rows: Vec<PhaseRow> = rows.collect();
    let label = |(phase, row): (&Phase, &PhaseRow)| {
        let (name, file) = labels.function(context.union.identity()[phase.node.index()]);
        let mut path: Vec<String> = row.through.iter().map(|caller| shown(caller)).collect();
        path.push(name);
        (path.join(" › "), file)
    };
    let names: Vec<_> = all.iter().zip(&rows).map(label).collect();
    let named = rows.into_iter().zip(distinct(&names, widths));
    let row = |(row, (name, file)): (PhaseRow, _)| {
        // It may contain the name of a lane, which is hostile text.
        let only = shown(&row.only);
        PhaseRow { name, file, only, ..row }
    };
    named.map(row).collect()
}

/// Returns the rows of these places in words, without their names.
fn in_words(comparison: &Comparison, list: DifferenceList, rows: &[Row], places: &[usize]) -> Vec<ListRow> {
    let context = context(comparison);
    let pauses = if list == DifferenceList::Largest { comparison.pauses() } else { Vec::new() };
    let row = |(rank, &place): (usize, &usize)| {
        let (rank, row) = (rank as u32, &rows[place]);
        let mut cells = differences::row(context, RowPlace { list, rank: rank + 1, id: rank }, row, 0.0);
        let of = if list == DifferenceList::Largest { comparison.largest_of.get(place) } else { None };
        let mut calls = [cells.calls_a, cells.calls_b].map(|calls| numbers::count(u64::from(calls)));
        // The other columns of such a row are by self time, and its samples are those of its inclusive time.
        if comparison.verdict.is_sampled && list == DifferenceList::Largest && row.calls.contains(&0) {
            calls = calls.map(|count| if count == "0" { count } else { format!("{count} incl.") });
        }
        match of {
            Some(ChangeSubject::Call { place }) => {
                let call = &pauses[*place];
                calls[call.side] = format!("1 of {}", calls[call.side]);
                let at = numbers::extent(comparison.facts.axis, call.start);
                cells.reason = format!("{}, in {} at {at}", cells.reason, ["A", "B"][call.side]);
            }
            Some(ChangeSubject::Row { list, .. }) if *list == Kind::Waiting as usize => {
                cells.reason = format!("waiting; {}", cells.reason);
            }
            _ => (),
        }
        // Sums over lanes have no column, but the lanes on which a change lies belong to its reason.
        // The reason already says what is counted with a new or gone function.
        let over = cells.over.strip_prefix(differences::WITH_OTHERS).unwrap_or(&cells.over);
        let over = over.trim_start_matches(", ");
        if row.caller.is_none() && !over.is_empty() {
            cells.reason = format!("{}, {over}", cells.reason);
        }
        // The reason may contain names of other functions, which are hostile text.
        cells.reason = shown(&cells.reason);
        ListRow { source: (row.identity, row.node), calls, cells }
    };
    places.iter().enumerate().map(row).collect()
}

/// Gives all rows their names and files, so that different rows have different names.
fn name_rows(comparison: &Comparison, labels: &Labels<'_>, lists: &mut [List], widths: Widths) {
    let mut rows: Vec<&mut ListRow> =
        lists.iter_mut().flat_map(|list| list.rows.iter_mut().chain(&mut list.rows_below)).collect();
    let sources: Vec<(IdentityId, NodeId)> = rows.iter().map(|row| row.source).collect();
    let named = distinct(&labels.rows(comparison, &sources), widths);
    for (row, (name, file)) in rows.iter_mut().zip(named) {
        (row.cells.name, row.cells.file) = (name, file);
    }
}

/// Returns the cause of the largest change, and work that moved to another lane. Empty without either.
pub(super) fn cause(comparison: &Comparison) -> String {
    let Comparison { largest, largest_of, ranking, .. } = comparison;
    let floor = ranking.options.floor;
    let pauses = comparison.pauses();
    let whole = whole(comparison);
    let significant = standing_out(largest).iter().zip(largest_of).map(|(row, of)| {
        let (call, waits) = match of {
            ChangeSubject::Call { place } => (pauses.get(*place), false),
            ChangeSubject::Row { list, .. } => (None, *list == Kind::Waiting as usize),
        };
        LargestChange { row, call, waits }
    });
    let significant: Vec<LargestChange<'_>> = significant.collect();
    shown(&differences::cause(context(comparison), &significant, whole, floor, Some(general(comparison))))
}

/// Returns the change of the whole run; `None` if changes are not as recorded.
fn whole(comparison: &Comparison) -> Option<Whole> {
    let Comparison { verdict, ranking, facts, .. } = comparison;
    (ranking.options.normalisation == Normalisation::Absolute)
        .then(|| Whole::of(verdict, ranking, facts.lanes))
}

/// Returns true if the sides may not be comparable, and next to no calls of either side have a partner.
fn are_strangers(comparison: &Comparison) -> bool {
    if comparison.facts.ends.hide_causes() {
        return true;
    }
    warning(comparison).is_some() && differences::hardly_match(comparison.facts.calls)
}

/// Returns the change of a typical function in words, if there is one.
pub(super) fn drift(comparison: &Comparison) -> Option<String> {
    let whole = whole(comparison).filter(|_| !are_strangers(comparison));
    differences::general_change(comparison.facts.axis, general(comparison), whole)
}

/// Returns the data that say whether calls changed in general.
fn general(comparison: &Comparison) -> GeneralChange<'_> {
    let Comparison { facts, typical, ranking, largest, verdict, .. } = comparison;
    GeneralChange {
        typical: *typical,
        self_ticks: facts.self_ticks,
        ranking,
        has_significant: !standing_out(largest).is_empty(),
        verdict,
    }
}

/// Returns the verdict in one line.
pub(super) fn verdict(comparison: &Comparison) -> String {
    let facts = &comparison.facts;
    let mut parts = differences::verdict(
        facts.axis,
        &comparison.verdict,
        comparison.matched_time(),
        &facts.ends,
        facts.is_left_out,
        facts.lanes,
        facts.moved.len(),
    );
    parts.extend(differences::without_names(context(comparison)));
    parts.into_iter().map(|part| part.text).collect::<Vec<_>>().join("; ")
}

/// Returns the part that a side lacks, if any.
pub(super) fn missing(comparison: &Comparison) -> Option<String> {
    differences::missing(&comparison.facts.ends, comparison.facts.is_left_out)
}

/// Returns the reason why the sides may not be comparable, if there is one.
pub(super) fn warning(comparison: &Comparison) -> Option<String> {
    let doubt = differences::doubt(&comparison.verdict, &comparison.facts.ends, comparison.facts.axis)?;
    let text = format!("{} {} {}", doubt.title, doubt.body, comparison.facts.remedy);
    Some(shown(text.trim_end()))
}

/// Describes the runs of a side. `samples` has the number of samples of each run that was sampled.
pub(super) fn side_line(runs: &[RunFacts], samples: &[Option<u64>]) -> String {
    let facts = |run: &RunFacts| {
        let samples = samples.first().copied().flatten();
        let counted = samples
            .map_or_else(|| numbers::calls(run.calls), |count| numbers::things(count, "sample", "samples"));
        format!("{}, {counted}, {}", shown(&run.name), shown(&run.format))
    };
    match runs {
        [run] => facts(run),
        [aligned, ..] => {
            let matched = if samples.contains(&None) { "single calls" } else { "stacks" };
            format!(
                "{} runs; {matched} are matched in the run with the median total: {}",
                runs.len(),
                facts(aligned)
            )
        }
        [] => String::new(),
    }
}

fn facts_of(comparison: &Comparison, folder: &str, selection: Selection) -> Vec<Fact> {
    let Selection { by_kind, with_similarity, sort, .. } = selection;
    let Comparison { facts, verdict, ranking, .. } = comparison;
    let percent = |share: f64| numbers::percent(share);
    let ([calls_a, calls_b], [time_a, time_b]) =
        (verdict.calls_alike.map(percent), verdict.time_alike.map(percent));
    let suspect = match facts.lanes.suspect {
        0 => String::new(),
        1 => " · 1 pairing uncertain".to_owned(),
        count => format!(" · {} pairings uncertain", numbers::count(count)),
    };
    let lanes = differences::lanes(facts.lanes) + &suspect;
    let [[matched, moved, only_a], [_, _, only_b]] = facts.calls.map(|calls| calls.map(numbers::count));
    let options = ranking.options;
    let floor = differences::floor(facts.axis, options.floor);
    let measured = measured_as(options.normalisation);
    let quantity = numbers::quantity(facts.axis);
    let sorted_by_inclusive = sort == DifferenceOrder::Inclusive;
    let by = match options.by {
        RowUnit::Path => format!("inclusive {quantity} by call path"),
        RowUnit::Function if sorted_by_inclusive => format!("inclusive {quantity} by function"),
        RowUnit::Function => format!("self {quantity} by function"),
    };
    let sorted = match sort {
        DifferenceOrder::SelfTime | DifferenceOrder::Inclusive => "",
        DifferenceOrder::PerCall => ", sorted by the change per call",
        DifferenceOrder::Relative => ", sorted by the relative change",
        DifferenceOrder::Run => ", sorted by the growth beyond the whole run",
        DifferenceOrder::Calls => ", sorted by the number of calls",
    };
    let is_by_inclusive = ranking.new.iter().chain(&ranking.gone).any(|row| row.inclusive.is_some());
    let one_side = match (is_by_inclusive && !sorted_by_inclusive, by_kind) {
        (false, _) => "",
        (true, true) => "; new and gone by inclusive time",
        (true, false) => {
            "; a new or gone function includes others below it, as far as the other side lacks them"
        }
    };
    let both = numbers::things(comparison.functions_in_both(), "function", "functions");
    let fact = |label: &'static str, text: String| Fact { label, text };
    let rest = facts.ends.early.filter(|_| facts.is_left_out).map_or_else(String::new, |early| {
        let (side, other) = if early.side == 0 { ("A", "B") } else { ("B", "A") };
        let calls = numbers::count(early.rest_calls.iter().sum());
        let what = if verdict.is_sampled { "runs of samples" } else { "calls" };
        format!("; {calls} {what} of {other} after {side}’s end are not compared")
    });
    let is_sampled = verdict.is_sampled;
    let alike = if is_sampled {
        format!("{both} on both sides, with {time_a} of A’s {quantity} and {time_b} of B’s")
    } else {
        format!(
            "{both} on both sides, with {calls_a} of A’s calls ({time_a} of its {quantity}) and {calls_b} of \
             B’s ({time_b})"
        )
    };
    let matches = if is_sampled {
        // A run of samples is drawn, so what has a partner is mostly chance.
        let text = format!(
            "{matched} in the same order, {moved} in another, {only_a} only in A, {only_b} only in B{rest}"
        );
        fact("Runs of samples", text)
    } else {
        let text = format!("{matched} matched, {moved} moved, {only_a} only in A, {only_b} only in B{rest}");
        if has_folded(facts) {
            fact("Matched boxes", format!("{text}; calls that are folded into one box count once"))
        } else {
            fact("Matched calls", text)
        }
    };
    let mut all = vec![fact("Same name", alike + &more_alike(comparison)), fact("Lanes", lanes), matches];
    let similarity = facts.similarity.as_ref().filter(|_| with_similarity && !is_sampled);
    all.extend(similarity.map(|facts| fact("Similar calls", similar(facts))));
    all.extend([
        fact("Noise", differences::noise(ranking)),
        fact("Listed", format!("{by}, {measured}{sorted}; only changes above {floor}{one_side}")),
    ]);
    all.extend(comparison.structure.as_ref().map(StructureFacts::fact));
    all.extend(comparison.recorded.as_ref().and_then(RecordedFacts::fact));
    let focus = comparison.focus.text();
    all.extend((!focus.is_empty()).then(|| fact("Focus", shown(&focus))));
    all.extend((!folder.is_empty()).then(|| fact("Files", format!("below {}", shown(folder)))));
    all
}

/// Returns true if the aligned runs hold boxes that stand for several calls each, as tiles do.
pub(super) fn has_folded(facts: &Facts) -> bool {
    let rest = facts.ends.early.filter(|_| facts.is_left_out);
    (0..2).any(|side| {
        let left_out = rest.filter(|early| early.side != side).map(|early| early.rest_calls);
        let boxes: u64 = facts.calls[side].iter().chain(left_out.iter().flatten()).sum();
        facts.runs[side].first().is_some_and(|run| run.calls > boxes)
    })
}

/// Returns the rule that would give more calls the same name, unless the warning contains it, and functions that are the
/// same only by a rule for numbers.
fn more_alike(comparison: &Comparison) -> String {
    let remedy = &comparison.facts.remedy;
    let is_said = remedy.is_empty() || warning(comparison).is_some();
    let remedy = if is_said { "" } else { remedy };
    let further = [remedy, &comparison.facts.numbered].into_iter().filter(|text| !text.is_empty());
    further.fold(String::new(), |said, text| said + ". " + &shown(text))
}

/// Returns a normalisation in words.
pub(super) fn measured_as(normalisation: Normalisation) -> &'static str {
    match normalisation {
        Normalisation::Absolute => "as recorded",
        Normalisation::PerTotal => "as a share of the run",
        Normalisation::PerCall => "as if both made the same number of calls",
    }
}

fn similar(facts: &SimilarityFacts) -> String {
    match &facts.found {
        Err(problem) => problem.clone(),
        Ok(found) => {
            let [a, b] = found.distinct.map(numbers::count);
            let [class_pairs, call_pairs, groups] =
                [found.class_pairs, found.call_pairs, found.groups].map(numbers::count);
            format!(
                "{call_pairs} pairs of calls, in {class_pairs} pairs of {a} and {b} callee sets and {groups} groups \
                 (τ {}, {})",
                facts.tau,
                facts.measure.word()
            )
        }
    }
}

fn name(comparison: &Comparison, row: &Row) -> String {
    use diptych_views::differences::Names;
    words::name_or_unnamed(&comparison.facts.names.name_and_file(row.identity).0)
}

/// Returns the reason for a row's place in the list: `longer calls; all functions together +13 %`.
pub(super) fn why(row: &DifferenceRow) -> String {
    let sentence = if row.stands_out { row.overweight.as_str() } else { "" };
    let parts = [row.reason.as_str(), sentence];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Returns the remarks on a line of the largest changes by path: `36 → 34 calls, 80 % of its caller’s change, matched calls take 1.21× as long (+8.20 ms), including outlier call: 4.00 ms (B)`.
pub(super) fn remarks(row: &PhaseRow) -> String {
    let parts = [&row.over, &row.only, &row.calls, &row.explains, &row.same, &row.pauses].map(String::as_str);
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

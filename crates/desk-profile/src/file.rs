//! Call paths or functions, written as files for other programs.

use super::call_paths::{AddedUp, ProfileQuery};
use super::desk::{file_options, is_by_calls, of_file_words};
use crate::profiles::{ProfileFile, ProfileFileKind, ProfileFileOptions, ProfileGraph};
use diptych_engine::{Analysis, JobInput, ReadContext, Reads};
use diptych_profile::{Groups, Weight, WeightedTree, percentiles};
use diptych_protocol::{ProfileFileFormat, SideName, Word};
use diptych_store::{Columns, StoreError};
use diptych_trace::{IdentityId, Trace};
use diptych_views::{FrameNames, numbers, words};

/// The analysis that writes such a file.
#[derive(Debug)]
pub(crate) enum ProfileFiles {}

/// The contents and the form of a file, besides the traces of its sides.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ProfileFileQuery {
    /// Paths to write.
    pub(crate) paths: ProfileQuery,
    /// Format of the file.
    pub(crate) format: ProfileFileFormat,
    /// Options of the file, as words.
    pub(crate) how: Vec<String>,
    /// Duration of B's whole run as a multiple of A's.
    pub(crate) run: f64,
    /// Names of the open sides.
    pub(crate) sides: Vec<String>,
}

/// A written file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrittenProfile {
    pub(crate) text: String,
    /// Notes to show with the file.
    pub(crate) notes: Vec<String>,
}

impl Analysis for ProfileFiles {
    const NAME: &'static str = "profile-file";
    const TITLE: &'static str = "Writing the file";
    const READS: Reads = Reads::Open;
    const STORED: bool = false;
    const INTERACTIVE: bool = false;
    type Query = ProfileFileQuery;
    type Value = WrittenProfile;

    fn put_query(query: &ProfileFileQuery, columns: &mut Columns<'_>) {
        query.paths.put(columns);
        columns.put_text("format", query.format.word());
        columns.put_texts("how", query.how.iter().map(String::as_str));
        columns.put("run", &[query.run]);
        columns.put_texts("sides", query.sides.iter().map(String::as_str));
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let format = ProfileFileFormat::of_word(query.text("format")?).ok_or(StoreError::Damaged)?;
        let kind = kind_of(format);
        let state = of_file_words(&query.texts("how")?).ok_or(StoreError::Damaged)?;
        let &[run] = &query.get::<f64>("run")?[..] else { return Err(StoreError::Damaged) };
        let sides = query.texts("sides")?;
        let AddedUp { mut tree, texts, functions, identities, below_zero, until } =
            AddedUp::new(query, bench)?;
        (bench.stages)(Self::TITLE, 0, 0);
        let open: Vec<(&Trace, &[IdentityId])> = bench
            .traces
            .into_iter()
            .zip(&identities)
            .filter_map(|(trace, of)| Some((trace?, of.as_slice())))
            .collect();
        if sides.len() != open.len() {
            return Err(StoreError::Misfit { what: "paths belong to other sides" });
        }
        let first = open[0].0;
        let mut axis = Weight::named(first, &state.paths.weight).axis(first);
        let has_paths = matches!(format, ProfileFileFormat::Csv | ProfileFileFormat::FunkySvg);
        if is_by_calls(&state, open.len()) && !has_paths {
            (tree, axis) = (WeightedTree::of_calls(first, open[0].1), first.axis());
        }
        let percentiles: Vec<[Vec<i64>; 2]> = if kind == ProfileFileKind::Csv {
            open.iter().map(|&(trace, identities)| of_calls(trace, identities)).collect()
        } else {
            Vec::new()
        };
        let names = FrameNames::new(&texts, texts.len());
        let graph = match format {
            ProfileFileFormat::FunkySvg => ProfileGraph::Funky,
            _ => ProfileGraph::Flame,
        };
        let file = ProfileFile {
            tree: &tree,
            names: &names,
            functions,
            axis,
            call_axis: first.axis(),
            sides: &sides,
            percentiles: &percentiles,
            options: ProfileFileOptions { graph, ..file_options(&state, open.len(), axis, run) },
        };
        let (text, mut notes) = file.text(kind);
        let below_zero: u64 = below_zero.iter().sum();
        if below_zero > 0 {
            let count = numbers::calls(below_zero);
            notes.push(format!("{count} have negative weight and count as 0"));
        }
        let of_side = |(side, moment): (SideName, i64)| {
            let axis = bench.traces[side.index()]?.axis();
            Some(words::not_counted(axis, side, moment))
        };
        notes.extend(until.and_then(of_side));
        let mut columns = Columns::default();
        columns.put_text("text", text);
        columns.put_texts("notes", notes.iter().map(String::as_str));
        Ok(columns.to_bytes())
    }

    fn read(_: &Columns<'_>, bytes: &[u8], _: ReadContext<'_>) -> Result<Option<WrittenProfile>, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let text = columns.text("text")?.to_owned();
        Ok(Some(WrittenProfile { text, notes: columns.texts("notes")? }))
    }
}

fn kind_of(format: ProfileFileFormat) -> ProfileFileKind {
    match format {
        ProfileFileFormat::Folded => ProfileFileKind::Folded,
        ProfileFileFormat::Speedscope => ProfileFileKind::Speedscope,
        ProfileFileFormat::Svg | ProfileFileFormat::FunkySvg => ProfileFileKind::Svg,
        ProfileFileFormat::Csv => ProfileFileKind::Csv,
    }
}

/// Returns the 50th and the 99th percentile of the calls of every function.
fn of_calls(trace: &Trace, identities: &[IdentityId]) -> [Vec<i64>; 2] {
    let groups = Groups::new(identities.iter().map(|identity| identity.0).collect());
    let mut columns = percentiles(trace, &groups, &[0.5, 0.99]);
    let p99 = columns.pop().unwrap_or_default();
    [columns.pop().unwrap_or_default(), p99]
}

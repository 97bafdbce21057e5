//! The data that remain of a run that is not displayed.

use diptych_compare::late_lanes::{LaneTime, RunLanes, TimesOfLane};
use diptych_profile::CallTree;
use diptych_store::{Columns, StoreError, parts};
use diptych_trace::{FunctionSpec, IdentityId, Run};

/// Most bytes that packed calls of a run may take, enough for some four million calls. Larger runs keep no calls.
const MOST_PACKED: usize = 32 << 20;

/// A run without its trace: its functions, and its call tree with functions as identities.
///
/// Its functions can get new keys when identity rules change. It takes 64 bytes for each call path, 20 for each function of
/// a lane, and the names.
/// Packed calls, for analyses that need their times, take some 7 bytes each.
#[derive(Debug)]
pub struct RunProfile {
    pub(crate) name: String,
    /// Number of calls.
    pub calls: u32,
    /// Number of warnings: input that was changed or lost.
    pub(crate) warnings: u64,
    /// Call tree, with functions as identities.
    pub tree: CallTree,
    /// Times by lane, with functions as numbers.
    pub(crate) lanes: RunLanes,
    /// Packed trace; `None` if it would take too many bytes.
    pub packed: Option<Vec<u8>>,
    texts: Vec<String>,
    /// Index of each function's name and file in `texts`, and its line.
    functions: Vec<[u32; 3]>,
}

impl RunProfile {
    /// Summarises a whole run. O(calls).
    pub fn new(run: &Run) -> Self {
        let trace = &run.trace;
        let specs = trace.functions().specs(trace.names());
        let mut texts: Vec<String> = Vec::new();
        let mut functions: Vec<[u32; 3]> = Vec::new();
        for spec in &specs {
            // Functions of one file are mostly neighbours, so comparing with the previous file saves most copies of its
            // name.
            let before = functions.last().map(|&[_, file, _]| file);
            let file = before.filter(|&file| texts[file as usize] == spec.file).unwrap_or_else(|| {
                texts.push(spec.file.to_owned());
                texts.len() as u32 - 1
            });
            functions.push([texts.len() as u32, file, spec.line]);
            texts.push(spec.name.to_owned());
        }
        let numbers: Vec<IdentityId> = (0..specs.len() as u32).map(IdentityId).collect();
        let tree = CallTree::new(trace, &numbers, &mut |_, _| ());
        let (calls, warnings) = (trace.calls().len() as u32, trace.report().warnings());
        let packed = trace.packed(MOST_PACKED);
        let lanes = RunLanes::new(trace);
        Self { name: run.name.clone(), calls, warnings, tree, lanes, packed, texts, functions }
    }

    /// Returns the name of the run. Hostile text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the ticks of all calls, each counted once.
    pub fn total_ticks(&self) -> i64 {
        self.tree.total_ticks()
    }

    /// Returns the number of calls and of functions.
    pub fn size(&self) -> (usize, usize) {
        (self.calls as usize, self.functions.len())
    }

    /// Returns the profile as stored bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut columns = Columns::default();
        columns.put_text("name", self.name.as_str());
        columns.put("counts", &[u64::from(self.calls), self.warnings]);
        columns.put_texts("texts", self.texts.iter().map(String::as_str));
        columns.put("functions", self.functions.as_flattened());
        parts::put_tree(&mut columns, 0, 0, &self.tree);
        put_lanes(&mut columns, &self.lanes);
        if let Some(packed) = &self.packed {
            columns.put("packed", packed);
        }
        columns.to_bytes()
    }

    /// Reads a profile from stored bytes. Fails on damaged ones.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let counts: Vec<u64> = columns.get("counts")?;
        let &[calls, warnings] = &counts[..] else { return Err(StoreError::Damaged) };
        let texts = columns.texts("texts")?;
        let flat: Vec<u32> = columns.get("functions")?;
        let (functions, rest) = flat.as_chunks::<3>();
        let is_known = |[name, file, _]: &[u32; 3]| (*name.max(file) as usize) < texts.len();
        if !rest.is_empty() || !functions.iter().all(is_known) {
            return Err(StoreError::Misfit { what: "its functions have no names" });
        }
        let functions = functions.to_vec();
        let tree = parts::tree(&columns, 0, 0, functions.len() as u32)?;
        let lanes = lanes_of(&columns, functions.len())?;
        let name = columns.text("name")?.to_owned();
        let packed = if columns.has("packed") { Some(columns.get("packed")?) } else { None };
        Ok(Self { name, calls: calls as u32, warnings, tree, lanes, packed, texts, functions })
    }

    /// Returns the functions by number.
    pub(crate) fn functions(&self) -> Vec<FunctionSpec<'_>> {
        let text = |place: u32| self.texts[place as usize].as_str();
        let spec = |&[name, file, line]: &[u32; 3]| FunctionSpec {
            name: text(name),
            file: text(file),
            line,
            category: "",
        };
        self.functions.iter().map(spec).collect()
    }
}

/// Writes the times by lane: the number of functions of each lane, and the functions with their times.
fn put_lanes(columns: &mut Columns<'_>, RunLanes { extent, lanes }: &RunLanes) {
    columns.put("lanes.extent", &[*extent]);
    columns.put_texts("lanes.names", lanes.iter().map(|(name, _)| name.as_str()));
    columns.put("lanes.counts", &lanes.iter().map(|(_, times)| times.len() as u32).collect::<Vec<u32>>());
    let all = || lanes.iter().flat_map(|(_, times)| times);
    columns.put("lanes.functions", &all().map(|(&function, _)| function).collect::<Vec<u32>>());
    columns.put("lanes.ticks", &all().map(|(_, time)| time.ticks).collect::<Vec<i64>>());
    columns.put("lanes.calls", &all().map(|(_, time)| time.calls).collect::<Vec<u64>>());
}

fn lanes_of(columns: &Columns<'_>, known: usize) -> Result<RunLanes, StoreError> {
    let names = columns.texts("lanes.names")?;
    let counts: Vec<u32> = columns.get("lanes.counts")?;
    let functions: Vec<u32> = columns.get("lanes.functions")?;
    let (ticks, calls): (Vec<i64>, Vec<u64>) = (columns.get("lanes.ticks")?, columns.get("lanes.calls")?);
    let &[extent] = &columns.get::<i64>("lanes.extent")?[..] else { return Err(StoreError::Damaged) };
    let all: usize = counts.iter().map(|&count| count as usize).sum();
    let fits = names.len() == counts.len() && [functions.len(), ticks.len(), calls.len()] == [all; 3];
    let can_be = |ticks: &i64| (0..=i64::MAX / 8).contains(ticks);
    if !fits || functions.iter().any(|&of| of as usize >= known) || !ticks.iter().all(can_be) {
        return Err(StoreError::Misfit { what: "its times by lane belong to another run" });
    }
    let mut times = functions.into_iter().zip(ticks.into_iter().zip(calls));
    let mut of_lane = |count: u32| {
        let times = times.by_ref().take(count as usize);
        times.map(|(function, (ticks, calls))| (function, LaneTime { ticks, calls })).collect::<TimesOfLane>()
    };
    let lanes = names.into_iter().zip(counts).map(|(name, count)| (name, of_lane(count))).collect();
    Ok(RunLanes { extent, lanes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate};
    use proptest::prelude::*;

    fn run(seed: u64) -> Run {
        let trace = generate(seed, Shape::SMALL);
        Run {
            name: "x.json".to_owned(),
            format: String::new(),
            bytes: 1,
            packed: false,
            trace,
            of_file: Vec::new(),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn run_profile_round_trips_with_names(seed: u64) {
            let run = run(seed);
            let profile = RunProfile::new(&run);
            let back = RunProfile::from_bytes(&profile.to_bytes()).unwrap();
            prop_assert_eq!(back.tree.to_columns(), profile.tree.to_columns());
            prop_assert!(back.packed.is_some() && back.packed == profile.packed);
            prop_assert!(!back.lanes.lanes.is_empty() && back.lanes == profile.lanes);
            prop_assert_eq!((&*back.name, back.calls as usize), ("x.json", run.trace.calls().len()));
            let specs = run.trace.functions().specs(run.trace.names());
            let parts = |spec: &FunctionSpec<'_>| (spec.name.to_owned(), spec.file.to_owned(), spec.line);
            prop_assert_eq!(
                back.functions().iter().map(parts).collect::<Vec<_>>(),
                specs.iter().map(parts).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = RunProfile::new(&run(1)).to_bytes();
        assert!(RunProfile::from_bytes(&bytes[..bytes.len() - 1]).is_err());
        assert!(RunProfile::from_bytes(&Columns::default().to_bytes()).is_err());
    }
}

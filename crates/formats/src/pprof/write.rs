//! Writes a trace for each sample type, and one for each sample type and label.

use super::counts::sample_sums;
use super::message::{Function, Label, Location, ValueType};
use super::reader::Profile;
use super::units::Measure;
use crate::ReadError;
use crate::decimal::Decimal;
use crate::samples::{SampleSums, StackId, Stacks, WeightedStacks, check_calls, most_calls};
use diptych_trace::{Chunked, FunctionId, FunctionSpec, LaneKind, OddityKind, Sink};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most labels that get a trace. The report counts those beyond the first 16.
const MOST_LABELS: usize = 16;

/// Writes all that was read, and frees it on the way. A file of `bytes` that would become too many calls is refused
/// before they are made: its locations may each hold many functions.
pub(super) fn write(mut profile: Profile, bytes: u64, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let counts = FrameCounts::new(&profile);
    check_calls(counts.of_stacks().saturating_mul(profile.values.len().max(1) as u64), bytes)?;
    let are_labels_small = counts.of_samples(&profile) <= most_calls(bytes);
    profile.stacks.close();
    profile.find_addresses();
    let keys = profile.labels.keys();
    let columns = profile.values.len();
    let several = profile.types.len().max(columns) > 1 || !keys.is_empty();
    let sums = sample_sums(&profile);
    let shown = shown_column(&profile);
    let lost_names = profile.lost_names();
    for column in 0..columns {
        let values = std::mem::take(&mut profile.values[column]);
        let kind = profile.types.get(column).copied().unwrap_or_default();
        let name = match profile.text(kind.kind) {
            "" if !keys.is_empty() => (column + 1).to_string(),
            name => name.to_owned(),
        };
        if several {
            sink.begin_trace(&name);
        }
        if column != shown {
            sink.on_request();
        }
        note_labels(&profile, &keys, sink);
        if let Some(lost) = &lost_names {
            sink.odd(OddityKind::BadEvent, "names of functions that are not in the file", 0, lost);
        }
        let measure = Measure::of(profile.text(kind.unit), profile.text(kind.kind));
        let (stacks, became) = frames(&profile, sink);
        let weighted =
            weigh(&profile, &values, stacks, &mut |_, stack| became[stack.0 as usize], measure, sink);
        drop(became);
        if column + 1 == columns && keys.is_empty() {
            (profile.samples, profile.stacks) = Default::default();
        }
        begin(&weighted, measure, sums[column], sink);
        let lane = sink.lane(None, LaneKind::Group, "all stacks");
        weighted.write(StackId::EMPTY, &weighted.above(), lane, &mut as_is, sink);
        if !keys.is_empty() && !are_labels_small {
            let what = "labels of samples whose stacks are too deep to be split by them";
            sink.odd(OddityKind::SkippedPart, what, 0, "");
        }
        for &key in keys.iter().take(MOST_LABELS).filter(|_| are_labels_small) {
            sink.begin_trace(&format!("{name} by {}", profile.key(key)));
            sink.on_request();
            by_label(&profile, &values, sums[column], key, measure, sink);
        }
    }
    Ok(())
}

/// Number of functions in each stack.
struct FrameCounts {
    /// Functions at the innermost location of each stack.
    own: Vec<u32>,
    /// Functions at all locations of each stack.
    all: Vec<u64>,
}

impl FrameCounts {
    fn new(profile: &Profile) -> Self {
        let lines =
            |id: &u64| profile.locations.get(id).map_or(1, |location| location.line.len().max(1) as u32);
        let of_locations: Vec<u32> = profile.location_ids.iter().map(|(id, _)| lines(id)).collect();
        let stacks = &profile.stacks;
        let (mut own, mut all) = (vec![0], vec![0]);
        for row in (1..stacks.len() as u32).map(StackId) {
            let count = of_locations.get(stacks.frame(row) as usize).copied().unwrap_or(1);
            let below: u64 = all[stacks.below(row).0 as usize];
            own.push(count);
            all.push(below.saturating_add(u64::from(count)));
        }
        Self { own, all }
    }

    /// Returns the number of calls that a trace of the profile has at most.
    fn of_stacks(&self) -> u64 {
        self.own.iter().map(|&count| u64::from(count)).sum()
    }

    /// Returns the number of calls that a trace by label has at most.
    fn of_samples(&self, profile: &Profile) -> u64 {
        profile.samples.iter().fold(0, |sum, sample| sum.saturating_add(self.all[sample.stack.0 as usize]))
    }
}

/// Returns the number of the sample type to show unless asked: the one that the file names or else, as the format says,
/// the last one. A type without any value is passed over if another one has values.
fn shown_column(profile: &Profile) -> usize {
    let has_values = |column: usize| {
        profile.values.get(column).is_some_and(|values| values.iter().any(|value| *value > 0))
    };
    let wanted = profile.text(profile.default_type);
    let is_wanted = |kind: &ValueType| !wanted.is_empty() && profile.text(kind.kind) == wanted;
    let named = profile.types.iter().position(is_wanted).filter(|&column| has_values(column));
    let last = profile.values.len().saturating_sub(1);
    named.or_else(|| (0..=last).rev().find(|&column| has_values(column))).unwrap_or(last)
}

/// Reports that this trace has no labels, and the labels that get no trace at all.
fn note_labels(profile: &Profile, keys: &[i64], sink: &mut dyn Sink) {
    let offset = |sample: u32| profile.samples.get(sample as usize).map_or(0, |sample| sample.offset());
    if let Some(first) = profile.labels.first() {
        let (offset, example) = (offset(first), profile.text(keys.first().copied().unwrap_or(0)));
        let what = "sample with labels; each label is a further trace, with its values as lanes";
        for _ in 0..profile.labels.samples() {
            sink.odd(OddityKind::SkippedEvent, what, offset, example);
        }
        for &key in keys.iter().skip(MOST_LABELS) {
            sink.odd(OddityKind::SkippedPart, "labels beyond the 16th", offset, profile.text(key));
        }
    }
}

/// Returns the function of a frame, which is the function's number.
fn as_is(frame: u32, _: &mut dyn Sink) -> FunctionId {
    FunctionId(frame)
}

fn begin(weighted: &WeightedStacks, measure: Measure, sums: SampleSums, sink: &mut dyn Sink) {
    sink.axis(weighted.axis(measure.unit));
    sink.sampled(0);
    sums.state(measure.factor as f64, sink);
}

/// Weighs stacks by the values of a sample type. `became` maps a sample's number and stack to its new stack.
fn weigh(
    profile: &Profile,
    values: &Chunked<i64>,
    stacks: Stacks,
    became: &mut dyn FnMut(u32, StackId) -> StackId,
    measure: Measure,
    sink: &mut dyn Sink,
) -> WeightedStacks {
    let mut weighted = WeightedStacks::of(stacks);
    weighted.close();
    for (number, (sample, &value)) in (0..).zip(profile.samples.iter().zip(values.iter())) {
        if value == 0 {
            continue;
        }
        let source = sample.offset();
        let weight = i128::from(value) * i128::from(measure.factor);
        let weight = Decimal::scaled(weight.to_string().as_bytes(), 0).ok();
        let weight = weight.filter(|weight| !weight.is_negative());
        let added = weight.map(|weight| weighted.add(became(number, sample.stack), weight, source));
        if !matches!(added, Some(Ok(()))) {
            sink.odd(OddityKind::BadEvent, "value below 0, or too large", source, &value.to_string());
        } else if sample.stack == StackId::EMPTY {
            sink.odd(OddityKind::SkippedEvent, "value of an empty stack", source, &value.to_string());
        }
    }
    weighted
}

/// Writes a trace with one lane for each value of a label. Samples without the label get a lane of their own.
fn by_label(
    profile: &Profile,
    values: &Chunked<i64>,
    sums: SampleSums,
    key: i64,
    measure: Measure,
    sink: &mut dyn Sink,
) {
    let functions = functions(profile, sink);
    let mut lanes: Vec<Option<Label>> = Vec::new();
    let mut number_of: FxHashMap<Option<Label>, u32> = FxHashMap::default();
    let mut labels = profile.labels.of_key(key).peekable();
    let lane_of: Vec<u32> = (0..profile.samples.len() as u32)
        .map(|sample| {
            let label = labels.next_if(|(of, _)| *of == sample).map(|(_, label)| *label);
            *number_of.entry(label).or_insert_with(|| {
                lanes.push(label);
                lanes.len() as u32 - 1
            })
        })
        .collect();
    // The lane becomes the outermost frame of each stack.
    let mut stacks = Stacks::default();
    let mut known: FxHashMap<(u32, StackId), StackId> = FxHashMap::default();
    let mut became: Vec<StackId> = Vec::with_capacity(lane_of.len());
    let mut way: Vec<StackId> = Vec::new();
    for (sample, &lane) in profile.samples.iter().zip(&lane_of) {
        let mut at = sample.stack;
        let mut below = loop {
            if let Some(&known) = known.get(&(lane, at)) {
                break known;
            }
            if at == StackId::EMPTY {
                break stacks.push(StackId::EMPTY, lane);
            }
            way.push(at);
            at = profile.stacks.below(at);
        };
        while let Some(row) = way.pop() {
            let frames = functions.get(profile.stacks.frame(row) as usize).map_or(&[][..], Vec::as_slice);
            below = frames.iter().fold(below, |stack, function| stacks.push(stack, function.0));
            known.insert((lane, row), below);
        }
        became.push(below);
    }
    drop((known, lane_of));
    let mut became = |sample: u32, _| became[sample as usize];
    let weighted = weigh(profile, values, stacks, &mut became, measure, sink);
    begin(&weighted, measure, sums, sink);
    let above = weighted.above();
    for lane in above.of(StackId::EMPTY) {
        let label = lanes.get(weighted.stacks.frame(lane) as usize).copied().flatten();
        let own = sink.lane(None, LaneKind::Group, &profile.value(label, key));
        // Lanes of numbers ascend; lanes of texts stay in file order.
        sink.order_lane(own, label.map_or(i64::MAX, |label| label.number));
        weighted.write(lane, &above, own, &mut as_is, sink);
    }
}

/// Returns the functions at each location of the samples, from the outside in.
fn functions(profile: &Profile, sink: &mut dyn Sink) -> Vec<Vec<FunctionId>> {
    profile.location_ids.iter().map(|&(id, offset)| profile.functions_at(id, offset, sink)).collect()
}

/// Returns the stacks with functions in place of locations, inlined functions as frames of their own. Also returns the
/// new stack for each old one.
fn frames(profile: &Profile, sink: &mut dyn Sink) -> (Stacks, Vec<StackId>) {
    let functions = functions(profile, sink);
    let mut stacks = Stacks::default();
    let mut became = vec![StackId::EMPTY];
    for row in (1..profile.stacks.len() as u32).map(StackId) {
        let below = became[profile.stacks.below(row).0 as usize];
        let place = profile.stacks.frame(row) as usize;
        let frames = functions.get(place).map_or(&[][..], Vec::as_slice);
        became.push(frames.iter().fold(below, |stack, function| stacks.push(stack, function.0)));
    }
    (stacks, became)
}

impl Profile {
    /// Returns a text by its index; empty if there is none.
    pub(super) fn text(&self, number: i64) -> &str {
        usize::try_from(number).ok().and_then(|number| self.texts.get(number)).map_or("", String::as_str)
    }

    /// Returns the name of a label's key.
    fn key(&self, key: i64) -> String {
        let name = self.text(key);
        if name.is_empty() { format!("label {key}") } else { name.to_owned() }
    }

    /// Returns the value of a label as text: its text, or its number with the unit. Go writes the label `bytes` without
    /// a unit.
    fn value(&self, label: Option<Label>, key: i64) -> String {
        let key = self.key(key);
        let Some(Label { text, number, unit, .. }) = label else { return format!("without {key}") };
        match (self.text(text), self.text(unit), key.as_str()) {
            ("", "", "bytes") => format!("{number} bytes"),
            ("", "", _) => number.to_string(),
            ("", unit, _) => format!("{number} {unit}"),
            (text, ..) => text.to_owned(),
        }
    }

    /// Returns the functions at a location, from the outside in. A location without a function, and a function without a
    /// name, is named by its address.
    fn functions_at(&self, id: u64, offset: u64, sink: &mut dyn Sink) -> Vec<FunctionId> {
        let named = |name: &str, file: &str, sink: &mut dyn Sink| {
            sink.function(FunctionSpec { name, file, line: 0, category: "" })
        };
        let Some(Location { mapping_id, address, line, .. }) = self.locations.get(&id) else {
            sink.odd(OddityKind::BadEvent, "location that is not in the list", offset, &id.to_string());
            return vec![named(&format!("(location {id})"), "", sink)];
        };
        let mapping = self.mappings.get(mapping_id).map_or("", |mapping| self.text(mapping.filename));
        if line.is_empty() {
            return vec![named(&format!("0x{address:x}"), mapping, sink)];
        }
        let function = |id: u64, sink: &mut dyn Sink| {
            let Some(function) = self.function_of(id) else {
                sink.odd(OddityKind::BadEvent, "function that is not in the list", offset, &id.to_string());
                return named(&format!("(function {id})"), mapping, sink);
            };
            let Function { name, system_name, filename, start_line, .. } = *function;
            let names = [self.text(name), self.text(system_name)];
            let file = self.text(filename);
            let Some(name) = names.into_iter().find(|name| !name.is_empty()) else {
                let address = self.addresses.get(&id);
                let name = address.map_or(format!("(function {id})"), |address| format!("0x{address:x}"));
                return named(&name, if file.is_empty() { mapping } else { file }, sink);
            };
            let line = u32::try_from(start_line).unwrap_or(0);
            sink.function(FunctionSpec { name, file, line, category: "" })
        };
        line.iter().rev().map(|line| function(line.function_id, sink)).collect()
    }

    /// Returns how many functions have names that the file does not hold, in words; `None` if it holds all. The names come
    /// last in the file, so that they are the first to be lost.
    fn lost_names(&self) -> Option<String> {
        let is_lost = |function: &&Function| {
            let names = [function.name, function.system_name];
            names.iter().any(|&name| usize::try_from(name).is_ok_and(|name| name >= self.texts.len()))
                && names.iter().all(|&name| self.text(name).is_empty())
        };
        let all = self.without_id.len() + self.functions.keys().filter(|&&id| id != 0).count();
        let with_id = self.functions.iter().filter(|(id, _)| **id != 0).map(|(_, function)| function);
        let lost = self.without_id.iter().chain(with_id).filter(is_lost).count();
        (lost > 0).then(|| format!("{lost} of {all} functions; addresses or numbers stand for the names"))
    }

    /// Finds the address of each function without a name: the lowest of its locations. Functions of interpreted programs
    /// have none. Of functions inlined at one address, only the first has it.
    fn find_addresses(&mut self) {
        let is_unnamed = |id: u64| {
            self.function_of(id).is_some_and(|function| {
                self.text(function.name).is_empty() && self.text(function.system_name).is_empty()
            })
        };
        let mut found: Vec<(u64, u64)> = Vec::new();
        for location in self.locations.values().filter(|location| location.address != 0) {
            let unnamed = location.line.iter().map(|line| line.function_id).filter(|&id| is_unnamed(id));
            found.extend(unnamed.map(|id| (id, location.address)));
        }
        found.sort_unstable();
        found.dedup_by_key(|(id, _)| *id);
        let mut taken = FxHashSet::default();
        found.retain(|(_, address)| taken.insert(*address));
        self.addresses = found.into_iter().collect();
    }

    /// Returns a function by its id. If no function has an id, the ids are their positions in the list.
    fn function_of(&self, id: u64) -> Option<&Function> {
        // All functions without an id have one entry.
        let have_ids = self.functions.len() > usize::from(!self.without_id.is_empty());
        let at = usize::try_from(id).ok().filter(|_| !have_ids).and_then(|id| id.checked_sub(1));
        at.and_then(|at| self.without_id.get(at)).or_else(|| self.functions.get(&id))
    }
}

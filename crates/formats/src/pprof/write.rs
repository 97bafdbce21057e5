//! A trace for each type of sample.

use super::message::{Function, Location};
use super::reader::Profile;
use crate::decimal::Decimal;
use crate::samples::{StackId, Stacks, WeightedStacks};
use diptych_trace::{FunctionId, FunctionSpec, LaneKind, OddKind, Sink, Unit};

/// Writes everything that was read.
pub(super) fn write(profile: &Profile, sink: &mut dyn Sink) {
    let several = profile.types.len().max(profile.values.len()) > 1;
    for (column, values) in profile.values.iter().enumerate() {
        let kind = profile.types.get(column).copied().unwrap_or_default();
        let name = profile.text(kind.kind);
        if several {
            sink.begin_trace(name);
        }
        let (unit, shift) = unit(profile.text(kind.unit));
        let (stacks, became) = frames(profile, sink);
        let mut weighted = WeightedStacks::of(stacks);
        for (&(stack, source), &value) in profile.samples.iter().zip(values) {
            if value == 0 {
                continue;
            }
            let weight = Decimal::scaled(value.to_string().as_bytes(), shift).ok();
            let weight = weight.filter(|weight| !weight.is_negative());
            let added = weight.map(|weight| weighted.add(became[stack.0 as usize], weight, source));
            if !matches!(added, Some(Ok(()))) {
                sink.odd(OddKind::BadEvent, "value below 0, or too large", source, &value.to_string());
            }
        }
        sink.axis(weighted.axis(unit));
        sink.sampled(0);
        let lane = sink.lane(None, LaneKind::Group, "all stacks");
        let mut function = |frame: u32, _: &mut dyn Sink| FunctionId(frame);
        weighted.write(StackId::EMPTY, &weighted.above(), lane, &mut function, sink);
    }
}

/// The unit of an axis, and by how many powers of ten it is finer than what the profile counts in.
fn unit(name: &str) -> (Unit, u8) {
    match name {
        "nanoseconds" | "nanosecond" | "ns" => (Unit::Nanoseconds, 0),
        "microseconds" | "microsecond" | "us" => (Unit::Nanoseconds, 3),
        "milliseconds" | "millisecond" | "ms" => (Unit::Nanoseconds, 6),
        "seconds" | "second" | "s" => (Unit::Nanoseconds, 9),
        "bytes" | "byte" | "B" => (Unit::Bytes, 0),
        _ => (Unit::Count, 0),
    }
}

/// The stacks with functions in place of locations: those that were inlined are frames of their own. Also which stack became
/// which.
fn frames(profile: &Profile, sink: &mut dyn Sink) -> (Stacks, Vec<StackId>) {
    let functions: Vec<Vec<FunctionId>> =
        profile.location_ids.iter().map(|&(id, offset)| profile.functions_at(id, offset, sink)).collect();
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
    /// A text by its number; none where there is none.
    fn text(&self, number: i64) -> &str {
        usize::try_from(number).ok().and_then(|number| self.texts.get(number)).map_or("", String::as_str)
    }

    /// What runs at a location, from the outside in. Without a function it is known by its address.
    fn functions_at(&self, id: u64, offset: u64, sink: &mut dyn Sink) -> Vec<FunctionId> {
        let named = |name: &str, file: &str, sink: &mut dyn Sink| {
            sink.function(FunctionSpec { name, file, line: 0, category: "" })
        };
        let Some(Location { mapping_id, address, line, .. }) = self.locations.get(&id) else {
            sink.odd(OddKind::BadEvent, "location that is not in the list", offset, &id.to_string());
            return vec![named(&format!("(location {id})"), "", sink)];
        };
        let mapping = self.mappings.get(mapping_id).map_or("", |mapping| self.text(mapping.filename));
        if line.is_empty() {
            return vec![named(&format!("0x{address:x}"), mapping, sink)];
        }
        let function = |id: u64, sink: &mut dyn Sink| {
            let Some(function) = self.functions.get(&id) else {
                sink.odd(OddKind::BadEvent, "function that is not in the list", offset, &id.to_string());
                return named(&format!("(function {id})"), mapping, sink);
            };
            self.function(function, sink)
        };
        line.iter().rev().map(|line| function(line.function_id, sink)).collect()
    }

    fn function(&self, function: &Function, sink: &mut dyn Sink) -> FunctionId {
        let Function { id, name, system_name, filename, start_line } = *function;
        let names = [self.text(name), self.text(system_name)];
        let unnamed = format!("(function {id})");
        let name = names.into_iter().find(|name| !name.is_empty()).unwrap_or(&unnamed);
        let line = u32::try_from(start_line).unwrap_or(0);
        sink.function(FunctionSpec { name, file: self.text(filename), line, category: "" })
    }
}

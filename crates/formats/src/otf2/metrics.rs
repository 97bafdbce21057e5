//! Metrics, which become counters.
//!
//! A *metric member* is one quantity with a name and a unit. A *metric class* is a list of members that are recorded
//! together, and a *metric instance* is a class for one scope. An event names a class or an instance, which share one
//! range of numbers, and has one value for each member.

use super::Otf2Fault;
use super::cursor::Cursor;
use super::definitions::Definitions;
use rustc_hash::FxHashMap;

/// Record types of the global definitions.
pub(super) const METRIC_MEMBER: u8 = 19;
pub(super) const METRIC_CLASS: u8 = 20;
pub(super) const METRIC_INSTANCE: u8 = 21;

/// Base of the exponent of a member: 2 or 10.
const BINARY: u8 = 0;

/// Types of values.
const UNSIGNED: std::ops::RangeInclusive<u8> = 1..=4;
const SIGNED: std::ops::RangeInclusive<u8> = 5..=8;
const FLOATING: std::ops::RangeInclusive<u8> = 9..=10;

/// Definitions of metrics.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    members: FxHashMap<u32, Member>,
    /// Members of each class.
    classes: FxHashMap<u32, Vec<Option<u32>>>,
    /// Class of each instance.
    instances: FxHashMap<u32, u32>,
}

/// A quantity that is measured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub(super) name: Option<u32>,
    pub(super) unit: Option<u32>,
    /// Factor from a recorded value to the unit.
    pub(super) scale: f64,
}

impl Metrics {
    /// Takes a definition in. The record types are those above.
    pub(super) fn take(&mut self, kind: u8, record: &mut Cursor<'_>) -> Result<(), Otf2Fault> {
        let id = record.id()?;
        match kind {
            METRIC_MEMBER => {
                let (name, _description) = (record.id()?, record.id()?);
                let (_type, _mode, _value) = (record.byte()?, record.byte()?, record.byte()?);
                let base = if record.byte()? == BINARY { 2.0_f64 } else { 10.0 };
                let exponent = record.long()? as i64;
                let unit = record.id()?;
                // Above these, a scale is no finite number. The builder reports such samples.
                let scale = base.powi(exponent.clamp(-2_000, 2_000) as i32);
                id.map(|id| self.members.insert(id, Member { name, unit, scale }));
            }
            METRIC_CLASS => {
                let count = record.byte()?;
                let members = (0..count).map(|_| record.id()).collect::<Result<Vec<_>, _>>()?;
                id.map(|id| self.classes.insert(id, members));
            }
            _ => {
                let class = record.id()?;
                id.zip(class).map(|(id, class)| self.instances.insert(id, class));
            }
        }
        Ok(())
    }

    /// Returns a member of a class or an instance, by its place in the events.
    pub(super) fn member(&self, metric: u32, place: usize) -> Option<Member> {
        let class = self.instances.get(&metric).unwrap_or(&metric);
        let member = (*self.classes.get(class)?.get(place)?)?;
        self.members.get(&member).copied()
    }
}

/// Values of a metric at one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Values<'a> {
    /// Number of the class or instance in the location's own count.
    pub(super) metric: Option<u32>,
    count: u8,
    rest: Cursor<'a>,
}

impl<'a> Values<'a> {
    /// Reads the head of an event.
    pub(super) fn read(mut record: Cursor<'a>) -> Result<Self, Otf2Fault> {
        let (metric, count) = (record.id()?, record.byte()?);
        Ok(Self { metric, count, rest: record })
    }

    /// Returns the values as recorded. The first one that cannot be read ends them, with the fault.
    pub(super) fn values(mut self) -> impl Iterator<Item = Result<f64, Otf2Fault>> + use<'a> {
        (0..self.count).map(move |_| {
            let (at, kind, bits) = (self.rest.at(), self.rest.byte()?, self.rest.long()?);
            match kind {
                kind if UNSIGNED.contains(&kind) => Ok(bits as f64),
                kind if SIGNED.contains(&kind) => Ok(bits as i64 as f64),
                kind if FLOATING.contains(&kind) => Ok(f64::from_bits(bits)),
                _ => Err(Otf2Fault::new(at, format!("has a metric of the unknown type {kind}"))),
            }
        })
    }
}

/// Returns name, unit and scale of a metric's member. An undefined one has a name from its number.
pub(super) fn described(definitions: &Definitions<'_>, metric: u32, place: usize) -> (String, String, f64) {
    let member = definitions.metrics.member(metric, place);
    let text = |string: Option<u32>| {
        definitions.text(string).map_or_else(String::new, |text| String::from_utf8_lossy(text).into_owned())
    };
    let name = member.map_or_else(String::new, |member| text(member.name));
    let name = if name.is_empty() { format!("metric {metric}.{place}") } else { name };
    member.map_or_else(
        || (name.clone(), String::new(), 1.0),
        |member| (name.clone(), text(member.unit), member.scale),
    )
}

//! Writes instants and counters of tracks.

use super::tracks::Tracks;
use diptych_trace::{CounterId, CounterSample, CounterSpec, InstantSpec, OwnerId, Sink, push_tight};

/// Instants and counters by the rows of their tracks.
#[derive(Debug, Default)]
pub(super) struct Instants {
    rows: Vec<Row>,
    /// Samples of tracks whose name and unit are not known yet.
    waiting: Vec<(u32, CounterSample)>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Row {
    owner: Option<OwnerId>,
    counter: Option<CounterId>,
}

/// Description of a counter in its track's descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CounterKind {
    /// Number of the unit; 0 for another one.
    pub(super) unit: u64,
    /// Factor from values to the unit.
    pub(super) multiplier: i64,
    /// True if values are differences to the value before.
    pub(super) is_incremental: bool,
}

impl Instants {
    /// Writes an instant of a track.
    pub(super) fn instant(&mut self, row: u32, instant: InstantSpec<'_>, sink: &mut dyn Sink) {
        let owner = self.owner(row, sink);
        sink.instant(owner, instant);
    }

    /// Writes a sample of a track's counter, or holds it until the track has a descriptor.
    pub(super) fn sample(
        &mut self,
        row: u32,
        sample: CounterSample,
        tracks: &mut Tracks,
        title: &str,
        sink: &mut dyn Sink,
    ) {
        if tracks.track(row).is_described || !title.is_empty() {
            self.write(row, sample, tracks, title, sink);
        } else {
            push_tight(&mut self.waiting, (row, sample));
        }
    }

    /// Ends the file: writes the samples that were held, and places all owners. Every lane must exist.
    pub(super) fn finish(&mut self, tracks: &mut Tracks, sink: &mut dyn Sink) {
        for (row, sample) in std::mem::take(&mut self.waiting) {
            self.write(row, sample, tracks, "", sink);
        }
        for (track, row) in (0..).zip(&self.rows) {
            if let Some((owner, lane)) = row.owner.zip(tracks.existing_lane(track)) {
                sink.place_owner(owner, lane);
            }
        }
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        (self.rows.capacity() * size_of::<Row>()
            + self.waiting.capacity() * size_of::<(u32, CounterSample)>()) as u64
    }

    fn write(
        &mut self,
        row: u32,
        sample: CounterSample,
        tracks: &mut Tracks,
        title: &str,
        sink: &mut dyn Sink,
    ) {
        let owner = self.owner(row, sink);
        let track = tracks.track(row);
        let kind = track.counter;
        let counter = self.row(row).counter.get_or_insert_with(|| {
            let name = if track.name.is_empty() { title } else { &track.name };
            let unit = track.unit_name.as_deref().unwrap_or(match kind.map_or(0, |kind| kind.unit) {
                1 => "ns",
                3 => "bytes",
                _ => "",
            });
            sink.counter(owner, CounterSpec { name, series: "", unit })
        });
        let factor = kind.map_or(1, |kind| kind.multiplier) as f64;
        sink.sample(*counter, CounterSample { value: sample.value * factor, ..sample });
    }

    fn owner(&mut self, row: u32, sink: &mut dyn Sink) -> OwnerId {
        *self.row(row).owner.get_or_insert_with(|| sink.owner())
    }

    fn row(&mut self, row: u32) -> &mut Row {
        if self.rows.len() <= row as usize {
            self.rows.resize(row as usize + 1, Row::default());
        }
        &mut self.rows[row as usize]
    }
}

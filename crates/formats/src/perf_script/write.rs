//! Collects samples by event and thread, and turns them into calls.

use super::heading::Heading;
use crate::ReadError;
use crate::by_text::ByText;
use crate::decimal::{Decimal, DecimalError};
use crate::samples::{SampleSums, StackId, Stacks, Tick, WeightedStacks, write_ticks};
use diptych_trace::{Axis, FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind, Sink, Unit};
use rustc_hash::FxHashMap;

/// Everything that was read.
#[derive(Debug, Default)]
pub(super) struct Events {
    frames: Vec<(String, String)>,
    by_frame: ByText<u32>,
    threads: Vec<Thread>,
    by_thread: ByText<u32>,
    kinds: Vec<Event>,
    by_event: ByText<u32>,
    samples: u64,
    key: Vec<u8>,
}

/// Parsed heading of a sample, with the indices of its event and thread.
#[derive(Debug)]
pub(super) struct SampleHeading {
    event: u32,
    thread: u32,
    time: Option<i64>,
    /// Period of the event; `None` if the file does not print it.
    period: Option<Decimal>,
    source: u64,
}

#[derive(Debug)]
struct Thread {
    command: String,
    process: Option<String>,
    id: String,
}

/// One kind of event.
#[derive(Debug)]
struct Event {
    name: String,
    stacks: Stacks,
    /// Samples with times, by thread in order of appearance.
    ticks: Vec<(u32, Vec<Tick>)>,
    place_of: FxHashMap<u32, usize>,
    /// Stacks of samples without times, and of off-CPU samples, whose times are not when they ran. Weighed by period.
    weighted: Weighted,
    /// Such samples without a period, each counted once.
    counted: Weighted,
    periods: Vec<i64>,
}

/// Weighted stacks by thread.
#[derive(Debug, Default)]
struct Weighted {
    of_threads: Vec<(u32, WeightedStacks)>,
    place_of: FxHashMap<u32, usize>,
    samples: u64,
    /// Byte of the file at which the first sample begins.
    first: u64,
}

impl Weighted {
    /// Adds a sample. `frames` go from the outermost inwards.
    fn add(
        &mut self,
        taken: &SampleHeading,
        weight: Decimal,
        frames: impl Iterator<Item = u32>,
    ) -> Result<(), DecimalError> {
        if self.samples == 0 {
            self.first = taken.source;
        }
        self.samples += 1;
        let of_threads = &mut self.of_threads;
        let place = *self.place_of.entry(taken.thread).or_insert_with(|| {
            of_threads.push((taken.thread, WeightedStacks::default()));
            of_threads.len() - 1
        });
        let weighted = &mut of_threads[place].1;
        let stack = frames.fold(StackId::EMPTY, |stack, frame| weighted.stacks.push(stack, frame));
        weighted.add(stack, weight, taken.source)
    }

    fn is_empty(&self) -> bool {
        self.of_threads.is_empty()
    }

    fn held_bytes(&self) -> u64 {
        self.of_threads.iter().map(|(_, weighted)| weighted.held_bytes()).sum()
    }
}

impl Event {
    fn new(name: &[u8]) -> Self {
        Self {
            name: String::from_utf8_lossy(name).into_owned(),
            stacks: Stacks::default(),
            ticks: Vec::new(),
            place_of: FxHashMap::default(),
            weighted: Weighted::default(),
            counted: Weighted::default(),
            periods: Vec::new(),
        }
    }

    /// Returns whether the event measures off-CPU time. A sample's period is then that time, and its instant the end of
    /// it.
    fn is_off_cpu(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        name.contains("offcpu") || name.contains("off-cpu")
    }

    fn has_weights(&self) -> bool {
        !self.weighted.is_empty() || !self.counted.is_empty()
    }

    /// Turns samples with times into counted ones, if no two of a thread have different times: nothing then tells how
    /// long a sample lasts.
    fn count_without_interval(&mut self) {
        let is_one_moment = |ticks: &[Tick]| ticks.iter().all(|tick| tick.at == ticks[0].at);
        let is_known = self.is_clock() || self.has_weights();
        if is_known || !self.ticks.iter().all(|(_, ticks)| is_one_moment(ticks)) {
            return;
        }
        let mut frames = Vec::new();
        for (thread, ticks) in std::mem::take(&mut self.ticks) {
            for Tick { stack, source, .. } in ticks {
                let inwards = std::iter::successors(Some(stack), |&stack| Some(self.stacks.below(stack)));
                let inwards = inwards.take_while(|&stack| stack != StackId::EMPTY);
                frames.extend(inwards.map(|stack| self.stacks.frame(stack)));
                let taken = SampleHeading { event: 0, thread, time: None, period: None, source };
                // A weight of 1 is never too large.
                let _added = self.counted.add(&taken, Decimal::ONE, frames.drain(..).rev());
            }
        }
    }

    /// Returns whether periods are nanoseconds.
    fn is_clock(&self) -> bool {
        matches!(self.name.as_str(), "cpu-clock" | "task-clock")
    }
}

impl Events {
    /// Returns the number of samples.
    pub(super) fn samples(&self) -> u64 {
        self.samples
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let of_event = |event: &Event| {
            let ticks: usize =
                event.ticks.iter().map(|(_, ticks)| ticks.capacity() * size_of::<Tick>()).sum();
            let weighted = event.weighted.held_bytes() + event.counted.held_bytes();
            event.stacks.held_bytes() + (ticks + event.periods.capacity() * 8) as u64 + weighted
        };
        self.by_frame.held_bytes() * 2
            + self.by_thread.held_bytes() * 2
            + self.kinds.iter().map(of_event).sum::<u64>()
    }

    /// Returns the index of a frame.
    pub(super) fn frame(&mut self, symbol: &[u8], module: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        self.key.clear();
        self.key.extend_from_slice(&symbol.len().to_le_bytes());
        self.key.extend_from_slice(symbol);
        self.key.extend_from_slice(module);
        let frames = &mut self.frames;
        *self.by_frame.get_or_insert_with(&self.key, || {
            let [symbol, module] = [symbol, module].map(|text| String::from_utf8_lossy(text).into_owned());
            if symbol.contains(char::REPLACEMENT_CHARACTER) {
                sink.odd(OddityKind::BadText, "", offset, &symbol);
            }
            frames.push((symbol, module));
            frames.len() as u32 - 1
        })
    }

    /// Takes the heading of a sample. `None` if its time is out of range.
    pub(super) fn heading(
        &mut self,
        heading: &Heading<'_>,
        source: u64,
        sink: &mut dyn Sink,
    ) -> Option<SampleHeading> {
        let kinds = &mut self.kinds;
        let event = *self.by_event.get_or_insert_with(heading.event, || {
            kinds.push(Event::new(heading.event));
            kinds.len() as u32 - 1
        });
        let thread = self.thread(heading);
        let time = heading.time.map(|time| Decimal::scaled(time, 9).map(Decimal::round));
        if matches!(time, Some(Err(_))) {
            sink.odd(OddityKind::TimeOutOfRange, "sample", source, "");
            return None;
        }
        let time = time.and_then(Result::ok);
        let period = heading.period.and_then(|period| Decimal::scaled(period, 0).ok());
        Some(SampleHeading { event, thread, time, period, source })
    }

    fn thread(&mut self, heading: &Heading<'_>) -> u32 {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        self.key.clear();
        self.key.extend_from_slice(heading.process.unwrap_or_default());
        self.key.push(b'/');
        self.key.extend_from_slice(heading.thread);
        if heading.thread.is_empty() {
            // Without an id, the command alone tells threads apart.
            self.key.extend_from_slice(heading.command);
        }
        let threads = &mut self.threads;
        let number = *self.by_thread.get_or_insert_with(&self.key, || {
            let process = heading.process.map(text);
            threads.push(Thread { command: String::new(), process, id: text(heading.thread) });
            threads.len() as u32 - 1
        });
        // The last name counts: a new thread first has the name of the one that started it.
        let command = &mut threads[number as usize].command;
        if command.as_bytes() != heading.command {
            *command = text(heading.command);
        }
        number
    }

    /// Adds a complete sample. `frames` go from the outermost inwards.
    pub(super) fn sample(
        &mut self,
        taken: &SampleHeading,
        frames: impl Iterator<Item = u32>,
        sink: &mut dyn Sink,
    ) {
        self.samples += 1;
        let event = &mut self.kinds[taken.event as usize];
        if let Some(at) = taken.time.filter(|_| !event.is_off_cpu()) {
            let stack = frames.fold(StackId::EMPTY, |stack, frame| event.stacks.push(stack, frame));
            let ticks = &mut event.ticks;
            let place = *event.place_of.entry(taken.thread).or_insert_with(|| {
                ticks.push((taken.thread, Vec::new()));
                ticks.len() - 1
            });
            ticks[place].1.push(Tick { at, stack, source: taken.source });
            event.periods.extend(taken.period.map(Decimal::round));
            return;
        }
        let added = match taken.period {
            Some(period) => event.weighted.add(taken, period, frames),
            None => event.counted.add(taken, Decimal::ONE, frames),
        };
        if added.is_err() {
            sink.odd(OddityKind::BadEvent, "period too large", taken.source, "");
        }
    }

    /// Writes a trace for each kind of event, and another one for its samples without times. `bytes` is the size of the
    /// file.
    pub(super) fn write(&mut self, bytes: u64, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let mut kinds = std::mem::take(&mut self.kinds);
        kinds.iter_mut().for_each(Event::count_without_interval);
        let traces: usize = kinds
            .iter()
            .map(|event| usize::from(!event.ticks.is_empty()) + usize::from(event.has_weights()))
            .sum();
        for mut event in kinds {
            let name = if event.name.is_empty() { "samples".to_owned() } else { event.name.clone() };
            if !event.ticks.is_empty() {
                if traces > 1 {
                    sink.begin_trace(&name);
                }
                self.write_times(&mut event, bytes, sink)?;
            }
            if event.has_weights() {
                if traces > 1 {
                    sink.begin_trace(&name);
                }
                self.write_weights(&event, sink);
            }
        }
        Ok(())
    }

    /// Writes the samples that have a time, and frees them.
    fn write_times(&self, event: &mut Event, bytes: u64, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let mut functions = self.functions();
        let (stacks, became) = event.stacks.renamed(|frame| functions.get(frame, sink).0);
        let mut lanes = self.lanes();
        let mut of_threads: Vec<(LaneId, Vec<Tick>)> = Vec::with_capacity(event.ticks.len());
        for (thread, mut ticks) in std::mem::take(&mut event.ticks) {
            for tick in &mut ticks {
                tick.stack = became[tick.stack.0 as usize];
            }
            of_threads.push((lanes.lane(thread, sink), ticks));
        }
        let interval = event.is_clock().then(|| crate::samples::median(event.periods.iter().copied()));
        write_ticks(&stacks, &mut of_threads, interval, bytes, sink).map(drop)
    }

    fn write_weights(&self, event: &Event, sink: &mut dyn Sink) {
        let mut functions = self.functions();
        let mut lanes = self.lanes();
        // Samples without a period count as samples, whatever the event measures, if none has one.
        let are_counted = event.weighted.is_empty();
        let is_time = event.is_off_cpu() || event.is_clock();
        let unit = match (are_counted, is_time) {
            (true, _) => Unit::Count,
            (false, true) => Unit::Nanoseconds,
            (false, false) => Unit::Events,
        };
        let weighted = if are_counted { &event.counted } else { &event.weighted };
        if !are_counted {
            for _ in 0..event.counted.samples {
                sink.odd(OddityKind::BadEvent, "sample without a period", event.counted.first, "");
            }
        }
        // Periods are whole numbers, so the axes of all threads are equal.
        sink.axis(weighted.of_threads.first().map_or(Axis::TIME, |(_, weighted)| weighted.axis(unit)));
        sink.sampled(0);
        let mut sums = SampleSums::default();
        weighted.of_threads.iter().for_each(|(_, weighted)| sums.join(weighted.list().entries));
        sums.state(1.0, sink);
        for (thread, weighted) in &weighted.of_threads {
            let lane = lanes.lane(*thread, sink);
            let mut function = |frame: u32, sink: &mut dyn Sink| functions.get(frame, sink);
            weighted.write(StackId::EMPTY, &weighted.above(), lane, &mut function, sink);
        }
    }

    fn functions(&self) -> Functions<'_> {
        Functions { frames: &self.frames, known: vec![FunctionId::NONE; self.frames.len()] }
    }

    fn lanes(&self) -> Lanes<'_> {
        Lanes { threads: &self.threads, processes: FxHashMap::default() }
    }
}

/// Functions of a trace by frame.
struct Functions<'a> {
    frames: &'a [(String, String)],
    known: Vec<FunctionId>,
}

impl Functions<'_> {
    fn get(&mut self, frame: u32, sink: &mut dyn Sink) -> FunctionId {
        let known = &mut self.known[frame as usize];
        if *known == FunctionId::NONE {
            let (name, module) = &self.frames[frame as usize];
            *known = sink.function(FunctionSpec { name, file: module, line: 0, category: "" });
        }
        *known
    }
}

/// Lanes of a trace by thread.
struct Lanes<'a> {
    threads: &'a [Thread],
    processes: FxHashMap<&'a str, LaneId>,
}

impl Lanes<'_> {
    fn lane(&mut self, thread: u32, sink: &mut dyn Sink) -> LaneId {
        let Thread { command, process, id } = &self.threads[thread as usize];
        let name = |id: &str| match (command.as_str(), id) {
            ("", "") => "all samples".to_owned(),
            (_, "") => command.clone(),
            ("", _) => id.to_owned(),
            _ => format!("{command} {id}"),
        };
        let parent = process.as_deref().map(|process| {
            *self
                .processes
                .entry(process)
                .or_insert_with(|| sink.lane(None, LaneKind::Process, &name(process)))
        });
        sink.lane(parent, LaneKind::Thread, &name(id))
    }
}

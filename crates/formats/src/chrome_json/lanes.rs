//! Lanes of processes and threads.

use crate::json::decode;
use diptych_trace::{LaneId, LaneKind, Sink};
use rustc_hash::FxHashMap;

/// Lanes by raw process and thread id. A lane exists once it has a call; its name may come before or after.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    processes: Vec<Row>,
    by_process: FxHashMap<Box<[u8]>, usize>,
    threads: Vec<Row>,
    by_thread: FxHashMap<Box<[u8]>, usize>,
    /// Process row of each thread row.
    process_of: Vec<usize>,
    /// Key of the lane requested last. Events come in runs, so the next one often has the same.
    last_key: Vec<u8>,
    /// Lane requested last.
    last: Option<LaneId>,
    key: Vec<u8>,
    /// Names of threads by id, for those without a name of their own.
    names: FxHashMap<Box<[u8]>, String>,
}

/// Bytes of a row with its names and its entry in the index, estimated.
const ROW_BYTES: u64 = 512;

/// Properties of a process or thread.
#[derive(Debug, Default)]
pub(crate) struct Row {
    /// Id as in the file, without quotes.
    id: Box<[u8]>,
    lane: Option<LaneId>,
    pub(crate) name: Option<String>,
    pub(crate) labels: Option<String>,
    pub(crate) order: Option<i64>,
}

impl Lanes {
    /// Returns the lane of a thread.
    pub(crate) fn lane(&mut self, process: &[u8], thread: &[u8], sink: &mut dyn Sink) -> LaneId {
        set_key(&mut self.key, process, thread);
        if let Some(lane) = self.last
            && self.key == self.last_key
        {
            return lane;
        }
        let row = self.thread_row(process, thread);
        let parent = self.processes[self.process_of[row]].lane(sink);
        let thread = &mut self.threads[row];
        let lane = *thread.lane.get_or_insert_with(|| sink.lane(Some(parent), LaneKind::Thread, ""));
        std::mem::swap(&mut self.key, &mut self.last_key);
        self.last = Some(lane);
        lane
    }

    /// Returns the lane of a process, which holds those of its threads.
    pub(crate) fn process_lane(&mut self, process: &[u8], sink: &mut dyn Sink) -> LaneId {
        self.process(process).lane(sink)
    }

    /// Makes a lane next to that of a thread, named after the thread and after its content `what`.
    pub(crate) fn beside(
        &mut self,
        process: &[u8],
        thread: &[u8],
        what: &str,
        sink: &mut dyn Sink,
    ) -> LaneId {
        let parent = self.process_lane(process, sink);
        let row = self.thread(process, thread);
        let lane = sink.lane(Some(parent), LaneKind::Thread, &format!("{}: {what}", row.title("thread")));
        if let Some(order) = row.order {
            sink.order_lane(lane, order);
        }
        lane
    }

    /// Returns the lane of a thread, if it has one.
    pub(crate) fn existing_thread(&self, process: &[u8], thread: &[u8]) -> Option<LaneId> {
        let mut key = Vec::new();
        set_key(&mut key, process, thread);
        self.threads[*self.by_thread.get(key.as_slice())?].lane
    }

    /// Returns the lane of a process, if it has one.
    pub(crate) fn existing_process(&self, process: &[u8]) -> Option<LaneId> {
        self.processes[*self.by_process.get(process)?].lane
    }

    /// Returns the process of the first thread with an id, for samples that give no process.
    pub(crate) fn process_of(&self, thread: &[u8]) -> Option<Box<[u8]>> {
        let row = self.threads.iter().position(|row| &*row.id == thread)?;
        Some(self.processes[self.process_of[row]].id.clone())
    }

    /// Returns the properties of a process, for reading and setting.
    pub(crate) fn process(&mut self, process: &[u8]) -> &mut Row {
        let row = self.process_row(process);
        &mut self.processes[row]
    }

    /// Returns the properties of a thread, for reading and setting.
    pub(crate) fn thread(&mut self, process: &[u8], thread: &[u8]) -> &mut Row {
        set_key(&mut self.key, process, thread);
        let row = self.thread_row(process, thread);
        &mut self.threads[row]
    }

    /// Gives names to threads by their ids: those known so far that have no name, and those that come later.
    pub(crate) fn name_threads(&mut self, names: FxHashMap<Box<[u8]>, String>) {
        for row in self.threads.iter_mut().filter(|row| row.name.as_deref().is_none_or(str::is_empty)) {
            row.name = names.get(&row.id).cloned();
        }
        self.names = names;
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        (self.processes.len() + self.threads.len()) as u64 * ROW_BYTES
    }

    /// Writes the names and the order of the lanes.
    pub(crate) fn finish(&self, sink: &mut dyn Sink) {
        let processes: Vec<(usize, &Row)> = self.processes.iter().map(|row| (0, row)).collect();
        name_all(&processes, "process", sink);
        let threads: Vec<(usize, &Row)> = self.process_of.iter().copied().zip(&self.threads).collect();
        name_all(&threads, "thread", sink);
    }

    fn process_row(&mut self, process: &[u8]) -> usize {
        if let Some(&row) = self.by_process.get(process) {
            return row;
        }
        let row = self.processes.len();
        self.processes.push(Row { id: process.into(), ..Row::default() });
        self.by_process.insert(process.into(), row);
        row
    }

    /// Returns the row of the thread whose key is set, and adds it if there is none.
    fn thread_row(&mut self, process: &[u8], thread: &[u8]) -> usize {
        if let Some(&row) = self.by_thread.get(self.key.as_slice()) {
            return row;
        }
        let row = self.threads.len();
        let process = self.process_row(process);
        self.process_of.push(process);
        let name = self.names.get(thread).cloned();
        self.threads.push(Row { id: thread.into(), name, ..Row::default() });
        self.by_thread.insert(self.key.as_slice().into(), row);
        row
    }
}

fn set_key(key: &mut Vec<u8>, process: &[u8], thread: &[u8]) {
    key.clear();
    key.extend_from_slice(&process.len().to_le_bytes());
    key.extend_from_slice(process);
    key.extend_from_slice(thread);
}

/// Names the lanes of the rows. Siblings (rows with equal first number) that share a name get their ids added.
fn name_all(rows: &[(usize, &Row)], kind: &str, sink: &mut dyn Sink) {
    let shown = rows.iter().filter_map(|&(parent, row)| Some((parent, row, row.lane?, row.title(kind))));
    let shown: Vec<_> = shown.collect();
    let mut uses: FxHashMap<(usize, &str), u32> = FxHashMap::default();
    for (parent, _, _, title) in &shown {
        *uses.entry((*parent, title)).or_default() += 1;
    }
    for (parent, row, lane, title) in &shown {
        if uses.get(&(*parent, title.as_str())).is_some_and(|&uses| uses > 1) {
            sink.name_lane(*lane, &format!("{title} {}", row.id_text()));
        } else {
            sink.name_lane(*lane, title);
        }
        if let Some(order) = row.order {
            sink.order_lane(*lane, order);
        }
    }
}

impl Row {
    /// Returns the lane of a process, and makes it first if there is none.
    fn lane(&mut self, sink: &mut dyn Sink) -> LaneId {
        *self.lane.get_or_insert_with(|| sink.lane(None, LaneKind::Process, ""))
    }

    fn id_text(&self) -> String {
        decode(&self.id).text.into_owned()
    }

    /// Returns the given name with its labels. Without a name, the id, preceded by the kind if it is a bare number.
    fn title(&self, kind: &str) -> String {
        let id = self.id_text();
        let name = match self.name.as_deref().filter(|name| !name.is_empty()) {
            Some(name) => name.to_owned(),
            None if id.is_empty() => kind.to_owned(),
            None if id.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => format!("{kind} {id}"),
            None => id,
        };
        match self.labels.as_deref().filter(|labels| !labels.is_empty()) {
            Some(labels) => format!("{name} ({labels})"),
            None => name,
        }
    }
}

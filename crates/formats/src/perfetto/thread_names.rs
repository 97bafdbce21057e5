//! Names of threads as the kernel's scheduler writes them, for threads that nothing else in the file names.

use super::numbers::sched as number;
use crate::protobuf::{Content, fields, numbers};
use rustc_hash::FxHashMap;

/// Latest name of each thread.
#[derive(Debug, Default)]
pub(super) struct ThreadNames {
    by_thread: FxHashMap<i64, Named>,
}

#[derive(Debug, Default)]
struct Named {
    at: u64,
    name: Box<[u8]>,
}

impl ThreadNames {
    /// Takes the name that a thread has at an instant. Bundles of several processors come in any order, so a later
    /// instant counts, not a later place in the file.
    fn take(&mut self, at: u64, thread: u64, name: &[u8]) {
        // Thread 0 is each processor's idle task.
        let thread = i64::from(thread as i32);
        if thread == 0 || name.is_empty() {
            return;
        }
        let known = self.by_thread.entry(thread).or_default();
        if at < known.at {
            return;
        }
        known.at = at;
        if *known.name != *name {
            known.name = name.into();
        }
    }

    /// Takes the names in an event of the scheduler. `None` if it is not a valid message.
    pub(super) fn event(&mut self, kind: u32, message: &[u8], at: u64) -> Option<()> {
        let (mut names, mut threads) = ([&b""[..]; 2], [0; 2]);
        let places = match kind {
            number::SWITCH => [(1, 2), (5, 6)],
            // Waking a thread up names only that one.
            _ => [(1, 2), (0, 0)],
        };
        for field in fields(message) {
            let (field, value) = field.ok()?;
            for (which, &(name, thread)) in places.iter().enumerate() {
                match value {
                    Content::Bytes(bytes) if field == name => names[which] = bytes,
                    Content::Number(value) if field == thread => threads[which] = value,
                    _ => {}
                }
            }
        }
        for (thread, name) in threads.into_iter().zip(names) {
            self.take(at, thread, name);
        }
        Some(())
    }

    /// Takes the names in the events of a bundle that are stored by columns. `None` if they are not a valid message.
    pub(super) fn columns(&mut self, message: &[u8]) -> Option<()> {
        let mut table: Vec<&[u8]> = Vec::new();
        let (mut switches, mut wakings) = (Columns::default(), Columns::default());
        for field in fields(message) {
            let (field, value) = field.ok()?;
            match field {
                number::SWITCH_TIME => switches.times(value),
                number::SWITCH_THREAD => numbers(value, None, &mut |thread| switches.threads.push(thread)),
                number::SWITCH_NAME => numbers(value, None, &mut |name| switches.names.push(name)),
                number::WAKING_TIME => wakings.times(value),
                number::WAKING_THREAD => numbers(value, None, &mut |thread| wakings.threads.push(thread)),
                number::WAKING_NAME => numbers(value, None, &mut |name| wakings.names.push(name)),
                number::NAMES => {
                    if let Content::Bytes(name) = value {
                        table.push(name);
                    }
                }
                _ => {}
            }
        }
        for Columns { times, threads, names, .. } in [switches, wakings] {
            for ((at, thread), name) in times.into_iter().zip(threads).zip(names) {
                let name = usize::try_from(name).ok().and_then(|name| table.get(name));
                self.take(at, thread, name.copied().unwrap_or_default());
            }
        }
        Some(())
    }

    /// Returns the names by the threads' ids as text.
    pub(super) fn texts(&self) -> FxHashMap<Box<[u8]>, String> {
        let text = |(thread, named): (&i64, &Named)| {
            let name = String::from_utf8_lossy(&named.name).into_owned();
            (thread.to_string().into_bytes().into(), name)
        };
        self.by_thread.iter().map(text).collect()
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_thread.len() as u64 * 96
    }
}

/// Times, threads and numbers of names, one row for each event.
#[derive(Debug, Default)]
struct Columns {
    times: Vec<u64>,
    threads: Vec<u64>,
    names: Vec<u64>,
    /// The last time.
    last: u64,
}

impl Columns {
    /// Takes times, each as the step from the one before it.
    fn times(&mut self, value: Content<'_>) {
        numbers(value, None, &mut |step| {
            self.last = self.last.wrapping_add(step);
            self.times.push(self.last);
        });
    }
}

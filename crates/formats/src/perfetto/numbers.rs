//! Lists the field numbers that google/perfetto publishes in `protos/perfetto/trace/`.

/// Fields of `TracePacket`.
pub(super) mod packet {
    pub(in super::super) const FTRACE: u32 = 1;
    pub(in super::super) const PROCESS_TREE: u32 = 2;
    pub(in super::super) const TRUSTED_UID: u32 = 3;
    pub(in super::super) const CLOCK_SNAPSHOT: u32 = 6;
    pub(in super::super) const TIMESTAMP: u32 = 8;
    pub(in super::super) const SEQUENCE_ID: u32 = 10;
    pub(in super::super) const TRACK_EVENT: u32 = 11;
    pub(in super::super) const INTERNED_DATA: u32 = 12;
    pub(in super::super) const SEQUENCE_FLAGS: u32 = 13;
    pub(in super::super) const STATE_CLEARED: u32 = 41;
    pub(in super::super) const PREVIOUS_DROPPED: u32 = 42;
    pub(in super::super) const PROCESS_DESCRIPTOR: u32 = 43;
    pub(in super::super) const THREAD_DESCRIPTOR: u32 = 44;
    pub(in super::super) const COMPRESSED: u32 = 50;
    pub(in super::super) const STREAMED_PROFILE: u32 = 54;
    pub(in super::super) const CLOCK_ID: u32 = 58;
    pub(in super::super) const DEFAULTS: u32 = 59;
    pub(in super::super) const TRACK_DESCRIPTOR: u32 = 60;
    pub(in super::super) const PERF_SAMPLE: u32 = 66;
    pub(in super::super) const TRUSTED_PID: u32 = 79;
    pub(in super::super) const FIRST_ON_SEQUENCE: u32 = 87;
    pub(in super::super) const MACHINE_ID: u32 = 98;
    pub(in super::super) const ZSTD_COMPRESSED: u32 = 133;
}

/// Events of the kernel's scheduler: fields of `FtraceEvent`, and of `CompactSched`, which stores them by columns.
pub(super) mod sched {
    pub(in super::super) const SWITCH: u32 = 4;
    pub(in super::super) const WAKEUP: u32 = 17;
    pub(in super::super) const WAKING: u32 = 20;
    pub(in super::super) const WAKEUP_NEW: u32 = 114;
    pub(in super::super) const SWITCH_TIME: u32 = 1;
    pub(in super::super) const SWITCH_THREAD: u32 = 3;
    pub(in super::super) const NAMES: u32 = 5;
    pub(in super::super) const SWITCH_NAME: u32 = 6;
    pub(in super::super) const WAKING_TIME: u32 = 7;
    pub(in super::super) const WAKING_THREAD: u32 = 8;
    pub(in super::super) const WAKING_NAME: u32 = 11;
}

/// Fields of `PerfSample` and of `StreamingProfilePacket`.
pub(super) mod sample {
    pub(in super::super) const PROCESS: u32 = 2;
    pub(in super::super) const THREAD: u32 = 3;
    pub(in super::super) const STACK: u32 = 4;
    pub(in super::super) const RECORDS_LOST: u32 = 17;
    pub(in super::super) const SKIPPED: u32 = 18;
    pub(in super::super) const PRODUCER: u32 = 19;
    pub(in super::super) const STREAMED_STACKS: u32 = 1;
    pub(in super::super) const STREAMED_STEPS: u32 = 2;
}

/// Returns the name of another kind of packet, for the report.
pub(super) fn describe(number: u32) -> &'static str {
    match number {
        1 => "packet of ftrace events",
        2 => "packet of the process tree",
        4 => "packet of an inode file map",
        5 => "packet of Chrome events",
        7 => "packet of system statistics",
        9 => "packet of process statistics",
        33 => "packet of the trace’s configuration",
        34 => "packet of ftrace statistics",
        35 => "packet of the trace’s statistics",
        36 => "packet that marks a sync point",
        37 => "packet of a heap profile",
        38 => "packet of a battery",
        39 => "packet of Android’s log",
        40 => "packet of power rails",
        45 => "packet of the system’s description",
        46 => "packet of a trigger",
        47 => "packet of a list of packages",
        51 => "packet of Chrome’s metadata",
        52 => "packet of GPU counters",
        53 => "packet of GPU render stages",
        56 => "packet of a heap graph",
        57 => "packet of graphics frames",
        61 => "packet of symbols of modules",
        67 => "packet of processors",
        68 => "packet of memory maps",
        69 => "packet of the tracing service",
        72 => "packet of descriptions of extensions",
        73 => "packet of a memory tracker",
        76 => "packet of a frame timeline",
        89 => "packet of the trace’s id",
        95 => "packet of Windows events",
        99..=103 => "packet of V8’s code",
        124 => "packet of the trace’s origin",
        135 => "packet of a sample of a stack",
        _ => "packet of another kind",
    }
}

/// Fields of `TrackEvent`.
pub(super) mod event {
    pub(in super::super) const STEP_MICROS: u32 = 1;
    pub(in super::super) const CATEGORY_IIDS: u32 = 3;
    pub(in super::super) const LEGACY: u32 = 6;
    pub(in super::super) const TYPE: u32 = 9;
    pub(in super::super) const NAME_IID: u32 = 10;
    pub(in super::super) const TRACK: u32 = 11;
    pub(in super::super) const MICROS: u32 = 16;
    pub(in super::super) const CATEGORIES: u32 = 22;
    pub(in super::super) const NAME: u32 = 23;
    pub(in super::super) const COUNTER: u32 = 30;
    pub(in super::super) const PLACE: u32 = 33;
    pub(in super::super) const PLACE_IID: u32 = 34;
    pub(in super::super) const FLOWS_OLD: u32 = 36;
    pub(in super::super) const LAST_FLOWS_OLD: u32 = 42;
    pub(in super::super) const DOUBLE_COUNTER: u32 = 44;
    pub(in super::super) const FLOWS: u32 = 47;
    pub(in super::super) const LAST_FLOWS: u32 = 48;
}

//! Functions that wait: for a lock, another thread, a message, a device or a timer.
//!
//! The time of such a function is no work. It changes whenever other threads or processes change, so it is an effect
//! and seldom a cause. Functions are recognised by name.

/// Last segments of the names of functions that wait. In ascending order.
const WAITING: &[&str] = &[
    "(idle)",
    "___lll_lock_wait",
    "__futex_abstimed_wait_common",
    "__lll_lock_wait",
    "__psynch_cvwait",
    "__psynch_mutexwait",
    "__ulock_wait",
    "_wait_for_tstate_lock",
    "acquire",
    "clock_nanosleep",
    "cuctxsynchronize",
    "cudadevicesynchronize",
    "cudaeventsynchronize",
    "cudastreamsynchronize",
    "cudastreamwaitevent",
    "custreamsynchronize",
    "do_futex",
    "epoll_wait",
    "futex_wait",
    "futex_wait_queue",
    "gopark",
    "hipdevicesynchronize",
    "hipeventsynchronize",
    "hipstreamsynchronize",
    "io_getevents",
    "kevent",
    "mpi_allgather",
    "mpi_allgatherv",
    "mpi_allreduce",
    "mpi_alltoall",
    "mpi_alltoallv",
    "mpi_alltoallw",
    "mpi_barrier",
    "mpi_bcast",
    "mpi_exscan",
    "mpi_gather",
    "mpi_gatherv",
    "mpi_mprobe",
    "mpi_probe",
    "mpi_recv",
    "mpi_reduce",
    "mpi_reduce_scatter",
    "mpi_reduce_scatter_block",
    "mpi_scan",
    "mpi_scatter",
    "mpi_scatterv",
    "mpi_sendrecv",
    "mpi_sendrecv_replace",
    "mpi_wait",
    "mpi_waitall",
    "mpi_waitany",
    "mpi_waitsome",
    "msleep",
    "nanosleep",
    "notesleep",
    "notetsleep",
    "notetsleepg",
    "ntwaitforalertbythreadid",
    "ntwaitformultipleobjects",
    "ntwaitforsingleobject",
    "park",
    "parknanos",
    "parkuntil",
    "poll",
    "ppoll",
    "pselect",
    "pthread_cond_timedwait",
    "pthread_cond_wait",
    "pthread_join",
    "pthread_mutex_lock",
    "select",
    "selectgo",
    "sem_timedwait",
    "sem_wait",
    "semacquire",
    "semacquire1",
    "semaphore_wait_trap",
    "sigtimedwait",
    "sigwait",
    "sleep",
    "sleepex",
    "sys_futex",
    "usleep",
    "wait",
    "wait4",
    "waitforgpuidle",
    "waitformultipleobjects",
    "waitformultipleobjectsex",
    "waitforsingleobject",
    "waitforsingleobjectex",
    "waitid",
    "waitpid",
];

/// Types whose methods of these names wait: queues, threads, processes and results that others compute. The names alone
/// are too common. In lower case.
const WAITING_METHODS: &[(&[&str], &[&str])] = &[
    (
        &[
            "queue",
            "simplequeue",
            "lifoqueue",
            "priorityqueue",
            "joinablequeue",
            "blockingqueue",
            "arrayblockingqueue",
            "linkedblockingqueue",
            "linkedblockingdeque",
            "synchronousqueue",
            "delayqueue",
        ],
        &["get", "put", "take", "join"],
    ),
    (&["thread", "process", "baseprocess", "joinhandle", "forkjointask"], &["join"]),
    (
        &["future", "futuretask", "completablefuture", "asyncresult", "mapresult", "applyresult"],
        &["result", "exception", "get", "join"],
    ),
    (&["countdownlatch", "cyclicbarrier", "condition"], &["await"]),
    (&["receiver"], &["recv", "recv_timeout"]),
];

/// Returns true if a function of this name waits. Capitals, arguments, `P` before `MPI_` and everything before the last
/// `.`, `:`, `/` or `$` do not matter: `threading.Condition.wait` and `PMPI_Wait` wait.
pub fn is_waiting(name: &str) -> bool {
    let segment = last_segment(name).to_ascii_lowercase();
    let segment = segment.strip_prefix("pmpi_").map_or(segment.clone(), |rest| format!("mpi_{rest}"));
    WAITING.contains(&segment.as_str()) || is_waiting_method(name, &segment)
}

/// Last segments of the names of functions that wait for a time that the program chooses. In ascending order.
const SLEEPING: &[&str] = &[
    "clock_nanosleep",
    "msleep",
    "nanosleep",
    "notesleep",
    "notetsleep",
    "notetsleepg",
    "parknanos",
    "parkuntil",
    "sleep",
    "sleepex",
    "usleep",
];

/// Returns true if a function of this name waits for a time that the program chooses, and not for others.
pub fn is_sleep(name: &str) -> bool {
    SLEEPING.contains(&last_segment(name).to_ascii_lowercase().as_str())
}

/// Returns true if a name ends with a method that waits, after its type: `queue.Queue.get`.
fn is_waiting_method(name: &str, method: &str) -> bool {
    let of_method = WAITING_METHODS.iter().filter(|(_, methods)| methods.contains(&method));
    let mut types = of_method.flat_map(|(types, _)| types.iter()).peekable();
    if types.peek().is_none() {
        return false;
    }
    let lower = without_arguments(name).to_ascii_lowercase();
    let mut segments = lower.rsplit(['.', ':', '/', '$']).filter(|segment| !segment.is_empty()).skip(1);
    segments.next().is_some_and(|of| types.any(|known| *known == of))
}

/// Returns, for each key of an identity, whether its function waits. The file in a key does not matter either.
pub fn waiting(keys: &[String]) -> Vec<bool> {
    keys.iter().map(|key| is_waiting(key)).collect()
}

/// Returns the last segment of a name, without its arguments and without what follows a blank.
fn last_segment(name: &str) -> &str {
    const IDLE: &str = "(idle)";
    let name = name.trim();
    if name.starts_with(IDLE) {
        return IDLE;
    }
    let name = without_arguments(name);
    name.rsplit(['.', ':', '/', '$']).next().unwrap_or(name)
}

/// Returns a name up to its arguments, a blank or the like.
fn without_arguments(name: &str) -> &str {
    let name = name.trim();
    let end = name.find(['(', '<', '@', ' ']).filter(|&end| end > 0).unwrap_or(name.len());
    &name[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_segment_decides() {
        for name in [
            "Condition.wait",
            "threading.Thread._wait_for_tstate_lock",
            "lock.acquire",
            "std::condition_variable::wait(std::unique_lock<std::mutex>&)",
            "PMPI_Waitall",
            "MPI_Recv",
            "PMPI_Allreduce",
            "MPI_Bcast",
            "runtime.gopark",
            "jdk.internal.misc.Unsafe.park",
            "java/lang/Object.wait",
            "(idle)",
            "cudaStreamSynchronize",
            "futex_wait_queue",
            "epoll_wait@plt",
            "queue.get",
            "Queue.get (queue.py)",
            "concurrent.futures.Future.result",
            "Thread.join",
            "java.lang.Thread.join()",
            "java/util/concurrent/LinkedBlockingQueue.take",
            "std::sync::mpsc::Receiver::recv",
        ] {
            assert!(is_waiting(name), "{name}");
        }
        for name in [
            "wait_and_count",
            "Waiter.run",
            "acquire_lease",
            "MPI_Send",
            "poller",
            "",
            "(program)",
            "MPI_Comm_rank",
            "PMPI_File_write",
            "park.open",
            "dict.get",
            "str.join",
            "Session.get",
            "get",
            "queue.get_nowait",
        ] {
            assert!(!is_waiting(name), "{name}");
        }
        for name in ["time.sleep", "Thread.sleep", "usleep", "clock_nanosleep"] {
            assert!(is_sleep(name) && is_waiting(name), "{name}");
        }
        assert!(!is_sleep("lock.acquire") && !is_sleep("sleeper") && SLEEPING.is_sorted());
    }
}

//! Runs of message-passing programs with planted faults, for tests of what the Space-time lists name.
//!
//! A [`RunPlan`] says which machine runs which program with which [`Fault`]. [`RunPlan::run`] simulates it: ranks
//! compute, send, receive and reduce, with jitter, pauses and a start-up that takes another time in every run.
//! [`paje`] writes the result as a Pajé trace. The same plan gives the same bytes.

mod paje;
mod simulation;

pub use paje::paje;
pub use simulation::{Message, SimulatedRun, StateSpan};

use std::ops::Range;

/// A machine: a tree of clusters, hosts and ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machine {
    /// Number of clusters.
    pub clusters: usize,
    /// Number of hosts of each cluster.
    pub hosts: usize,
    /// Number of ranks on each host.
    pub ranks: usize,
}

impl Machine {
    /// 16 ranks on 4 hosts.
    pub const SMALL: Self = Self { clusters: 1, hosts: 4, ranks: 4 };
    /// 64 ranks on 16 hosts of 4 clusters.
    pub const MEDIUM: Self = Self { clusters: 4, hosts: 4, ranks: 4 };
    /// 700 ranks on 70 hosts of 7 clusters.
    pub const LARGE: Self = Self { clusters: 7, hosts: 10, ranks: 10 };

    /// Returns the number of ranks.
    pub fn lanes(self) -> usize {
        self.clusters * self.hosts * self.ranks
    }

    /// Returns the ranks of a host; hosts are numbered over all clusters.
    pub fn of_host(self, host: usize) -> Range<usize> {
        host * self.ranks..(host + 1) * self.ranks
    }

    /// Returns the host of a rank.
    pub fn host_of(self, rank: usize) -> usize {
        rank / self.ranks
    }

    /// Returns the path of a host in the tree of lanes, without the outermost lane.
    pub fn host_path(self, host: usize) -> String {
        format!("cluster-{}/host-{host}", host / self.hosts)
    }

    /// Returns the path of a rank in the tree of lanes, without the outermost lane.
    pub fn rank_path(self, rank: usize) -> String {
        format!("{}/rank-{rank}", self.host_path(self.host_of(rank)))
    }
}

/// The way in which ranks depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// Each step computes, exchanges messages with both neighbours, and reduces in every eighth step.
    Stencil,
    /// Each step passes from the first rank to the last and back, a block at a time.
    Wavefront,
    /// Each step computes and reduces. There are no messages between two ranks.
    Collective,
}

impl Program {
    /// All programs.
    pub const ALL: [Self; 3] = [Self::Stencil, Self::Wavefront, Self::Collective];
}

/// A fault in a run, or none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// Nothing but another run.
    Nothing,
    /// The ranks of a host compute more slowly for a while.
    SlowHost {
        /// Number of the host.
        host: usize,
        /// Factor by which computing takes longer.
        factor: f64,
        /// Parts of the undisturbed run between which it is slow.
        during: [f64; 2],
    },
    /// Messages between two neighbouring hosts take longer for a while.
    SlowLink {
        /// Number of the first host; the second is the next one.
        host: usize,
        /// Latency of a message, as a part of a step's computing.
        latency: f64,
        /// Parts of the undisturbed run between which it is slow.
        during: [f64; 2],
    },
    /// No message arrives and no reduction ends for a while.
    GlobalStall {
        /// Part of the undisturbed run after which it begins.
        at: f64,
        /// Duration, as a part of the undisturbed run.
        lasts: f64,
    },
    /// One rank computes for longer, once.
    LateRank {
        /// Number of the rank.
        rank: usize,
        /// Part of the undisturbed run after which it happens.
        at: f64,
        /// Additional duration, as a part of the undisturbed run.
        lasts: f64,
    },
    /// All ranks compute more slowly, from the start to the end.
    AllSlower {
        /// Factor by which computing takes longer.
        factor: f64,
    },
    /// All ranks write output after the end of the undisturbed run.
    LongerTail {
        /// Duration, as a part of the undisturbed run.
        lasts: f64,
    },
}

impl Fault {
    /// Returns the name of the kind of fault.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::SlowHost { .. } => "slow host",
            Self::SlowLink { .. } => "slow link",
            Self::GlobalStall { .. } => "global stall",
            Self::LateRank { .. } => "one late rank",
            Self::AllSlower { .. } => "all slower",
            Self::LongerTail { .. } => "longer tail",
        }
    }

    /// Returns the ranks that a right finding names: those of the slow host or link, the late rank, or all.
    pub fn ranks(&self, machine: Machine) -> Range<usize> {
        match *self {
            Self::SlowHost { host, .. } => machine.of_host(host),
            Self::SlowLink { host, .. } => machine.of_host(host).start..machine.of_host(host + 1).end,
            Self::LateRank { rank, .. } => rank..rank + 1,
            Self::Nothing | Self::GlobalStall { .. } | Self::AllSlower { .. } | Self::LongerTail { .. } => {
                0..machine.lanes()
            }
        }
    }

    /// Returns a fault of each kind for a machine. Places and amounts come from the seed.
    pub fn of_each_kind(machine: Machine, seed: u64) -> Vec<Self> {
        let mut rng = crate::Rng::new(seed ^ 0xFA17);
        let mut part = |from: u64, to: u64| (from + rng.below(to - from)) as f64 / 100.0;
        let hosts = machine.clusters * machine.hosts;
        let place = |part: f64, count: usize| ((part * count as f64) as usize).min(count - 1);
        let at = part(25, 60);
        vec![
            Self::Nothing,
            Self::SlowHost {
                host: place(part(0, 100), hosts),
                factor: 2.0 + part(0, 200),
                during: [at, at + part(8, 20)],
            },
            Self::SlowLink {
                host: place(part(0, 100), hosts - 1),
                latency: 0.8 + part(0, 80),
                during: [at, at + part(8, 20)],
            },
            Self::GlobalStall { at, lasts: part(4, 10) },
            Self::LateRank { rank: place(part(0, 100), machine.lanes()), at, lasts: part(5, 12) },
            Self::LongerTail { lasts: part(8, 35) },
            Self::AllSlower { factor: 1.0 + part(12, 40) },
        ]
    }
}

/// The plan of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunPlan {
    /// Machine that runs it.
    pub machine: Machine,
    /// The program.
    pub program: Program,
    /// Steps of the main phase.
    pub steps: usize,
    /// The planted fault.
    pub fault: Fault,
    /// Seed of jitter, pauses and start-up.
    pub seed: u64,
}

impl RunPlan {
    /// Simulates the run.
    pub fn run(&self) -> SimulatedRun {
        simulation::run(self)
    }
}

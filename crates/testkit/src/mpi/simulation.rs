//! The simulation: every rank has a clock, and steps are worked off in an order in which messages are sent before they
//! are received.

use super::{Fault, Machine, Program, RunPlan};
use crate::Rng;

/// The name of a state and its time on a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateSpan {
    /// Number of the rank.
    pub rank: usize,
    /// Name of the state.
    pub state: &'static str,
    /// Start, nanoseconds.
    pub start: i64,
    /// End, nanoseconds.
    pub end: i64,
}

/// A message between two ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Message {
    /// Rank that sends it.
    pub from: usize,
    /// Rank that receives it.
    pub to: usize,
    /// Instant within the sending state, nanoseconds.
    pub sent: i64,
    /// Instant at which it arrives, within the receiving state, nanoseconds.
    pub received: i64,
}

/// A run: the states of all ranks and the messages between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimulatedRun {
    /// Machine that ran it.
    pub machine: Machine,
    /// States, by rank in order of time.
    pub states: Vec<StateSpan>,
    /// Messages.
    pub messages: Vec<Message>,
    /// End of the last state, nanoseconds.
    pub end: i64,
    /// Time in which the fault acts, nanoseconds; `None` without a fault, and if the fault does not act.
    pub acts: Option<[i64; 2]>,
}

/// Computing in a step, nanoseconds.
const STEP: f64 = 1_000_000.0;
/// Latency of a message, nanoseconds.
const LATENCY: f64 = 12_000.0;
/// Duration of a call that sends, nanoseconds.
const SENDING: f64 = 6_000.0;
/// Blocks of a sweep of [`Program::Wavefront`].
const BLOCKS: usize = 4;
/// Steps between two reductions of [`Program::Stencil`].
const REDUCE_EVERY: usize = 8;
/// Computations among which there is one pause on average.
const PAUSE_EVERY: u64 = 2_000;

pub(super) fn run(plan: &RunPlan) -> SimulatedRun {
    let mut ranks = Ranks::new(plan);
    ranks.start_up();
    for step in 0..plan.steps {
        // Two phases of the program take turns.
        let work = if step / 10 % 2 == 0 { STEP } else { STEP * 0.6 };
        match plan.program {
            Program::Stencil => ranks.stencil(step, work),
            Program::Wavefront => ranks.wavefront(work),
            Program::Collective => ranks.collective(work),
        }
    }
    ranks.finish()
}

/// The clocks of all ranks.
struct Ranks<'a> {
    plan: &'a RunPlan,
    rng: Rng,
    clock: Vec<f64>,
    states: Vec<StateSpan>,
    messages: Vec<Message>,
    /// Approximate duration of the undisturbed run.
    usual: f64,
    /// True once the late rank has been late.
    was_late: bool,
    /// First and last instant at which the fault acted.
    acts: Option<[f64; 2]>,
}

impl<'a> Ranks<'a> {
    fn new(plan: &'a RunPlan) -> Self {
        let machine = plan.machine;
        let lanes = machine.lanes();
        let mut ranks = Self {
            plan,
            rng: Rng::new(plan.seed),
            clock: vec![0.0; lanes],
            states: Vec::new(),
            messages: Vec::new(),
            usual: f64::INFINITY,
            was_late: false,
            acts: None,
        };
        if plan.fault != Fault::Nothing {
            let undisturbed = RunPlan { fault: Fault::Nothing, ..*plan };
            ranks.usual = run(&undisturbed).end as f64;
        }
        ranks
    }

    fn lanes(&self) -> usize {
        self.clock.len()
    }

    /// Returns a random number from 0 to 1.
    fn chance(&mut self) -> f64 {
        self.rng.below(1 << 30) as f64 / f64::from(1u32 << 30)
    }

    /// Notes that the fault acts between two instants.
    fn act(&mut self, from: f64, to: f64) {
        let [first, last] = self.acts.unwrap_or([from, to]);
        self.acts = Some([first.min(from), last.max(to)]);
    }

    /// Adds a state that ends at an instant, and moves the rank's clock there.
    fn spend(&mut self, rank: usize, state: &'static str, end: f64) {
        let start = self.clock[rank].round() as i64;
        let end = end.max(self.clock[rank] + 1.0);
        self.clock[rank] = end;
        self.states.push(StateSpan { rank, state, start, end: end.round() as i64 });
    }

    fn is_during(&self, [from, to]: [f64; 2], at: f64) -> bool {
        (from * self.usual..to * self.usual).contains(&at)
    }

    /// Computes for about `work`, with jitter, pauses and the faults that slow computing.
    fn compute(&mut self, rank: usize, work: f64) {
        let machine = self.plan.machine;
        // Ranks differ a little in every run in the same way.
        let own = 1.0 + 0.06 * ((rank * 7 % 11) as f64 / 11.0 - 0.5);
        let mut takes = work * own * (0.98 + 0.04 * self.chance());
        if self.rng.below(PAUSE_EVERY) == 0 {
            takes += STEP * (0.2 + self.chance());
        }
        let at = self.clock[rank];
        match self.plan.fault {
            Fault::SlowHost { host, factor, during }
                if machine.host_of(rank) == host && self.is_during(during, at) =>
            {
                takes *= factor;
                self.act(at, at + takes);
            }
            Fault::LateRank { rank: late, at: when, lasts }
                if rank == late && !self.was_late && at >= when * self.usual =>
            {
                self.was_late = true;
                takes += lasts * self.usual;
                self.act(at, at + takes);
            }
            Fault::AllSlower { factor } => {
                takes *= factor;
                self.act(at, at + takes);
            }
            _ => {}
        }
        self.spend(rank, "computing", at + takes);
    }

    /// Returns the instant at which something that would arrive at `at` arrives.
    fn arrival(&mut self, at: f64) -> f64 {
        if let Fault::GlobalStall { at: from, lasts } = self.plan.fault {
            let [from, to] = [from * self.usual, (from + lasts) * self.usual];
            if (from..to).contains(&at) {
                self.act(from, to);
                return to;
            }
        }
        at
    }

    /// Sends a message and returns its number.
    fn send(&mut self, from: usize, to: usize) -> usize {
        let sent = self.clock[from];
        let machine = self.plan.machine;
        let [a, b] = [from, to].map(|rank| machine.host_of(rank));
        let mut takes = LATENCY * (0.8 + 0.4 * self.chance());
        if a != b {
            takes *= 1.5;
        }
        if let Fault::SlowLink { host, latency, during } = self.plan.fault
            && a.min(b) == host
            && a.max(b) == host + 1
            && self.is_during(during, sent)
        {
            takes += latency * STEP;
            self.act(sent, sent + takes);
        }
        let received = self.arrival(sent + SENDING + takes);
        self.messages.push(Message {
            from,
            to,
            sent: (sent + 1.0).round() as i64,
            received: received.round() as i64,
        });
        self.spend(from, "PMPI_Send", sent + SENDING);
        self.messages.len() - 1
    }

    /// Receives a message that was sent.
    fn receive(&mut self, message: usize) {
        let rank = self.messages[message].to;
        let end = (self.messages[message].received as f64).max(self.clock[rank] + SENDING / 2.0);
        self.messages[message].received = end.round() as i64;
        self.spend(rank, "PMPI_Recv", end + 1.0);
    }

    /// Waits until all ranks are there.
    fn reduce(&mut self, state: &'static str) {
        let last = self.clock.iter().copied().fold(0.0, f64::max);
        let steps = (self.lanes() as f64).log2();
        let end = self.arrival(last + steps * LATENCY);
        for rank in 0..self.lanes() {
            let own = end + self.rng.below(2_000) as f64;
            self.spend(rank, state, own);
        }
    }

    /// The first rank reads the input and all others wait for it. This takes another time in every run.
    fn start_up(&mut self) {
        let takes = STEP * (6.0 + 4.0 * self.chance());
        self.compute(0, takes);
        for rank in 1..self.lanes() {
            self.compute(rank, STEP * 0.5);
        }
        self.reduce("PMPI_Bcast");
    }

    fn stencil(&mut self, step: usize, work: f64) {
        let lanes = self.lanes();
        for rank in 0..lanes {
            self.compute(rank, work);
        }
        let mut inbox: Vec<Vec<usize>> = vec![Vec::new(); lanes];
        for rank in 0..lanes {
            for to in [rank.checked_sub(1), Some(rank + 1).filter(|&to| to < lanes)].into_iter().flatten() {
                let message = self.send(rank, to);
                inbox[to].push(message);
            }
        }
        for message in inbox.into_iter().flatten() {
            self.receive(message);
        }
        if step % REDUCE_EVERY == REDUCE_EVERY - 1 {
            self.reduce("PMPI_Allreduce");
        }
    }

    fn wavefront(&mut self, work: f64) {
        let lanes = self.lanes();
        let forward: Vec<usize> = (0..lanes).collect();
        let back: Vec<usize> = (0..lanes).rev().collect();
        for order in [forward, back] {
            for _ in 0..BLOCKS {
                let mut incoming = None;
                for (place, &rank) in order.iter().enumerate() {
                    if let Some(message) = incoming {
                        self.receive(message);
                    }
                    self.compute(rank, work / (2 * BLOCKS) as f64);
                    incoming = order.get(place + 1).map(|&next| self.send(rank, next));
                }
            }
        }
    }

    fn collective(&mut self, work: f64) {
        for rank in 0..self.lanes() {
            self.compute(rank, work);
        }
        self.reduce("PMPI_Allreduce");
    }

    fn finish(mut self) -> SimulatedRun {
        self.reduce("PMPI_Barrier");
        if let Fault::LongerTail { lasts } = self.plan.fault {
            let from = self.clock.iter().copied().fold(0.0, f64::max);
            for rank in 0..self.lanes() {
                let takes = lasts * self.usual * (0.97 + 0.06 * self.chance());
                self.spend(rank, "PMPI_File_write", from + takes);
            }
            self.reduce("PMPI_Barrier");
            let to = self.clock.iter().copied().fold(0.0, f64::max);
            self.act(from, to);
        }
        let end = self.states.iter().map(|state| state.end).max().unwrap_or(0);
        self.states.sort_by_key(|state| (state.rank, state.start));
        let acts = self.acts.map(|acts| acts.map(|at| at.round() as i64));
        SimulatedRun { machine: self.plan.machine, states: self.states, messages: self.messages, end, acts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(program: Program, fault: Fault) -> RunPlan {
        RunPlan { machine: Machine::SMALL, program, steps: 40, fault, seed: 3 }
    }

    #[test]
    fn states_of_a_rank_follow_each_other() {
        for program in Program::ALL {
            for fault in Fault::of_each_kind(Machine::SMALL, 5) {
                let run = plan(program, fault).run();
                let follows = |two: &[StateSpan]| two[0].rank < two[1].rank || two[0].end <= two[1].start;
                assert!(run.states.windows(2).all(follows), "{program:?} {fault:?}");
                assert!(run.messages.iter().all(|message| message.sent < message.received));
                // A program without messages has no slow link.
                let acts = fault != Fault::Nothing
                    && !(program == Program::Collective && matches!(fault, Fault::SlowLink { .. }));
                assert_eq!(run.acts.is_some(), acts, "{program:?} {fault:?}");
            }
        }
    }

    #[test]
    fn a_slow_host_computes_longer_and_the_others_wait() {
        let fault = Fault::SlowHost { host: 2, factor: 3.0, during: [0.3, 0.6] };
        let [usual, slow] = [Fault::Nothing, fault].map(|fault| plan(Program::Stencil, fault).run());
        let time = |run: &SimulatedRun, host: usize, state: &str| -> i64 {
            let is_of = |of: &&StateSpan| of.state == state && run.machine.host_of(of.rank) == host;
            run.states.iter().filter(is_of).map(|of| of.end - of.start).sum()
        };
        assert!(time(&slow, 2, "computing") * 100 > time(&usual, 2, "computing") * 115);
        assert!(time(&slow, 0, "computing") * 20 < time(&usual, 0, "computing") * 21);
        assert!(time(&slow, 0, "PMPI_Recv") * 10 > 15 * time(&usual, 0, "PMPI_Recv"));
        assert!(slow.end > usual.end);
    }

    #[test]
    fn all_ranks_compute_longer_if_all_are_slower() {
        let fault = Fault::AllSlower { factor: 1.2 };
        for program in Program::ALL {
            let [usual, slow] = [Fault::Nothing, fault].map(|fault| plan(program, fault).run());
            for rank in 0..Machine::SMALL.lanes() {
                let time = |run: &SimulatedRun| -> i64 {
                    let is_of = |of: &&StateSpan| of.state == "computing" && of.rank == rank;
                    run.states.iter().filter(is_of).map(|of| of.end - of.start).sum()
                };
                let ratio = time(&slow) as f64 / time(&usual) as f64;
                assert!((1.15..1.25).contains(&ratio), "{program:?} {rank}: {ratio}");
            }
        }
    }

    #[test]
    fn equal_plans_give_equal_runs() {
        let plan = plan(Program::Wavefront, Fault::GlobalStall { at: 0.5, lasts: 0.1 });
        assert_eq!(plan.run(), plan.run());
        assert_ne!(plan.run().states, RunPlan { seed: 4, ..plan }.run().states);
    }
}

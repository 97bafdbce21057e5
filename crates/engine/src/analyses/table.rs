//! The table of analyses: results, running jobs and jobs to start.

use super::{Analysis, Entry, ReadContext, Reads};
use diptych_protocol::SideName;
use diptych_protocol::compute::Need;
use diptych_store::Columns;
use diptych_trace::Trace;
use std::any::Any;
use std::rc::Rc;

/// The key of the table: an analysis, the traces it reads and its query.
#[derive(Debug, Clone)]
pub(crate) struct Work {
    pub(crate) entry: &'static Entry,
    /// Traces and runs that the analysis reads, with versions.
    pub(crate) needs: Vec<Need>,
    /// Digest of the query's bytes.
    pub(crate) digest: u128,
}

impl PartialEq for Work {
    fn eq(&self, other: &Self) -> bool {
        self.is_like(other) && self.needs == other.needs && self.digest == other.digest
    }
}

impl Work {
    /// Returns true if `other` is the same analysis of the same sides. The table wants one query of them at a time.
    fn is_like(&self, other: &Self) -> bool {
        let sides = |work: &Self| {
            let traces = work.needs.iter().filter(|need| !need.runs);
            traces.map(|need| need.side).collect::<Vec<SideName>>()
        };
        self.entry.name == other.entry.name && sides(self) == sides(other)
    }
}

/// The result of a query so far.
#[derive(Debug)]
pub enum Lookup<V> {
    /// The result.
    Ready(Rc<V>),
    /// The result is being computed.
    Pending,
    /// The result could not be read, even after a second computation.
    Failed,
}

/// A job to hand out.
#[derive(Debug)]
pub(crate) struct NewJob {
    pub(crate) id: u32,
    pub(crate) work: Work,
    /// Query, as stored bytes.
    pub(crate) query: Vec<u8>,
    /// True if the first result, perhaps a stored one, did not fit. The job must then be computed.
    pub(crate) anew: bool,
    /// True if another job of this analysis is likely to follow soon on the same traces.
    pub(crate) may_follow: bool,
}

/// The results and jobs of all analyses.
///
/// For each analysis and its sides, one query is wanted at a time. An analysis that follows a slider keeps its previous
/// result until the next one arrives.
#[derive(Debug, Default)]
pub struct Table {
    slots: Vec<Slot>,
    last_job: u32,
    /// Numbers of jobs to hand out, in order.
    to_send: Vec<u32>,
    /// Numbers of jobs to cancel.
    to_give_up: Vec<u32>,
}

#[derive(Debug)]
struct Slot {
    work: Work,
    /// True if its query is the latest one of this analysis and these sides.
    is_wanted: bool,
    state: State,
}

#[derive(Debug)]
enum State {
    Pending(Pending),
    Ready(Rc<dyn Any>),
    Failed,
}

#[derive(Debug)]
struct Pending {
    query: Vec<u8>,
    /// Number of the job; `None` while an earlier job of the same analysis and sides runs to its end.
    job: Option<u32>,
    /// True if this is the second computation.
    anew: bool,
    /// Result bytes that arrived before the analysis that they are read with. This happens with stored results.
    early: Option<Vec<u8>>,
}

impl Slot {
    /// Returns the number of the job while its result is missing.
    fn running(&self) -> Option<u32> {
        match &self.state {
            State::Pending(Pending { job, early: None, .. }) => *job,
            _ => None,
        }
    }

    /// Returns true while an earlier job of the same analysis and sides runs.
    fn waits(&self) -> bool {
        matches!(self.state, State::Pending(Pending { job: None, .. }))
    }

    fn is_ready(&self) -> bool {
        matches!(self.state, State::Ready(_))
    }

    fn is_job(&self, id: u32) -> bool {
        matches!(self.state, State::Pending(Pending { job: Some(job), .. }) if job == id)
    }
}

impl Table {
    /// Returns the result so far of a query about sides of these versions; `None` stands for an empty side. A missing
    /// result becomes work.
    pub fn need<A: Analysis>(&mut self, query: &A::Query, versions: [Option<u32>; 2]) -> Lookup<A::Value> {
        self.need_with_runs::<A>(query, versions, [None; 2])
    }

    /// Like [`Self::need`], for an analysis that also reads the other runs of each side that has a version in
    /// `of_runs`.
    pub fn need_with_runs<A: Analysis>(
        &mut self,
        query: &A::Query,
        versions: [Option<u32>; 2],
        of_runs: [Option<u32>; 2],
    ) -> Lookup<A::Value> {
        let entry = const { &Entry::new::<A>() };
        let needs = |versions: [Option<u32>; 2], runs: bool| {
            let of_sides = SideName::BOTH.into_iter().zip(versions);
            of_sides.filter_map(move |(side, version)| Some(Need { side, version: version?, runs }))
        };
        let traces: Vec<Need> = needs(versions, false).collect();
        let needs = match entry.reads {
            Reads::Nothing => Vec::new(),
            Reads::Both if traces.len() < 2 => return Lookup::Failed,
            Reads::Both | Reads::Open => traces.into_iter().chain(needs(of_runs, true)).collect(),
        };
        let mut columns = Columns::default();
        A::put_query(query, &mut columns);
        let query = columns.to_bytes();
        let work = Work { entry, needs, digest: diptych_store::digest(&query) };
        self.want(&work, query);
        match self.slots.iter().find(|slot| slot.work == work).map(|slot| &slot.state) {
            Some(State::Ready(value)) => Rc::clone(value).downcast().map_or(Lookup::Failed, Lookup::Ready),
            Some(State::Pending(_)) => Lookup::Pending,
            Some(State::Failed) | None => Lookup::Failed,
        }
    }

    /// Returns the latest result of an analysis, whatever its query was.
    pub fn newest<A: Analysis>(&self) -> Option<Rc<A::Value>> {
        let mut slots = self.slots.iter().filter(|slot| slot.work.entry.name == A::NAME);
        slots.find_map(|slot| {
            if let State::Ready(value) = &slot.state { Rc::clone(value).downcast().ok() } else { None }
        })
    }

    /// Takes out the jobs to cancel and the jobs to hand out.
    pub(crate) fn take_jobs(&mut self) -> (Vec<u32>, Vec<NewJob>) {
        let ids = std::mem::take(&mut self.to_send);
        let jobs = ids.into_iter().filter_map(|id| {
            let Slot { work, state: State::Pending(pending), .. } =
                self.slots.iter().find(|slot| slot.is_job(id))?
            else {
                return None;
            };
            let may_follow = work.entry.interactive
                && self.slots.iter().any(|slot| slot.is_ready() && slot.work.is_like(work));
            let (query, anew) = (pending.query.clone(), pending.anew);
            Some(NewJob { id, work: work.clone(), query, anew, may_follow })
        });
        (std::mem::take(&mut self.to_give_up), jobs.collect())
    }

    /// Stores the result of a job. Returns true if something new is known. A result that does not fit, as a stored one
    /// may, is computed once more. An unknown job changes nothing.
    pub(crate) fn arrived(&mut self, id: u32, bytes: Option<&[u8]>, traces: [Option<&Trace>; 2]) -> bool {
        let Some(place) = self.slots.iter().position(|slot| slot.is_job(id)) else { return false };
        let work = self.slots[place].work.clone();
        let is_known = self.take_in(place, bytes.unwrap_or_default(), traces);
        // Results that arrived before this one may be readable now.
        for place in if is_known { 0..self.slots.len() } else { 0..0 } {
            let State::Pending(pending) = &mut self.slots[place].state else { continue };
            if let Some(bytes) = pending.early.take() {
                self.take_in(place, &bytes, traces);
            }
        }
        self.drop_overtaken();
        self.send_waiting(&work);
        is_known
    }

    /// Forgets cancelled jobs, and the queries that wait for them.
    pub(crate) fn given_up(&mut self, ids: &[u32]) {
        for &id in ids {
            let Some(place) = self.slots.iter().position(|slot| slot.is_job(id)) else { continue };
            let work = self.slots.remove(place).work;
            self.slots.retain(|slot| !(slot.waits() && slot.work.is_like(&work)));
        }
    }

    /// Drops the results of an analysis.
    pub fn let_go<A: Analysis>(&mut self) {
        self.slots.retain(|slot| slot.work.entry.name != A::NAME || !slot.is_ready());
    }

    /// Forgets everything because the sides changed. The caller ends the running jobs.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.to_send.clear();
    }

    /// Makes this query the one that is wanted of its analysis and sides.
    fn want(&mut self, work: &Work, query: Vec<u8>) {
        for slot in self.slots.iter_mut().filter(|slot| slot.work.is_like(work)) {
            slot.is_wanted = slot.work == *work;
        }
        if self.slots.iter().all(|slot| slot.work != *work) {
            let state = State::Pending(Pending { query, job: None, anew: false, early: None });
            self.slots.push(Slot { work: work.clone(), is_wanted: true, state });
        }
        let stays = |slot: &Slot| {
            let holds_until_then = work.entry.interactive && (slot.is_ready() || slot.running().is_some());
            slot.work == *work || !slot.work.is_like(work) || holds_until_then
        };
        let overtaken = self.slots.iter().filter(|slot| !stays(slot)).filter_map(Slot::running);
        self.to_give_up.extend(overtaken);
        self.slots.retain(stays);
        self.send_waiting(work);
    }

    /// Hands out the next waiting query of an analysis and its sides, unless one of them is running.
    fn send_waiting(&mut self, work: &Work) {
        if self.slots.iter().any(|slot| slot.work.is_like(work) && slot.running().is_some()) {
            return;
        }
        let id = self.last_job + 1;
        let mut waiting = self.slots.iter_mut().filter(|slot| slot.work.is_like(work) && slot.waits());
        if let Some(Slot { state: State::Pending(pending), .. }) = waiting.next() {
            (pending.job, self.last_job) = (Some(id), id);
            self.to_send.push(id);
        }
    }

    /// Keeps one result of each analysis and its sides: the wanted one, otherwise the newest. Drops failed queries that
    /// are not wanted.
    fn drop_overtaken(&mut self) {
        let rank = |place: usize| (self.slots[place].is_wanted, place);
        let stays = |place: usize| {
            let own = &self.slots[place];
            let is_better = |other: usize| {
                let slot = &self.slots[other];
                slot.is_ready() && slot.work.is_like(&own.work) && rank(other) > rank(place)
            };
            match own.state {
                State::Pending(_) => true,
                State::Ready(_) => !(0..self.slots.len()).any(is_better),
                State::Failed => own.is_wanted,
            }
        };
        let stays: Vec<bool> = (0..self.slots.len()).map(stays).collect();
        let mut stays = stays.into_iter();
        self.slots.retain(|_| stays.next().unwrap_or(true));
    }

    /// Reads the result of a slot. Returns true if something new is known.
    fn take_in(&mut self, place: usize, bytes: &[u8], traces: [Option<&Trace>; 2]) -> bool {
        let Slot { work, state: State::Pending(pending), .. } = &self.slots[place] else { return false };
        // Only an analysis that asked for the times of a trace sees one that holds sums instead of calls.
        let is_read = |side: SideName| work.needs.iter().any(|need| need.side == side && !need.runs);
        let traces = SideName::BOTH
            .map(|side| traces[side.index()].filter(|trace| trace.summed().is_none() || is_read(side)));
        let context = ReadContext { traces, table: self, serial: pending.job.unwrap_or(0) };
        let query = Columns::from_bytes(&pending.query);
        let value = query.and_then(|query| (work.entry.read)(&query, bytes, context));
        let (id, is_wanted) = (self.last_job + 1, self.slots[place].is_wanted);
        let State::Pending(pending) = &mut self.slots[place].state else { return false };
        match value {
            Ok(Some(value)) => {
                self.slots[place].state = State::Ready(value);
                return true;
            }
            Ok(None) => pending.early = Some(bytes.to_vec()),
            Err(_) if pending.anew || !is_wanted => {
                self.slots[place].state = State::Failed;
                return is_wanted;
            }
            Err(_) => {
                *pending = Pending {
                    query: std::mem::take(&mut pending.query),
                    job: Some(id),
                    anew: true,
                    early: None,
                };
                self.last_job = id;
                self.to_send.push(id);
            }
        }
        false
    }
}

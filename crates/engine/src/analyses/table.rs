//! The table of analyses: what is computed, what is being computed, what is to be computed.

use super::{Analysis, Entry, ReadContext, Reads};
use diptych_protocol::SideName;
use diptych_protocol::compute::Need;
use diptych_store::Columns;
use diptych_trace::Trace;
use std::any::Any;
use std::rc::Rc;

/// A piece of work, the key of the table: an analysis, the traces it reads and what it is asked.
#[derive(Debug, Clone)]
pub(crate) struct Work {
    pub(crate) entry: &'static Entry,
    /// What it reads of the sides, with versions.
    pub(crate) needs: Vec<Need>,
    /// Content of the query: 128 bits stand for it.
    pub(crate) digest: u128,
}

impl PartialEq for Work {
    fn eq(&self, other: &Self) -> bool {
        self.is_like(other) && self.needs == other.needs && self.digest == other.digest
    }
}

impl Work {
    /// Whether another is the same analysis of the same sides. One query of those is held at a time.
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
pub(crate) enum Lookup<V> {
    /// This is it.
    Ready(Rc<V>),
    /// It is on its way.
    Pending,
    /// What came did not fit, twice.
    Failed,
}

/// A job to be handed out.
#[derive(Debug)]
pub(crate) struct NewJob {
    pub(crate) id: u32,
    pub(crate) work: Work,
    /// The query, as stored bytes.
    pub(crate) query: Vec<u8>,
    /// What is stored for it did not fit: it is computed.
    pub(crate) anew: bool,
    /// Another of its kind is likely to follow soon, on the same traces.
    pub(crate) may_follow: bool,
}

/// Slots by work. Of each analysis, for the same sides, one query is wanted at a time. Of those that follow a slider
/// the answer before holds until the next has come.
#[derive(Debug, Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    last_job: u32,
    /// Numbers of jobs to be handed out, in order.
    to_send: Vec<u32>,
    /// Numbers of jobs that are of no use any more.
    to_give_up: Vec<u32>,
}

#[derive(Debug)]
struct Slot {
    work: Work,
    /// Whether it is what was asked last, of those like it.
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
    /// `None` while one like it runs, which is finished first.
    job: Option<u32>,
    /// Whether this is the second time.
    anew: bool,
    /// What came before the analysis that it is read with, as happens with what was stored.
    early: Option<Vec<u8>>,
}

impl Slot {
    /// Its job, while that is not answered.
    fn running(&self) -> Option<u32> {
        match &self.state {
            State::Pending(Pending { job, early: None, .. }) => *job,
            _ => None,
        }
    }

    /// Whether it waits for one like it.
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
    /// The result so far of a query about the sides of these versions (`None`: empty). What is missing becomes work.
    pub(crate) fn need<A: Analysis>(
        &mut self,
        query: &A::Query,
        versions: [Option<u32>; 2],
    ) -> Lookup<A::Value> {
        self.need_of_runs::<A>(query, versions, [None; 2])
    }

    /// The same of sides of which it reads the runs beside the one that is shown, too, where these have a version.
    pub(crate) fn need_of_runs<A: Analysis>(
        &mut self,
        query: &A::Query,
        versions: [Option<u32>; 2],
        of_runs: [Option<u32>; 2],
    ) -> Lookup<A::Value> {
        let Some(entry) = Entry::find(A::NAME) else { return Lookup::Failed };
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

    /// What an analysis of both sides came to last, whatever it was asked.
    pub(crate) fn newest<A: Analysis>(&self) -> Option<Rc<A::Value>> {
        let mut slots = self.slots.iter().filter(|slot| slot.work.entry.name == A::NAME);
        slots.find_map(|slot| {
            if let State::Ready(value) = &slot.state { Rc::clone(value).downcast().ok() } else { None }
        })
    }

    /// Jobs to be handed out, and the numbers of those that are of no use any more; once.
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

    /// Takes a result in: whether it adds anything. One that does not fit, stored at another time,
    /// is computed anew, once. A job that nobody waits for changes nothing.
    pub(crate) fn arrived(&mut self, id: u32, bytes: Option<&[u8]>, traces: [Option<&Trace>; 2]) -> bool {
        let Some(place) = self.slots.iter().position(|slot| slot.is_job(id)) else { return false };
        let work = self.slots[place].work.clone();
        let is_known = self.take_in(place, bytes.unwrap_or_default(), traces);
        // What came before it may be readable now.
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

    /// Forgets jobs that will not be answered, and what waits for them.
    pub(crate) fn given_up(&mut self, ids: &[u32]) {
        for &id in ids {
            let Some(place) = self.slots.iter().position(|slot| slot.is_job(id)) else { continue };
            let work = self.slots.remove(place).work;
            self.slots.retain(|slot| !(slot.waits() && slot.work.is_like(&work)));
        }
    }

    /// Lets go of what an analysis came to.
    pub(crate) fn let_go<A: Analysis>(&mut self) {
        self.slots.retain(|slot| slot.work.entry.name != A::NAME || !slot.is_ready());
    }

    /// Forgets everything: the sides are others. Whoever changed them ends what runs.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.to_send.clear();
    }

    /// Makes a query the one that is wanted of those like it.
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

    /// Hands out what waits for something like `work`, unless such a thing still runs.
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

    /// Of what is ready and like each other keeps one: what is wanted, else the newest. What failed and is not wanted
    /// goes.
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

    /// Reads what came for a slot: whether it adds anything.
    fn take_in(&mut self, place: usize, bytes: &[u8], traces: [Option<&Trace>; 2]) -> bool {
        let Slot { work, state: State::Pending(pending), .. } = &self.slots[place] else { return false };
        // A trace without calls is there for those alone that asked for its times.
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

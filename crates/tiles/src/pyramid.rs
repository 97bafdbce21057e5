//! Splits time into windows, and folds their rows from the smallest windows upwards.
//!
//! Calls come in the order of their starts. The largest window that may begin at the current instant is tried first. It
//! is halved as soon as too many calls start in it. A finished window and its finished neighbour make the rows of the
//! window around both. So at any time memory holds the calls of one window and the rows of at most one finished window
//! a level.

use crate::fold::{Fold, fold, join};
use crate::scratch::{Fields, MakeScratch, Record, RecordWriter, Scratch, Stretch};
use crate::{LaneRuns, Row, TileError};

/// A window of time: one of the 2^level equal parts of the run's whole window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Window {
    /// Number of times that the whole window was halved.
    pub level: u32,
    /// Number of the window in its level.
    pub index: u64,
    /// Start in ticks.
    pub from: i64,
    /// End in ticks.
    pub to: i64,
}

impl Window {
    /// Returns the smallest window of a power of two of ticks that holds a run.
    pub fn whole(extent: i64) -> Self {
        let to = 1i64 << (64 - extent.max(0).leading_zeros()).min(62);
        Self { level: 0, index: 0, from: 0, to }
    }

    fn halves(self) -> [Self; 2] {
        let middle = self.from + (self.to - self.from) / 2;
        let (level, index) = (self.level + 1, self.index * 2);
        [
            Self { level, index, from: self.from, to: middle },
            Self { level, index: index + 1, from: middle, to: self.to },
        ]
    }
}

/// Numbers of rows that tiles aim at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Most calls that start in a window which is not split, and most rows of a folded window, as far as rows can be
    /// folded.
    pub within: usize,
    /// Most rows of the time before or after a window, as far as rows can be folded.
    pub around: usize,
}

/// A window with its rows.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    /// Number of the node. A node comes before the node around it.
    pub number: usize,
    /// Window.
    pub window: Window,
    /// Binary logarithm of the shortest time of a call that is not folded; `None` if no call is folded.
    pub shortest: Option<u32>,
    /// Rows of the calls that start in the window, and of those that cross its start.
    pub rows: &'a [Row],
}

/// The finished tree of windows.
pub struct Pyramid {
    nodes: Vec<NodeEntry>,
    /// Rows of all nodes, folded into the budget of the time around a window.
    coarse: Box<dyn Scratch>,
    whole: Window,
    end_of_run: i64,
    budget: Budget,
    /// Most rows that were in memory at a time.
    peak_rows: usize,
}

impl std::fmt::Debug for Pyramid {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Pyramid").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct NodeEntry {
    window: Window,
    halves: Option<[usize; 2]>,
    coarse: std::ops::Range<u64>,
    coarse_shortest: Option<u32>,
}

impl Record for Row {
    const BYTES: usize = 36;

    fn put(&self, bytes: &mut [u8]) {
        let mut fields = Fields(bytes);
        fields.put(self.lane.to_le_bytes());
        fields.put(self.depth.to_le_bytes());
        fields.put(self.function.to_le_bytes());
        fields.put(self.count.to_le_bytes());
        fields.put(self.start.to_le_bytes());
        fields.put(self.end.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        let mut fields = Fields(bytes);
        Self {
            lane: u32::from_le_bytes(fields.get()),
            depth: u32::from_le_bytes(fields.get()),
            function: u32::from_le_bytes(fields.get()),
            count: u64::from_le_bytes(fields.get()),
            start: i64::from_le_bytes(fields.get()),
            end: i64::from_le_bytes(fields.get()),
        }
    }
}

/// Rows with the rule that folded them.
#[derive(Debug, Clone, Default)]
struct Folded {
    rows: Vec<Row>,
    shortest: Option<u32>,
}

impl Folded {
    /// Folds rows until at most `most` are left, or until folding more changes nothing.
    fn within(self, edges: [i64; 3], most: usize) -> Self {
        let Self { mut rows, mut shortest } = self;
        if let Some(shortest) = shortest {
            rows = fold(&rows, &Fold { edges, shortest });
        }
        let last = 64 - edges[2].max(1).leading_zeros();
        if rows.len() > most
            && let Some(least) = least_shortest(&rows, most).min(last).checked_sub(1)
        {
            shortest = shortest.max(Some(least));
        }
        while rows.len() > most && shortest.is_none_or(|shortest| shortest < last) {
            let next = shortest.map_or(0, |shortest| shortest + 1);
            rows = fold(&rows, &Fold { edges, shortest: next });
            shortest = Some(next);
        }
        Self { rows, shortest }
    }

    /// Joins the rows of two neighbouring windows.
    fn joined(earlier: &Self, later: &Self, between: i64) -> Self {
        Self {
            rows: join(&earlier.rows, &later.rows, between),
            shortest: earlier.shortest.max(later.shortest),
        }
    }
}

/// Returns the least shortest time at which at most `most` single calls are longer, as a binary logarithm. With a shorter
/// one, more rows than that would be left.
fn least_shortest(rows: &[Row], most: usize) -> u32 {
    let mut by_length = [0usize; 65];
    for row in rows.iter().filter(|row| row.count == 1) {
        by_length[(64 - row.ticks().leading_zeros()) as usize] += 1;
    }
    // Calls of length class `c` take at least 2^(c - 1) ticks, so they stay if the shortest time is that or less.
    let mut longer = 0;
    for class in (1..=64).rev() {
        longer += by_length[class];
        if longer > most {
            return class as u32;
        }
    }
    0
}

/// A finished window that waits for its neighbour.
struct Finished {
    number: usize,
    window: Window,
    folded: Folded,
}

/// State of building the tree.
struct Builder<'a> {
    budget: Budget,
    end_of_run: i64,
    keep: &'a mut dyn FnMut(&Node<'_>) -> Result<(), TileError>,
    coarse: RecordWriter,
    nodes: Vec<NodeEntry>,
    finished: Vec<Finished>,
    /// Windows after the current one, the next one last.
    ahead: Vec<Window>,
    current: Window,
    /// Rows of the current window in the order of coming: first the calls that cross its start.
    rows: Vec<Row>,
    /// Number of these that start in the window.
    starts: usize,
    /// True if calls of no time were folded in the current window, which is one tick.
    is_instant_folded: bool,
    peak_rows: usize,
}

impl Pyramid {
    /// Builds the tree of a run that ends at `extent`, and gives each window's rows to `keep`. A window comes after
    /// those inside it.
    ///
    /// # Errors
    ///
    /// Returns the error of a temporary file, or that of `keep`.
    pub fn build(
        calls: LaneRuns,
        extent: i64,
        budget: Budget,
        make: MakeScratch<'_>,
        keep: &mut dyn FnMut(&Node<'_>) -> Result<(), TileError>,
    ) -> Result<Self, TileError> {
        let whole = Window::whole(extent);
        let mut builder = Builder {
            budget: Budget { within: budget.within.max(1), around: budget.around.max(1) },
            end_of_run: extent,
            keep,
            coarse: RecordWriter::new(make()?),
            nodes: Vec::new(),
            finished: Vec::new(),
            ahead: Vec::new(),
            current: whole,
            rows: Vec::new(),
            starts: 0,
            is_instant_folded: false,
            peak_rows: 0,
        };
        calls.for_each(&mut |row| builder.add(row))?;
        loop {
            builder.end_window()?;
            let Some(next) = builder.ahead.pop() else { break };
            builder.current = next;
        }
        Ok(Self {
            nodes: builder.nodes,
            coarse: builder.coarse.finish()?,
            whole,
            end_of_run: extent,
            budget,
            peak_rows: builder.peak_rows,
        })
    }

    /// Returns the number of windows.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if there is no window.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the window of a node, and whether it is not split.
    pub fn window(&self, number: usize) -> (Window, bool) {
        let node = &self.nodes[number];
        (node.window, node.halves.is_none())
    }

    /// Returns the most rows that were in memory at a time.
    pub fn peak_rows(&self) -> usize {
        self.peak_rows
    }

    /// Gives the rows of the time before and after each window to `keep`: first before, then after.
    ///
    /// # Errors
    ///
    /// Returns the error of a temporary file, or that of `keep`.
    pub fn around(
        mut self,
        keep: &mut dyn FnMut(&Node<'_>, &Node<'_>) -> Result<(), TileError>,
    ) -> Result<(), TileError> {
        // Windows to visit, with the rows before and after each.
        let mut open = vec![(self.nodes.len() - 1, Folded::default(), Folded::default())];
        while let Some((number, before, after)) = open.pop() {
            let NodeEntry { window, halves, .. } = self.nodes[number];
            let node = |folded: &Folded, from: i64, to: i64| (folded.shortest, Window { from, to, ..window });
            let (shortest, outside) = node(&before, self.whole.from, window.from);
            let earlier = Node { number, window: outside, shortest, rows: &before.rows };
            let (shortest, outside) = node(&after, window.to, self.whole.to);
            keep(&earlier, &Node { number, window: outside, shortest, rows: &after.rows })?;
            let Some([first, second]) = halves else { continue };
            let middle = self.nodes[second].window.from;
            let edges = [middle, middle, self.end_of_run];
            let most = self.budget.around;
            let before_second =
                Folded::joined(&before, &self.coarse(first)?, window.from).within(edges, most);
            let after_first = Folded::joined(&self.coarse(second)?, &after, window.to).within(edges, most);
            open.push((second, before_second, after));
            open.push((first, before, after_first));
        }
        Ok(())
    }

    /// Reads the rows of a node, folded for the time around other windows.
    fn coarse(&mut self, number: usize) -> Result<Folded, TileError> {
        let node = &self.nodes[number];
        let mut stretch = Stretch::new(node.coarse.clone(), 1 << 12);
        let mut rows = Vec::with_capacity((node.coarse.end - node.coarse.start) as usize);
        while let Some(row) = stretch.next(&mut *self.coarse)? {
            rows.push(row);
        }
        Ok(Folded { rows, shortest: node.coarse_shortest })
    }
}

impl Builder<'_> {
    /// Takes the next call.
    fn add(&mut self, row: Row) -> Result<(), TileError> {
        while row.start >= self.current.to {
            self.end_window()?;
            let Some(next) = self.ahead.pop() else {
                return Err(TileError::Refused("a call begins after the end"));
            };
            self.current = next;
        }
        self.rows.push(row);
        self.starts += 1;
        while self.starts > self.budget.within {
            if self.current.to - self.current.from <= 1 {
                // Only calls of no time and calls that cross the end start here.
                self.fold_instant();
                break;
            }
            let [first, second] = self.current.halves();
            self.ahead.push(second);
            self.current = first;
            if row.start >= second.from {
                let later: Vec<Row> = self.rows.extract_if(.., |row| row.start >= second.from).collect();
                self.end_window()?;
                self.current = self.ahead.pop().unwrap_or(second);
                self.starts = later.len();
                self.rows.extend(later);
            }
        }
        Ok(())
    }

    /// Folds the calls of a window of one tick, of which there may be any number.
    fn fold_instant(&mut self) {
        let rows = self.sorted_rows();
        let Window { from, to, .. } = self.current;
        self.rows = fold(&rows, &Fold { edges: [from, to, self.end_of_run], shortest: 0 });
        self.starts = self.budget.within.saturating_sub(self.budget.within / 2);
        self.is_instant_folded = true;
    }

    fn sorted_rows(&mut self) -> Vec<Row> {
        let mut rows = std::mem::take(&mut self.rows);
        // Stable: calls of a lane come in pre-order.
        rows.sort_by_key(|row| row.lane);
        rows
    }

    /// Finishes the current window, and those around it that are complete with it. The calls that cross its end begin
    /// the rows of the next one.
    fn end_window(&mut self) -> Result<(), TileError> {
        let mut rows = self.sorted_rows();
        let window = self.current;
        if self.is_instant_folded {
            let edges = [window.from, window.to, self.end_of_run];
            rows = fold(&rows, &Fold { edges, shortest: 0 });
        }
        self.rows =
            rows.iter().filter(|row| row.end >= window.to && row.start < window.to).copied().collect();
        self.starts = 0;
        let shortest = std::mem::take(&mut self.is_instant_folded).then_some(0);
        self.finish(window, Folded { rows, shortest }, None)?;
        while let [.., first, second] = &self.finished[..]
            && second.window.index % 2 == 1
            && first.window.level == second.window.level
        {
            let level = second.window.level - 1;
            let (from, to) = (first.window.from, second.window.to);
            let window = Window { level, index: second.window.index / 2, from, to };
            let joined = Folded::joined(&first.folded, &second.folded, second.window.from);
            let halves = [first.number, second.number];
            self.finished.truncate(self.finished.len() - 2);
            self.note_peak(joined.rows.len());
            let folded = joined.within([from, to, self.end_of_run], self.budget.within);
            self.finish(window, folded, Some(halves))?;
        }
        Ok(())
    }

    fn note_peak(&mut self, more: usize) {
        let finished: usize = self.finished.iter().map(|finished| finished.folded.rows.len()).sum();
        self.peak_rows = self.peak_rows.max(finished + self.rows.len() + more);
    }

    fn finish(
        &mut self,
        window: Window,
        folded: Folded,
        halves: Option<[usize; 2]>,
    ) -> Result<(), TileError> {
        let number = self.nodes.len();
        (self.keep)(&Node { number, window, shortest: folded.shortest, rows: &folded.rows })?;
        let edges = [window.from, window.to, self.end_of_run];
        let coarse = folded.clone().within(edges, self.budget.around);
        let from = self.coarse.records();
        coarse.rows.iter().try_for_each(|row| self.coarse.push(row))?;
        let records = from..self.coarse.records();
        self.nodes.push(NodeEntry { window, halves, coarse: records, coarse_shortest: coarse.shortest });
        self.finished.push(Finished { number, window, folded });
        self.note_peak(0);
        Ok(())
    }
}

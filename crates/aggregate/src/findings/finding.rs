//! A finding and its kind.

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    /// Lanes work longer than the median lane, while the others wait.
    Works,
    /// Messages between two places take longer.
    Messages,
    /// All lanes together spend their time otherwise.
    Whole,
    /// All lanes, or nearly all, each spend more time in a state, or less.
    EachLane,
    /// One run goes on after the other has ended.
    Tail,
    /// Lanes only wait, for lanes that work longer.
    Waits,
}

/// A finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Kind of the finding.
    pub kind: FindingKind,
    /// Node of the lanes. For messages, the node that receives most of the additional time.
    pub node: usize,
    /// For messages, the node at the other end. For waiting lanes and for a change of all lanes, the node that they wait
    /// for.
    pub other: Option<usize>,
    /// Number of further groups of lanes that wait as long, for [`FindingKind::Waits`].
    pub more: usize,
    /// Number of lanes to which this applies. For [`FindingKind::Waits`], those of the further groups count too. For
    /// [`FindingKind::EachLane`], a few lanes of the node may not share the change.
    pub lanes: usize,
    /// First and last slice.
    pub slices: [usize; 2],
    /// Ticks that make the rank, B less A: per lane and beyond the median lane for [`FindingKind::Works`], per receiving
    /// lane for messages, per lane for the whole and for waiting lanes, of the median lane in the whole run for
    /// [`FindingKind::EachLane`], and of the run for the tail. Negative if it is A that takes longer.
    pub ticks: f64,
    /// State whose time grew most, or fell most if `ticks` is negative. The number after the last state is time without
    /// a state. It is never the state that stands for several.
    pub state: usize,
    /// Ticks per lane of each state in A and in B, within the slices; time without a state comes last. For
    /// [`FindingKind::EachLane`], ticks of the median lane that shares the change, in the whole run.
    pub times: Vec<[f64; 2]>,
    /// Ticks per lane of the state in the whole of A and of B, for [`FindingKind::Works`].
    pub in_run: [f64; 2],
    /// Change of the work of the median lane, for [`FindingKind::Works`]. With `ticks`, it is the own change of the lanes.
    /// For [`FindingKind::Waits`], ticks by which each lane of the further groups waits longer at least, on average.
    pub usual: f64,
    /// Ticks relative to the noise.
    pub z: f64,
}

impl Finding {
    /// Returns the finding with A and B exchanged.
    pub(super) fn exchanged(self) -> Self {
        let times = self.times.into_iter().map(|[a, b]| [b, a]).collect();
        let [a, b] = self.in_run;
        Self { ticks: -self.ticks, times, in_run: [b, a], usual: -self.usual, ..self }
    }
}

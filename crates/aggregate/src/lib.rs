//! Lanes × time slices × states, and its optimal partitions (Dosimont et al., "A Spatiotemporal Data Aggregation
//! Technique for Performance Analysis of Large-scale Execution Traces", IEEE Cluster 2014; the paper's names below).
//!
//! A [`SliceTable`] is the paper's microscopic model: how long each lane was in each state in each of T equal slices of
//! time, as whole nanoseconds. It is made of a loaded trace ([`StateTimes`] says first which states take the time). Lanes are
//! leaves of a [`LaneTree`].
//!
//! Of it follow the gain and the loss of every area ([`Areas`]); [`optimal`] finds the partition that is best at a p, and
//! [`break_points`] all that are best at any, with the exact p at which one follows another. [`differences`] lists the areas in
//! which two runs differ beyond what all lanes do, [`anomalies`] those in which one run departs from itself.
//!
//! Invariants: times are exact integers; same input, same output. What this crate does not do: read files, know the
//! screen, decide which lanes or functions of two traces are the same.

mod anomalies;
mod areas;
mod break_points;
mod cut_off;
mod cuts;
mod departures;
mod differences;
mod drawn;
mod envelope;
mod grid;
mod lane_tree;
mod log2;
mod node_times;
mod optimal;
mod runs;
mod segments;
mod shares;
mod simpler;
mod slice_table;
mod states;
mod stream;
mod sums;
mod upwards;

pub use anomalies::{Anomalies, Anomaly, AnomalyKind, SMALLER, anomalies, anomalies_of_partitions, finer_ps};
pub use areas::{Areas, GainBy, Progress, Quality};
pub use break_points::{
    BreakPointSearch, BreakPoints, OpenGap, Seen, Stretch, break_points, default_p, default_p_with,
};
pub use cut_off::cut_off;
pub use cuts::{Part, Partition};
pub use departures::{Departure, Departures, Floor};
pub use differences::{Difference, Differences, differences, differences_of_runs};
pub use drawn::{CutMark, DrawnPart, drawn_parts};
pub use grid::Grid;
pub use lane_tree::{LaneNode, LaneTree};
pub use node_times::NodeTimes;
pub use optimal::{optimal, optimal_with};
pub use runs::{MeanShare, is_difference_within_spread, is_within_spread, mean_shares, mean_table, means};
pub use segments::StackLevel;
pub use simpler::{best_grid, product, spatial, temporal, uniform};
pub use slice_table::SliceTable;
pub use states::{StateChoice, StateTimes};
pub use stream::{Refusal, StreamSink, Streamed, StreamedFunction};
pub use sums::SummingSink;
pub use upwards::{Alone, Job, Workers};

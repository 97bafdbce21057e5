//! Lanes × time slices × states, and its optimal partitions (Dosimont et al., "A Spatiotemporal Data Aggregation
//! Technique for Performance Analysis of Large-scale Execution Traces", IEEE Cluster 2014; the paper's names below).
//!
//! A [`SliceTable`] is the paper's microscopic model: the time of each lane in each state in each of T equal slices of
//! time, in whole nanoseconds. It is built from a loaded trace, after [`StateTimes`] has told which states take the
//! time. Lanes are leaves of a [`LaneTree`].
//!
//! [`Areas`] holds the gain and the loss of every area of a table. [`optimal`] finds the best partition at one p.
//! [`break_points`] finds every partition that is best at some p, with the exact p at which one follows another.
//! [`differences`] lists the areas in which two runs differ beyond the change that all lanes share. [`anomalies`] lists
//! the areas in which one run departs from itself.
//!
//! Invariants: times are exact integers; equal input gives equal output. This crate reads no files, knows no screen and
//! does not decide which lanes or functions of two traces are the same.

#![forbid(unsafe_code)]

mod anomalies;
mod areas;
mod break_points;
mod cut_off;
mod cuts;
mod departures;
mod differences;
mod drawn;
mod envelope;
mod findings;
mod grid;
mod lane_tree;
mod log2;
mod node_times;
mod optimal;
mod quiet;
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
    BreakPointSearch, BreakPoints, OnPartition, OpenGap, Stretch, break_points, default_p, default_p_with,
};
pub use cut_off::cut_off;
pub use cuts::{Part, Partition};
pub use departures::{Departure, Departures, Floor};
pub use differences::{Difference, DifferenceInput, Differences, differences, differences_of_runs};
pub use drawn::{CutMark, DrawnPart, drawn_parts};
pub use findings::{
    Finding, FindingKind, Findings, LaneTimes, LateMessages, MessageTime, PairTimes, RunOfStates,
    SignificantStates, SliceMap, are_few, finding_states, findings, waits_for,
};
pub use grid::Grid;
pub use lane_tree::{LaneNode, LaneTree};
pub use node_times::NodeTimes;
pub use optimal::{optimal, optimal_with};
pub use quiet::quiet_lanes;
pub use runs::{MeanShare, is_difference_within_spread, is_within_spread, mean_shares, mean_table, means};
pub use segments::StackLevel;
pub use simpler::{best_grid, product, spatial, temporal, uniform};
pub use slice_table::SliceTable;
pub use states::{StateChoice, StateTimes};
pub use stream::{Refusal, StreamSink, StreamedFunction, StreamedTrace};
pub use sums::SummingSink;
pub use upwards::{Job, Sequential, Workers};

//! Horizontal axis of a trace: its kind, its unit and its scale.

/// Horizontal axis of a trace. Positions are integer ticks; the value of a position is `ticks · scale` in `unit`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// Time, or accumulated weight.
    pub kind: AxisKind,
    /// Unit of a value.
    pub unit: Unit,
    /// Value of one tick in `unit`; positive.
    pub scale: f64,
}

impl Axis {
    /// Time in nanoseconds, one tick each.
    pub const TIME: Self = Self { kind: AxisKind::Time, unit: Unit::Nanoseconds, scale: 1.0 };
}

/// Meaning of the positions along the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum AxisKind {
    /// Positions are instants: calls have a place in time.
    Time = 0,
    /// Positions are running sums of weight (folded stacks, heap profiles): only extents mean something.
    Weight = 1,
    /// Positions are the order of events.
    Order = 2,
}

/// Unit of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Unit {
    /// Nanoseconds.
    Nanoseconds = 0,
    /// Bytes.
    Bytes = 1,
    /// Samples.
    Count = 2,
    /// Per cent of a whole run. Two runs that measure different things are compared in this unit.
    Share = 3,
    /// Objects, such as those that were allocated.
    Objects = 4,
    /// Other counted things, such as contentions of a lock.
    Events = 5,
}

impl AxisKind {
    /// Returns the name used in output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Weight => "weight",
            Self::Order => "order",
        }
    }

    pub(crate) const fn from_code(code: u32) -> Option<Self> {
        match code {
            0 => Some(Self::Time),
            1 => Some(Self::Weight),
            2 => Some(Self::Order),
            _ => None,
        }
    }
}

impl Unit {
    /// Returns the name used in output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Bytes => "bytes",
            Self::Count => "count",
            Self::Share => "share",
            Self::Objects => "objects",
            Self::Events => "events",
        }
    }

    pub(crate) const fn from_code(code: u32) -> Option<Self> {
        match code {
            0 => Some(Self::Nanoseconds),
            1 => Some(Self::Bytes),
            2 => Some(Self::Count),
            3 => Some(Self::Share),
            4 => Some(Self::Objects),
            5 => Some(Self::Events),
            _ => None,
        }
    }
}

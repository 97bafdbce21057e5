//! Limits on the tubes that are drawn.

/// Largest number of tubes drawn at a time.
pub const MOST_TUBES: usize = 5_000;

/// Least width of a call that has a tube, CSS pixels.
pub const LEAST_PX: f64 = 2.0;

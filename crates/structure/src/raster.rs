//! The massive sequence as pixels: one line per call from top to bottom, many lines to a row of pixels.
//!
//! This is the importance-based antialiasing of the paper, section 5. The context of call i is the 25 calls centred on
//! it, fewer at the ends of the trace. The frequency `f_i` is the part of the context that has the same shown caller
//! and callee. The weight is `W_i = f_i^p` (Eq. 2). A row of pixels is `Σ F_i·W_i·c_i / Σ F_i·W_i`, where `F_i` is the
//! part of the call on that row (Eq. 3).
//!
//! Within whole contexts, frequencies are multiples of 1/25. So a [`LineIndex`] counts calls by relation and multiple.
//! It serves every p, and changing p needs no pass over the calls.

mod aligned;
mod contents;
mod encode;
mod frequency;
mod index;
mod lone;
mod paint;

pub use aligned::{AlignedAxis, Row, rows};
pub use contents::{RowContents, RowRelation};
pub use encode::linear_from_srgb;
pub use frequency::{CONTEXT, Frequencies, Weights};
pub use index::{LineIndex, Lines};
pub use lone::{LoneLine, LoneLines, RowDifference};
pub use paint::{Columns, Gradient, paint};

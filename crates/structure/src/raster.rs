//! The massive sequence: a line a call from top to bottom, many of them on a line of pixels.
//!
//! Importance-based antialiasing of the paper, section 5. The frequency `f_i` of call i is how many of the 25 calls centred on
//! it (fewer at the ends of the trace) are from the same shown element to the same, by how many these are; its weight is
//! `W_i = f_i^p` (Eq. 2); a line of pixels is `Σ F_i·W_i·c_i / Σ F_i·W_i`, with `F_i` the part of the call that lies on it (Eq. 3).
//!
//! Frequencies are whole numbers of 25ths, so a [`LineIndex`] counts calls by relation and number: it serves every p, and a
//! change of p costs no pass over the calls.

mod aligned;
mod encode;
mod frequency;
mod index;
mod paint;

pub use aligned::{AlignedAxis, Row, rows};
pub use encode::linear_from_srgb;
pub use frequency::{CONTEXT, Frequencies, Weights};
pub use index::{LineIndex, Lines};
pub use paint::{Columns, Gradient, paint};

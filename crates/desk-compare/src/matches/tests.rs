//! Tests of the match view: the paper's figures rebuilt, and properties of every picture.
#![allow(
    clippy::inconsistent_struct_constructor,
    clippy::format_collect,
    clippy::if_not_else,
    clippy::float_cmp,
    clippy::nonminimal_bool,
    reason = "conditions and pictures are written as the paper and the documents state them"
)]
#![allow(clippy::unwrap_used, reason = "a test may stop")]

pub(super) mod case;
mod cells;
mod figures;
mod flows;
mod folded;
mod hover;
mod lanes;
mod lines;
mod names;
mod repeated;
mod rows;
mod similarity;
mod strips;
mod switches;
mod texts;
mod tubes;

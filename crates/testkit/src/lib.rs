//! Traces written as text pictures, printed back as text pictures, and seeded generators.
//!
//! ```
//! let trace = diptych_testkit::trace("
//!     main
//!       0..100 run
//!         10..30 parse
//!         40..90 render
//!     worker
//!       5..20 load
//! ");
//! assert_eq!(trace.calls().len(), 4);
//! assert!(diptych_testkit::picture(&trace).contains("10..30 parse"));
//! ```
//!
//! A line without `..` names a lane; deeper lines are its lanes or calls. A call is `start..end name`,
//! optionally followed by ` @file:line`. Only tests use this crate.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a picture that cannot be read is a broken test")]

pub mod drawn;
pub mod files;
mod fleet;
mod folded;
mod generate;
mod identity;
pub mod mpi;
pub mod paths;
mod picture;
pub mod plant;
mod repeated;
mod tar;

pub use fleet::{PlantedFleet, PlantedPair, normal};
pub use folded::folded;
pub use generate::{Rng, Shape, generate};
pub use identity::IdentityTable;
pub use picture::{picture, trace};
pub use repeated::repeated;
pub use tar::tar_member;

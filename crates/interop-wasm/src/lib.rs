//! Conversions between the workers' artifacts and JavaScript: small messages as plain objects (`serde-wasm-bindgen`),
//! and the columns of traces as typed arrays that the worker transfers on.
//!
//! Each artifact that a worker runs links this crate. It is empty outside wasm32.

#![forbid(unsafe_code)]

#[cfg(target_arch = "wasm32")]
pub mod columns;
#[cfg(target_arch = "wasm32")]
pub mod convert;

/// Runs once when a module is instantiated. Makes panics write their message to the console before the abort.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

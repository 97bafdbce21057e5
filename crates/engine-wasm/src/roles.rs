//! What JavaScript holds: one object a role.

#[cfg(feature = "compute")]
pub(crate) mod compute;
#[cfg(feature = "reader")]
pub(crate) mod reader;
#[cfg(feature = "session")]
pub(crate) mod session;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once when the module is instantiated: panics write their text to the console before the abort.
#[wasm_bindgen(start)]
pub(crate) fn start() {
    console_error_panic_hook::set_once();
}

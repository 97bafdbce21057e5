//! What the first picture needs nothing of lies in modules of its own, in the same memory: the build splits them off.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Of the worker: returns once a part is there.
    #[wasm_bindgen(js_name = loadPart)]
    fn load(part: u32);
}

/// Called where a function of a part is called before the part is there. The build finds it by its name, and counts the
/// parts.
#[wasm_bindgen]
pub fn load_part(part: u32) {
    load(part);
}

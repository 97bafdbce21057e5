//! What the first picture needs nothing of is a module of its own, in the same memory: the build splits it off.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Of the worker: returns once the rest is there.
    #[wasm_bindgen(js_name = loadRest)]
    fn load();
}

/// Called where a function of the rest is called before the rest is there. The build finds it by its name.
#[wasm_bindgen]
pub fn load_rest() {
    load();
}

//! Errors for JavaScript, and the panic hook.

use diptych_render::RenderError;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

/// Creates a JavaScript `Error` with a `kind`.
pub(crate) fn error(kind: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    // Setting a property of a fresh object cannot fail.
    let _ = js_sys::Reflect::set(&error, &JsValue::from_str("kind"), &JsValue::from_str(kind));
    error.into()
}

/// Converts an error of the renderer.
pub(crate) fn from_render(err: &RenderError) -> JsValue {
    error(err.kind(), &err.to_string())
}

/// Runs when the module starts. Installs a hook that logs a panic's message before the panic ends the module.
#[wasm_bindgen(start)]
pub(crate) fn start() {
    std::panic::set_hook(Box::new(|info| console_error(&info.to_string())));
}

//! An event listener that lives as long as its value.

use wasm_bindgen::prelude::*;

/// An event listener that is removed when dropped.
#[derive(Debug)]
pub(crate) struct Listener {
    target: web_sys::EventTarget,
    event: &'static str,
    closure: Closure<dyn FnMut(web_sys::Event)>,
}

impl Listener {
    /// Calls `handle` for every such event of `target`.
    pub(crate) fn new(
        target: web_sys::EventTarget,
        event: &'static str,
        handle: impl FnMut(web_sys::Event) + 'static,
    ) -> Result<Self, JsValue> {
        let closure = Closure::<dyn FnMut(web_sys::Event)>::new(handle);
        target.add_event_listener_with_callback(event, closure.as_ref().unchecked_ref())?;
        Ok(Self { target, event, closure })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let callback = self.closure.as_ref().unchecked_ref();
        // Fails only if it was never added.
        let _ = self.target.remove_event_listener_with_callback(self.event, callback);
    }
}

//! Conversions between Rust values and JavaScript values.

use js_sys::{Array, Object, Reflect, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use web_sys::MessageChannel;

/// Converts a message to a plain object: maps become objects, absent values become `null`.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&plain).map_err(JsValue::from)
}

/// Converts a plain object to a message. The error names the part that does not fit.
pub fn of_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(JsValue::from)
}

/// Creates an object from its properties.
pub fn object(parts: &[(&str, JsValue)]) -> Result<JsValue, JsValue> {
    let object = Object::new();
    for (key, value) in parts {
        Reflect::set(&object, &JsValue::from(*key), value)?;
    }
    Ok(object.into())
}

/// Frees a buffer whose bytes were copied, by sending it to a closed port. Otherwise the browser would keep it for
/// long, because a worker collects no garbage while it is busy or idle; `ArrayBuffer.transfer(0)` keeps it until then,
/// too. A buffer that cannot be sent is left to the browser.
pub fn let_go(bytes: &Uint8Array) {
    let Ok(channel) = MessageChannel::new() else { return };
    channel.port2().close();
    let buffer = bytes.buffer();
    let _ = channel.port1().post_message_with_transferable(&buffer, &Array::of1(&buffer));
}

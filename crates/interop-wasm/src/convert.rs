//! Between Rust values and JavaScript ones.

use js_sys::{Array, Object, Reflect, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use web_sys::MessageChannel;

/// A message as a plain object: maps as objects, absent as `null`.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&plain).map_err(JsValue::from)
}

/// A message from a plain object. The error names what does not fit.
pub fn of_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(JsValue::from)
}

/// An object from its parts.
pub fn object(parts: &[(&str, JsValue)]) -> Result<JsValue, JsValue> {
    let object = Object::new();
    for (key, value) in parts {
        Reflect::set(&object, &JsValue::from(*key), value)?;
    }
    Ok(object.into())
}

/// Frees the buffer of bytes that were copied from: it is sent to where nobody is. Left to the browser it stays for
/// long, as a worker at work, or idle, collects no garbage; `ArrayBuffer.transfer(0)` keeps it until then too. Where it
/// cannot be sent, it is collected when the browser likes.
pub fn let_go(bytes: &Uint8Array) {
    let Ok(channel) = MessageChannel::new() else { return };
    channel.port2().close();
    let buffer = bytes.buffer();
    let _ = channel.port1().post_message_with_transferable(&buffer, &Array::of1(&buffer));
}

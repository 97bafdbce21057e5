//! Scene buffers on their way to the main thread and back.

use diptych_engine::{Engine, EngineEvent};
use diptych_interop_wasm::convert::{object, to_js};
use diptych_protocol::Failure;
use js_sys::{Array, ArrayBuffer, Uint8Array, Uint32Array};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The buffer that came back last. A scene that fits is written into it, so that panning creates no garbage.
#[derive(Debug, Default)]
pub(crate) struct SceneBuffers {
    spare: Option<ArrayBuffer>,
}

impl SceneBuffers {
    pub(crate) fn take_back(&mut self, words: &Uint32Array) {
        self.spare = Some(words.buffer());
    }

    /// Converts the engine's answer to `{ reply, failure, words, events }`. `words` are those of a scene; events are `{
    /// event, query }`.
    pub(crate) fn answer<T: Serialize>(
        &mut self,
        engine: &mut Engine,
        reply: Result<T, Failure>,
    ) -> Result<JsValue, JsValue> {
        let words = match engine.take_words() {
            Some(words) => {
                let copy = self.copy(&words);
                engine.recycle(words);
                copy.into()
            }
            None => JsValue::NULL,
        };
        let (reply, failure) = match reply {
            Ok(reply) => (to_js(&reply)?, JsValue::NULL),
            Err(failure) => (JsValue::NULL, to_js(&failure)?),
        };
        let events: Result<Array, JsValue> = engine.take_events().into_iter().map(emitted).collect();
        object(&[("reply", reply), ("failure", failure), ("words", words), ("events", events?.into())])
    }

    /// Copies words out of the wasm memory, because only separate buffers can be transferred.
    fn copy(&mut self, words: &[u32]) -> Uint32Array {
        let length = words.len() as u32;
        match self.spare.take().filter(|spare| spare.byte_length() >= length * 4) {
            Some(spare) => {
                let view = Uint32Array::new_with_byte_offset_and_length(&spare, 0, length);
                view.copy_from(words);
                view
            }
            None => Uint32Array::from(words),
        }
    }
}

fn emitted(EngineEvent { event, query }: EngineEvent) -> Result<JsValue, JsValue> {
    let query = query.map_or(JsValue::NULL, |bytes| Uint8Array::from(bytes.as_slice()).into());
    object(&[("event", to_js(&event)?), ("query", query)])
}

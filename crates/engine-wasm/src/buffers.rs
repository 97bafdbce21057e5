//! Buffers of scenes on their way to the main thread and back.

use crate::convert::{object, to_js};
use diptych_engine::Answer;
use js_sys::{ArrayBuffer, Uint8Array, Uint32Array};
use wasm_bindgen::JsValue;

/// The buffer that came back last. Scenes are written into it when it is large enough, so that panning
/// makes no garbage.
#[derive(Debug, Default)]
pub(crate) struct SceneBuffers {
    spare: Option<ArrayBuffer>,
}

impl SceneBuffers {
    pub(crate) fn take_back(&mut self, words: &Uint32Array) {
        self.spare = Some(words.buffer());
    }

    /// `{ epoch, event, words, input }`; the words of the engine are handed to `recycle` once they are copied.
    pub(crate) fn answer(
        &mut self,
        answer: Answer,
        recycle: impl FnOnce(Vec<u32>),
    ) -> Result<JsValue, JsValue> {
        let words = match answer.words {
            Some(words) => {
                let copy = self.copy(&words);
                recycle(words);
                copy.into()
            }
            None => JsValue::NULL,
        };
        let input = answer.input.map_or(JsValue::NULL, |bytes| Uint8Array::from(bytes.as_slice()).into());
        object(&[
            ("epoch", answer.epoch.into()),
            ("event", to_js(&answer.event)?),
            ("words", words),
            ("input", input),
        ])
    }

    /// Copied out of the wasm memory: only buffers of their own can be transferred.
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

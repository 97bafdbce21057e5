//! The role that computes analyses.

use diptych_engine::Compute;
use diptych_interop_wasm::columns;
use diptych_interop_wasm::convert::{object, of_js, to_js};
use diptych_protocol::Caption;
use diptych_protocol::compute::JobProgress;
use js_sys::{Array, Function, Uint8Array, Uint32Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the scene of these words as an SVG file.
///
/// In JavaScript: `svg(words: Uint32Array, caption: Caption | null): string`.
#[wasm_bindgen]
pub fn svg(words: &[u32], caption: JsValue) -> Result<String, JsValue> {
    let caption: Option<Caption> = of_js(caption)?;
    diptych_engine::svg(words, caption.as_ref()).map_err(|error| JsValue::from(error.to_string()))
}

/// Returns the scene of these words with its caption below, and the total height.
///
/// In JavaScript: `withCaption(words: Uint32Array, caption: Caption): { words: Uint32Array; height: number }`.
#[wasm_bindgen(js_name = withCaption)]
pub fn with_caption(words: &[u32], caption: JsValue) -> Result<JsValue, JsValue> {
    let caption: Caption = of_js(caption)?;
    let (words, size) =
        diptych_engine::with_caption(words, &caption).map_err(|error| JsValue::from(error.to_string()))?;
    object(&[("words", Uint32Array::from(words.as_slice()).into()), ("height", size.height.into())])
}

/// The compute role, which works on its own copy of the traces.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ComputeRole {
    compute: Compute,
}

impl Default for ComputeRole {
    fn default() -> Self {
        Self { compute: diptych_desks::compute() }
    }
}

#[wasm_bindgen]
impl ComputeRole {
    /// Creates a role without traces.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads a side's trace and empties `columns`. With `runs`, loads the side's other runs, one column each.
    ///
    /// In JavaScript: `load(side: SideName, runs: boolean, version: number, columns: Column[]): void`.
    pub fn load(&mut self, side: JsValue, runs: bool, version: u32, columns: &Array) -> Result<(), JsValue> {
        if runs {
            self.compute.load_runs(of_js(side)?, version, columns::to_bytes(columns)?);
        } else {
            self.compute.load(of_js(side)?, version, columns::import(columns)?);
        }
        Ok(())
    }

    /// Runs a job and returns its result, if it has one.
    ///
    /// In JavaScript: `run(job: Job, query: Uint8Array, progress: (progress: JobProgress) => void): Uint8Array |
    /// undefined`.
    pub fn run(
        &mut self,
        job: JsValue,
        query: &[u8],
        progress: &Function,
    ) -> Result<Option<Uint8Array>, JsValue> {
        let mut tell = |event: JobProgress| {
            if let Ok(event) = to_js(&event) {
                // A listener that throws loses its own news, not the job.
                let _ = progress.call1(&JsValue::NULL, &event);
            }
        };
        let stored = self.compute.run(&of_js(job)?, query, &mut tell);
        Ok(stored.map(|bytes| Uint8Array::from(bytes.as_slice())))
    }
}

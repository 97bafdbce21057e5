//! Structures beside traces.

use crate::buffers::SceneBuffers;
use diptych_engine::{Engine, StructureFile};
use diptych_interop_wasm::columns;
use diptych_interop_wasm::convert::of_js;
use diptych_protocol::SideName;
use js_sys::Array;
use wasm_bindgen::JsValue;

/// Answers `EngineRole::structures`.
pub(crate) fn answer(
    engine: &mut Engine,
    buffers: &mut SceneBuffers,
    of: JsValue,
    name: &str,
    columns: &Array,
) -> Result<JsValue, JsValue> {
    if !of.is_null() {
        let side: SideName = of_js(of)?;
        let trace = if columns.length() > 0 { Some(columns::import(columns)?) } else { None };
        engine.set_structure(side, trace.map(|trace| StructureFile::new(name.to_owned(), trace)));
    }
    let reply = engine.structures();
    buffers.answer(engine, Ok(reply))
}

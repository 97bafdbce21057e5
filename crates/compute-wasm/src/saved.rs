//! The writer of `.diptych` files.

use diptych_engine::trace::Run;
use diptych_interop_wasm::columns;
use diptych_interop_wasm::convert::of_js;
use diptych_protocol::reader::ReadDone;
use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Returns a `.diptych` file of results and a view. `traces` are the runs to keep with it; empties their columns.
///
/// In JavaScript: `savedFile(results: Uint8Array, view: ViewState | null, traces: SavedTrace[]): Uint8Array`, where a
/// `SavedTrace` is `{ done: ReadDone, columns: Column[], runs: Column[] }`: the displayed run of a side and its others.
#[wasm_bindgen(js_name = savedFile)]
pub fn saved_file(results: &[u8], view: JsValue, traces: &Array) -> Result<Uint8Array, JsValue> {
    let text = |error: diptych_engine::StoreError| JsValue::from(error.to_string());
    let mut file = diptych_engine::FileToSave::new(results).map_err(text)?;
    for trace in traces.iter() {
        let part = |name: &str| Reflect::get(&trace, &name.into());
        let ReadDone { place, name, format, bytes, packed, .. } = of_js(part("done")?)?;
        let trace = columns::import(&part("columns")?.dyn_into::<Array>()?)?;
        let run = Run { name, format, bytes, packed, trace, of_file: Vec::new() };
        file.put_runs(place.side, &run, &columns::to_bytes(&part("runs")?.dyn_into::<Array>()?)?);
    }
    let bytes = file.to_bytes(of_js(view)?, env!("CARGO_PKG_VERSION")).map_err(text)?;
    Ok(Uint8Array::from(bytes.as_slice()))
}

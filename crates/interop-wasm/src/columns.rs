//! Traces as arrays of `{ tag, bytes }`.

use crate::convert::{let_go, object};
use diptych_trace::{ColumnTag, Trace, TraceImporter};
use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// Moves every column of a trace into an array, freeing each before the next is copied.
pub fn export(trace: Trace) -> Result<Array, JsValue> {
    let (columns, mut failed) = (Array::new(), None);
    trace.export(|tag, bytes| {
        if let Err(error) = push(&columns, tag, bytes) {
            failed = Some(error);
        }
    });
    failed.map_or(Ok(columns), Err)
}

/// Copies every column of a trace.
pub fn export_copy(trace: &Trace) -> Result<Array, JsValue> {
    let (columns, mut failed) = (Array::new(), None);
    trace.export_copy(|tag, bytes| {
        if let Err(error) = push(&columns, tag, bytes) {
            failed = Some(error);
        }
    });
    failed.map_or(Ok(columns), Err)
}

fn push(columns: &Array, tag: ColumnTag, bytes: &[u8]) -> Result<(), JsValue> {
    push_bytes(columns, tag as u32, bytes)
}

fn push_bytes(columns: &Array, tag: u32, bytes: &[u8]) -> Result<(), JsValue> {
    let bytes = Uint8Array::from(bytes);
    columns.push(&object(&[("tag", tag.into()), ("bytes", bytes.into())])?);
    Ok(())
}

/// Converts byte strings that are no columns of one trace to columns without a tag.
pub fn of_bytes(all: &[&[u8]]) -> Result<Array, JsValue> {
    let columns = Array::new();
    all.iter().try_for_each(|bytes| push_bytes(&columns, u32::MAX, bytes))?;
    Ok(columns)
}

/// Converts such columns back. Each is removed from the array as it is copied, and its buffer is freed.
pub fn to_bytes(columns: &Array) -> Result<Vec<Vec<u8>>, JsValue> {
    let mut all = Vec::new();
    while columns.length() > 0 {
        let bytes = Reflect::get(&columns.shift(), &"bytes".into())?.dyn_into::<Uint8Array>()?;
        all.push(bytes.to_vec());
        let_go(&bytes);
    }
    Ok(all)
}

/// Builds a trace from its columns. Each is removed from the array as it is copied, and its buffer is freed.
pub fn import(columns: &Array) -> Result<Trace, JsValue> {
    let mut importer = TraceImporter::default();
    while columns.length() > 0 {
        let column = columns.shift();
        let tag =
            Reflect::get(&column, &"tag".into())?.as_f64().and_then(|code| ColumnTag::from_code(code as u32));
        let bytes = Reflect::get(&column, &"bytes".into())?.dyn_into::<Uint8Array>()?;
        let tag = tag.ok_or_else(|| JsValue::from("a column has no known tag"))?;
        importer.column(tag, bytes.length() as usize, |place| bytes.copy_to(place));
        let_go(&bytes);
    }
    importer.finish().map_err(|error| JsValue::from(error.to_string()))
}

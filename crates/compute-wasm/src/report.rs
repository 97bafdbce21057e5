//! The writer of reports.

use diptych_engine::{FileToSave, StoreError};
use diptych_interop_wasm::convert::{object, of_js};
use diptych_protocol::comparison::ComparisonSummary;
use diptych_protocol::{Caption, SideSummary, Sides};
use diptych_report::{Application, CaptionedScene, Content, MOST_FILE_BYTES, Report, ReportList, ReportNote};
use diptych_scene::wire;
use js_sys::{Array, Reflect, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Writes a report. Its picture is the first of `pictures` that fits. `application` is the text of the page in one piece
/// with what it opens: a comparison, or a `.diptych` file with traces; without it, the report is text alone.
///
/// In JavaScript: `report(content: ReportContent, pictures: ReportPicture[], application: ReportApplication | null):
/// { bytes: Uint8Array | null; size: number }`, where `ReportContent` is `{ sides: Record<SideName, SideSummary>;
/// summary: ComparisonSummary; lists: { list: DifferenceList; rows: DifferenceRow[] }[]; notes: { place: string; found:
/// boolean; text: string }[] }`, `ReportPicture` is
/// `Record<"light" | "dark", { words: Uint32Array; caption: Caption }>`, and `ReportApplication` is
/// `{ text: string; content: { results: Uint8Array; view: ViewState } | { file: Uint8Array } }`. A report that would be too large has a size and no bytes.
#[wasm_bindgen]
pub fn report(content: &JsValue, pictures: &Array, application: &JsValue) -> Result<JsValue, JsValue> {
    let summary: ComparisonSummary = of_js(part(content, "summary")?)?;
    let mut lists = Vec::new();
    for list in part(content, "lists")?.dyn_into::<Array>()?.iter() {
        lists.push(ReportList::new(of_js(part(&list, "list")?)?, of_js(part(&list, "rows")?)?, &summary));
    }
    let sides: Sides<SideSummary> = of_js(part(content, "sides")?)?;
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let mut notes = Vec::new();
    for note in part(content, "notes")?.dyn_into::<Array>()?.iter() {
        notes.push(ReportNote {
            place: of_js(part(&note, "place")?)?,
            is_found: part(&note, "found")?.is_truthy(),
            text: of_js(part(&note, "text")?)?,
        });
    }
    let report = Report { sides, summary, lists, notes, picture: picture(pictures)?, version };
    let html = if application.is_null() {
        report.to_html(None)
    } else {
        let text: String = of_js(part(application, "text")?)?;
        let app = Application::new(&text).map_err(|error| JsValue::from(error.to_string()))?;
        let content = part(application, "content")?;
        let file = part(&content, "file")?;
        if file.is_undefined() {
            let text = |error: StoreError| JsValue::from(error.to_string());
            let results = part(&content, "results")?.dyn_into::<Uint8Array>()?.to_vec();
            let view = of_js(part(&content, "view")?)?;
            let opened = FileToSave::new(&results).map_err(text)?.into_opened(view).map_err(text)?;
            let state = opened.state.unwrap_or_default();
            report.to_html(Some((&app, &Content::Comparison { results: &opened.kept, state: &state })))
        } else {
            let file = file.dyn_into::<Uint8Array>()?.to_vec();
            report.to_html(Some((&app, &Content::File(&file))))
        }
    };
    let bytes =
        if html.len() > MOST_FILE_BYTES { JsValue::NULL } else { Uint8Array::from(html.as_bytes()).into() };
    object(&[("bytes", bytes), ("size", JsValue::from(html.len() as f64))])
}

fn part(of: &JsValue, name: &str) -> Result<JsValue, JsValue> {
    Reflect::get(of, &name.into())
}

/// Returns the first picture that fits, if one does.
fn picture(pictures: &Array) -> Result<Option<String>, JsValue> {
    for pair in pictures.iter() {
        let scene = |theme: &str| -> Result<CaptionedScene, JsValue> {
            let of = part(&pair, theme)?;
            let words = part(&of, "words")?.dyn_into::<Uint32Array>()?.to_vec();
            let scene = wire::decode(&words).map_err(|error| JsValue::from(error.to_string()))?;
            let caption: Caption = of_js(part(&of, "caption")?)?;
            Ok(CaptionedScene { scene, caption })
        };
        if let Some(drawn) = diptych_report::picture(scene("light")?, scene("dark")?) {
            return Ok(Some(drawn));
        }
    }
    Ok(None)
}

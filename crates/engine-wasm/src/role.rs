//! The session's role.

use crate::buffers::SceneBuffers;
use crate::structures;
use diptych_engine::trace::{self, Run};
use diptych_engine::{Engine, RunProfile};
use diptych_interop_wasm::columns;
use diptych_interop_wasm::convert::{let_go, object, of_js};
use diptych_protocol::reader::{FileTrace, ReadAs, ReadDone, ReadPlace};
use diptych_protocol::{Failure, SideName};
use js_sys::{Array, Uint8Array, Uint32Array};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The session.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EngineRole {
    engine: Engine,
    buffers: SceneBuffers,
}

impl Default for EngineRole {
    fn default() -> Self {
        Self { engine: diptych_desks::engine(), buffers: SceneBuffers::default() }
    }
}

#[wasm_bindgen]
impl EngineRole {
    /// Creates a session with both sides empty.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers an ask of the protocol's table, by its name.
    ///
    /// In JavaScript: `ask(name: keyof Asks, payload): EngineAnswer`.
    pub fn ask(&mut self, name: &str, payload: JsValue) -> Result<JsValue, JsValue> {
        macro_rules! by_name {
            ($($name:literal: $request:ty => $reply:ty;)*) => {
                match name {
                    $($name => {
                        let reply = self.engine.ask(&of_js::<$request>(payload)?);
                        self.say(reply)
                    })*
                    unknown => Err(JsValue::from(format!("nothing is called {unknown}"))),
                }
            };
        }
        diptych_protocol::asks!(by_name)
    }

    /// Loads a run and empties `columns`. `folded` is the call tree of a run that is read in addition to the shown one.
    ///
    /// In JavaScript: `load(done: ReadDone, columns: Column[], folded?: Uint8Array): EngineAnswer`.
    pub fn load(
        &mut self,
        done: JsValue,
        columns: &Array,
        folded: Option<Uint8Array>,
    ) -> Result<JsValue, JsValue> {
        let ReadDone {
            place: ReadPlace { side, run: number, read_as },
            name,
            format,
            bytes,
            packed,
            of_file,
        } = of_js(done)?;
        if let Some(folded) = folded {
            let run = RunProfile::from_bytes(&folded.to_vec()).map_err(|error| error.to_string())?;
            let reply = self.engine.add(side, number, run);
            return self.say(Ok(reply));
        }
        let of_file = of_file.into_iter();
        let of_file =
            of_file.map(|FileTrace { name, calls, shown }| trace::FileTrace { name, calls, is_shown: shown });
        let trace = columns::import(columns)?;
        let run = Run { name, format, bytes, packed, trace, of_file: of_file.collect() };
        if let Err(failure) = self.engine.check(side, &run) {
            return self.say::<()>(Err(failure));
        }
        let reply = match read_as {
            ReadAs::Alone => self.engine.open(side, number, run),
            ReadAs::Shown | ReadAs::Beside => self.engine.show(side, number, run),
        };
        self.say(Ok(reply))
    }

    /// Opens a stored comparison; the reply is a `KeptReply`.
    ///
    /// In JavaScript: `loadKept(name: string, bytes: Uint8Array): EngineAnswer`.
    #[wasm_bindgen(js_name = loadKept)]
    pub fn load_kept(&mut self, name: &str, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let reply = self.engine.open_kept(name, bytes);
        self.say(reply)
    }

    /// Returns the results of the pair under a state's comparison settings, and the other runs of both sides, as bytes
    /// for a file; the results are `null` while they are being computed.
    ///
    /// In JavaScript: `results(state: ComparisonState): { answer: EngineAnswer, results: Uint8Array | null, runs:
    /// Column[][] }`.
    pub fn results(&mut self, state: JsValue) -> Result<JsValue, JsValue> {
        let results = self.engine.results(&of_js(state)?);
        let (reply, bytes) = match results {
            Ok(bytes) => (Ok(()), bytes),
            Err(failure) => (Err(failure), None),
        };
        let runs = Array::new();
        for side in SideName::BOTH {
            let others = self.engine.other_runs(side);
            let others: Vec<&[u8]> = others.iter().map(Vec::as_slice).collect();
            let others = columns::of_bytes(&others)?;
            runs.push(&others);
        }
        let results = bytes.map_or(JsValue::NULL, |bytes| Uint8Array::from(bytes.as_slice()).into());
        object(&[("answer", self.say(reply)?), ("results", results), ("runs", runs.into())])
    }

    /// Sets the structure of side `of`, or removes it if there are no columns; with `of` null, changes nothing. Empties
    /// `columns`. The reply is a `StructureReply`.
    ///
    /// In JavaScript: `structures(of: SideName | null, name: string, columns: Column[]): EngineAnswer`.
    pub fn structures(&mut self, of: JsValue, name: &str, columns: &Array) -> Result<JsValue, JsValue> {
        structures::answer(&mut self.engine, &mut self.buffers, of, name, columns)
    }

    /// Takes the result of a job and frees its buffer. Without `stored`, the job had no result.
    ///
    /// In JavaScript: `arrived(job: number, stored?: Uint8Array): EngineAnswer`.
    pub fn arrived(&mut self, job: u32, stored: Option<Uint8Array>) -> Result<JsValue, JsValue> {
        let stored = stored.map(|bytes| {
            let copy = bytes.to_vec();
            let_go(&bytes);
            copy
        });
        self.engine.arrived(job, stored.as_deref());
        self.say(Ok(()))
    }

    /// Returns the columns of a side's trace. With `runs`, returns the side's other runs, one column each.
    ///
    /// In JavaScript: `columns(side: SideName, runs: boolean): { version: number, columns: Column[] } | null`.
    pub fn columns(&self, side: JsValue, runs: bool) -> Result<JsValue, JsValue> {
        let side: SideName = of_js(side)?;
        if runs {
            let (version, packed) = self.engine.packed_runs(side);
            return object(&[("version", version.into()), ("columns", columns::of_bytes(&packed)?.into())]);
        }
        let Some((version, trace)) = self.engine.trace(side) else { return Ok(JsValue::NULL) };
        object(&[("version", version.into()), ("columns", columns::export_copy(trace)?.into())])
    }

    /// Takes back the words of a drawn scene, for the next one.
    ///
    /// In JavaScript: `recycle(words: Uint32Array): void`.
    pub fn recycle(&mut self, words: &Uint32Array) {
        self.buffers.take_back(words);
    }

    fn say<T: Serialize>(&mut self, reply: Result<T, Failure>) -> Result<JsValue, JsValue> {
        self.buffers.answer(&mut self.engine, reply)
    }
}

//! What JavaScript holds: one object a role.

use crate::buffers::SceneBuffers;
use crate::columns;
use crate::convert::{let_go, object, of_js, to_js};
use diptych_engine::trace::{self, Run};
use diptych_engine::{Compute, Engine, MemoryBudget, Reader, Recaller, RunProfile};
use diptych_protocol::compute::JobProgress;
use diptych_protocol::reader::{FileTrace, ReadAs, ReadDone, ReadOutcome, ReadPlace};
use diptych_protocol::{Failure, SideName};
use js_sys::{Array, Function, Uint8Array, Uint32Array};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once when the module is instantiated: panics write their text to the console before the abort.
#[wasm_bindgen(start)]
pub(crate) fn start() {
    console_error_panic_hook::set_once();
}

/// The session.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct EngineRole {
    engine: Engine,
    buffers: SceneBuffers,
}

#[wasm_bindgen]
impl EngineRole {
    /// With both sides empty.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// `ask(name: keyof Asks, payload): Said`
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

    /// `load(done: ReadDone, columns: Column[], folded?: Uint8Array): Said`; empties `columns`. `folded` is the
    /// call tree of a run that is read beside the one that is shown.
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
        let reply = match read_as {
            ReadAs::Alone => self.engine.open(side, number, run),
            ReadAs::Shown | ReadAs::Beside => self.engine.show(side, number, run),
        };
        self.say(Ok(reply))
    }

    /// `arrived(job: number, stored?: Uint8Array): Said`: the result of a job; its buffer is freed. None: nothing
    /// came of it.
    pub fn arrived(&mut self, job: u32, stored: Option<Uint8Array>) -> Result<JsValue, JsValue> {
        let stored = stored.map(|bytes| {
            let copy = bytes.to_vec();
            let_go(&bytes);
            copy
        });
        self.engine.arrived(job, stored.as_deref());
        self.say(Ok(()))
    }

    /// `columns(side: SideName): { version: number, columns: Column[] } | null`
    pub fn columns(&self, side: JsValue) -> Result<JsValue, JsValue> {
        let side: SideName = of_js(side)?;
        let Some((version, trace)) = self.engine.trace(side) else { return Ok(JsValue::NULL) };
        object(&[("version", version.into()), ("columns", columns::export_copy(trace)?.into())])
    }

    /// `recycle(words: Uint32Array): void`: the words of a drawn scene come back, for the next one.
    pub fn recycle(&mut self, words: &Uint32Array) {
        self.buffers.take_back(words);
    }

    fn say<T: Serialize>(&mut self, reply: Result<T, Failure>) -> Result<JsValue, JsValue> {
        self.buffers.said(&mut self.engine, reply)
    }
}

/// Reads one file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReaderRole {
    place: ReadPlace,
    reader: Option<Reader>,
}

#[wasm_bindgen]
impl ReaderRole {
    /// `new ReaderRole(place: ReadPlace, name: string, trace: string | undefined, bytes: number, memory: number,
    /// keepPart: boolean)`; `trace` is the one to be taken of a file that holds several, `memory` what reading may
    /// take, in bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        place: JsValue,
        name: &str,
        trace: Option<String>,
        bytes: f64,
        memory: f64,
        keep_part: bool,
    ) -> Result<ReaderRole, JsValue> {
        let place: ReadPlace = of_js(place)?;
        let budget = MemoryBudget { bytes: memory as u64, keep_part };
        let reader = Reader::new(Some(place.side), name, bytes as u64).taking(trace).within(budget);
        Ok(Self { place, reader: Some(reader) })
    }

    /// `feed(chunk: Uint8Array): boolean`; false: no more are wanted, `finish` says why.
    pub fn feed(&mut self, chunk: &[u8]) -> bool {
        self.reader.as_mut().is_some_and(|reader| reader.feed(chunk))
    }

    /// `progress(): ReadProgress | null`
    pub fn progress(&self) -> Result<JsValue, JsValue> {
        to_js(&self.reader.as_ref().map(Reader::progress))
    }

    /// `finish(): { outcome: ReadOutcome, columns: Column[], folded: Uint8Array | null }`; once. Of a run that is not
    /// to be shown there is the call tree, as stored bytes, and no column.
    pub fn finish(&mut self) -> Result<JsValue, JsValue> {
        let reader = self.reader.take().ok_or_else(|| JsValue::from("this reader has finished"))?;
        let (mut columns, mut folded) = (Array::new(), JsValue::NULL);
        let outcome = match reader.finish() {
            Ok(run) if self.place.read_as == ReadAs::Beside => {
                folded = Uint8Array::from(RunProfile::of(&run).to_bytes().as_slice()).into();
                ReadOutcome::Done { done: done(self.place, run).0 }
            }
            Ok(run) => {
                let (done, trace) = done(self.place, run);
                columns = columns::export(trace)?;
                ReadOutcome::Done { done }
            }
            Err(failure) => ReadOutcome::Failed { failure },
        };
        object(&[("outcome", to_js(&outcome)?), ("columns", columns.into()), ("folded", folded)])
    }
}

/// What is said of a run, and its tables.
fn done(place: ReadPlace, run: Run) -> (ReadDone, trace::Trace) {
    let Run { name, format, bytes, packed, trace, of_file } = run;
    let of_file = of_file.into_iter();
    let of_file =
        of_file.map(|trace::FileTrace { name, calls, is_shown }| FileTrace { name, calls, shown: is_shown });
    (ReadDone { place, name, format, bytes, packed, of_file: of_file.collect() }, trace)
}

/// Reads one record of a file again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RecallRole {
    recaller: Option<Recaller>,
}

#[wasm_bindgen]
impl RecallRole {
    /// `new RecallRole(name: string, format: string, offset: number, whole: boolean)`; `whole`: the bytes come
    /// from the file's first one on, else from `offset` on.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, format: &str, offset: f64, whole: bool) -> Self {
        Self { recaller: Some(Recaller::new(name, format, offset as u64, whole)) }
    }

    /// `feed(chunk: Uint8Array): boolean`; false: no more is wanted, `finish` says why.
    pub fn feed(&mut self, chunk: &[u8]) -> bool {
        self.recaller.as_mut().is_some_and(|recaller| recaller.feed(chunk))
    }

    /// `progress(): ReadProgress | null`
    pub fn progress(&self) -> Result<JsValue, JsValue> {
        to_js(&self.recaller.as_ref().map(Recaller::progress))
    }

    /// `finish(): RecallOutcome`; once.
    pub fn finish(&mut self) -> Result<JsValue, JsValue> {
        let recaller = self.recaller.take().ok_or_else(|| JsValue::from("this recaller has finished"))?;
        to_js(&recaller.finish())
    }
}

/// Works on its own copy of the traces.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct ComputeRole {
    compute: Compute,
}

#[wasm_bindgen]
impl ComputeRole {
    /// Holding no trace.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// `load(side: SideName, version: number, columns: Column[]): void`; empties `columns`.
    pub fn load(&mut self, side: JsValue, version: u32, columns: &Array) -> Result<(), JsValue> {
        self.compute.load(of_js(side)?, version, columns::import(columns)?);
        Ok(())
    }

    /// `run(job: Job, query: Uint8Array, progress: (progress: JobProgress) => void): Uint8Array | undefined`: its
    /// result; none if nothing comes of it.
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

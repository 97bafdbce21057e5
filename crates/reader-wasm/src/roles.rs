//! The roles that read files: whole, or one record again.

use diptych_engine::trace::{self, Run};
use diptych_engine::{MemoryBudget, OpenedFile, Reader, Recaller, RunProfile, alone, naming_of_text};
use diptych_interop_wasm::columns;
use diptych_interop_wasm::convert::{object, of_js, to_js};
use diptych_protocol::reader::{
    FileTrace, ReadAmount, ReadAs, ReadDone, ReadOutcome, ReadPlace, ReadProgress,
};
use diptych_protocol::{SideName, Word};
use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The reader of one file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReaderRole {
    place: ReadPlace,
    /// Bytes that the file may take.
    memory: u64,
    reader: Option<Reader>,
}

#[wasm_bindgen]
impl ReaderRole {
    /// Creates a reader. `trace` selects one of several traces in the file, and `memory` is the number of bytes that
    /// reading may take. `rules` are identity rules, some of which say which arguments complete names.
    ///
    /// In JavaScript: `new ReaderRole(place: ReadPlace, name: string, trace: string | undefined, bytes: number, memory:
    /// number, amount: ReadAmount, rules: string)`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        place: JsValue,
        name: &str,
        trace: Option<String>,
        bytes: f64,
        memory: f64,
        amount: &str,
        rules: &str,
    ) -> Result<ReaderRole, JsValue> {
        let place: ReadPlace = of_js(place)?;
        let amount = ReadAmount::of_word(amount).unwrap_or_default();
        let budget = MemoryBudget { bytes: memory as u64, amount };
        let reader = Reader::new(Some(place.side), name, bytes as u64)
            .naming_by(naming_of_text(rules))
            .taking(trace)
            .within(budget);
        Ok(Self { place, memory: budget.bytes, reader: Some(reader) })
    }

    /// Takes the next bytes. Returns false if no more are wanted; `finish` says why.
    ///
    /// In JavaScript: `feed(chunk: Uint8Array): boolean`.
    pub fn feed(&mut self, chunk: &[u8]) -> bool {
        self.reader.as_mut().is_some_and(|reader| reader.feed(chunk))
    }

    /// Returns the progress, or `null` once the reader has finished.
    ///
    /// In JavaScript: `progress(): ReadProgress | null`.
    pub fn progress(&self) -> Result<JsValue, JsValue> {
        to_js(&self.reader.as_ref().map(Reader::progress))
    }

    /// Finishes reading; may be called once. For a run that is not to be shown, `folded` is its call tree as stored
    /// bytes and `columns` is empty. For a stored comparison, `folded` are its results, `state` its view as
    /// `MessagePack`, and `traces` its runs.
    ///
    /// In JavaScript: `finish(tell: (progress: ReadProgress) => void): { outcome: ReadOutcome, columns: Column[],
    /// folded: Uint8Array | null, state?: Uint8Array | null, traces?: ReadRun[] }`.
    pub fn finish(&mut self, tell: &Function) -> Result<JsValue, JsValue> {
        let mut reader = self.reader.take().ok_or_else(|| JsValue::from("this reader has finished"))?;
        let (mut columns, mut folded) = (Array::new(), JsValue::NULL);
        // Next to other runs of a side, a stored comparison is not a run.
        if self.place.read_as == ReadAs::Alone
            && let Some((name, bytes)) = reader.take_stored()
        {
            return self.stored(name, &bytes);
        }
        let mut tell = |progress: ReadProgress| {
            // Reading goes on even if the page cannot be told.
            let _told = to_js(&progress).and_then(|progress| tell.call1(&JsValue::NULL, &progress));
        };
        let outcome = match reader.finish_any(&mut tell) {
            Ok(run) if self.place.read_as == ReadAs::Beside && !run.trace.is_structure() => {
                folded = Uint8Array::from(RunProfile::new(&run).to_bytes().as_slice()).into();
                ReadOutcome::Done { done: done(self.place, run).0 }
            }
            Ok(run) => {
                let failure = run.trace.is_structure().then(|| alone(Some(self.place.side), &run));
                let (done, trace) = done(self.place, run);
                columns = columns::export(trace)?;
                match failure {
                    Some(failure) => ReadOutcome::Failed { failure },
                    None => ReadOutcome::Done { done },
                }
            }
            Err(failure) => ReadOutcome::Failed { failure },
        };
        object(&[("outcome", to_js(&outcome)?), ("columns", columns.into()), ("folded", folded)])
    }
}

impl ReaderRole {
    /// Opens a stored comparison.
    fn stored(&self, name: String, bytes: &[u8]) -> Result<JsValue, JsValue> {
        let file = match OpenedFile::new(&name, bytes, self.memory) {
            Ok(file) => file,
            Err(failure) => {
                let outcome = to_js(&ReadOutcome::Failed { failure })?;
                return object(&[
                    ("outcome", outcome),
                    ("columns", Array::new().into()),
                    ("folded", JsValue::NULL),
                ]);
            }
        };
        let traces = Array::new();
        for ((side, run), others) in SideName::BOTH.into_iter().zip(file.runs).zip(file.profiles) {
            let Some(run) = run else { continue };
            // The page gives the runs their numbers.
            let place = |read_as| ReadPlace { side, run: 0, read_as };
            for other in &others {
                let (name, calls) = (other.name().to_owned(), Array::new());
                let done = ReadDone {
                    place: place(ReadAs::Beside),
                    name,
                    format: run.format.clone(),
                    bytes: 0,
                    packed: false,
                    of_file: Vec::new(),
                };
                let folded = Uint8Array::from(other.to_bytes().as_slice());
                traces.push(&read_run(&done, calls, folded.into())?);
            }
            let (done, trace) = done(place(ReadAs::Alone), run);
            // The displayed run comes first, because it takes the place of all others of its side.
            traces.unshift(&read_run(&done, columns::export(trace)?, JsValue::NULL)?);
        }
        let state = file.state.map_or(JsValue::NULL, |bytes| Uint8Array::from(bytes.as_slice()).into());
        object(&[
            ("outcome", to_js(&ReadOutcome::Kept { name })?),
            ("columns", Array::new().into()),
            ("folded", Uint8Array::from(file.kept.as_slice()).into()),
            ("state", state),
            ("traces", traces.into()),
        ])
    }
}

/// Converts a run to `{ done, columns, folded }`.
fn read_run(done: &ReadDone, columns: Array, folded: JsValue) -> Result<JsValue, JsValue> {
    object(&[("done", to_js(done)?), ("columns", columns.into()), ("folded", folded)])
}

/// Splits a run into the message about it and its tables.
fn done(place: ReadPlace, run: Run) -> (ReadDone, trace::Trace) {
    let Run { name, format, bytes, packed, trace, of_file } = run;
    let of_file = of_file.into_iter();
    let of_file =
        of_file.map(|trace::FileTrace { name, calls, is_shown }| FileTrace { name, calls, shown: is_shown });
    (ReadDone { place, name, format, bytes, packed, of_file: of_file.collect() }, trace)
}

/// The reader of one record of a file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RecallRole {
    recaller: Option<Recaller>,
}

#[wasm_bindgen]
impl RecallRole {
    /// Creates a reader of one record. If `whole`, the bytes start at the file's first byte, otherwise at `offset`.
    ///
    /// In JavaScript: `new RecallRole(name: string, format: string, offset: number, whole: boolean)`.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, format: &str, offset: f64, whole: bool) -> Self {
        Self { recaller: Some(Recaller::new(name, format, offset as u64, whole)) }
    }

    /// Takes the next bytes. Returns false if no more are wanted; `finish` says why.
    ///
    /// In JavaScript: `feed(chunk: Uint8Array): boolean`.
    pub fn feed(&mut self, chunk: &[u8]) -> bool {
        self.recaller.as_mut().is_some_and(|recaller| recaller.feed(chunk))
    }

    /// Returns the progress, or `null` once the reader has finished.
    ///
    /// In JavaScript: `progress(): ReadProgress | null`.
    pub fn progress(&self) -> Result<JsValue, JsValue> {
        to_js(&self.recaller.as_ref().map(Recaller::progress))
    }

    /// Finishes reading; may be called once.
    ///
    /// In JavaScript: `finish(): RecallOutcome`.
    pub fn finish(&mut self) -> Result<JsValue, JsValue> {
        let recaller = self.recaller.take().ok_or_else(|| JsValue::from("this recaller has finished"))?;
        to_js(&recaller.finish())
    }
}

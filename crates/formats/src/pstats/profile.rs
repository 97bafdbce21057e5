//! Reads the dictionary of functions, and writes its calls.

use super::marshal::{Marshal, MarshalFault, Value};
use crate::quote::quote;
use diptych_trace::{
    Axis, AxisKind, CallSpec, FunctionId, FunctionSpec, LaneKind, OddityKind, Sink, Unit, WrittenCall,
};
use rustc_hash::FxHashMap;

/// Times and calls of one function, or of one caller's calls of it. Times are in nanoseconds.
#[derive(Debug, Clone, Copy, Default)]
struct Times {
    calls: i64,
    own: i64,
    with_callees: i64,
}

/// A function of the file.
#[derive(Debug, Clone, Copy)]
struct Function {
    /// Ranges of the texts of its file and its name.
    file: (usize, usize),
    name: (usize, usize),
    line: i64,
    times: Option<Times>,
    /// Byte of the file at which it is first named.
    offset: usize,
}

/// Functions of a file, and who called whom.
#[derive(Debug)]
pub(super) struct Profile<'a> {
    marshal: Marshal<'a>,
    functions: Vec<Function>,
    by_key: FxHashMap<(&'a [u8], i64, &'a [u8]), u32>,
    /// Functions of the tuples that may be referred to.
    shared: FxHashMap<usize, u32>,
    /// Pairs of caller and callee.
    pairs: Vec<(u32, u32)>,
    /// Functions with fewer calls than their callers make.
    exceeded: Exceeded,
    /// Bytes of texts looked at so far.
    compared: u64,
}

/// Functions with fewer calls than their callers make: how many, and the first one with the calls of its callers.
#[derive(Debug, Clone, Copy, Default)]
struct Exceeded {
    count: u64,
    first: Option<(u32, i64)>,
}

/// Most bytes of texts that are compared, in multiples of the file's size. A few bytes can refer to a long text, and a
/// hostile file does so again and again.
const MOST_COMPARED: u64 = 256;

/// Largest sum of times that is accepted: doubles represent integers exactly up to it.
const LARGEST: i64 = 1 << 53;

impl<'a> Profile<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            marshal: Marshal::new(bytes),
            functions: Vec::new(),
            by_key: FxHashMap::default(),
            shared: FxHashMap::default(),
            pairs: Vec::new(),
            exceeded: Exceeded::default(),
            compared: 0,
        }
    }

    /// Reads all functions, or those before a fault.
    pub(super) fn read(&mut self, bytes: u64) -> Result<(), MarshalFault> {
        let most = MOST_COMPARED * bytes.max(1 << 16);
        self.expect(Value::Dict, "a dictionary of functions")?;
        while let Some(function) = self.key(most)? {
            // Calls without recursion, all calls, self time, time with callees, callers.
            self.expect(Value::Tuple(5), "a tuple of five values")?;
            let times = self.times()?;
            self.functions[function as usize].times = Some(times);
            self.expect(Value::Dict, "a dictionary of callers")?;
            let mut by_callers = 0_i64;
            while let Some(caller) = self.key(most)? {
                let at = self.marshal.at;
                match self.marshal.value()?.0 {
                    Value::Tuple(4) => by_callers = by_callers.saturating_add(self.times()?.calls),
                    // Profiles of `hotshot` and of very old versions count the calls only.
                    Value::Int(calls) => by_callers = by_callers.saturating_add(calls),
                    _ => return Err(Marshal::wrong(at, "a tuple of four values")),
                }
                if caller != function {
                    self.pairs.push((caller, function));
                }
            }
            // Calls from outside of all functions have no caller, so the callers may make fewer calls.
            if by_callers > times.calls {
                self.exceeded.count += 1;
                self.exceeded.first.get_or_insert((function, by_callers));
            }
        }
        Ok(())
    }

    /// Returns the number of functions with times.
    pub(super) fn count(&self) -> u64 {
        self.functions.iter().filter(|function| function.times.is_some()).count() as u64
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let rows = self.functions.capacity() * size_of::<Function>() + self.by_key.len() * 64;
        (rows + self.shared.len() * 32 + self.pairs.capacity() * 8) as u64 + self.marshal.held_bytes()
    }

    /// Writes each function as a call.
    pub(super) fn write(&self, sink: &mut dyn Sink) {
        sink.axis(Axis { kind: AxisKind::Weight, unit: Unit::Nanoseconds, scale: 1.0 });
        let with_callees = sink.weight_column("with callees", Unit::Nanoseconds);
        let times_called = sink.weight_column("times called", Unit::Count);
        let lane = sink.lane(None, LaneKind::Group, "all functions");
        let (mut start, mut number) = (0i64, 0u32);
        let mut calls: Vec<Option<WrittenCall>> = Vec::with_capacity(self.functions.len());
        for function in &self.functions {
            let Some(times) = function.times else {
                calls.push(None);
                continue;
            };
            let source = function.offset as u64;
            let Some(end) = start.checked_add(times.own).filter(|&end| end <= LARGEST) else {
                sink.odd(OddityKind::TimeOutOfRange, "function", source, "");
                calls.push(None);
                continue;
            };
            let id = self.function(function, sink);
            // Depth 0 for all: no call is nested in another, not even one without self time.
            sink.call_at_depth(lane, CallSpec { start, end, function: id, source }, 0);
            sink.weigh(lane, with_callees, times.with_callees);
            sink.weigh(lane, times_called, times.calls);
            calls.push(Some(WrittenCall { lane, number }));
            (start, number) = (end, number + 1);
        }
        self.report_exceeded(sink);
        for &(caller, callee) in &self.pairs {
            if let (Some(from), Some(to)) = (calls[caller as usize], calls[callee as usize]) {
                sink.link(from, to);
                let what = "time of a function by caller, which needs call paths that the file lacks";
                sink.odd(OddityKind::SkippedEvent, what, self.functions[callee as usize].offset as u64, "");
            }
        }
    }

    fn report_exceeded(&self, sink: &mut dyn Sink) {
        let Exceeded { count, first: Some((first, by_callers)) } = self.exceeded else { return };
        let Function { name: (start, end), times, offset, .. } = self.functions[first as usize];
        let calls = times.unwrap_or_default().calls;
        let name = quote(self.marshal.text(start, end));
        let example = format!("{name} has {calls} calls, its callers make {by_callers}");
        let subject = "function with fewer calls than its callers make";
        (0..count).for_each(|_| sink.odd(OddityKind::SumDiffers, subject, offset as u64, &example));
    }

    fn function(&self, function: &Function, sink: &mut dyn Sink) -> FunctionId {
        let [name, file] = [function.name, function.file]
            .map(|(start, end)| String::from_utf8_lossy(self.marshal.text(start, end)));
        // Functions of no file are those that are built in.
        let (file, line) =
            if file == "~" { ("", 0) } else { (&*file, u32::try_from(function.line).unwrap_or(0)) };
        sink.function(FunctionSpec { name: &name, file, line, category: "" })
    }

    fn expect(&mut self, value: Value, expected: &'static str) -> Result<(), MarshalFault> {
        let at = self.marshal.at;
        let found = self.marshal.value()?.0;
        if found == value { Ok(()) } else { Err(Marshal::wrong(at, expected)) }
    }

    /// Reads a function's file, line and name. `None` at the end of the dictionary.
    fn key(&mut self, most: u64) -> Result<Option<u32>, MarshalFault> {
        const EXPECTED: &str = "file, line and name of a function";
        let at = self.marshal.at;
        let (value, number) = self.marshal.value()?;
        match value {
            Value::End => return Ok(None),
            Value::Tuple(3) => {}
            Value::TupleAgain(tuple) => {
                let known = self.shared.get(&tuple).copied();
                return known.map(Some).ok_or_else(|| Marshal::wrong(at, EXPECTED));
            }
            _ => return Err(Marshal::wrong(at, EXPECTED)),
        }
        let parts = [self.marshal.value()?.0, self.marshal.value()?.0, self.marshal.value()?.0];
        let [Value::Text(file, file_end), Value::Int(line), Value::Text(name, name_end)] = parts else {
            return Err(Marshal::wrong(at, EXPECTED));
        };
        self.compared += (file_end - file + name_end - name) as u64;
        if self.compared > most {
            return Err(Marshal::wrong(at, "names that are not repeated so often"));
        }
        let key = (self.marshal.text(file, file_end), line, self.marshal.text(name, name_end));
        let functions = &mut self.functions;
        let function = *self.by_key.entry(key).or_insert_with(|| {
            let (file, name) = ((file, file_end), (name, name_end));
            functions.push(Function { file, name, line, times: None, offset: at });
            functions.len() as u32 - 1
        });
        if let Some(number) = number {
            self.shared.insert(number, function);
        }
        Ok(Some(function))
    }

    /// Reads two numbers of calls, self time and time with callees.
    fn times(&mut self) -> Result<Times, MarshalFault> {
        let at = self.marshal.at;
        let mut numbers = [0.0; 4];
        for number in &mut numbers {
            *number = match self.marshal.value()?.0 {
                Value::Int(int) => int as f64,
                Value::Float(float) => float,
                _ => return Err(Marshal::wrong(at, "numbers of calls, and times")),
            };
        }
        let [one, other, own, with_callees] = numbers;
        // A clock that is set back gives times below zero. Floats beyond the range saturate.
        let ns = |seconds: f64| ((seconds * 1e9).round() as i64).clamp(0, LARGEST);
        // All calls are at least those without recursion; which comes first differs between functions and callers.
        let calls = (one.max(other) as i64).clamp(0, LARGEST);
        Ok(Times { calls, own: ns(own), with_callees: ns(with_callees) })
    }
}

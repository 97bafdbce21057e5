//! Keeps the call stacks that samples refer to by number: functions, mapped files, frames and stacks.

use super::text::text;
use crate::protobuf::{Content, fields, numbers};
use crate::samples::{StackId, Stacks};
use diptych_trace::{FunctionId, FunctionSpec, OddityKind, Sink};
use std::collections::BTreeMap;

/// Tables of one sequence. They are ordered, so a file whose numbers collide in a hash is read no slower.
#[derive(Debug, Default)]
pub(super) struct FrameTables {
    function_names: BTreeMap<u64, Box<str>>,
    /// Parts of paths by number.
    paths: BTreeMap<u64, Box<str>>,
    /// Numbers of the parts of each mapped file's path.
    mappings: BTreeMap<u64, Vec<u64>>,
    frames: BTreeMap<u64, Frame>,
    /// Numbers of the frames of each stack, the outermost first.
    stacks: BTreeMap<u64, Vec<u64>>,
    /// Functions and stacks that were looked up. A number with a new meaning clears them.
    functions: BTreeMap<u64, FunctionId>,
    known: BTreeMap<u64, StackId>,
    bytes: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Frame {
    name: u64,
    mapping: u64,
    /// Address within the mapped file.
    address: u64,
}

impl FrameTables {
    /// Takes one field of the interned data, if it is about call stacks. `None` if it is not a valid message.
    pub(super) fn intern(
        &mut self,
        number: u32,
        message: &[u8],
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Option<()> {
        let (mut iid, mut list, mut frame) = (0, Vec::new(), Frame::default());
        let mut name = String::new();
        for field in fields(message) {
            match (number, field.ok()?) {
                (_, (1, Content::Number(number))) => iid = number,
                (FUNCTION_NAMES | PATHS, (2, Content::Bytes(bytes))) => name = text(bytes, offset, sink),
                (FRAMES, (2, Content::Number(name))) => frame.name = name,
                (FRAMES, (3, Content::Number(mapping))) => frame.mapping = mapping,
                (FRAMES, (4, Content::Number(address))) => frame.address = address,
                (STACKS, (2, value)) | (MAPPINGS, (7, value)) => {
                    numbers(value, None, &mut |iid| list.push(iid));
                }
                _ => {}
            }
        }
        self.bytes += (name.len() + list.len() * 8) as u64;
        let is_new = match number {
            FUNCTION_NAMES => self.function_names.insert(iid, name.into()).is_none(),
            PATHS => self.paths.insert(iid, name.into()).is_none(),
            MAPPINGS => self.mappings.insert(iid, list).is_none(),
            FRAMES => self.frames.insert(iid, frame).is_none_or(|before| before == frame),
            _ => self.stacks.insert(iid, list).is_none(),
        };
        if !is_new {
            self.functions.clear();
            self.known.clear();
        }
        Some(())
    }

    /// Returns the stack with a number.
    pub(super) fn stack(
        &mut self,
        iid: u64,
        stacks: &mut Stacks,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> StackId {
        if let Some(&known) = self.known.get(&iid) {
            return known;
        }
        let Some(frames) = self.stacks.get(&iid) else {
            let subject = "call stack that the file does not hold";
            sink.odd(OddityKind::SkippedPart, subject, offset, &iid.to_string());
            return StackId::EMPTY;
        };
        let mut stack = StackId::EMPTY;
        for &frame in frames {
            let function = if let Some(&known) = self.functions.get(&frame) {
                known
            } else {
                let function = self.function(frame, offset, sink);
                self.functions.insert(frame, function);
                function
            };
            stack = stacks.push(stack, function.0);
        }
        self.known.insert(iid, stack);
        stack
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let rows = self.function_names.len() + self.paths.len() + self.mappings.len() + self.frames.len();
        let rows = rows + self.stacks.len() + self.functions.len() + self.known.len();
        self.bytes + rows as u64 * 64
    }

    /// Returns the function of a frame. A frame without a name is named by its address.
    fn function(&self, iid: u64, offset: u64, sink: &mut dyn Sink) -> FunctionId {
        let Some(frame) = self.frames.get(&iid) else {
            sink.odd(OddityKind::SkippedPart, "frame that the file does not hold", offset, &iid.to_string());
            let name = format!("(frame {iid})");
            return sink.function(FunctionSpec { name: &name, ..FunctionSpec::default() });
        };
        let parts = self.mappings.get(&frame.mapping).map_or(&[][..], Vec::as_slice);
        // Hostile files may list a long part again and again. No path is longer than that.
        let parts = parts.iter().filter_map(|part| self.paths.get(part)).take(LONGEST_PATH);
        let mut file = String::new();
        for part in parts {
            if file.len() + part.len() > LONGEST_PATH_BYTES {
                break;
            }
            file.push('/');
            file.push_str(part);
        }
        // Names in brackets, such as `[kernel.kallsyms]`, are no paths.
        let file = file.strip_prefix('/').filter(|name| name.starts_with(['[', '/'])).unwrap_or(&file);
        let name = self.function_names.get(&frame.name).filter(|name| !name.is_empty());
        let address = format!("0x{:x}", frame.address);
        let name = name.map_or(address.as_str(), |name| name);
        sink.function(FunctionSpec { name, file, line: 0, category: "" })
    }
}

/// Most parts, and most bytes, of a mapped file's path.
const LONGEST_PATH: usize = 64;
const LONGEST_PATH_BYTES: usize = 4096;

/// Fields of `InternedData` that call stacks refer to.
const FUNCTION_NAMES: u32 = 5;
const FRAMES: u32 = 6;
const STACKS: u32 = 7;
const PATHS: u32 = 17;
const MAPPINGS: u32 = 19;

/// Returns whether a field of the interned data is about call stacks.
pub(super) fn is_of_stacks(number: u32) -> bool {
    matches!(number, FUNCTION_NAMES | FRAMES | STACKS | PATHS | MAPPINGS)
}

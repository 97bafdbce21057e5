//! Tiles of large traces, as `diptych tile` writes them. The layout and the decoder are those of `diptych-tiles`.

use crate::format::{ContentKind, Format, Sniff};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_tiles::{MAGIC, TileDecoder, TileFault};
use diptych_trace::Sink;

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "tile",
    name: "Diptych tile",
    extensions: &["tiles"],
    description: "Tiles of a large trace, as `diptych tile` writes them.",
    content: ContentKind::Binary,
    calls_are: "the rows of a window of time",
    sniff: |head, complete| match head.get(..MAGIC.len()) {
        Some(first) if first == MAGIC => Sniff::Yes,
        None if !complete && MAGIC.starts_with(head) => Sniff::NeedMore,
        _ => Sniff::No,
    },
    open: || Box::<Tiles>::default(),
    sums: false,
    recall: None,
};

/// Reader of tiles.
#[derive(Debug, Default)]
struct Tiles(TileDecoder);

fn error(fault: TileFault) -> ReadError {
    let kind = if fault.is_cut { ReadErrorKind::Truncated } else { ReadErrorKind::Malformed };
    ReadError::new(kind, fault.offset, fault.found)
}

impl Reader for Tiles {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.0.feed(bytes, sink).map_err(error)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.0.finish(sink).map_err(error)
    }

    fn calls(&self) -> u64 {
        self.0.calls()
    }

    fn held_bytes(&self) -> u64 {
        self.0.held_bytes()
    }

    fn needs_no_more(&self) -> bool {
        self.0.needs_no_more()
    }
}

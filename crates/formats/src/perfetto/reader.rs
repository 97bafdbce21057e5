//! Cuts the file into packets, including compressed ones.

use super::calls::Origin;
use super::numbers::packet as number;
use super::packets::Packets;
use crate::error::thousands;
use crate::packed;
use crate::protobuf::{Content, Field, Fields};
use crate::protobuf_recovery::Recovery;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, Sink};
use flate2::{Decompress, FlushDecompress, Status};

/// Reader of one file.
#[derive(Debug)]
pub(super) struct Perfetto {
    fields: Fields,
    packets: Packets,
    /// Number of bytes between packets that are none.
    lost_bytes: u64,
}

impl Default for Perfetto {
    fn default() -> Self {
        // Each packet says its time or who wrote it.
        let fields = Fields::recovering(Recovery::new(1, &[number::TIMESTAMP, number::SEQUENCE_ID]));
        Self { fields, packets: Packets::default(), lost_bytes: 0 }
    }
}

impl Perfetto {
    /// Reports the parts of the file that are no packets.
    fn report_gaps(&mut self, sink: &mut dyn Sink) {
        for (offset, bytes) in self.fields.take_gaps() {
            self.lost_bytes += bytes;
            let example = format!("{} bytes left out", thousands(bytes));
            sink.odd_of_file(OddityKind::BadEvent, "part that is no packet", offset, &example);
        }
    }
}

/// Bytes of compressed packets unpacked at a time.
const STEP: usize = 1 << 12;

impl Reader for Perfetto {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let packets = &mut self.packets;
        let outcome = self.fields.feed(bytes, &mut |field| take(packets, field, sink));
        self.report_gaps(sink);
        outcome.map_err(malformed)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let packets = &mut self.packets;
        let outcome = self.fields.finish(&mut |field| take(packets, field, sink));
        self.report_gaps(sink);
        self.packets.finish(sink)?;
        outcome.map_err(malformed)?.map_or(Ok(()), |end| {
            Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside a packet"))
        })
    }

    fn calls(&self) -> u64 {
        self.packets.count()
    }

    fn held_bytes(&self) -> u64 {
        self.fields.held_bytes() + self.packets.held_bytes()
    }

    fn lost_bytes(&self) -> u64 {
        self.lost_bytes
    }
}

fn malformed(at: u64) -> ReadError {
    let found = "Expected a packet, found bytes that are not a field of a protobuf message";
    ReadError::new(ReadErrorKind::Malformed, at, found)
}

/// Takes a field of the file.
fn take(packets: &mut Packets, field: Field<'_>, sink: &mut dyn Sink) {
    let offset = field.offset;
    let Some(bytes) = packet_of(field, offset, sink) else { return };
    let Some((kind, packed)) = packets.take(bytes, Origin { offset, is_packed: false }, sink) else { return };
    if let Err(reason) = unpack(packets, kind, packed, offset, sink) {
        sink.odd(
            OddityKind::BadEvent,
            "packed packets that are damaged; those before the damage are read",
            offset,
            &reason,
        );
    }
}

/// Returns the bytes of a packet. Reports a field that is not a packet.
fn packet_of<'a>(field: Field<'a>, offset: u64, sink: &mut dyn Sink) -> Option<&'a [u8]> {
    match (field.number, field.value) {
        (1, Content::Bytes(bytes)) => return Some(bytes),
        (1, Content::TooLong) => sink.odd(OddityKind::BadEvent, "packet of more than 16 MiB", offset, ""),
        (other, _) => {
            let example = format!("field {other}");
            sink.odd(OddityKind::SkippedPart, "field of the file that is not a packet", offset, &example);
        }
    }
    None
}

/// Reads packets that were compressed together.
fn unpack(
    packets: &mut Packets,
    kind: u32,
    packed: &[u8],
    offset: u64,
    sink: &mut dyn Sink,
) -> Result<(), String> {
    let mut fields = Fields::default();
    let no_message = |at: u64| format!("they unpack to no packets from their byte {at} on");
    let mut take = |field: Field<'_>| {
        let Some(bytes) = packet_of(field, offset, sink) else { return };
        if packets.take(bytes, Origin { offset, is_packed: true }, sink).is_some() {
            sink.odd(OddityKind::BadEvent, "packed packets in packed packets", offset, "");
        }
    };
    let mut feed = |bytes: &[u8]| fields.feed(bytes, &mut take).map_err(no_message);
    match kind {
        number::COMPRESSED => inflate(packed, &mut feed)?,
        _ => unzstd(packed, &mut feed)?,
    }
    match fields.finish(&mut take).map_err(no_message)? {
        None => Ok(()),
        Some(_) => Err("they end inside a packet".to_owned()),
    }
}

/// Receiver of unpacked bytes.
type Feed<'a> = dyn FnMut(&[u8]) -> Result<(), String> + 'a;

/// Unpacks deflate data with a zlib header.
fn inflate(mut packed: &[u8], feed: &mut Feed<'_>) -> Result<(), String> {
    let mut stream = Decompress::new(true);
    let mut out = vec![0; 8 * STEP];
    loop {
        let (before_in, before_out) = (stream.total_in(), stream.total_out());
        let status = stream.decompress(packed, &mut out, FlushDecompress::None);
        let [taken, made] =
            [stream.total_in() - before_in, stream.total_out() - before_out].map(|bytes| bytes as usize);
        packed = &packed[taken..];
        feed(&out[..made])?;
        match status {
            Ok(Status::StreamEnd) => return Ok(()),
            Ok(_) if taken == 0 && made == 0 => return Err("the data ends early".to_owned()),
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// Unpacks zstd frames.
fn unzstd(packed: &[u8], feed: &mut Feed<'_>) -> Result<(), String> {
    let Some(packing) = packed::detect(packed).filter(|packing| packing.name == "zstd") else {
        return Err("they are no zstd frame".to_owned());
    };
    let mut unpack = (packing.open)();
    let mut out = Vec::new();
    for piece in packed.chunks(STEP) {
        let mut piece = piece;
        loop {
            let more = unpack.feed(piece, &mut out);
            // Bytes before damage count, too.
            feed(&out)?;
            out.clear();
            if !more.map_err(|damage| damage.reason)? {
                break;
            }
            piece = &[];
        }
    }
    let end = unpack.finish(&mut out);
    feed(&out)?;
    end.map_err(|damage| damage.reason)
}

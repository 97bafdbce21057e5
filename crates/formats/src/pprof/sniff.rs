//! Recognises the format.

use crate::protobuf::{Content, Fields};
use crate::registry::Sniff;

/// Accepts a file that begins with a sample type (field 1). Go first writes when and how the profile was made (fields 9
/// to 12 and 14).
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let mut answer = None;
    let outcome = Fields::default().feed(head, &mut |field| {
        answer = answer.or(match (field.number, field.value) {
            (1, Content::Bytes(bytes)) => Some(is_value_type(bytes)),
            (11, Content::Bytes(bytes)) if is_value_type(bytes) => None,
            (9 | 10 | 12 | 14, Content::Number(_)) => None,
            _ => Some(false),
        });
    });
    match answer {
        Some(true) => Sniff::Yes,
        Some(false) => Sniff::No,
        None if outcome.is_err() || complete => Sniff::No,
        None => Sniff::NeedMore,
    }
}

/// Returns whether a message consists of numbers in field 1, or in fields 1 and 2.
fn is_value_type(bytes: &[u8]) -> bool {
    let mut numbers = Vec::new();
    let mut fields = Fields::default();
    let mut take = |field: crate::protobuf::Field<'_>| {
        numbers.push(matches!(field.value, Content::Number(_)).then_some(field.number));
    };
    let is_whole = fields.feed(bytes, &mut take).is_ok() && fields.finish(&mut take) == Ok(None);
    is_whole && matches!(numbers[..], [Some(1)] | [Some(1), Some(2)])
}

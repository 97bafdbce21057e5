//! Parts of names that a program makes anew in each run, such as addresses and hashes, and the natural order of names.

use super::compiled::Compiled;
use super::trail::trails;
use diptych_trace::FunctionSpec;
use std::cmp::Ordering;

/// Minimum length of a run of hexadecimal digits with a decimal digit that counts as a hash or an address.
const LEAST_HEX: usize = 6;
/// Minimum length of a decimal number that counts as an address. Shorter numbers count something.
const LEAST_DECIMAL: usize = 7;

/// Returns true if the rules remove generated parts from these names and the parts differ. Such names are one function:
/// nothing tells which address or hash of one run is which of another.
pub(super) fn differ_by_generated_parts(rules: &Compiled, functions: &[FunctionSpec<'_>]) -> bool {
    let parts = |&function: &FunctionSpec<'_>| {
        let mut found = Vec::new();
        for trail in trails(rules, function) {
            for range in &trail.removed {
                found.extend(generated(&trail.before[range.clone()]).map(str::to_owned));
            }
        }
        found
    };
    let mut all = functions.iter().map(parts);
    let Some(first) = all.next() else { return false };
    all.any(|next| next != first)
}

/// Returns the generated parts of a text: runs of hexadecimal digits that are long enough or follow `0x`.
fn generated(text: &str) -> impl Iterator<Item = &str> {
    let is_start = |at: usize| at == 0 || !text.as_bytes()[at - 1].is_ascii_hexdigit();
    let starts = (0..text.len()).filter(move |&at| text.as_bytes()[at].is_ascii_hexdigit() && is_start(at));
    starts.filter_map(|start| {
        let length = text[start..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let digits = &text[start..start + length];
        let has = |is: fn(&u8) -> bool| digits.bytes().any(|byte| is(&byte));
        let is_hex = has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit) && length >= LEAST_HEX;
        let follows = text[..start].ends_with("0x") || text[..start].ends_with("0X");
        (is_hex || follows || length >= LEAST_DECIMAL && !has(u8::is_ascii_alphabetic)).then_some(digits)
    })
}

/// Compares two texts with runs of digits as numbers, so that `f_9` comes before `f_10`.
pub(super) fn natural(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a.as_bytes(), b.as_bytes());
    while let (Some(&x), Some(&y)) = (rest_a.first(), rest_b.first()) {
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let (one, other) = (digits(&mut rest_a), digits(&mut rest_b));
            let order = one.len().cmp(&other.len()).then_with(|| one.cmp(other));
            if order.is_ne() {
                return order;
            }
        } else if x == y {
            (rest_a, rest_b) = (&rest_a[1..], &rest_b[1..]);
        } else {
            return x.cmp(&y);
        }
    }
    rest_a.len().cmp(&rest_b.len()).then_with(|| a.cmp(b))
}

/// Takes a run of digits from the front of a text and returns it without leading zeros.
fn digits<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (run, rest) = text.split_at(count);
    *text = rest;
    let zeros = run.iter().take_while(|&&byte| byte == b'0').count();
    &run[zeros.min(count - 1)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_hashes_are_generated() {
        let of = |text| generated(text).collect::<Vec<_>>();
        assert_eq!(of(" at 0x7d672e1ecec0"), ["7d672e1ecec0"]);
        assert_eq!(of("::h0123456789abcdef"), ["0123456789abcdef"]);
        assert_eq!(of("0xab"), ["ab"]);
        assert_eq!(of("_00401000 facade _256 -1.2.3"), ["00401000"]);
    }

    #[test]
    fn natural_order_reads_numbers() {
        let mut names = ["f_10", "f_9", "f_", "f_010x", "g", "f_9_2", "f_9_10"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["f_", "f_9", "f_9_2", "f_9_10", "f_10", "f_010x", "g"]);
    }
}

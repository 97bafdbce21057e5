//! Names the phases of events.

/// Returns the name of a phase for the report, followed by its letter, which the format's users know.
pub(crate) fn describe(phase: &[u8]) -> &'static str {
    match phase {
        b"b" => "async begin (b)",
        b"e" => "async end (e)",
        b"S" => "async begin (S)",
        b"T" => "async step (T)",
        b"p" => "async step (p)",
        b"F" => "async end (F)",
        b"s" => "flow start (s)",
        b"t" => "flow step (t)",
        b"f" => "flow end (f)",
        b"C" => "counter (C)",
        b"P" => "sample (P)",
        b"N" => "object created (N)",
        b"O" => "object snapshot (O)",
        b"D" => "object deleted (D)",
        b"V" => "memory dump (V)",
        b"v" => "memory dump (v)",
        b"c" => "clock sync (c)",
        b"(" => "context begin (()",
        b")" => "context end ())",
        b"=" => "linked id (=)",
        b"M" => "other metadata (M)",
        _ => "event of unknown phase",
    }
}

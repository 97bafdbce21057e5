//! One-to-one alignment: every call matched, moved, or on one side only.

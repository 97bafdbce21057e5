//! Callee-set similarity (TraceDiff III): which calls of both sides did alike, many to many.

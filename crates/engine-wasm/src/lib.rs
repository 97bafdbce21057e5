//! The engine, a reader and the compute role behind one wasm artifact.

//! The renderer behind one wasm artifact for each graphics interface.

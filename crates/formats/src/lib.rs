//! Readers: bytes of many trace formats into the model.

//! What the shell and the engine say to each other, every view state, and the link codec.

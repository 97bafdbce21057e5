//! Which lanes of both sides belong together: by the overlap of what they run.

//! The session: requests in, events and scenes out.

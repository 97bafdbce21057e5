//! One folder a view: layout into a Scene, picking, commands, text twin.

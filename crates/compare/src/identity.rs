//! Which functions of both sides are the same: ordered, visible rewrite rules.

//! Calls folded into per-function totals and weighted call trees.

//! Traces written as text pictures, tree and lane printers, golden compare, seeded generators.

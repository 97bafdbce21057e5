//! The colour tokens of the three themes: the only place where colours are written as literals.

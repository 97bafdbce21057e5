//! The times of functions on both sides of the pairs of a fleet.

use std::collections::BTreeMap;

/// A function in a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation {
    /// Number of the pair.
    pub pair: u32,
    /// Number of the function.
    pub function: u32,
    /// Self time in A and B.
    pub times: [f64; 2],
    /// True for each side that calls the function.
    pub is_called: [bool; 2],
    /// True if either side spends enough time in the function for a change to matter: self time, or inclusive time if only
    /// one side calls it.
    pub is_judged: bool,
}

/// All functions of all pairs.
#[derive(Debug, Clone, Default)]
pub struct Observations {
    names: Vec<String>,
    by_name: BTreeMap<String, u32>,
    all: Vec<Observation>,
}

impl Observations {
    /// Returns the number of a function.
    pub fn function(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        let new = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), new);
        new
    }

    /// Adds a function of a pair.
    pub fn add(&mut self, observation: Observation) {
        self.all.push(observation);
    }

    /// Returns the names of the functions, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the observations, in the order in which they were added.
    pub fn all(&self) -> &[Observation] {
        &self.all
    }
}

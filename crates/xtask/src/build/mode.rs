//! The mode of a build.

/// The way the page is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Optimised, for deployment and tests.
    Release,
    /// Nearly as fast, a quarter larger, built in half the time; for serving on this machine.
    Quick,
    /// Unoptimised, with names kept; quick to build again after a change.
    Dev,
}

impl Mode {
    /// Options that name a mode.
    pub(crate) const OPTIONS: [&str; 3] = ["--release", "--quick", "--dev"];

    /// Returns the mode that a verb's arguments ask for, or else `otherwise`.
    pub(crate) fn from_arguments(arguments: &[String], otherwise: Self) -> Self {
        let asked = |option: &str| arguments.iter().any(|word| word == option);
        let modes = [Self::Release, Self::Quick, Self::Dev];
        let named = Self::OPTIONS.into_iter().zip(modes).find(|(option, _)| asked(option));
        named.map_or(otherwise, |(_, mode)| mode)
    }
}

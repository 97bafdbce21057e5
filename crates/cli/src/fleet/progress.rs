//! Shows the progress on a terminal.

use crate::output::shown;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A bar with the time left, on standard error if that is a terminal.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(super) fn new(pairs: usize) -> Self {
        // Without a terminal, the target hides itself.
        let bar = ProgressBar::with_draw_target(Some(pairs as u64), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:24} {pos} of {len} pairs, {eta} left  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar }
    }

    /// Counts a pair that needs no work. It says nothing about the time of the others.
    pub(super) fn skip(&self) {
        self.bar.inc(1);
        self.bar.reset_eta();
    }

    /// Counts a finished pair.
    pub(super) fn finish(&self, name: &str) {
        self.bar.set_message(shown(name));
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

//! Describes the machine on which the figures were measured.

use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{process, setup};

/// A machine and its programs.
#[derive(Debug, PartialEq)]
pub(crate) struct Machine {
    pub(crate) system: System,
    pub(crate) rustc: String,
    pub(crate) chromium: String,
    /// Average number of busy processes over a minute, before and after measuring.
    pub(crate) load: [f64; 2],
}

/// The facts that Node knows on every system.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct System {
    /// Date of this machine's clock.
    pub(crate) date: String,
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) memory_bytes: f64,
    pub(crate) os: String,
    pub(crate) node: String,
}

/// Share of the cores above which other programs must have been running.
const BUSY: f64 = 0.35;

impl Machine {
    /// Collects the description.
    pub(crate) fn ask() -> Result<Self> {
        const SCRIPT: &str = "
            import os from 'node:os';
            import { readFileSync } from 'node:fs';
            const release = () => {
                try {
                    return /^PRETTY_NAME=\"(.*)\"$/m.exec(readFileSync('/etc/os-release', 'utf8'))[1] + ', ';
                } catch {
                    return '';
                }
            };
            console.log(JSON.stringify({
                date: new Date().toISOString().slice(0, 10),
                processor: os.cpus()[0].model,
                cores: os.cpus().length,
                memory_bytes: os.totalmem(),
                os: `${release()}${os.type()} ${os.release()} ${os.arch()}`,
                node: process.version.slice(1),
            }));";
        let system = serde_json::from_str(&node(SCRIPT)?).context("what Node says of the machine")?;
        let chromium =
            process::stdout_of(Command::new(setup::chromium::find_or_install()?).arg("--version"))?;
        let rustc = process::stdout_of(Command::new("rustc").arg("--version"))?;
        let load = load()?;
        Ok(Self {
            system,
            rustc: rustc.trim().trim_start_matches("rustc ").to_owned(),
            chromium: chromium.trim().trim_start_matches("Chromium ").to_owned(),
            load: [load, load],
        })
    }

    /// Records the load again, after measuring.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.load[1] = load()?;
        Ok(())
    }

    /// Describes the machine in one line, for sections that are measured by themselves.
    pub(crate) fn line(&self) -> String {
        let System { date, processor, cores, .. } = &self.system;
        let [before, after] = self.load;
        let warning = if self.was_busy() { "; other programs ran, so times are too long" } else { "" };
        format!("{cores} × {processor} on {date} (load {before:.1} before and {after:.1} after{warning})")
    }

    /// Returns true if other programs were running when the measuring began.
    pub(crate) fn was_busy(&self) -> bool {
        self.load[0] > BUSY * self.system.cores as f64
    }
}

fn load() -> Result<f64> {
    let text = node("import os from 'node:os'; console.log(os.loadavg()[0]);")?;
    text.trim().parse().context("the load that Node says")
}

fn node(script: &str) -> Result<String> {
    process::stdout_of(Command::new("node").args(["--input-type=module", "--eval", script]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_is_busy_under_foreign_load() {
        let machine = |load: f64| {
            let system = System {
                date: "2026-01-02".into(),
                processor: "P".into(),
                cores: 2,
                memory_bytes: 1.0,
                os: "O".into(),
                node: "1".into(),
            };
            Machine { system, rustc: "1".into(), chromium: "1".into(), load: [load, 9.0] }
        };
        assert!(!machine(0.5).was_busy());
        assert!(machine(1.5).was_busy());
        assert_eq!(machine(0.5).line(), "2 × P on 2026-01-02 (load 0.5 before and 9.0 after)");
        assert!(machine(1.5).line().ends_with("; other programs ran, so times are too long)"));
    }
}

//! Runs other programs, with errors that name the program and its exit status.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs `command` with its output passed on. Fails unless it exits with success.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` ended with {status}");
    }
    Ok(())
}

/// Runs `command` and returns its standard output. Fails unless it exits with success.
pub(crate) fn stdout_of(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("could not start `{shown}`"))?;
    if !output.status.success() {
        bail!("`{shown}` ended with {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns true if `command` starts and exits with success. Its output is discarded.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

/// Returns the command line as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_program_is_named_in_the_error() {
        let err = run(Command::new("no-such-program").arg("--flag")).unwrap_err();
        assert_eq!(err.to_string(), "could not start `no-such-program --flag`");
    }

    #[test]
    fn failing_programs_are_errors() {
        let cargo = || Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        assert!(!succeeds(cargo().arg("no-such-verb")));
        assert!(stdout_of(cargo().arg("--version")).unwrap().starts_with("cargo "));
    }
}

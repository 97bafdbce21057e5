//! Starts Playwright with everything it needs: the browsers, the server and a free port.

use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;

use anyhow::Result;

use crate::setup::firefox::Firefox;
use crate::{setup, workspace};

/// Returns the command `playwright test` with Chromium.
pub(crate) fn playwright() -> Result<Command> {
    let mut playwright = runner()?;
    playwright.env("CHROMIUM", setup::chromium::find_or_install()?);
    Ok(playwright)
}

/// Returns the command `playwright test` for the tests in Firefox.
pub(crate) fn firefox(Firefox { program, display }: &Firefox) -> Result<Command> {
    let mut playwright = runner()?;
    playwright.arg("--config=tests/firefox/playwright.config.ts").env("FIREFOX", program);
    playwright.env_remove("XVFB").envs(display.iter().map(|program| ("XVFB", program)));
    Ok(playwright)
}

/// Returns the command `playwright test`. Its configuration starts the server on the port named here.
fn runner() -> Result<Command> {
    let mut playwright = workspace::node("node_modules/@playwright/test/cli.js");
    playwright.arg("test");
    playwright.env("DIPTYCH_XTASK", std::env::current_exe()?);
    playwright.env("DIPTYCH_PORT", free_port()?.to_string());
    Ok(playwright)
}

/// Returns a port of the loopback address that is free at this moment.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

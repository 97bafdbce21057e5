//! `diptych open`: shows traces of this machine in the page, from a server that only this machine reaches.
//!
//! Any web page can send requests to a local server. So the server answers only requests that name it as their host,
//! which stops pages that let a name of theirs point here, and only below a path that nobody can guess. The path is
//! made anew each time.

mod answer;
mod request;
mod site;

use crate::args::ServeArgs;
use crate::error::CliError;
use crate::output;
use answer::answer;
use request::Request;
use site::Site;
use std::io::{BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Time after which a connection that says nothing is closed.
const PATIENCE: Duration = Duration::from_secs(30);

/// Serves the page and the files until the process is ended.
pub(crate) fn run(args: &ServeArgs) -> Result<(), CliError> {
    let failed = |what: &str, error: &dyn std::fmt::Display| CliError::Failed(format!("{what}: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .map_err(|error| failed("no port of this machine could be opened", &error))?;
    let port = listener.local_addr().map_err(|error| failed("the port has no number", &error))?.port();
    let mut secret = [0; 16];
    getrandom::fill(&mut secret).map_err(|error| failed("the system has no random numbers", &error))?;
    let site = Arc::new(Site::new(args, port, &secret)?);
    let address = site.address();
    output::print(&format!("{address}\n"))?;
    if !args.no_browser && !start_browser(&address) {
        output::note("diptych: no browser could be started. Open the address above.");
    }
    output::note("diptych: the page is served until this command is ended (Ctrl+C).");
    for stream in listener.incoming() {
        let site = Arc::clone(&site);
        // A connection that breaks off concerns its client alone.
        std::thread::spawn(move || stream.and_then(|stream| serve(&stream, &site)).is_ok());
    }
    Ok(())
}

/// Answers the requests of one connection.
fn serve(stream: &TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = Request::read(&mut reader)? {
        let mut out = std::io::BufWriter::new(stream);
        answer(&request, site, &mut out)?;
        out.flush()?;
        if request.closes {
            break;
        }
    }
    Ok(())
}

/// Starts the browser of the system. Returns false if there is none.
fn start_browser(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

//! `xtask serve`: builds the page and serves it on the loopback address, like a plain host of static files.
//!
//! The server is our own, because the small servers on crates.io are either unmaintained or need an asynchronous
//! runtime. It does no more than a static host: `GET` and `HEAD`, ranges, content types, and nothing outside `dist/`.

mod http;
mod site;

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use crate::{build, workspace};
use build::Mode;
use site::Site;

/// First port to try if none is given.
const FIRST_PORT: u16 = 8123;

/// Number of ports to try.
const PORTS: u16 = 50;

/// Pair that is open when the page starts, under `www/`.
const EXAMPLE: [&str; 2] = ["examples/jinja2-3.0.3.json.gz", "examples/jinja2-3.1.6.json.gz"];

/// The arguments of the verb.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    build: bool,
    mode: Mode,
    port: Option<u16>,
    /// Path of the page, with a slash at both ends.
    base: String,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self> {
        let mut options = Self {
            build: true,
            mode: Mode::from_arguments(arguments, Mode::Quick),
            port: None,
            base: "/".into(),
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                mode if Mode::OPTIONS.contains(&mode) => {}
                "--no-build" => options.build = false,
                "--port" => {
                    let port = words.next().context("--port needs a number")?;
                    options.port = Some(port.parse().with_context(|| format!("--port {port}"))?);
                }
                "--base" => {
                    let base = words.next().context("--base needs a path")?.trim_matches('/');
                    options.base = if base.is_empty() { "/".into() } else { format!("/{base}/") };
                }
                other => bail!("unknown option `{other}`"),
            }
        }
        Ok(options)
    }
}

/// Runs the verb. It ends only with an error or a signal.
pub(crate) fn verb(arguments: &[String]) -> Result<()> {
    let options = Options::parse(arguments)?;
    if options.build {
        build::all(options.mode)?;
    }
    let dist = workspace::dist();
    if !dist.join("index.html").is_file() {
        bail!("dist/ holds no page; run `npm run build` first");
    }
    let listener = listen(options.port)?;
    let port = listener.local_addr()?.port();
    let query = format!("?a={}&b={}", EXAMPLE[0], EXAMPLE[1]);
    println!("\nDiptych, with an example pair open:\n\n  http://127.0.0.1:{port}{}{query}\n", options.base);
    let site = Arc::new(Site::new(dist, options.base));
    http::serve(&listener, &site)
}

/// Listens on the given port, or on the first free one from [`FIRST_PORT`].
fn listen(port: Option<u16>) -> Result<TcpListener> {
    let ports = match port {
        Some(port) => port..=port,
        None => FIRST_PORT..=FIRST_PORT + PORTS - 1,
    };
    for port in ports.clone() {
        if let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            return Ok(listener);
        }
    }
    bail!("no free port on 127.0.0.1 from {} to {}", ports.start(), ports.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options> {
        Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn serve_options_are_parsed() {
        let options = parse("--no-build --port 8200 --base some/sub/path").unwrap();
        let base = "/some/sub/path/".to_owned();
        assert_eq!(options, Options { build: false, mode: Mode::Quick, port: Some(8200), base });
    }

    #[test]
    fn wrong_option_is_named() {
        assert_eq!(parse("--prot 1").unwrap_err().to_string(), "unknown option `--prot`");
        assert_eq!(parse("--port x").unwrap_err().to_string(), "--port x");
    }

    #[test]
    fn taken_port_is_skipped_unless_asked_for() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        assert!(listen(Some(port)).unwrap_err().to_string().contains("no free port"));
        assert!(listen(None).is_ok());
    }

    #[test]
    fn example_pair_is_part_of_the_page() {
        for file in EXAMPLE {
            assert!(workspace::at("www").join(file).is_file(), "{file}");
        }
    }
}

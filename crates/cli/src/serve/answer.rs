//! Answers to requests: files, whole or in part, and refusals.

use super::request::{Request, range_of};
use super::site::Site;
use std::fs::File;
use std::io::{Read as _, Result, Seek as _, SeekFrom, Write};
use std::path::Path;

/// Headers of every answer. The page and the traces are for this page alone, and not for the disk.
const ALWAYS: &str = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: SAMEORIGIN\r\n";

/// Writes the answer to a request.
pub(super) fn answer(request: &Request, site: &Site, out: &mut impl Write) -> Result<()> {
    if !site.is_host(request.host.as_deref()) {
        return refuse(out, "403 Forbidden", "this server answers requests to 127.0.0.1 only");
    }
    if !["GET", "HEAD"].contains(&request.method.as_str()) {
        return refuse(out, "405 Method Not Allowed", "this server only sends files");
    }
    let Some((path, is_of_page)) = site.file(&request.path) else {
        return refuse(
            out,
            "404 Not Found",
            "there is no such file; open the address that the command printed",
        );
    };
    let Ok(file) = File::open(&path) else {
        return refuse(out, "404 Not Found", "the file cannot be read any more");
    };
    // Traces are bytes, whatever they are called, so that no browser shows one as a document of this origin.
    let kind = if is_of_page { content_type(&path) } else { "application/octet-stream" };
    send(request, kind, file, out)
}

fn send(request: &Request, kind: &str, mut file: File, out: &mut impl Write) -> Result<()> {
    let size = file.metadata()?.len();
    let (status, first, count, range) = match range_of(request.range.as_deref(), size) {
        Ok(None) => ("200 OK", 0, size, String::new()),
        Ok(Some((first, last))) => {
            let range = format!("Content-Range: bytes {first}-{last}/{size}\r\n");
            ("206 Partial Content", first, last - first + 1, range)
        }
        Err(()) => ("416 Range Not Satisfiable", 0, 0, format!("Content-Range: bytes */{size}\r\n")),
    };
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {count}\r\nAccept-Ranges: bytes\r\n{range}{ALWAYS}\r\n"
    )?;
    if request.method == "HEAD" {
        return Ok(());
    }
    file.seek(SeekFrom::Start(first))?;
    std::io::copy(&mut file.take(count), out).map(|_| ())
}

fn refuse(out: &mut impl Write, status: &str, why: &str) -> Result<()> {
    let body = format!("{why}\n");
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n{ALWAYS}\r\n{body}",
        body.len()
    )
}

/// Returns the type of a file of the page by its ending.
fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

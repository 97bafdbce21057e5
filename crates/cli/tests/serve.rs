//! Tests `diptych open` with plain connections: hosts, the secret path, ranges, and what is not served.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A running server, which ends with the test.
struct Server {
    child: Child,
    port: u16,
    secret: String,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PAGE: &str = "<!doctype html><title>page</title>";
const TRACE: &[u8] = b"0123456789abcdef";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
    std::fs::create_dir_all(folder.join("app/assets")).unwrap();
    std::fs::write(folder.join("app/index.html"), PAGE).unwrap();
    std::fs::write(folder.join("app/assets/main.js"), "1").unwrap();
    std::fs::write(folder.join("app/sw.js"), "1").unwrap();
    std::fs::write(folder.join("outside.txt"), "outside").unwrap();
    folder
}

fn command(folder: &Path, files: &[PathBuf]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    command.arg("open").args(files).arg("--no-browser").arg("--app").arg(folder.join("app"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn serve(name: &str, file: &str) -> Server {
    let folder = folder(name);
    let path = folder.join(file);
    std::fs::write(&path, TRACE).unwrap();
    let mut child = command(&folder, &[path]).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let address = address.trim_end().to_owned();
    let rest = address.strip_prefix("http://127.0.0.1:").unwrap_or_else(|| panic!("{address}"));
    let mut parts = rest.split('/');
    let (port, secret) = (parts.next().unwrap().parse().unwrap(), parts.next().unwrap().to_owned());
    Server { child, port, secret, address }
}

impl Server {
    /// Sends a request as it is, and returns the whole answer.
    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, host: &str, headers: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"))
    }

    /// Gets a file below the secret path.
    fn file(&self, below: &str, headers: &str) -> String {
        self.get(&format!("/{}/{below}", self.secret), &format!("127.0.0.1:{}", self.port), headers)
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_else(|| panic!("no status in {answer:?}"))
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").unwrap().1
}

#[test]
fn address_has_a_secret_and_names_the_files() {
    let server = serve("address", "a b#1%.json");
    assert_eq!(server.secret.len(), 32);
    assert!(server.address.ends_with("/#a=open/a/a%2520b%25231%2525.json"), "{}", server.address);
    assert_ne!(serve("address", "a b#1%.json").secret, server.secret, "each start has its own secret");
    let page = server.file("", "");
    assert_eq!((status(&page), body(&page)), ("200", PAGE));
    assert!(page.contains("Content-Type: text/html"), "{page}");
    assert_eq!(body(&server.file("open/a/a%20b%231%25.json", "")).as_bytes(), TRACE);
    assert_eq!(body(&server.file("assets/main.js", "")), "1");
    // The next start has another address, so a copy of the page kept under this one would only take room.
    assert_eq!(status(&server.file("sw.js", "")), "404");
}

#[test]
fn other_hosts_are_refused() {
    let server = serve("hosts", "a.json");
    let path = format!("/{}/", server.secret);
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "127.0.0.1.evil.example"] {
        let answer = server.get(&path, host, "");
        assert_eq!(status(&answer), "403", "{host}");
        assert!(!answer.contains("<title>"), "{host}");
    }
    let two = format!("Host: localhost:{}\r\n", server.port);
    assert_eq!(status(&server.get(&path, "evil.example", &two)), "403");
    assert_eq!(status(&server.send(&format!("GET {path} HTTP/1.0\r\n\r\n"))), "403");
    assert_eq!(status(&server.get(&path, &format!("localhost:{}", server.port), "")), "200");
}

#[test]
fn paths_without_the_secret_are_refused() {
    let server = serve("secret", "a.json");
    let host = format!("127.0.0.1:{}", server.port);
    let mut other = server.secret.clone().into_bytes();
    other[0] = if other[0] == b'0' { b'1' } else { b'0' };
    let other = String::from_utf8(other).unwrap();
    for path in
        ["/", "/index.html", "/open/a/a.json", &format!("/{other}/"), &format!("/{}", &server.secret[..31])]
    {
        assert_eq!(status(&server.get(path, &host, "")), "404", "{path}");
    }
}

#[test]
fn only_files_of_the_page_and_the_command_line_are_served() {
    let server = serve("files", "page.html");
    for path in [
        "../outside.txt",
        "assets/../../outside.txt",
        "%2e%2e/outside.txt",
        "..%2foutside.txt",
        "assets",
        "a/b",
        "/etc/passwd",
        "open/a/other.json",
        "open/b/page.html",
        "..\\outside.txt",
    ] {
        assert_eq!(status(&server.file(path, "")), "404", "{path}");
    }
    // A trace may be called anything. It is no document of this origin.
    let trace = server.file("open/a/page.html", "");
    assert!(trace.contains("Content-Type: application/octet-stream") && trace.contains("nosniff"), "{trace}");
    let host = format!("127.0.0.1:{}", server.port);
    let post = server
        .send(&format!("POST /{}/ HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\n\r\nabc", server.secret));
    assert_eq!(status(&post), "405");
}

#[test]
fn ranges_of_bytes_are_served() {
    let server = serve("ranges", "a.json");
    let range = |range: &str| server.file("open/a/a.json", &format!("Range: bytes={range}\r\n"));
    for (asked, part, content_range) in [
        ("4-7", "4567", "4-7"),
        ("10-", "abcdef", "10-15"),
        ("-2", "ef", "14-15"),
        ("12-99", "cdef", "12-15"),
    ] {
        let answer = range(asked);
        assert_eq!((status(&answer), body(&answer)), ("206", part), "{asked}");
        assert!(answer.contains(&format!("Content-Range: bytes {content_range}/16\r\n")), "{answer}");
    }
    let behind = range("16-");
    assert_eq!((status(&behind), body(&behind)), ("416", ""));
    assert_eq!(status(&range("1-2,4-5")), "200");
    assert!(server.file("open/a/a.json", "").contains("Accept-Ranges: bytes"));
}

#[test]
fn a_connection_answers_several_requests() {
    let server = serve("several", "a.json");
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let path = format!("/{}/open/a/a.json", server.secret);
    let both = server.send(&format!(
        "HEAD {path} HTTP/1.1\r\n{host}\r\nGET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n"
    ));
    assert_eq!(both.matches("HTTP/1.1 200 OK").count(), 2, "{both}");
    assert_eq!(both.matches("0123456789abcdef").count(), 1, "{both}");
}

#[test]
fn wrong_arguments_fail_at_once() {
    let folder = folder("wrong");
    let there = folder.join("there.json");
    std::fs::write(&there, TRACE).unwrap();
    let missing = command(&folder, &[folder.join("no-such.json")]).output().unwrap();
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no-such.json is not a file"));
    let mut no_page = Command::new(env!("CARGO_BIN_EXE_diptych"));
    let no_page =
        no_page.arg("open").arg(&there).arg("--app").arg(folder.join("app/assets")).output().unwrap();
    assert_eq!(no_page.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&no_page.stderr).contains("contains no index.html"));
}

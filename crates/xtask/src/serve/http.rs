//! HTTP/1.1 as far as a static page needs it: one request per connection, `GET` and `HEAD`, one byte range.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

use super::site::{Site, Target};

/// Longest request head in bytes. No honest one is longer.
const MAX_HEAD_BYTES: u64 = 64 * 1024;

/// Time after which a silent client is dropped.
const PATIENCE: Duration = Duration::from_secs(20);

/// The parts of a request that the answer depends on.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    method: String,
    target: String,
    range: Option<String>,
}

/// Answers requests until the listener fails.
pub(crate) fn serve(listener: &TcpListener, site: &Arc<Site>) -> Result<()> {
    for stream in listener.incoming() {
        let stream = stream?;
        let site = Arc::clone(site);
        // An error means that the client went away, so it is ignored.
        std::thread::spawn(move || {
            let _ = answer(stream, &site);
        });
    }
    Ok(())
}

fn answer(stream: TcpStream, site: &Site) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut out = stream.try_clone()?;
    let Some(request) = read_request(BufReader::new(stream.take(MAX_HEAD_BYTES)))? else {
        return head(&mut out, "400 Bad Request", &["Content-Length: 0".into()]);
    };
    if request.method != "GET" && request.method != "HEAD" {
        return head(
            &mut out,
            "405 Method Not Allowed",
            &["Allow: GET, HEAD".into(), "Content-Length: 0".into()],
        );
    }
    match site.resolve(&request.target) {
        Target::File(path, kind) => send_file(&mut out, &request, &mut File::open(path)?, kind),
        Target::Redirect(place) => head(
            &mut out,
            "301 Moved Permanently",
            &[format!("Location: {place}"), "Content-Length: 0".into()],
        ),
        Target::Missing => {
            let body = "404: nothing here\n";
            let kind = "Content-Type: text/plain; charset=utf-8".into();
            head(&mut out, "404 Not Found", &[kind, format!("Content-Length: {}", body.len())])?;
            if request.method == "GET" { out.write_all(body.as_bytes()) } else { Ok(()) }
        }
    }
}

/// Reads the head of a request; `None` if it is malformed.
fn read_request(input: impl BufRead) -> io::Result<Option<Request>> {
    let mut lines = input.lines();
    let Some(first) = lines.next().transpose()? else {
        return Ok(None);
    };
    let mut words = first.split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0")) =
        (words.next(), words.next(), words.next())
    else {
        return Ok(None);
    };
    let mut request = Request { method: method.to_owned(), target: target.to_owned(), range: None };
    for line in lines {
        let line = line?;
        if line.is_empty() {
            return Ok(Some(request));
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("range")
        {
            request.range = Some(value.trim().to_owned());
        }
    }
    Ok(None)
}

/// Writes the status line and the headers.
fn head(out: &mut impl Write, status: &str, headers: &[String]) -> io::Result<()> {
    let mut text = format!("HTTP/1.1 {status}\r\nConnection: close\r\nCache-Control: no-cache\r\n");
    for header in headers {
        text.push_str(header);
        text.push_str("\r\n");
    }
    text.push_str("\r\n");
    out.write_all(text.as_bytes())
}

fn send_file(out: &mut impl Write, request: &Request, file: &mut File, kind: &str) -> io::Result<()> {
    let size = file.metadata()?.len();
    let mut headers = vec![format!("Content-Type: {kind}"), "Accept-Ranges: bytes".into()];
    let (status, start, length) = match request.range.as_deref().map(|range| parse_range(range, size)) {
        None | Some(Range::Ignored) => ("200 OK", 0, size),
        Some(Range::Part(start, end)) => {
            headers.push(format!("Content-Range: bytes {start}-{end}/{size}"));
            ("206 Partial Content", start, end - start + 1)
        }
        Some(Range::Outside) => {
            headers.push(format!("Content-Range: bytes */{size}"));
            ("416 Range Not Satisfiable", 0, 0)
        }
    };
    headers.push(format!("Content-Length: {length}"));
    head(out, status, &headers)?;
    if request.method == "GET" {
        file.seek(SeekFrom::Start(start))?;
        io::copy(&mut file.take(length), out)?;
    }
    Ok(())
}

/// The part of a file that a `Range` header asks for.
#[derive(Debug, PartialEq, Eq)]
enum Range {
    /// First and last byte.
    Part(u64, u64),
    /// A range outside the file.
    Outside,
    /// A header that may be answered with the whole file: other units, several ranges, or no range at all.
    Ignored,
}

/// Parses `bytes=a-b`, `bytes=a-` or `bytes=-n` for a file of `size` bytes.
fn parse_range(header: &str, size: u64) -> Range {
    let Some((from, to)) = header.strip_prefix("bytes=").and_then(|range| range.split_once('-')) else {
        return Range::Ignored;
    };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let (start, end) = match (number(from), number(to)) {
        (Some(start), Some(end)) => (start, end.min(size.saturating_sub(1))),
        (Some(start), None) if to.trim().is_empty() => (start, size.saturating_sub(1)),
        (None, Some(last)) if from.trim().is_empty() && last > 0 => {
            (size.saturating_sub(last), size.saturating_sub(1))
        }
        _ => return Range::Ignored,
    };
    if start >= size || start > end { Range::Outside } else { Range::Part(start, end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_ranges_are_parsed_and_clamped() {
        let cases = [
            ("bytes=0-3", Range::Part(0, 3)),
            ("bytes=4-", Range::Part(4, 9)),
            ("bytes=-2", Range::Part(8, 9)),
            ("bytes=-20", Range::Part(0, 9)),
            ("bytes=8-99", Range::Part(8, 9)),
            ("bytes=10-", Range::Outside),
            ("bytes=5-4", Range::Outside),
            ("bytes=0-1,4-5", Range::Ignored),
            ("lines=0-1", Range::Ignored),
            ("bytes=x-", Range::Ignored),
        ];
        for (header, expected) in cases {
            assert_eq!(parse_range(header, 10), expected, "{header}");
        }
        assert_eq!(parse_range("bytes=0-0", 0), Range::Outside);
    }

    #[test]
    fn request_needs_first_line_and_end() {
        let text = "GET /x?y HTTP/1.1\r\nHost: h\r\nrange: bytes=0-1\r\n\r\n";
        let request = read_request(text.as_bytes()).unwrap().unwrap();
        assert_eq!((request.method.as_str(), request.target.as_str()), ("GET", "/x?y"));
        assert_eq!(request.range.as_deref(), Some("bytes=0-1"));
        assert_eq!(read_request(&b"GET /x HTTP/1.1\r\nHost: h\r\n"[..]).unwrap(), None);
        assert_eq!(read_request(&b"hello\r\n\r\n"[..]).unwrap(), None);
    }

    /// Sends a request to a server of a folder whose `index.html` contains `page`, and returns the answer.
    fn exchange(name: &str, request: &str) -> String {
        let root = std::env::temp_dir().join(format!("diptych-http-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&root).unwrap();
        std::fs::write(root.join("index.html"), "page").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let site = Arc::new(Site::new(root, "/".into()));
        std::thread::spawn(move || serve(&listener, &site));
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn server_answers_over_a_socket() {
        let whole = exchange("whole", "GET / HTTP/1.1\r\n\r\n");
        assert!(whole.starts_with("HTTP/1.1 200 OK\r\n") && whole.ends_with("\r\n\r\npage"), "{whole}");
        let part = exchange("part", "GET / HTTP/1.1\r\nRange: bytes=1-2\r\n\r\n");
        assert!(part.contains("206 Partial Content") && part.ends_with("\r\n\r\nag"), "{part}");
        assert!(part.contains("Content-Range: bytes 1-2/4\r\n"), "{part}");
        let head = exchange("head", "HEAD / HTTP/1.1\r\n\r\n");
        assert!(head.contains("Content-Length: 4\r\n") && head.ends_with("\r\n\r\n"), "{head}");
        let post = exchange("post", "POST / HTTP/1.1\r\n\r\n");
        assert!(post.starts_with("HTTP/1.1 405"), "{post}");
        let missing = exchange("missing", "GET /x HTTP/1.1\r\n\r\n");
        assert!(missing.starts_with("HTTP/1.1 404"), "{missing}");
    }
}

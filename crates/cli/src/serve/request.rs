//! Requests of HTTP/1.1, as far as a page makes them.

use std::io::{BufRead, Error, ErrorKind, Read as _};

/// Most bytes of a request's head.
const MOST_HEAD: u64 = 16_384;

/// A request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Request {
    /// `GET`, `HEAD` or another method.
    pub(super) method: String,
    /// Path without the query, as it was sent.
    pub(super) path: String,
    /// Value of `Host`; `None` if it is missing or given more than once.
    pub(super) host: Option<String>,
    /// Value of `Range`.
    pub(super) range: Option<String>,
    /// True if the connection ends with the answer.
    pub(super) closes: bool,
}

impl Request {
    /// Reads the next request; `None` at the end of the connection.
    pub(super) fn read(reader: &mut impl BufRead) -> std::io::Result<Option<Self>> {
        let mut lines = Vec::new();
        let mut head = reader.take(MOST_HEAD);
        loop {
            let mut line = String::new();
            let count = head.read_line(&mut line)?;
            if count == 0 && lines.is_empty() {
                return Ok(None);
            }
            if !line.ends_with('\n') {
                return Err(Error::new(
                    ErrorKind::InvalidData,
                    "the head of a request is too long or cut off",
                ));
            }
            let line = line.trim_end_matches(['\r', '\n']).to_owned();
            if line.is_empty() {
                return Self::parse(&lines).map(Some).ok_or_else(|| Error::from(ErrorKind::InvalidData));
            }
            lines.push(line);
        }
    }

    fn parse(lines: &[String]) -> Option<Self> {
        let (first, headers) = lines.split_first()?;
        let mut words = first.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if words.next().is_some() || !version.starts_with("HTTP/1.") || !target.starts_with('/') {
            return None;
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let closes = version == "HTTP/1.0";
        let mut request =
            Self { method: method.to_owned(), path: path.to_owned(), closes, ..Self::default() };
        let mut hosts = 0;
        for header in headers {
            let (name, value) = header.split_once(':')?;
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "host" => (request.host, hosts) = (Some(value.to_owned()), hosts + 1),
                "range" => request.range = Some(value.to_owned()),
                "connection" => request.closes |= value.eq_ignore_ascii_case("close"),
                // A body would be read as the next request.
                "content-length" | "transfer-encoding" => request.closes = true,
                _ => {}
            }
        }
        if hosts != 1 {
            request.host = None;
        }
        Some(request)
    }
}

/// Returns the range of bytes that a request asks of a file; `None` if it asks for all, or in a form that may be ignored.
/// `Err` if the file does not have them.
pub(super) fn range_of(header: Option<&str>, size: u64) -> Result<Option<(u64, u64)>, ()> {
    let Some((first, last)) = header
        .and_then(|header| header.strip_prefix("bytes="))
        .filter(|ranges| !ranges.contains(','))
        .and_then(|range| range.split_once('-'))
    else {
        return Ok(None);
    };
    let range = match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => (first, last.min(size.saturating_sub(1))),
        (Ok(first), Err(_)) if last.is_empty() => (first, size.saturating_sub(1)),
        (Err(_), Ok(count)) if first.is_empty() && count > 0 => {
            (size.saturating_sub(count), size.saturating_sub(1))
        }
        _ => return Ok(None),
    };
    if range.0 < size { Ok(Some(range)) } else { Err(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> std::io::Result<Option<Request>> {
        Request::read(&mut text.as_bytes())
    }

    #[test]
    fn request_has_path_host_and_range() {
        let text = "GET /a/b?c=d HTTP/1.1\r\nHost: 127.0.0.1:80\r\nRANGE: bytes=1-2\r\nX: y\r\n\r\nrest";
        let request = read(text).unwrap().unwrap();
        assert_eq!((&*request.method, &*request.path, request.closes), ("GET", "/a/b", false));
        assert_eq!(request.host.as_deref(), Some("127.0.0.1:80"));
        assert_eq!(request.range.as_deref(), Some("bytes=1-2"));
        assert_eq!(read("").unwrap(), None);
    }

    #[test]
    fn wrong_or_endless_heads_are_errors() {
        for text in [
            "GET /\r\n\r\n",
            "GET / HTTP/2\r\n\r\n",
            "GET x HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nno\r\n\r\n",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000))).is_err());
        assert!(read("GET / HTTP/1.1\r\nHost: a").is_err());
        let two = read("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").unwrap().unwrap();
        assert_eq!(two.host, None);
    }

    #[test]
    fn ranges_are_cut_to_the_file() {
        let range = |text| range_of(Some(text), 100);
        assert_eq!(range("bytes=0-9"), Ok(Some((0, 9))));
        assert_eq!(range("bytes=90-"), Ok(Some((90, 99))));
        assert_eq!(range("bytes=90-500"), Ok(Some((90, 99))));
        assert_eq!(range("bytes=-10"), Ok(Some((90, 99))));
        assert_eq!(range("bytes=-500"), Ok(Some((0, 99))));
        assert_eq!(range("bytes=100-"), Err(()));
        for ignored in ["bytes=9-1", "bytes=a-b", "bytes=1-2,4-5", "lines=1-2", "bytes=-0"] {
            assert_eq!(range(ignored), Ok(None), "{ignored}");
        }
        assert_eq!(range_of(None, 100), Ok(None));
        assert_eq!(range_of(Some("bytes=0-"), 0), Err(()));
    }
}

//! Rewrites `index.html`: renames its links to the built files and inserts the content security policy.

use anyhow::{Result, bail, ensure};

/// The policy. The page may load and run its own files, blobs that it makes itself (workers, images) and, by fetch, the
/// trace addresses that its user gives: encrypted ones, those of its own host and those of this machine. It forbids
/// inline scripts and styles, frames and forms. Markup and addresses of scripts come only from two policies for Trusted
/// Types: that of the template library, and that of `web/src/trust/script-urls.ts`.
///
/// It is part of the page because most hosts of static files do not let anybody set a header.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
    style-src 'self'; img-src 'self' data: blob:; connect-src 'self' https: \
    http://localhost:* http://*.localhost:* http://127.0.0.1:* data: blob:; font-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html diptych";

/// Line before the policy. A browser must know the encoding first.
const CHARSET: &str = "<meta charset=\"utf-8\">";

/// Returns the page with the policy after the declaration of the encoding. `built_name` replaces each relative
/// `src="…"` and `href="…"`.
pub(crate) fn rewrite(page: &str, mut built_name: impl FnMut(&str) -> Result<String>) -> Result<String> {
    ensure!(!page.contains("Content-Security-Policy"), "www/index.html: the build puts the policy in");
    ensure!(!page.contains(" style=\""), "www/index.html: the policy forbids style attributes");
    let mut out = String::with_capacity(page.len() + POLICY.len());
    let mut rest = page;
    while let Some((start, end)) = next_link(rest) {
        let link = &rest[start..end];
        out.push_str(&rest[..start]);
        if link.starts_with('#') || link.starts_with("data:") || link.contains("://") {
            out.push_str(link);
        } else if link.starts_with('/') {
            bail!("www/index.html: `{link}` would not work below a sub-path; make it relative");
        } else {
            out.push_str(&built_name(link)?);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    let Some(charset) = out.find(CHARSET) else {
        bail!("www/index.html: no {CHARSET}");
    };
    let meta = format!("\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    out.insert_str(charset + CHARSET.len(), &meta);
    Ok(out)
}

/// Returns the range of the next link's text in `page`.
fn next_link(page: &str) -> Option<(usize, usize)> {
    let start = [" src=\"", " href=\""]
        .iter()
        .filter_map(|attribute| Some(page.find(attribute)? + attribute.len()))
        .min()?;
    let end = start + page[start..].find('"')?;
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(clippy::unnecessary_wraps, reason = "the shape of the argument")]
    fn upper(link: &str) -> Result<String> {
        Ok(link.to_uppercase())
    }

    #[test]
    fn relative_links_are_renamed() {
        let page = "<meta charset=\"utf-8\"><link rel=\"icon\" href=\"icon.svg\">\
            <script type=\"module\" src=\"main.js\"></script><a href=\"#help\">?</a>\
            <a href=\"https://example.org/x\">x</a>";
        let out = rewrite(page, upper).unwrap();
        assert!(out.contains("href=\"ICON.SVG\""), "{out}");
        assert!(out.contains("src=\"MAIN.JS\""), "{out}");
        assert!(out.contains("href=\"#help\"") && out.contains("href=\"https://example.org/x\""), "{out}");
    }

    #[test]
    fn policy_follows_encoding_and_forbids_inline_code() {
        let out = rewrite("<head><meta charset=\"utf-8\"><title>x</title>", upper).unwrap();
        assert!(
            out.starts_with("<head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"")
        );
        assert!(!POLICY.contains("unsafe-inline") && !POLICY.contains("'unsafe-eval'"));
        assert!(!POLICY.contains("  "), "one blank between words: {POLICY}");
    }

    #[test]
    fn absolute_links_and_inline_styles_are_refused() {
        let head = "<meta charset=\"utf-8\">";
        let error = |body: &str| rewrite(&format!("{head}{body}"), upper).unwrap_err().to_string();
        assert!(error("<script src=\"/main.js\">").contains("sub-path"));
        assert!(error("<p style=\"color: red\">").contains("style attributes"));
        assert!(rewrite("<p>", upper).unwrap_err().to_string().contains("charset"));
    }
}

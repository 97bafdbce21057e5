//! The content security policy of a report.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};
use std::fmt;

/// A policy that allows the parts of one report and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Policy(String);

impl Policy {
    /// Returns the policy of a report without scripts.
    pub(crate) fn text_only(style: &str) -> Self {
        Self(format!("default-src 'none'; style-src '{}'; img-src data:", hash(style)))
    }

    /// Returns the policy of a report that starts the page. The page runs in workers made from blobs, and its main
    /// script is a blob too, because it is stored compressed.
    pub(crate) fn with_scripts(style: &str, scripts: &[String]) -> Self {
        let scripts: Vec<String> = scripts.iter().map(|hash| format!("'{hash}'")).collect();
        let scripts = scripts.join(" ");
        Self(format!(
            "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval' blob:; worker-src blob:; style-src '{}'; \
             img-src data: blob:; base-uri 'none'; form-action 'none'",
            hash(style)
        ))
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the hash of an inline script or style as a policy names it.
fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64.encode(Sha256::digest(text.as_bytes())))
}

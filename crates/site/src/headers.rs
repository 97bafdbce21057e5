//! Snippets of configuration for hosts: caching, and the headers that only a host can send.

/// Policy of the viewer and its workers, and the pages that may frame it. Workers obey only headers.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
                      style-src 'self'; img-src 'self' data: blob:; connect-src 'self' https: http://localhost:* \
                      http://*.localhost:* http://127.0.0.1:* data: blob:; font-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// A kind of host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// nginx.
    Nginx,
    /// Apache HTTP server.
    Apache,
    /// Caddy.
    Caddy,
    /// Amazon S3 with `CloudFront`.
    S3,
    /// GitHub Pages, GitLab Pages, Cloudflare Pages and Netlify.
    Pages,
}

impl Host {
    /// Returns the snippet for this host, with its explanation as comments.
    pub fn snippet(self) -> String {
        let template = match self {
            Self::Nginx => include_str!("headers/nginx.conf"),
            Self::Apache => include_str!("headers/apache.conf"),
            Self::Caddy => include_str!("headers/caddy.conf"),
            Self::S3 => include_str!("headers/s3.sh"),
            Self::Pages => include_str!("headers/pages.txt"),
        };
        template.replace("{POLICY}", POLICY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_cache_hashed_files_only_and_send_the_documented_policy() {
        let hosting = include_str!("../../../docs/hosting.md");
        let hosting = hosting.split_whitespace().collect::<Vec<_>>().join(" ");
        let of_page = POLICY.strip_suffix("; frame-ancestors 'self'").unwrap();
        assert!(hosting.contains(of_page), "docs/hosting.md has another policy");
        for host in [Host::Nginx, Host::Apache, Host::Caddy, Host::S3, Host::Pages] {
            let snippet = host.snippet();
            assert!(snippet.contains(POLICY) && !snippet.contains("{POLICY}"), "{host:?}");
            assert!(snippet.contains("immutable") && snippet.contains("no-cache"), "{host:?}");
            assert!(
                ["nosniff", "ContentTypeOptions"].iter().any(|word| snippet.contains(word))
                    && snippet.contains("assets/"),
                "{host:?}"
            );
        }
    }
}

//! Under which name and address members reach a site.

use std::{fmt, str::FromStr};

use url::{Host, Url};

use crate::as_text::as_text;

/// A host name, lower case, without port.
///
/// Every mail link is built from configured domains and none from a request's `Host` header, so
/// what stands here must be exactly what a browser sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain(String);

impl Domain {
    /// The host name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last label, for example `de`.
    #[must_use]
    pub fn top_level(&self) -> &str {
        self.0.rsplit('.').next().unwrap_or_default()
    }

    /// Whether the name never leaves this machine or a test network (RFC 2606, RFC 6761).
    fn is_local(&self) -> bool {
        matches!(self.top_level(), "localhost" | "test")
    }
}

/// The text is no host name.
#[derive(Debug)]
pub struct NoDomain;

impl FromStr for Domain {
    type Err = NoDomain;

    fn from_str(text: &str) -> Result<Self, NoDomain> {
        let labels_fit = text.len() <= 253 && text.split('.').all(is_label);
        // The parser knows what a browser reads as an IP address, however it is spelled.
        let named = matches!(Host::parse(text), Ok(Host::Domain(parsed)) if parsed == text);
        if labels_fit && named {
            Ok(Self(text.to_owned()))
        } else {
            Err(NoDomain)
        }
    }
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label
            .chars()
            .all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'))
}

impl fmt::Display for Domain {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Scheme, host and port of a site, without a closing slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// The address that links begin with.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is an address of `domain`: by `https`, or by `http` where nobody listens in.
    #[must_use]
    pub fn belongs_to(&self, domain: &Domain) -> bool {
        Url::parse(&self.0).is_ok_and(|url| {
            url.host_str() == Some(domain.as_str())
                && (url.scheme() == "https" || (url.scheme() == "http" && domain.is_local()))
        })
    }
}

/// The text is no origin.
#[derive(Debug)]
pub struct NoOrigin;

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let url = Url::parse(text).map_err(|_| NoOrigin)?;
        if url.origin().ascii_serialization() != text {
            return Err(NoOrigin);
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

as_text!(Domain, Origin);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_domain_is_what_a_browser_sends() {
        for good in [
            "localhost",
            "international.localhost",
            "vonk.example",
            "xn--bcher-kva.example",
        ] {
            assert!(good.parse::<Domain>().is_ok(), "{good:?} refused");
        }
        for bad in [
            "",
            ".",
            "vonk.example.",
            "Vonk.example",
            "vonk.example:8080",
            "https://vonk.example",
            "vonk..example",
            "-vonk.example",
            "vonk_.example",
            "bücher.example",
            "127.0.0.1",
            "0x7f.1",
            "[::1]",
            "vonk.example/evil",
            "vonk.example\0",
            "vonk.example\r\nX: y",
            "user@vonk.example",
        ] {
            assert!(bad.parse::<Domain>().is_err(), "{bad:?} passed");
        }
        assert!(
            format!("{}.example", "a".repeat(64))
                .parse::<Domain>()
                .is_err()
        );
    }

    #[test]
    fn an_origin_has_nothing_after_the_port() {
        for good in [
            "https://vonk.example",
            "http://localhost:8080",
            "https://vonk.example:8443",
        ] {
            assert_eq!(good.parse::<Origin>().unwrap().as_str(), good);
        }
        for bad in [
            "",
            "vonk.example",
            "https://vonk.example/",
            "https://vonk.example/a",
            "https://vonk.example?a",
            "https://vonk.example:443",
            "https://user@vonk.example",
            "HTTPS://vonk.example",
            "javascript:alert(1)",
            "null",
            "file:///etc/passwd",
        ] {
            assert!(bad.parse::<Origin>().is_err(), "{bad:?} passed");
        }
    }

    #[test]
    fn an_origin_is_of_its_own_domain_and_private() {
        let belongs = |origin: &str, domain: &str| {
            origin
                .parse::<Origin>()
                .unwrap()
                .belongs_to(&domain.parse().unwrap())
        };
        assert!(belongs("https://vonk.example", "vonk.example"));
        assert!(belongs("http://spark.localhost:8080", "spark.localhost"));
        assert!(!belongs("http://vonk.example", "vonk.example"));
        assert!(!belongs("https://evil.example", "vonk.example"));
        assert!(!belongs(
            "https://vonk.example.evil.example",
            "vonk.example"
        ));
        assert!(!belongs("ftp://vonk.example", "vonk.example"));
    }

    proptest! {
        #[test]
        fn an_origin_made_of_a_domain_belongs_to_it(labels in proptest::collection::vec("[a-z]([a-z0-9-]{0,20}[a-z0-9])?", 1..4), port in 1024_u16..) {
            let text = format!("{}.example", labels.join("."));
            // Some labels, such as xn--a, are refused by the rules of international names.
            prop_assume!(!text.contains("xn--"));
            let domain: Domain = text.parse().unwrap();
            let origin: Origin = format!("https://{domain}:{port}").parse().unwrap();
            prop_assert!(origin.belongs_to(&domain));
        }
    }
}

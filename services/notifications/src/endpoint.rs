//! Where pushes may go. An endpoint is an address that a stranger hands us and
//! that we will call: unchecked, it would make us knock at our own doors.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use url::{Host, Url};

use crate::fault::Fault;

/// Longest endpoint, in characters.
const LONGEST: usize = 1000;

/// The one name of this machine.
pub(crate) const LOCALHOST: &str = "localhost";

/// Push services that endpoints may be at.
#[derive(Clone, Debug)]
pub struct PushHosts {
    patterns: Vec<String>,
    /// A demonstration may play the push service itself.
    loopback: bool,
}

impl PushHosts {
    /// Hosts, or `*.` and a domain whose subdomains are all meant. `localhost` counts in a
    /// demonstration only.
    #[must_use]
    pub fn new(patterns: &[String], demo: bool) -> Self {
        let patterns: Vec<String> = patterns
            .iter()
            .map(|pattern| pattern.to_ascii_lowercase())
            .collect();
        Self {
            loopback: demo && patterns.iter().any(|pattern| pattern == LOCALHOST),
            patterns,
        }
    }

    /// Whether this machine itself may be a push service.
    #[must_use]
    pub fn loopback(&self) -> bool {
        self.loopback
    }

    fn allow(&self, host: &str) -> bool {
        self.patterns
            .iter()
            .any(|pattern| match pattern.strip_prefix('*') {
                Some(domain) => host.len() > domain.len() && host.ends_with(domain),
                None => host == pattern,
            })
    }
}

/// Address of a browser at its push service.
///
/// Whoever calls it must look at the host again and follow no redirect: a name
/// may lead somewhere else tomorrow.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint(Url);

impl std::fmt::Debug for Endpoint {
    // Whoever has it can send to the browser.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Endpoint { .. }")
    }
}

impl Endpoint {
    /// Accepts https on the usual port at an allowed host, and nothing else.
    pub fn parse(raw: &str, hosts: &PushHosts) -> Result<Self, Fault> {
        let refused = || Fault::EndpointRefused;
        if raw.chars().count() > LONGEST || raw.chars().any(|c| c.is_control() || c.is_whitespace())
        {
            return Err(refused());
        }
        let url = Url::parse(raw).map_err(|_| refused())?;
        let Some(Host::Domain(host)) = url.host() else {
            return Err(refused());
        };
        let at_home = host == LOCALHOST && matches!(url.scheme(), "http" | "https");
        let allowed = if host == LOCALHOST || host.ends_with(".localhost") {
            at_home && hosts.loopback
        } else {
            url.scheme() == "https" && url.port().is_none() && hosts.allow(host)
        };
        let plain =
            url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        if !plain || !allowed || url.as_str().len() > LONGEST {
            return Err(refused());
        }
        Ok(Self(url))
    }

    /// The whole address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Scheme, host and port: what a signature is made out to (RFC 8292).
    #[must_use]
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }
}

/// Keys that a push to a browser is encrypted with (RFC 8291).
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    /// Uncompressed point on P-256.
    pub p256dh: [u8; 65],
    pub auth: [u8; 16],
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Keys { .. }")
    }
}

impl Keys {
    /// Reads both keys, base64url with or without padding.
    pub fn parse(p256dh: &str, auth: &str) -> Result<Self, Fault> {
        let p256dh: [u8; 65] = decoded(p256dh)?;
        let auth = decoded(auth)?;
        if p256dh[0] != 4 {
            return Err(Fault::SubscriptionInvalid);
        }
        Ok(Self { p256dh, auth })
    }
}

fn decoded<const N: usize>(text: &str) -> Result<[u8; N], Fault> {
    if text.len() > 2 * N {
        return Err(Fault::SubscriptionInvalid);
    }
    URL_SAFE_NO_PAD
        .decode(text.trim_end_matches('='))
        .ok()
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or(Fault::SubscriptionInvalid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn parse(raw: &str) -> Result<Endpoint, Fault> {
        Endpoint::parse(raw, &PushHosts::new(&Config::default().push_hosts, true))
    }

    #[test]
    fn this_machine_is_a_push_service_only_in_a_demonstration_that_says_so() {
        let parse = |raw: &str, pattern: &str, demo: bool| {
            Endpoint::parse(raw, &PushHosts::new(&[pattern.to_owned()], demo))
        };
        for raw in ["http://localhost:2701/x", "https://localhost/x"] {
            assert!(parse(raw, "localhost", true).is_ok());
            assert!(parse(raw, "localhost", false).is_err());
            assert!(parse(raw, "*.example", true).is_err());
        }
        for raw in ["http://127.0.0.1/x", "http://[::1]/x", "ftp://localhost/x"] {
            assert!(parse(raw, "localhost", true).is_err(), "{raw}");
        }
        assert!(parse("https://x.localhost/", "*.localhost", true).is_err());
        assert!(parse("https://x.localhost/", "*.localhost", false).is_err());
    }

    #[test]
    fn a_signature_is_made_out_to_the_origin() {
        let endpoint = parse("https://fcm.googleapis.com/fcm/send/abc?x=y").unwrap();
        assert_eq!(endpoint.origin(), "https://fcm.googleapis.com");
        assert!(!format!("{endpoint:?}").contains("fcm"));
    }

    #[test]
    fn browsers_endpoints_are_taken() {
        for endpoint in [
            "https://fcm.googleapis.com/fcm/send/abc:APA91b",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
            "https://web.push.apple.com/QGx",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d",
        ] {
            assert_eq!(parse(endpoint).unwrap().as_str(), endpoint);
        }
        assert_eq!(
            parse("https://FCM.googleapis.com:443/a").unwrap().as_str(),
            "https://fcm.googleapis.com/a"
        );
    }

    #[test]
    fn hosts_that_only_look_allowed_are_refused() {
        for endpoint in [
            "https://fcm.googleapis.com.evil.example/x",
            "https://evilfcm.googleapis.com/x",
            "https://push.apple.com/x",
            "https://evilpush.apple.com/x",
            "https://fcm.googleapis.com./x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://evil.example#@fcm.googleapis.com/x",
            "https://evil.example\\@fcm.googleapis.com/x",
        ] {
            assert!(parse(endpoint).is_err(), "{endpoint}");
        }
    }

    #[test]
    fn a_long_endpoint_is_refused() {
        let endpoint = |length| format!("https://web.push.apple.com/{}", "a".repeat(length));
        assert!(parse(&endpoint(973)).is_ok());
        assert!(parse(&endpoint(974)).is_err());
    }

    #[test]
    fn keys_have_their_lengths_and_their_form() {
        let mut point = [7; 65];
        point[0] = 4;
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        assert_eq!(
            Keys::parse(&text(&point), &text(&[1; 16])).unwrap().p256dh,
            point
        );
        assert!(
            Keys::parse(
                &format!("{}=", text(&point)),
                &format!("{}==", text(&[1; 16]))
            )
            .is_ok()
        );
        point[0] = 2;
        assert!(Keys::parse(&text(&point), &text(&[1; 16])).is_err());
        assert!(Keys::parse(&text(&[4; 64]), &text(&[1; 16])).is_err());
        assert!(Keys::parse(&text(&[4; 65]), &text(&[1; 15])).is_err());
        assert!(Keys::parse("", "").is_err());
        assert!(Keys::parse(&"A".repeat(10_000_000), "AAAA").is_err());
        assert!(Keys::parse("not base64!", &text(&[1; 16])).is_err());
    }
}

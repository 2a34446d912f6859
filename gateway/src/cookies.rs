//! The cookies of the site: read with suspicion, written with care.

use http::{HeaderMap, HeaderValue, header};
use secrecy::{ExposeSecret, SecretString};

/// Token of the session; 30 days.
pub(crate) const SESSION: &str = "auth.session";
/// Token of the device, so that strangers' attempts do not lock its owner out; 400 days.
pub(crate) const DEVICE: &str = "auth.device";
/// Chosen language, readable by the page; 365 days.
pub(crate) const LANGUAGE: &str = "i18n_redirected";

const DAY: u32 = 86_400;
/// Tokens are 43 characters; longer values are not ours.
const LONGEST_TOKEN: usize = 128;

/// The value of a cookie.
///
/// None when it is sent twice: a sibling subdomain can add a cookie of the same
/// name for the parent domain, and which of the two is ours cannot be told.
pub(crate) fn read<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut found = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(key, _)| *key == name)
        .map(|(_, value)| value);
    let value = found.next()?;
    found.next().is_none().then_some(value)
}

/// The token in a cookie, when it looks like one.
pub(crate) fn token(headers: &HeaderMap, name: &str) -> Option<SecretString> {
    let value = read(headers, name)?;
    let plausible = (1..=LONGEST_TOKEN).contains(&value.len())
        && value
            .bytes()
            .all(|letter| letter.is_ascii_alphanumeric() || b"-_".contains(&letter));
    plausible.then(|| SecretString::from(value))
}

/// Writes the cookies of one site.
pub(crate) struct Jar {
    secure: bool,
    lines: Vec<String>,
}

impl Jar {
    /// `origin` is the site's: only a site without TLS goes without `Secure`.
    pub(crate) fn of(origin: &str) -> Self {
        Self {
            secure: !origin.starts_with("http://"),
            lines: Vec::new(),
        }
    }

    /// Keeps the session's token, out of reach of scripts.
    pub(crate) fn session(self, token: &SecretString) -> Self {
        self.hidden(SESSION, token, 30)
    }

    /// Keeps the device's token, out of reach of scripts.
    pub(crate) fn device(self, token: &SecretString) -> Self {
        self.hidden(DEVICE, token, 400)
    }

    /// Forgets the session.
    pub(crate) fn end_session(self) -> Self {
        self.hidden(SESSION, &SecretString::from(""), 0)
    }

    /// Keeps the language.
    pub(crate) fn language(self, language: &str) -> Self {
        self.line(LANGUAGE, language, 365, "")
    }

    fn hidden(self, name: &str, value: &SecretString, days: u32) -> Self {
        self.line(name, value.expose_secret(), days, "; HttpOnly")
    }

    fn line(mut self, name: &str, value: &str, days: u32, more: &str) -> Self {
        let secure = if self.secure { "; Secure" } else { "" };
        let age = days * DAY;
        self.lines.push(format!(
            "{name}={value}; Path=/; SameSite=Lax; Max-Age={age}{secure}{more}"
        ));
        self
    }

    /// Adds the cookies to an answer. A value that is no header text is left out.
    pub(crate) fn write(self, headers: &mut HeaderMap) {
        for line in self.lines {
            if let Ok(mut value) = HeaderValue::from_str(&line) {
                value.set_sensitive(true);
                headers.append(header::SET_COOKIE, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(lines: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::COOKIE, HeaderValue::from_static(line));
        }
        headers
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let headers = sent(&["a=1; auth.session=tok-en_1; b=2"]);
        assert_eq!(
            token(&headers, SESSION).unwrap().expose_secret(),
            "tok-en_1"
        );
        assert_eq!(read(&headers, "c"), None);
    }

    #[test]
    fn a_cookie_sent_twice_is_nobodys() {
        assert!(token(&sent(&["auth.session=a; auth.session=b"]), SESSION).is_none());
        assert!(token(&sent(&["auth.session=a", "auth.session=b"]), SESSION).is_none());
    }

    #[test]
    fn odd_tokens_are_none() {
        let long: &'static str = Box::leak(format!("auth.session={}", "a".repeat(129)).into());
        for line in [
            "auth.session=",
            "auth.session=a b",
            "auth.session=\"a\"",
            long,
        ] {
            assert!(token(&sent(&[line]), SESSION).is_none(), "{line}");
        }
    }

    #[test]
    fn flags_follow_the_site() {
        let written = |origin| {
            let mut headers = HeaderMap::new();
            Jar::of(origin)
                .session(&SecretString::from("t"))
                .language("nl")
                .write(&mut headers);
            let lines = headers.get_all(header::SET_COOKIE).iter();
            lines
                .map(|line| line.to_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            written("https://vonk.example"),
            [
                "auth.session=t; Path=/; SameSite=Lax; Max-Age=2592000; Secure; HttpOnly",
                "i18n_redirected=nl; Path=/; SameSite=Lax; Max-Age=31536000; Secure",
            ]
        );
        assert!(!written("http://localhost:8080").concat().contains("Secure"));
    }
}

//! A browser and its system in words, for the member's list of sessions.

use http::{HeaderMap, header};

// The first match counts: most browsers also claim to be others.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
    ("X11", "Unix"),
];

/// For example "Firefox on Windows"; empty when nothing is known.
///
/// Words of our own only: the header's text is never passed on.
pub(crate) fn words(headers: &HeaderMap) -> String {
    let agent = headers
        .get(header::USER_AGENT)
        .and_then(|agent| agent.to_str().ok())
        .unwrap_or("");
    let find = |table: &[(&str, &'static str)]| {
        table
            .iter()
            .find(|(mark, _)| agent.contains(mark))
            .map(|(_, word)| *word)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(word), None) | (None, Some(word)) => word.to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn browsers_are_told_apart() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
                "Firefox on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) \
                 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
                "Samsung Internet on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like \
                 Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge on Mac",
            ),
            ("curl/8.5.0", ""),
            ("<script>alert(1)</script>", ""),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, HeaderValue::from_str(agent).unwrap());
            assert_eq!(words(&headers), expected);
        }
        assert_eq!(words(&HeaderMap::new()), "");
    }
}

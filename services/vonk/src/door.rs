//! The public door as a browser uses it: JSON calls, gRPC-Web calls and the mailbox page.

use std::time::Duration;

use anyhow::Context as _;
use http::HeaderMap;
use prost::Message;
use serde::Deserialize;
use tonic::Status;

/// A visitor with a cookie jar of their own.
#[derive(Clone, Debug)]
pub struct Door {
    http: reqwest::Client,
    origin: String,
    mailbox: String,
}

/// A mail as the mailbox page tells of it.
#[derive(Clone, Debug, Deserialize)]
pub struct Mail {
    /// Where it went.
    pub to: String,
    /// `activation`, `password_reset`, ...
    pub kind: String,
    /// The plain-text part.
    pub text: String,
}

impl Mail {
    /// The token of the mail's link.
    #[must_use]
    pub fn token(&self) -> Option<String> {
        let (_, rest) = self.text.split_once("token=")?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
        Some(rest[..end.unwrap_or(rest.len())].to_owned())
    }
}

impl Door {
    /// Stands before a site, for example `http://localhost:8080`, with the mailbox page beside it.
    pub fn new(origin: &str, mailbox: &str) -> anyhow::Result<Self> {
        let mut http = reqwest::Client::builder()
            .timeout(Duration::from_secs(20))
            .cookie_store(true)
            .redirect(reqwest::redirect::Policy::none());
        // Browsers know that these names mean this machine (RFC 6761); not every resolver does.
        let address = reqwest::Url::parse(origin)?;
        if let (Some(host), Some(port)) = (address.host_str(), address.port_or_known_default())
            && host.ends_with(".localhost")
        {
            http = http.resolve(host, std::net::SocketAddr::from(([127, 0, 0, 1], port)));
        }
        let http = http.build()?;
        Ok(Self {
            http,
            origin: origin.trim_end_matches('/').to_owned(),
            mailbox: mailbox.trim_end_matches('/').to_owned(),
        })
    }

    /// A request from a page of the site itself.
    pub fn request(&self, method: http::Method, path: &str) -> reqwest::RequestBuilder {
        self.http
            .request(method, format!("{}{path}", self.origin))
            .header("origin", &self.origin)
            .header("sec-fetch-site", "same-origin")
    }

    /// Logs in; the session stays in the cookie jar.
    pub async fn log_in(&self, email: &str, password: &str) -> anyhow::Result<reqwest::Response> {
        let body = serde_json::json!({ "email": email, "password": password });
        Ok(self
            .request(http::Method::POST, "/api/user.php")
            .json(&body)
            .send()
            .await?)
    }

    /// One gRPC-Web call, for example of `vonk.accounts.v1.AccountsService/SignUp`.
    ///
    /// The outer error is the connection's, the inner one the service's.
    pub async fn call<Q: Message, A: Message + Default>(
        &self,
        method: &str,
        question: &Q,
    ) -> anyhow::Result<Result<A, Status>> {
        let message = question.encode_to_vec();
        let mut frame = vec![0];
        frame.extend(u32::try_from(message.len())?.to_be_bytes());
        frame.extend(message);
        let answer = self
            .request(http::Method::POST, &format!("/rpc/{method}"))
            .header("content-type", "application/grpc-web+proto")
            .body(frame)
            .send()
            .await?;
        if let Some(status) = failure(answer.headers()) {
            return Ok(Err(status));
        }
        let answer = answer.error_for_status()?;
        parse(&answer.bytes().await?)
    }

    /// Every mail in the mailbox, the newest first.
    pub async fn mails(&self) -> anyhow::Result<Vec<Mail>> {
        let answer = self
            .http
            .get(format!("{}/messages.json", self.mailbox))
            .send()
            .await?;
        Ok(answer.error_for_status()?.json().await?)
    }

    /// Waits for the newest mail of a kind to an address, at most twenty seconds.
    pub async fn mail(&self, to: &str, kind: &str) -> anyhow::Result<Mail> {
        for _ in 0..200 {
            let mails = self.mails().await?;
            if let Some(mail) = mails
                .into_iter()
                .find(|mail| mail.to == to && mail.kind == kind)
            {
                return Ok(mail);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        anyhow::bail!("no {kind} mail came")
    }
}

fn failure(headers: &HeaderMap) -> Option<Status> {
    let status = Status::from_header_map(headers)?;
    (status.code() != tonic::Code::Ok).then_some(status)
}

/// Frames of an answer: the message, then the trailers.
fn parse<A: Message + Default>(body: &[u8]) -> anyhow::Result<Result<A, Status>> {
    let mut rest = body;
    let mut found = None;
    while rest.len() >= 5 {
        let length = u32::from_be_bytes([rest[1], rest[2], rest[3], rest[4]]) as usize;
        let content = rest.get(5..5 + length).context("the answer is cut off")?;
        if rest[0] & 0x80 == 0 {
            found = Some(A::decode(content)?);
        } else {
            let mut trailers = HeaderMap::new();
            for line in std::str::from_utf8(content)?.lines() {
                let (name, value) = line.split_once(':').context("a trailer without a colon")?;
                trailers.insert(
                    http::HeaderName::from_bytes(name.trim().as_bytes())?,
                    value.trim().parse()?,
                );
            }
            if let Some(status) = failure(&trailers) {
                return Ok(Err(status));
            }
        }
        rest = &rest[5 + length..];
    }
    Ok(Ok(found.context("the answer is empty")?))
}

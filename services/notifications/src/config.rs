//! Settings of notifications: section `notifications`, environment `VONK__NOTIFICATIONS__...`.

use std::{
    borrow::Cow,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use anyhow::ensure;
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use url::Url;

/// Where the mailbox page listens when nothing else is said.
const MAILBOX_LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8025);

/// How mails and pushes are handled.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Mail server: `smtps://user:password@host` (TLS), `smtp://..?tls=required`
    /// (STARTTLS) or, to a relay on the same machine only, `smtp://host:25`.
    /// Without it a demonstration keeps its mails in the mailbox; anything else
    /// refuses to start.
    pub smtp_url: Option<kit::Secret>,
    /// Seconds that the mail server may take for each of its answers.
    pub smtp_timeout_seconds: u64,
    /// Connections to the mail server, at most.
    pub smtp_connections: u32,
    /// Loopback address of the mailbox page, 127.0.0.1:8025 unless set. Only in a
    /// demonstration: the page shows every link to everybody on this machine.
    pub mailbox_listen: Option<SocketAddr>,
    /// Mails that are written and sent at the same time, at most.
    pub mails_at_once: usize,
    /// Seconds after which a mail that a process took and never finished is taken
    /// up by another. A try is cut off after half of it, so that two never send at once.
    pub lease_seconds: u64,
    /// Milliseconds between looks for due mails, when nothing wakes the sender.
    pub look_milliseconds: u64,
    /// Seconds that a mail with news waits: what the member sees on the site meanwhile is not mailed.
    pub mail_wait_seconds: u64,
    /// Minutes between two mails about likes; those of the meantime are told together.
    pub like_mail_minutes: u64,
    /// Milliseconds that a push waits: what the member reads as it arrives is not pushed.
    pub push_wait_milliseconds: u64,
    /// Pushes that are sent at the same time, at most; to one browser one after the other.
    pub pushes_at_once: usize,
    /// Seconds that a push service may take for its answer.
    pub push_timeout_seconds: u64,
    /// Private key of pushes (VAPID): 32 bytes, base64url. Without it one is made at the first
    /// start and kept in the database. Browsers that subscribed with another key hear nothing more.
    pub push_private_key: Option<kit::Secret>,
    /// Whom push services may turn to: `mailto:` and an address, or an https address. Without it
    /// the site's support address, else the site.
    pub push_contact: String,
    /// Seconds a site's settings are kept when no event tells of a change.
    pub site_cache_seconds: u64,
    /// Days that finished mail jobs are kept, for questions of members.
    pub keep_jobs_days: u16,
    /// Push services that browsers may name: a host, or `*.` and a domain. `localhost` counts in a
    /// demonstration only, and there without TLS and on every port.
    pub push_hosts: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            smtp_url: None,
            smtp_timeout_seconds: 15,
            smtp_connections: 8,
            mailbox_listen: None,
            mails_at_once: 8,
            lease_seconds: 120,
            look_milliseconds: 1000,
            mail_wait_seconds: 120,
            like_mail_minutes: 60,
            push_wait_milliseconds: 800,
            pushes_at_once: 32,
            push_timeout_seconds: 5,
            push_private_key: None,
            push_contact: String::new(),
            site_cache_seconds: 60,
            keep_jobs_days: 30,
            push_hosts: [
                "fcm.googleapis.com",
                "*.push.services.mozilla.com",
                "*.push.apple.com",
                "*.notify.windows.com",
            ]
            .map(str::to_owned)
            .to_vec(),
        }
    }
}

/// How mails leave.
#[derive(Debug)]
pub enum Delivery {
    /// To this mail server.
    Smtp(kit::Secret),
    /// Into the mailbox, which this address shows.
    Mailbox(SocketAddr),
}

impl Config {
    /// How mails leave, refusing what would be unsafe or would lose mails.
    pub fn delivery(&self, demo: bool) -> anyhow::Result<Delivery> {
        ensure!(
            self.lease_seconds >= 2 * self.smtp_timeout_seconds,
            "lease_seconds must be at least twice smtp_timeout_seconds"
        );
        ensure!(
            self.lease_seconds >= 2 * self.push_timeout_seconds,
            "lease_seconds must be at least twice push_timeout_seconds"
        );
        ensure!(self.mails_at_once > 0, "mails_at_once must be at least 1");
        ensure!(self.pushes_at_once > 0, "pushes_at_once must be at least 1");
        ensure!(
            self.smtp_connections > 0,
            "smtp_connections must be at least 1"
        );
        ensure!(
            demo || self.mailbox_listen.is_none(),
            "mailbox_listen is for demonstrations: it shows members' mails to everybody here"
        );
        let smtp_url = self
            .smtp_url
            .as_ref()
            .filter(|url| !url.expose_secret().is_empty());
        if let Some(url) = smtp_url {
            ensure!(
                is_private(url.expose_secret()),
                "smtp_url would send mails in the clear: smtps://, or tls=required"
            );
            return Ok(Delivery::Smtp(url.clone()));
        }
        ensure!(
            demo,
            "smtp_url is not configured (environment: VONK__NOTIFICATIONS__SMTP_URL)"
        );
        let address = self.mailbox_listen.unwrap_or(MAILBOX_LISTEN);
        ensure!(
            address.ip().is_loopback(),
            "mailbox_listen must be a loopback address"
        );
        Ok(Delivery::Mailbox(address))
    }

    /// How long a mail that was taken is left to who took it.
    #[must_use]
    pub fn lease(&self) -> Duration {
        Duration::from_secs(self.lease_seconds)
    }
}

/// Whether nobody on the way to a mail server reads along: names, addresses and links that let
/// into accounts. One that is no URL is refused when it is opened.
fn is_private(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else {
        return true;
    };
    let required =
        |(name, value): (Cow<'_, str>, Cow<'_, str>)| name == "tls" && value == "required";
    let here = url.host_str().is_some_and(|host| {
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    });
    url.scheme() != "smtp" || here || url.query_pairs().any(required)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(config: &Config, demo: bool) -> String {
        config.delivery(demo).unwrap_err().to_string()
    }

    #[test]
    fn a_demonstration_keeps_its_mails_on_loopback() {
        let Delivery::Mailbox(address) = Config::default().delivery(true).unwrap() else {
            panic!("mails leave")
        };
        assert_eq!(address.to_string(), "127.0.0.1:8025");
    }

    #[test]
    fn without_a_mail_server_only_a_demonstration_starts() {
        assert!(refusal(&Config::default(), false).contains("smtp_url"));
        let empty = Config {
            smtp_url: Some(String::new().into()),
            ..Config::default()
        };
        assert!(refusal(&empty, false).contains("smtp_url"));
    }

    #[test]
    fn the_mailbox_is_never_shown_to_the_world() {
        let listen = |address: &str| Config {
            mailbox_listen: Some(address.parse().unwrap()),
            ..Config::default()
        };
        assert!(refusal(&listen("127.0.0.1:8025"), false).contains("mailbox_listen"));
        assert!(refusal(&listen("0.0.0.0:8025"), true).contains("loopback"));
        assert!(listen("[::1]:0").delivery(true).is_ok());
    }

    #[test]
    fn a_mail_server_wins_over_the_mailbox() {
        let config = Config {
            smtp_url: Some("smtps://mail.example".into()),
            ..Config::default()
        };
        assert!(matches!(config.delivery(true).unwrap(), Delivery::Smtp(_)));
        assert!(!format!("{config:?}").contains("mail.example"));
    }

    #[test]
    fn mails_leave_the_machine_encrypted_only() {
        let to = |url: &str| Config {
            smtp_url: Some(url.into()),
            ..Config::default()
        };
        for clear in [
            "smtp://mail.example",
            "smtp://mail.example:25?tls=opportunistic",
            "smtp://user:secret@192.0.2.1",
            "smtp://localhost.example",
            "SMTP://mail.example",
        ] {
            let refusal = refusal(&to(clear), false);
            assert!(refusal.contains("in the clear"), "{clear}: {refusal}");
            assert!(!refusal.contains("secret"));
        }
        for private in [
            "smtps://mail.example",
            "smtp://mail.example:587?tls=required",
            "smtp://localhost",
            "smtp://127.0.0.1:25",
            "smtp://[::1]:25",
        ] {
            assert!(to(private).delivery(false).is_ok(), "{private}");
        }
    }

    #[test]
    fn a_lease_outlasts_the_mail_server() {
        let config = Config {
            lease_seconds: 20,
            ..Config::default()
        };
        assert!(refusal(&config, true).contains("lease_seconds"));
    }
}

//! Settings of billing: section `billing`, environment `VONK__BILLING__...`.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use anyhow::ensure;
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use url::Url;

/// Where the sandbox listens when nothing else is said.
const SANDBOX_LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8026);
/// The key between a demonstration and its own sandbox. It opens nothing else.
const SANDBOX_KEY: &str = "test_sandbox";

/// What an operator may change without a release.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// Mollie's API, with a closing slash.
    pub(crate) mollie_url: String,
    /// Mollie's key: `live_...`, or in a demonstration `test_...`. Without one a demonstration
    /// uses its own sandbox, and anything else sells nothing.
    pub(crate) mollie_key: kit::Secret,
    /// Seconds that the provider may take for an answer.
    pub(crate) provider_timeout_seconds: u64,
    /// Loopback address of the sandbox, 127.0.0.1:8026 unless set. Only in a demonstration:
    /// whoever reaches it decides who has paid.
    pub(crate) sandbox_listen: Option<SocketAddr>,
    /// Seconds after which the sandbox pays what the payer promised to pay later.
    pub(crate) sandbox_later_seconds: u32,
    /// Milliseconds within which a look at an open order, or a hint at one, makes the provider be asked
    /// about it once.
    pub(crate) ask_again_milliseconds: u32,
    /// Where the provider sends the member back to; `{origin}` and `{order}` are filled in.
    pub(crate) return_url: String,
    /// Where the provider sends its hints; `{origin}` is filled in.
    pub(crate) webhook_url: String,
    /// Milliseconds between two settlements of what members spent.
    pub(crate) settle_every_milliseconds: u64,
    /// Milliseconds between two looks for orders to check and payments to finish.
    pub(crate) reconcile_every_milliseconds: u64,
    /// Credits that one lease may hold at most.
    pub(crate) largest_lease: u32,
    /// Orders that a member may have open at a time.
    pub(crate) open_orders: u32,
    /// VAT in thousandths by country (ISO 3166-1 alpha-2), where it is not the standard rate of the
    /// European Union that is built in.
    pub(crate) vat_permille: BTreeMap<String, u32>,
    /// Seconds a site's settings are kept when no event tells of a change.
    pub(crate) site_cache_seconds: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            mollie_url: "https://api.mollie.com/v2/".to_owned(),
            mollie_key: String::new().into(),
            provider_timeout_seconds: 4,
            sandbox_listen: None,
            sandbox_later_seconds: 20,
            ask_again_milliseconds: 3_000,
            return_url: "{origin}/transactions/{order}".to_owned(),
            webhook_url: "{origin}/api/webhooks/mollie".to_owned(),
            settle_every_milliseconds: 1_000,
            reconcile_every_milliseconds: 500,
            largest_lease: 500,
            open_orders: 20,
            vat_permille: BTreeMap::new(),
            site_cache_seconds: 60,
        }
    }
}

/// Who takes the money.
#[derive(Debug)]
pub(crate) enum Till {
    /// Mollie, or another that speaks its language.
    Mollie { url: Url, key: kit::Secret },
    /// The built-in sandbox, which listens here.
    Sandbox {
        listen: SocketAddr,
        key: kit::Secret,
    },
    /// Nobody: nothing can be bought.
    Closed,
}

impl Config {
    /// Who takes the money, refusing what would take play money for real or show a till to the world.
    pub(crate) fn till(&self, demo: bool) -> anyhow::Result<Till> {
        let key = self.mollie_key.expose_secret();
        ensure!(
            demo || self.sandbox_listen.is_none(),
            "sandbox_listen is for demonstrations: whoever reaches it decides who has paid"
        );
        if key.is_empty() {
            if !demo {
                return Ok(Till::Closed);
            }
            let listen = self.sandbox_listen.unwrap_or(SANDBOX_LISTEN);
            ensure!(
                listen.ip().is_loopback(),
                "sandbox_listen must be a loopback address"
            );
            let key = SANDBOX_KEY.into();
            return Ok(Till::Sandbox { listen, key });
        }
        ensure!(
            self.sandbox_listen.is_none(),
            "sandbox_listen and mollie_key are two tills: set one"
        );
        let url: Url = self.mollie_url.parse()?;
        if demo {
            ensure!(
                key.starts_with("test_"),
                "a demonstration takes no real money: mollie_key must begin with test_"
            );
        } else {
            ensure!(
                key.starts_with("live_"),
                "play money buys nothing: mollie_key must begin with live_"
            );
            ensure!(url.scheme() == "https", "mollie_url must be https");
        }
        let key = self.mollie_key.clone();
        Ok(Till::Mollie { url, key })
    }

    /// How long an answer of the provider about an open order is good for.
    #[must_use]
    pub(crate) fn ask_again(&self) -> time::Duration {
        time::Duration::milliseconds(self.ask_again_milliseconds.into())
    }

    /// How long the provider may take for an answer.
    #[must_use]
    pub(crate) fn provider_timeout(&self) -> Duration {
        Duration::from_secs(self.provider_timeout_seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(key: &str, listen: Option<&str>) -> Config {
        Config {
            mollie_key: key.into(),
            sandbox_listen: listen.map(|listen| listen.parse().unwrap()),
            ..Config::default()
        }
    }

    fn refusal(config: &Config, demo: bool) -> String {
        config.till(demo).unwrap_err().to_string()
    }

    #[test]
    fn a_demonstration_uses_its_sandbox_on_loopback() {
        let Till::Sandbox { listen, .. } = Config::default().till(true).unwrap() else {
            panic!("no sandbox")
        };
        assert_eq!(listen.to_string(), "127.0.0.1:8026");
        assert!(refusal(&with("", Some("0.0.0.0:8026")), true).contains("loopback"));
    }

    #[test]
    fn nobody_else_has_a_sandbox() {
        assert!(matches!(
            Config::default().till(false).unwrap(),
            Till::Closed
        ));
        assert!(refusal(&with("", Some("127.0.0.1:8026")), false).contains("sandbox_listen"));
        assert!(refusal(&with("live_x", Some("127.0.0.1:8026")), false).contains("sandbox"));
    }

    #[test]
    fn play_money_and_real_money_stay_apart() {
        assert!(refusal(&with("test_x", None), false).contains("live_"));
        assert!(refusal(&with("live_x", None), true).contains("test_"));
        assert!(with("live_x", None).till(false).is_ok());
        assert!(with("test_x", None).till(true).is_ok());
        let plain = Config {
            mollie_url: "http://api.mollie.com/v2/".to_owned(),
            ..with("live_x", None)
        };
        assert!(refusal(&plain, false).contains("https"));
    }
}

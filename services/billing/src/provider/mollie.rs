//! Mollie, by a thin client of our own.

use std::time::Duration;

use anyhow::{Context as _, anyhow};
use reqwest::{Client, Method as Verb, RequestBuilder, StatusCode, redirect};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Serialize, de::DeserializeOwned};
use url::Url;

use super::{
    Made, NewPayment, NewRefund, PaymentProvider, PaymentStatus, SeenRefund, Snapshot, Trouble,
    mollie_wire::{
        Amount, CreatePayment, CreateRefund, Metadata, Mode, Payment, Problem, Refund,
        RefundMetadata, RefundStatus, Refunds, Status,
    },
};
use crate::{method::Method, money::Money};

/// Longest answer that is read, in bytes.
const LONGEST: usize = 256 * 1024;
/// Most refunds that Mollie tells of at a time.
const MOST_REFUNDS: &str = "limit=250";

/// Mollie's API, or what speaks it.
pub(crate) struct Mollie {
    client: Client,
    base: Url,
    key: SecretString,
    /// Payments are expected to be of this kind.
    mode: Mode,
}

impl std::fmt::Debug for Mollie {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Mollie({})", self.base)
    }
}

impl Mollie {
    /// Reaches Mollie at `base` (with a closing slash). The key tells whether money is real.
    pub(crate) fn new(base: Url, key: SecretString, timeout: Duration) -> anyhow::Result<Self> {
        let mode = if key.expose_secret().starts_with("live_") {
            Mode::Live
        } else {
            Mode::Test
        };
        // No redirects: whoever answers with one is not the provider.
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(timeout)
            .user_agent("vonk")
            .build()
            .context("HTTP client")?;
        Ok(Self {
            client,
            base,
            key,
            mode,
        })
    }

    fn url(&self, path: &[&str]) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }

    fn request(&self, verb: Verb, url: Url) -> RequestBuilder {
        self.client
            .request(verb, url)
            .bearer_auth(self.key.expose_secret())
    }

    /// A request that has no second effect when it is repeated with the same key.
    fn post(&self, path: &[&str], key: &str, body: &impl Serialize) -> RequestBuilder {
        self.request(Verb::POST, self.url(path))
            .header("idempotency-key", key)
            .json(body)
    }

    fn snapshot(&self, payment: Payment) -> Made {
        let minor = |amount: Option<Amount>| {
            amount
                .and_then(|amount| Money::parse(&amount.value, &amount.currency).ok())
                .map_or(0, |amount| amount.minor)
        };
        let metadata: Metadata = serde_json::from_value(payment.metadata).unwrap_or_default();
        Made {
            snapshot: Snapshot {
                reference: payment.id,
                order: metadata.order_id,
                status: match payment.status {
                    Status::Paid => PaymentStatus::Paid,
                    Status::Canceled => PaymentStatus::Cancelled,
                    Status::Expired => PaymentStatus::Expired,
                    Status::Failed => PaymentStatus::Failed,
                    Status::Open | Status::Pending | Status::Authorized | Status::Unknown => {
                        PaymentStatus::Open
                    }
                },
                amount: Money::parse(&payment.amount.value, &payment.amount.currency).ok(),
                mode_fits: payment.mode == self.mode,
                cancelable: payment.is_cancelable,
                refunded_minor: minor(payment.amount_refunded),
                charged_back_minor: minor(payment.amount_charged_back),
            },
            checkout_url: payment.links.checkout.map(|link| link.href),
        }
    }
}

#[tonic::async_trait]
impl PaymentProvider for Mollie {
    fn name(&self) -> &'static str {
        "mollie"
    }

    async fn create(&self, new: &NewPayment) -> Result<Made, Trouble> {
        let order = new.order.to_string();
        let body = CreatePayment {
            amount: wire(new.amount),
            description: description(&order),
            redirect_url: &new.return_url,
            webhook_url: &new.webhook_url,
            method: method(new.method),
            locale: locale(&new.locale),
            metadata: Metadata {
                order_id: order.clone(),
            },
        };
        let payment: Payment = answer(self.post(&["payments"], &order, &body)).await?;
        Ok(self.snapshot(payment))
    }

    async fn fetch(&self, reference: &str) -> Result<Snapshot, Trouble> {
        let payment: Payment =
            answer(self.request(Verb::GET, self.url(&["payments", reference]))).await?;
        Ok(self.snapshot(payment).snapshot)
    }

    async fn cancel(&self, reference: &str) -> Result<(), Trouble> {
        let _: Payment =
            answer(self.request(Verb::DELETE, self.url(&["payments", reference]))).await?;
        Ok(())
    }

    async fn refund(&self, new: &NewRefund) -> Result<String, Trouble> {
        let body = CreateRefund {
            amount: wire(new.amount),
            description: "Withdrawal".to_owned(),
            metadata: RefundMetadata {
                refund_id: new.key.clone(),
            },
        };
        let path = ["payments", &new.payment, "refunds"];
        let refund: Refund = answer(self.post(&path, &new.key, &body)).await?;
        Ok(refund.id)
    }

    async fn refunds(&self, payment: &str) -> Result<Vec<SeenRefund>, Trouble> {
        let mut url = self.url(&["payments", payment, "refunds"]);
        url.set_query(Some(MOST_REFUNDS));
        let list: Refunds = answer(self.request(Verb::GET, url)).await?;
        Ok(list.embedded.refunds.into_iter().map(seen).collect())
    }

    fn hint(&self, body: &[u8]) -> Option<String> {
        let (_, id) = url::form_urlencoded::parse(body).find(|(name, _)| name == "id")?;
        let plain = id.len() <= 64
            && id.starts_with("tr_")
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        plain.then(|| id.into_owned())
    }
}

fn seen(refund: Refund) -> SeenRefund {
    let metadata: RefundMetadata = serde_json::from_value(refund.metadata).unwrap_or_default();
    SeenRefund {
        reference: refund.id,
        key: metadata.refund_id,
        failed: matches!(refund.status, RefundStatus::Failed | RefundStatus::Canceled),
    }
}

/// What stands on a bank statement: it says nothing about what was bought, or where.
fn description(order: &str) -> String {
    format!("Order {}", &order[order.len().saturating_sub(12)..])
}

fn wire(money: Money) -> Amount {
    Amount {
        currency: money.currency.to_string(),
        value: money.decimal(),
    }
}

fn method(method: Method) -> &'static str {
    match method {
        Method::Ideal => "ideal",
        Method::Bancontact => "bancontact",
        Method::Creditcard => "creditcard",
        Method::Paypal => "paypal",
        Method::Applepay => "applepay",
        Method::Banktransfer => "banktransfer",
        Method::Blik => "blik",
    }
}

fn locale(language: &str) -> &'static str {
    match language {
        "da" => "da_DK",
        "de" => "de_DE",
        "es" => "es_ES",
        "fi" => "fi_FI",
        "fr" => "fr_FR",
        "it" => "it_IT",
        "nb" => "nb_NO",
        "nl" => "nl_NL",
        "pl" => "pl_PL",
        "sv" => "sv_SE",
        _ => "en_GB",
    }
}

fn away(error: impl Into<anyhow::Error>) -> Trouble {
    Trouble::Away(error.into())
}

async fn answer<A: DeserializeOwned>(request: RequestBuilder) -> Result<A, Trouble> {
    let answer = request.send().await.map_err(away)?;
    let status = answer.status();
    let text = read(answer).await?;
    if status.is_success() {
        return serde_json::from_slice(&text).map_err(away);
    }
    Err(refusal(status, &text))
}

async fn read(mut answer: reqwest::Response) -> Result<Vec<u8>, Trouble> {
    let mut text = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(away)? {
        if text.len() + chunk.len() > LONGEST {
            return Err(away(anyhow!("the answer is too long")));
        }
        text.extend_from_slice(&chunk);
    }
    Ok(text)
}

fn refusal(status: StatusCode, text: &[u8]) -> Trouble {
    let problem: Problem = serde_json::from_slice(text).unwrap_or_default();
    match status {
        StatusCode::NOT_FOUND | StatusCode::GONE => Trouble::Unknown,
        // A wrong key of ours, or too many calls, say nothing about the payment.
        StatusCode::UNAUTHORIZED
        | StatusCode::FORBIDDEN
        | StatusCode::REQUEST_TIMEOUT
        | StatusCode::CONFLICT
        | StatusCode::TOO_MANY_REQUESTS => away(anyhow!("{status} {}", problem.title)),
        _ if status.is_client_error() => {
            Trouble::Refused(format!("{status} {} {}", problem.title, problem.field))
        }
        _ => away(anyhow!("{status}")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mollie(key: &str) -> Mollie {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let base = "http://127.0.0.1:1/v2/".parse().unwrap();
        Mollie::new(base, key.into(), Duration::from_secs(1)).unwrap()
    }

    fn payment(text: &str) -> Payment {
        serde_json::from_str(text).unwrap()
    }

    const PAID: &str = r#"{"resource":"payment","id":"tr_1","mode":"live","status":"paid",
        "amount":{"value":"9.99","currency":"EUR"},"metadata":{"order_id":"o-1"},
        "amountRefunded":{"value":"1.00","currency":"EUR"},"_links":{"self":{"href":"x"}}}"#;

    #[test]
    fn a_payment_is_read() {
        let made = mollie("live_x").snapshot(payment(PAID));
        assert_eq!(made.snapshot.status, PaymentStatus::Paid);
        assert_eq!(made.snapshot.amount.unwrap().minor, 999);
        assert_eq!(made.snapshot.order, "o-1");
        assert_eq!(made.snapshot.refunded_minor, 100);
        assert!(made.snapshot.mode_fits && !made.snapshot.cancelable);
        let open = PAID.replace(
            r#""status":"paid""#,
            r#""status":"open","isCancelable":true"#,
        );
        assert!(
            mollie("live_x")
                .snapshot(payment(&open))
                .snapshot
                .cancelable
        );
        assert!(!mollie("test_x").snapshot(payment(PAID)).snapshot.mode_fits);
    }

    #[test]
    fn words_that_are_new_and_metadata_that_is_not_ours_are_no_error() {
        let text = PAID
            .replace("paid", "resurrected")
            .replace("live", "dream")
            .replace(r#"{"order_id":"o-1"}"#, r#""free text""#);
        let made = mollie("live_x").snapshot(payment(&text));
        assert_eq!(made.snapshot.status, PaymentStatus::Open);
        assert!(!made.snapshot.mode_fits);
        assert_eq!(made.snapshot.order, "");
    }

    #[test]
    fn a_refund_is_known_by_its_key_and_lives_until_it_failed() {
        let list = |text: &str| serde_json::from_str::<Refunds>(text);
        let text = r#"{"count":3,"_embedded":{"refunds":[
            {"id":"re_1","status":"failed","metadata":{"refund_id":"r-1"}},
            {"id":"re_2","status":"dreaming","metadata":{"refund_id":"r-1"}},
            {"id":"re_3","status":"canceled","metadata":null}]}}"#;
        let refunds: Vec<_> = list(text)
            .unwrap()
            .embedded
            .refunds
            .into_iter()
            .map(seen)
            .map(|seen| (seen.reference, seen.key, seen.failed))
            .collect();
        let expected = [
            ("re_1", "r-1", true),
            ("re_2", "r-1", false),
            ("re_3", "", true),
        ];
        let expected = expected.map(|(id, key, failed)| (id.to_owned(), key.to_owned(), failed));
        assert_eq!(refunds, expected);
        // Whoever tells nothing of refunds has not said that there are none.
        for text in ["{}", r#"{"_embedded":{}}"#] {
            assert!(list(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_hint_is_an_id_and_nothing_else() {
        let mollie = mollie("test_x");
        assert_eq!(
            mollie.hint(b"id=tr_WDqYK6vllg").as_deref(),
            Some("tr_WDqYK6vllg")
        );
        for body in [
            "",
            "id=",
            "id=tr_../../x",
            "id=pm_1",
            "status=paid",
            "id=tr_%00",
            "{}",
        ] {
            assert_eq!(mollie.hint(body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn what_says_nothing_about_the_payment_is_asked_again() {
        for status in [401, 403, 408, 409, 429, 500, 503] {
            let status = StatusCode::from_u16(status).unwrap();
            assert!(
                matches!(refusal(status, b"{}"), Trouble::Away(_)),
                "{status}"
            );
        }
        assert!(matches!(
            refusal(StatusCode::UNPROCESSABLE_ENTITY, b"?"),
            Trouble::Refused(_)
        ));
        assert!(matches!(
            refusal(StatusCode::NOT_FOUND, b""),
            Trouble::Unknown
        ));
    }

    proptest! {
        #[test]
        fn nothing_that_a_provider_may_send_panics(text in ".{0,300}", body in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = serde_json::from_str::<Payment>(&text);
            let _ = serde_json::from_str::<Refunds>(&text);
            let _ = serde_json::from_slice::<Problem>(text.as_bytes());
            let _ = mollie("test_x").hint(&body);
        }
    }
}

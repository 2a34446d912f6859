//! Mollie's JSON, read tolerantly: unknown fields are ignored, unknown words are no error.

use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Amount {
    pub(super) currency: String,
    pub(super) value: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreatePayment<'a> {
    pub(super) amount: Amount,
    pub(super) description: String,
    pub(super) redirect_url: &'a str,
    pub(super) webhook_url: &'a str,
    pub(super) method: &'a str,
    pub(super) locale: &'a str,
    pub(super) metadata: Metadata,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Metadata {
    #[serde(default)]
    pub(super) order_id: String,
}

#[derive(Debug, Serialize)]
pub(super) struct CreateRefund {
    pub(super) amount: Amount,
    pub(super) description: String,
    pub(super) metadata: RefundMetadata,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct RefundMetadata {
    #[serde(default)]
    pub(super) refund_id: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Open,
    Pending,
    Authorized,
    Paid,
    Canceled,
    Expired,
    Failed,
    /// A word that Mollie added since.
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    Live,
    Test,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Payment {
    pub(super) id: String,
    pub(super) mode: Mode,
    pub(super) status: Status,
    pub(super) amount: Amount,
    #[serde(default)]
    pub(super) is_cancelable: bool,
    #[serde(default)]
    pub(super) amount_refunded: Option<Amount>,
    #[serde(default)]
    pub(super) amount_charged_back: Option<Amount>,
    /// Anything may stand here for payments that are not ours.
    #[serde(default)]
    pub(super) metadata: serde_json::Value,
    #[serde(default, rename = "_links")]
    pub(super) links: Links,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Links {
    #[serde(default)]
    pub(super) checkout: Option<Link>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Link {
    pub(super) href: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Refund {
    pub(super) id: String,
    pub(super) status: RefundStatus,
    /// Anything may stand here for refunds that are not ours.
    #[serde(default)]
    pub(super) metadata: serde_json::Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RefundStatus {
    Failed,
    Canceled,
    /// On its way, there, or a word that Mollie added since.
    #[serde(other)]
    Alive,
}

/// An answer without its list is no answer: nothing is taken for "none".
#[derive(Debug, Deserialize)]
pub(super) struct Refunds {
    #[serde(rename = "_embedded")]
    pub(super) embedded: EmbeddedRefunds,
}

#[derive(Debug, Deserialize)]
pub(super) struct EmbeddedRefunds {
    pub(super) refunds: Vec<Refund>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Problem {
    #[serde(default)]
    pub(super) title: String,
    /// The field that was refused.
    #[serde(default)]
    pub(super) field: String,
}

//! Mollie's JSON, as the sandbox reads and writes it.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use super::{
    Desk,
    script::Fault,
    store::{Payment, Refund},
};
use crate::money::Money;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Amount {
    pub(crate) currency: String,
    pub(crate) value: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPayment {
    pub(crate) amount: Amount,
    pub(crate) description: String,
    pub(crate) redirect_url: String,
    #[serde(default)]
    pub(crate) webhook_url: Option<String>,
    #[serde(default)]
    pub(crate) method: Option<String>,
    #[serde(default)]
    pub(crate) metadata: Value,
}

#[derive(Debug, Deserialize)]
pub(crate) struct NewRefund {
    pub(crate) amount: Amount,
    #[serde(default)]
    pub(crate) metadata: Value,
}

/// Which payments to list.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    pub(crate) order_id: String,
}

impl NewPayment {
    /// The first field that Mollie would refuse.
    pub(crate) fn refused(&self) -> Option<&'static str> {
        let url = |text: &str| {
            url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
        };
        let methods = [
            "ideal",
            "bancontact",
            "creditcard",
            "paypal",
            "applepay",
            "banktransfer",
            "blik",
        ];
        let amount = Money::parse(&self.amount.value, &self.amount.currency);
        if amount.is_err() || amount.is_ok_and(|amount| amount.minor == 0) {
            return Some("amount");
        }
        if self.description.is_empty() || self.description.len() > 255 {
            return Some("description");
        }
        if !url(&self.redirect_url) {
            return Some("redirectUrl");
        }
        if self.webhook_url.as_deref().is_some_and(|text| !url(text)) {
            return Some("webhookUrl");
        }
        let method = self.method.as_deref();
        if method.is_some_and(|method| !methods.contains(&method)) {
            return Some("method");
        }
        None
    }
}

/// A payment as Mollie would answer it, or as a planned fault distorts it.
pub(crate) fn payment(desk: &Desk, payment: &Payment, fault: Option<&Fault>) -> Value {
    let amount = |value: &str| json!({ "currency": payment.currency, "value": value });
    let whole = Money::parse(&payment.amount, &payment.currency).ok();
    let part = |minor: i64| whole.map_or_else(String::new, |whole| whole.with(minor).decimal());
    let mut answer = json!({
        "resource": "payment",
        "id": payment.id,
        "mode": "test",
        "status": payment.status,
        "amount": amount(&payment.amount),
        "amountRefunded": amount(&part(payment.refunded_minor)),
        "description": payment.description,
        "method": payment.method,
        "metadata": payment.metadata,
        "redirectUrl": payment.redirect_url,
        "webhookUrl": payment.webhook_url,
        "createdAt": payment.created_at.format(&Rfc3339).unwrap_or_default(),
        "expiresAt": payment.expires_at.format(&Rfc3339).unwrap_or_default(),
        "_links": { "self": { "href": format!("{}v2/payments/{}", desk.base, payment.id), "type": "application/hal+json" } },
    });
    if payment.charged_back {
        answer["amountChargedBack"] = amount(&payment.amount);
    }
    if payment.status == "open" {
        let href = format!("{}pay/{}", desk.base, payment.id);
        answer["_links"]["checkout"] = json!({ "href": href, "type": "text/html" });
    }
    match fault {
        Some(Fault::Amount(value)) => answer["amount"]["value"] = json!(value),
        Some(Fault::Currency(currency)) => answer["amount"]["currency"] = json!(currency),
        Some(Fault::Mode) => answer["mode"] = json!("live"),
        Some(Fault::Order(order)) => answer["metadata"] = json!({ "order_id": order }),
        Some(Fault::Status(status)) => answer["status"] = json!(status),
        _ => {}
    }
    let cancelable = answer["status"] == "open" && fault != Some(&Fault::Settled);
    answer["isCancelable"] = json!(cancelable);
    answer
}

/// A refund as Mollie would answer it.
pub(crate) fn refund(payment: &Payment, refund: &Refund) -> Value {
    json!({
        "resource": "refund", "id": refund.id, "mode": "test", "status": refund.status,
        "paymentId": payment.id,
        "amount": { "currency": payment.currency, "value": refund.amount },
        "metadata": refund.metadata,
    })
}

/// A refusal as Mollie would answer it.
pub(crate) fn problem(status: StatusCode, title: &str, field: &str) -> Response {
    let body =
        json!({ "status": status.as_u16(), "title": title, "detail": title, "field": field });
    (status, Json(body)).into_response()
}

/// No such payment.
pub(crate) fn unknown() -> Response {
    problem(StatusCode::NOT_FOUND, "No payment exists with this id", "")
}

/// Our own failure.
pub(crate) fn broken(error: &sqlx::Error) -> Response {
    tracing::error!(%error, "payment sandbox failed");
    problem(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Internal Server Error",
        "",
    )
}

//! The API: payments and refunds.

use std::time::Duration as StdDuration;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::json;
use time::Duration;

use super::{
    Desk, announce, known,
    script::{Call, Fault},
    store,
    wire::{self, NewPayment, NewRefund},
};
use crate::money::Money;

/// How long a payment can be paid.
const OPEN: Duration = Duration::minutes(15);

/// Makes a payment; the same key answers the same payment, for an hour.
pub(crate) async fn create(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Json(new): Json<NewPayment>,
) -> Response {
    let fault = desk.script(|script| script.next(Call::Create));
    if let Some(answer) = fault.as_ref().and_then(nothing_done) {
        return answer;
    }
    if let Some(field) = new.refused() {
        return wire::problem(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Unprocessable Entity",
            field,
        );
    }
    let now = desk.clock.now();
    let id = format!("tr_{}", desk.chance.uuid(now).simple());
    let made = store::insert(&desk.db, &id, key(&headers), &new, (now, now + OPEN)).await;
    let payment = match made {
        Ok(payment) => payment,
        Err(error) => return wire::broken(&error),
    };
    let same = payment.amount == new.amount.value
        && payment.currency == new.amount.currency
        && payment.metadata == new.metadata;
    if !same {
        let title = "The idempotency key was used for another payment";
        return wire::problem(StatusCode::UNPROCESSABLE_ENTITY, title, "");
    }
    if fault == Some(Fault::Lost) {
        return failure();
    }
    linger(fault.as_ref()).await;
    let answer = wire::payment(&desk, &payment, fault.as_ref());
    (StatusCode::CREATED, Json(answer)).into_response()
}

/// The payment as it is.
pub(crate) async fn fetch(State(desk): State<Desk>, path: Path<String>) -> Response {
    let fault = desk.script(|script| script.next(Call::Fetch));
    if let Some(answer) = fault.as_ref().and_then(nothing_done) {
        return answer;
    }
    if fault == Some(Fault::Lost) {
        return failure();
    }
    linger(fault.as_ref()).await;
    match known(&desk, path).await {
        Ok(payment) => Json(wire::payment(&desk, &payment, fault.as_ref())).into_response(),
        Err(response) => response,
    }
}

/// Cancels a payment that is open.
pub(crate) async fn cancel(State(desk): State<Desk>, path: Path<String>) -> Response {
    let fault = desk.script(|script| script.next(Call::Cancel));
    if let Some(answer) = fault.as_ref().and_then(nothing_done) {
        return answer;
    }
    let payment = match known(&desk, path).await {
        Ok(payment) => payment,
        Err(response) => return response,
    };
    match finish(&desk, &payment, "canceled").await {
        Ok(true) => {}
        Ok(false) => {
            let title = "The payment cannot be cancelled";
            return wire::problem(StatusCode::UNPROCESSABLE_ENTITY, title, "");
        }
        Err(error) => return wire::broken(&error),
    }
    if fault == Some(Fault::Lost) {
        return failure();
    }
    linger(fault.as_ref()).await;
    match known(&desk, Path(payment.id)).await {
        Ok(payment) => Json(wire::payment(&desk, &payment, None)).into_response(),
        Err(response) => response,
    }
}

/// Pays back a part; the same key answers the same refund, for an hour.
pub(crate) async fn refund(
    State(desk): State<Desk>,
    path: Path<String>,
    headers: HeaderMap,
    Json(new): Json<NewRefund>,
) -> Response {
    let fault = desk.script(|script| script.next(Call::Refund));
    if let Some(answer) = fault.as_ref().and_then(nothing_done) {
        return answer;
    }
    let payment = match known(&desk, path).await {
        Ok(payment) => payment,
        Err(response) => return response,
    };
    let refused = || {
        wire::problem(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Unprocessable Entity",
            "amount",
        )
    };
    let Ok(amount) = Money::parse(&new.amount.value, &new.amount.currency) else {
        return refused();
    };
    if payment.status != "paid" || payment.currency != new.amount.currency {
        return refused();
    }
    let now = desk.clock.now();
    let refund = store::Refund {
        id: format!("re_{}", desk.chance.uuid(now).simple()),
        status: "pending".to_owned(),
        amount: amount.decimal(),
        metadata: new.metadata,
    };
    let whole = Money::parse(&payment.amount, &payment.currency).map_or(0, |whole| whole.minor);
    let refunded = store::refund(
        &desk.db,
        &refund,
        key(&headers),
        (&payment.id, whole),
        (amount, now),
    );
    let refund = match refunded.await {
        Ok(Some(refund)) => refund,
        Ok(None) => return refused(),
        Err(error) => return wire::broken(&error),
    };
    if let Err(error) = announce(&desk, &payment.id, payment.webhook_url.as_deref()).await {
        return wire::broken(&error);
    }
    if fault == Some(Fault::Lost) {
        return failure();
    }
    linger(fault.as_ref()).await;
    (StatusCode::CREATED, Json(wire::refund(&payment, &refund))).into_response()
}

/// Every refund of a payment.
pub(crate) async fn refunds(State(desk): State<Desk>, path: Path<String>) -> Response {
    let payment = match known(&desk, path).await {
        Ok(payment) => payment,
        Err(response) => return response,
    };
    let refunds = match store::refunds(desk.db.pool(), &payment.id).await {
        Ok(refunds) => refunds,
        Err(error) => return wire::broken(&error),
    };
    let list: Vec<_> = refunds
        .iter()
        .map(|refund| wire::refund(&payment, refund))
        .collect();
    Json(json!({ "count": list.len(), "_embedded": { "refunds": list } })).into_response()
}

/// The payer's bank does not take the refunds of a payment.
pub(crate) async fn return_refunds(State(desk): State<Desk>, path: Path<String>) -> Response {
    let payment = match known(&desk, path).await {
        Ok(payment) => payment,
        Err(response) => return response,
    };
    let done = async {
        store::return_refunds(desk.db.pool(), &payment.id).await?;
        announce(&desk, &payment.id, payment.webhook_url.as_deref()).await
    };
    match done.await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => wire::broken(&error),
    }
}

/// The payer's bank takes the money back.
pub(crate) async fn charge_back(State(desk): State<Desk>, path: Path<String>) -> Response {
    let payment = match known(&desk, path).await {
        Ok(payment) => payment,
        Err(response) => return response,
    };
    let done = async {
        store::charge_back(desk.db.pool(), &payment.id).await?;
        announce(&desk, &payment.id, payment.webhook_url.as_deref()).await
    };
    match done.await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => wire::broken(&error),
    }
}

/// Ends a payment that is open; false when it is not.
pub(super) async fn finish(
    desk: &Desk,
    payment: &store::Payment,
    status: &str,
) -> sqlx::Result<bool> {
    if !store::finish(desk.db.pool(), &payment.id, status).await? {
        return Ok(false);
    }
    announce(desk, &payment.id, payment.webhook_url.as_deref()).await?;
    Ok(true)
}

/// What was done is done; only the answer takes its time.
async fn linger(fault: Option<&Fault>) {
    if let Some(Fault::Slow(milliseconds)) = fault {
        tokio::time::sleep(StdDuration::from_millis(*milliseconds)).await;
    }
}

/// The answer to a call that is met by a fault before anything is done.
fn nothing_done(fault: &Fault) -> Option<Response> {
    match fault {
        Fault::Error => Some(failure()),
        Fault::Unknown => Some(wire::unknown()),
        Fault::Refused => {
            let title = "Unprocessable Entity";
            Some(wire::problem(StatusCode::UNPROCESSABLE_ENTITY, title, ""))
        }
        _ => None,
    }
}

fn failure() -> Response {
    wire::problem(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Internal Server Error",
        "",
    )
}

fn key(headers: &HeaderMap) -> Option<&str> {
    headers.get("idempotency-key")?.to_str().ok()
}

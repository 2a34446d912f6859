//! `GET /api/discountcode.php`

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
};
use proto::billing::v1::{self as billing, GetDiscountCodeRequest};
use serde::Serialize;
use utoipa::ToSchema;

use super::moment;
use crate::{
    App, caller::Caller, limits::Deed, openapi::ErrorAnswer, query::Query, reply::Refusal,
};

/// A discount code, if there is one.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiscountCodeAnswer {
    /// Null when there is none for this member.
    #[schema(required)]
    discountcode: Option<DiscountCode>,
}

/// What a code takes off, and when.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DiscountCode {
    code: String,
    /// ISO 3166-1 alpha-2; null everywhere.
    #[schema(required)]
    country: Option<String>,
    /// The one member it is for; null for all.
    #[schema(required, format = Uuid)]
    user_id: Option<String>,
    /// RFC 3339; null when it does not expire.
    #[schema(required, format = DateTime)]
    expires: Option<String>,
    /// Equal to `percentage`.
    value_percentage: u32,
    #[schema(maximum = 100)]
    percentage: u32,
    /// ISO 4217.
    currency: String,
    /// Minor units (cents) of an order at least; 0: any.
    minimum_order_value: i64,
    #[schema(pattern = "^(active|used|expired)$")]
    status: String,
    #[schema(pattern = "^(once|always)$")]
    validity: String,
    expired: bool,
    /// Ways of payment it holds for; empty: all.
    paymentmethods: Vec<String>,
}

impl From<billing::DiscountCode> for DiscountCode {
    fn from(code: billing::DiscountCode) -> Self {
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            code: code.code,
            country: some(code.country),
            user_id: some(code.member_id),
            expires: moment(code.expires.as_ref()),
            value_percentage: code.percentage,
            percentage: code.percentage,
            currency: code.currency,
            minimum_order_value: code.minimum_order_value.map_or(0, |of| of.minor),
            status: code.status,
            validity: code.validity,
            expired: code.expired,
            paymentmethods: code.payment_methods,
        }
    }
}

/// The code of that name, or with `welcome=true` the welcome discount while it runs. Other
/// parameters are passed over: the page sends its own along.
#[utoipa::path(
    get,
    operation_id = "discountcode",
    path = "/api/discountcode.php",
    params(
        ("code" = Option<String>, Query),
        ("welcome" = Option<bool>, Query),
    ),
    responses(
        (status = 200, body = DiscountCodeAnswer),
        (status = 400, body = ErrorAnswer),
        (status = 403, body = ErrorAnswer, description = "authentication_required"),
        (status = 429, body = ErrorAnswer),
        (status = 503, body = ErrorAnswer),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    caller: Caller,
    RawQuery(query): RawQuery,
) -> Result<Json<DiscountCodeAnswer>, Refusal> {
    let session = caller.member()?;
    let query = Query::of(query.as_deref());
    let welcome = query.text("welcome", 5)? == Some("true");
    let code = if welcome {
        String::new()
    } else {
        let code = query.needed("code", 64)?.to_owned();
        // Or one could try them all.
        app.limits.deed(Deed::Code, &caller)?;
        code
    };
    let request = GetDiscountCodeRequest {
        member_id: session.member.to_string(),
        site_id: caller.visitor.site.id.clone(),
        code,
        welcome,
    };
    let found = app
        .peers
        .billing()
        .get_discount_code(kit::idempotent(request))
        .await?
        .into_inner()
        .code;
    Ok(Json(DiscountCodeAnswer {
        discountcode: found.map(DiscountCode::from),
    }))
}

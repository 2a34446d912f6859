//! The HTTP contract as a document, generated from the handlers.

use serde::Serialize;
use utoipa::{OpenApi, ToSchema, openapi};

/// Every failed call answers this.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ErrorAnswer {
    error: ErrorBody,
    /// True when a login is needed first.
    #[schema(required = false)]
    authentication_required: Option<bool>,
}

/// What failed. Some codes carry more: `field` and `problem` of `field_invalid`,
/// `minutes` of `login_blocked`, `seconds` of `rate_limited`.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// Stable word in `snake_case`.
    #[schema(example = "login_failed", pattern = "^[a-z][a-z0-9_]*$")]
    code: String,
    /// English, for developers.
    message: String,
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Vonk HTTP contract",
        version = "1",
        description = "JSON calls of the web app. State changes come from the site's own page \
            (Origin or Sec-Fetch-Site), with a JSON body, and may carry an Idempotency-Key."
    ),
    components(schemas(ErrorAnswer))
)]
struct Head;

/// The document without its calls.
pub(crate) fn head() -> openapi::OpenApi {
    Head::openapi()
}

/// The whole document, as `docs/http.openapi.json` holds it.
#[must_use]
pub fn document() -> openapi::OpenApi {
    let mut document = crate::routes::php().into_openapi();
    document.info.license = None;
    document
}

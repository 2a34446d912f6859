//! Bodies that `/api/user.php` takes, as the contract describes them; `user.rs` reads them by name.

use serde::Deserialize;
use utoipa::ToSchema;

/// Body of a login.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `log_in` reads by name")]
pub(crate) struct LogIn {
    #[schema(max_length = 254)]
    email: String,
    #[schema(max_length = 256)]
    password: String,
}

/// Body of `?push=1`: what the browser's `PushSubscription.toJSON()` gives.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `save_push` reads by name")]
pub(crate) struct SavePush {
    subscription: Subscription,
}

/// A browser's push subscription.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[expect(dead_code, reason = "describes what `save_push` reads by name")]
pub(crate) struct Subscription {
    #[schema(max_length = 1000)]
    endpoint: String,
    /// Not used.
    #[schema(required = false)]
    expiration_time: Option<f64>,
    keys: SubscriptionKeys,
}

/// Keys of a push subscription, base64url.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `save_push` reads by name")]
pub(crate) struct SubscriptionKeys {
    #[schema(max_length = 200)]
    p256dh: String,
    #[schema(max_length = 200)]
    auth: String,
}

/// A login, or with `?push=1` a subscription.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes what `post` reads by name")]
pub(crate) enum PostBody {
    LogIn(LogIn),
    SavePush(SavePush),
}

/// Body of a change of language.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `put` reads by name")]
pub(crate) struct SetLanguage {
    /// ISO 639-1, one of the site's.
    #[schema(max_length = 10)]
    language: String,
}

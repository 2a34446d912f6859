//! Generates Rust code from the .proto files, without protoc.
use std::path::PathBuf;

const FILES: [&str; 15] = [
    "vonk/accounts/v1/accounts.proto",
    "vonk/accounts/v1/events.proto",
    "vonk/billing/v1/billing.proto",
    "vonk/billing/v1/events.proto",
    "vonk/chat/v1/chat.proto",
    "vonk/chat/v1/events.proto",
    "vonk/live/v1/live.proto",
    "vonk/matching/v1/events.proto",
    "vonk/matching/v1/matching.proto",
    "vonk/notifications/v1/events.proto",
    "vonk/notifications/v1/notifications.proto",
    "vonk/profiles/v1/events.proto",
    "vonk/profiles/v1/profiles.proto",
    "vonk/settings/v1/events.proto",
    "vonk/settings/v1/settings.proto",
];

/// Messages that carry a name, an address, a password or a token.
const REDACTED: [&str; 37] = [
    "accounts.v1.Account",
    "accounts.v1.ActivateRequest",
    "accounts.v1.AuthenticateRequest",
    "accounts.v1.AuthenticateResponse",
    "accounts.v1.ChangePasswordRequest",
    "accounts.v1.ConfirmMailChangeRequest",
    "accounts.v1.DeleteAccountRequest",
    "accounts.v1.GetAccountResponse",
    "accounts.v1.GetReceiverResponse",
    "accounts.v1.GetSignUpDataResponse",
    "accounts.v1.LogInRequest",
    "accounts.v1.LogInResponse",
    "accounts.v1.LogOutRequest",
    "accounts.v1.PrepareMailResponse",
    "accounts.v1.ReactivateRequest",
    "accounts.v1.RequestMailChangeRequest",
    "accounts.v1.RequestPasswordResetRequest",
    "accounts.v1.ResendActivationRequest",
    "accounts.v1.ResetPasswordRequest",
    "accounts.v1.SetStaffRolesRequest",
    "accounts.v1.SignUpRequest",
    "accounts.v1.TrackingRecord",
    "billing.v1.ReceiveWebhookRequest",
    "chat.v1.AddPhotoRequest",
    "chat.v1.Message",
    "chat.v1.SendMessageRequest",
    "notifications.v1.SavePushSubscriptionRequest",
    "notifications.v1.UnsubscribeRequest",
    "profiles.v1.AddPhotoRequest",
    "profiles.v1.Attribute",
    "profiles.v1.Card",
    "profiles.v1.CreateFictionalRequest",
    "profiles.v1.GetPhotoFileResponse",
    "profiles.v1.Point",
    "profiles.v1.Profile",
    "profiles.v1.SearchRequest",
    "profiles.v1.UpdateProfileRequest",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    #[expect(
        clippy::disallowed_methods,
        reason = "cargo tells a build script where it is by the environment"
    )]
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    println!("cargo:rerun-if-changed=vonk");
    let descriptors = protox::compile(FILES, [&root])?;
    let mut prost = tonic_prost_build::Config::new();
    prost.enable_type_names();
    // Secrets and people stay out of Debug text; `src/redacted.rs` writes it instead.
    prost.skip_debug(REDACTED.map(|name| format!(".vonk.{name}")));
    tonic_prost_build::configure().compile_fds_with_config(descriptors, prost)?;
    Ok(())
}

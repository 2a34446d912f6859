//! Debug text of messages that carry a name, an address, a password or a token: the type alone.

macro_rules! redacted {
    ($($message:ty),+ $(,)?) => {
        $(impl std::fmt::Debug for $message {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(concat!(stringify!($message), " { .. }"))
            }
        })+
    };
}

redacted! {
    crate::accounts::v1::Account,
    crate::accounts::v1::ActivateRequest,
    crate::accounts::v1::AuthenticateRequest,
    crate::accounts::v1::AuthenticateResponse,
    crate::accounts::v1::ChangePasswordRequest,
    crate::accounts::v1::ConfirmMailChangeRequest,
    crate::accounts::v1::DeleteAccountRequest,
    crate::accounts::v1::GetAccountResponse,
    crate::accounts::v1::GetReceiverResponse,
    crate::accounts::v1::GetSignUpDataResponse,
    crate::accounts::v1::LogInRequest,
    crate::accounts::v1::LogInResponse,
    crate::accounts::v1::LogOutRequest,
    crate::accounts::v1::PrepareMailResponse,
    crate::accounts::v1::ReactivateRequest,
    crate::accounts::v1::RequestMailChangeRequest,
    crate::accounts::v1::RequestPasswordResetRequest,
    crate::accounts::v1::ResendActivationRequest,
    crate::accounts::v1::ResetPasswordRequest,
    crate::accounts::v1::SetStaffRolesRequest,
    crate::accounts::v1::SignUpRequest,
    crate::accounts::v1::TrackingRecord,
}

redacted! {
    crate::billing::v1::ReceiveWebhookRequest,
}

redacted! {
    crate::chat::v1::AddPhotoRequest,
    crate::chat::v1::Message,
    crate::chat::v1::SendMessageRequest,
}

redacted! {
    crate::notifications::v1::SavePushSubscriptionRequest,
    crate::notifications::v1::UnsubscribeRequest,
}

redacted! {
    crate::profiles::v1::AddPhotoRequest,
    crate::profiles::v1::Attribute,
    crate::profiles::v1::Card,
    crate::profiles::v1::CreateFictionalRequest,
    crate::profiles::v1::GetPhotoFileResponse,
    crate::profiles::v1::Point,
    crate::profiles::v1::Profile,
    crate::profiles::v1::SearchRequest,
    crate::profiles::v1::UpdateProfileRequest,
}

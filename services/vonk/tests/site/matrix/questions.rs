//! What the rows of docs/decisions/access.md ask, in bytes.

use http::Method;
use proto::{
    accounts::v1 as accounts, billing::v1 as billing, chat::v1 as chat,
    chat::v1::send_message_request::Content, live::v1 as live, matching::v1 as matching,
    notifications::v1 as notifications, profiles::v1 as profiles, settings::v1 as settings,
};
use serde_json::{Value, json};

use super::{PNG, World, bytes};
use crate::crowd::{new_id, person};

/// One request of a browser.
pub(crate) enum Question {
    Rpc(String, Vec<u8>),
    Http(Method, String, Option<Value>),
}

const WRONG: &str = "not-the-password-of-anybody";

/// The request of a row. Whoever writes a new row adds its request here.
pub(crate) fn ask(call: &str, about: &str, world: &World) -> Question {
    if let Some((method, path)) = call.split_once(' ') {
        return http(method, path, about, world);
    }
    let (service, method) = call.split_once('/').unwrap();
    let message = match service.split('.').nth(1).unwrap() {
        "accounts" => accounts(method, about, world),
        "billing" => billing(method, about, world),
        "chat" => chat(method, about, world),
        "live" => Some(bytes(&live::WatchRequest::default())),
        "matching" => matching(method, world),
        "notifications" => notifications(method),
        "profiles" => profiles(method, about, world),
        "settings" => Some(bytes(&settings::GetPageRequest {
            slug: "terms".to_owned(),
            ..settings::GetPageRequest::default()
        })),
        _ => None,
    };
    let message = message.unwrap_or_else(|| panic!("how is {call} asked for {about}?"));
    Question::Rpc(call.to_owned(), message)
}

fn http(method: &str, path: &str, about: &str, world: &World) -> Question {
    let method: Method = method.parse().unwrap();
    let (path, body) = match (method.as_str(), path, about) {
        ("POST", "/api/user.php", "a login with a wrong password") => (
            path.to_owned(),
            Some(json!({ "email": "nobody@example.test", "password": WRONG })),
        ),
        ("POST", "/api/user.php", "a push subscription at no push service") => (
            format!("{path}?push=1"),
            Some(json!({ "subscription": {
                "endpoint": "https://127.0.0.1/push",
                "keys": { "p256dh": "", "auth": "" },
            } })),
        ),
        ("PUT", "/api/user.php", _) => (path.to_owned(), Some(json!({ "language": "nl" }))),
        ("POST", "/api/page-hidden.php", _) => (path.to_owned(), Some(json!({}))),
        ("POST", "/api/webhooks/mollie", _) => (path.to_owned(), Some(json!({ "id": "tr_none" }))),
        ("DELETE", "/api/chat.php", _) => (
            path.to_owned(),
            Some(json!({ "conversation": world.conversation })),
        ),
        ("GET", "/api/regions.php", _) => (format!("{path}?country=NL"), None),
        ("GET", "/api/geocode.php", _) => (format!("{path}?lat=52.37&lon=4.9"), None),
        ("GET", "/api/discountcode.php", "the welcome discount") => {
            (format!("{path}?welcome=true"), None)
        }
        ("GET", "/api/discountcode.php", _) => (format!("{path}?code=NOSUCHCODE"), None),
        ("GET", "/photos/", "the owner's profile photo") => (world.photo_path.clone(), None),
        ("GET", "/photos/", "a photo that the owner sent to a friend") => {
            (world.chat_photo_path.clone(), None)
        }
        _ => (path.to_owned(), None),
    };
    Question::Http(method, path, body)
}

fn accounts(method: &str, about: &str, world: &World) -> Option<Vec<u8>> {
    let token = "a-token-that-nobody-was-mailed".to_owned();
    let email = person().email; // nobody's yet, and each time another: mails to one address have a limit
    Some(match method {
        "SignUp" => bytes(&person()),
        "Activate" => bytes(&accounts::ActivateRequest { token }),
        "ResendActivation" => bytes(&accounts::ResendActivationRequest { email }),
        "RequestPasswordReset" => bytes(&accounts::RequestPasswordResetRequest { email }),
        "ResetPassword" => bytes(&accounts::ResetPasswordRequest {
            token,
            new_password: "zonnebloem-in-de-regen-12".to_owned(),
        }),
        "ChangePassword" => bytes(&accounts::ChangePasswordRequest {
            old_password: WRONG.to_owned(),
            new_password: "zonnebloem-in-de-regen-12".to_owned(),
        }),
        "RequestMailChange" => bytes(&accounts::RequestMailChangeRequest {
            new_email: "elsewhere@example.test".to_owned(),
            password: WRONG.to_owned(),
        }),
        "ConfirmMailChange" => bytes(&accounts::ConfirmMailChangeRequest { token }),
        "SetLanguage" => bytes(&accounts::SetLanguageRequest {
            language: "nl".to_owned(),
        }),
        "GetAccount" => bytes(&accounts::GetAccountRequest {}),
        "ListSessions" => bytes(&accounts::ListSessionsRequest {}),
        "EndSessions" if about == "a session of nobody" => bytes(&accounts::EndSessionsRequest {
            which: Some(accounts::end_sessions_request::Which::SessionId(new_id())),
        }),
        "EndSessions" => bytes(&accounts::EndSessionsRequest {
            which: Some(accounts::end_sessions_request::Which::SessionId(
                world.session.clone(),
            )),
        }),
        "DeleteAccount" => bytes(&accounts::DeleteAccountRequest {
            password: WRONG.to_owned(),
            reason: String::new(),
        }),
        "Reactivate" => bytes(&accounts::ReactivateRequest { token }),
        "SetConsent" => bytes(&accounts::SetConsentRequest {
            kind: accounts::ConsentKind::Tracking.into(),
            ..accounts::SetConsentRequest::default()
        }),
        _ => return None,
    })
}

fn billing(method: &str, about: &str, world: &World) -> Option<Vec<u8>> {
    let order_id = world.order.clone();
    Some(match method {
        "ListPackages" => bytes(&billing::ListPackagesRequest::default()),
        "CreateOrder" => bytes(&billing::CreateOrderRequest {
            order_id: if about == "a new order" {
                new_id()
            } else {
                order_id
            },
            package_id: "credits-100".to_owned(),
            method: "ideal".to_owned(),
            accept_immediate: true,
            ..billing::CreateOrderRequest::default()
        }),
        "GetOrder" => bytes(&billing::GetOrderRequest { order_id }),
        "ListTransactions" => bytes(&billing::ListTransactionsRequest::default()),
        "GetWallet" => bytes(&billing::GetWalletRequest {}),
        "Withdraw" => bytes(&billing::WithdrawRequest {
            order_id,
            confirm: false,
        }),
        "SetSpendingLimit" => bytes(&billing::SetSpendingLimitRequest::default()),
        _ => return None,
    })
}

fn chat(method: &str, about: &str, world: &World) -> Option<Vec<u8>> {
    let member_id = world.owner.clone();
    let conversation_id = world.conversation.clone();
    let send = |content| chat::SendMessageRequest {
        message_id: new_id(),
        member_id: member_id.clone(),
        content: Some(content),
    };
    Some(match (method, about) {
        ("SendMessage", "a text to the owner") => bytes(&send(Content::Text("hello".to_owned()))),
        ("SendMessage", "a photo of the owner's") => {
            bytes(&send(Content::PhotoId(world.chat_photo.clone())))
        }
        ("SendMessage", "under the id of the owner's message") => {
            bytes(&chat::SendMessageRequest {
                message_id: world.message.clone(),
                ..send(Content::Text("hello".to_owned()))
            })
        }
        ("ListMessages", _) => bytes(&chat::ListMessagesRequest {
            conversation_id,
            ..chat::ListMessagesRequest::default()
        }),
        ("GetConversation", "with the owner") => bytes(&chat::GetConversationRequest {
            which: Some(chat::get_conversation_request::Which::MemberId(member_id)),
        }),
        ("GetConversation", _) => bytes(&chat::GetConversationRequest {
            which: Some(chat::get_conversation_request::Which::ConversationId(
                conversation_id,
            )),
        }),
        ("MarkRead", _) => bytes(&chat::MarkReadRequest {
            conversation_id,
            sequence: 1,
        }),
        ("Typing", _) => bytes(&chat::TypingRequest { member_id }),
        ("ListGifts", _) => bytes(&chat::ListGiftsRequest {}),
        ("AddPhoto", "under the id of the owner's photo") => bytes(&chat::AddPhotoRequest {
            photo_id: world.chat_photo.clone(),
            content: PNG.to_vec(),
        }),
        ("AddPhoto", _) => bytes(&chat::AddPhotoRequest {
            photo_id: new_id(),
            content: PNG.to_vec(),
        }),
        ("AcknowledgeFictional", _) => bytes(&chat::AcknowledgeFictionalRequest {}),
        _ => return None,
    })
}

fn matching(method: &str, world: &World) -> Option<Vec<u8>> {
    let member_id = world.owner.clone();
    Some(match method {
        "Like" => bytes(&matching::LikeRequest { member_id }),
        "Unlike" => bytes(&matching::UnlikeRequest { member_id }),
        "MarkLikeSeen" => bytes(&matching::MarkLikeSeenRequest { member_id }),
        "Block" => bytes(&matching::BlockRequest { member_id }),
        "Unblock" => bytes(&matching::UnblockRequest { member_id }),
        "ListBlocked" => bytes(&matching::ListBlockedRequest {}),
        "Swipe" => bytes(&matching::SwipeRequest {
            member_id,
            like: true,
        }),
        "GetRelation" => bytes(&matching::GetRelationRequest { member_id }),
        _ => return None,
    })
}

fn notifications(method: &str) -> Option<Vec<u8>> {
    Some(match method {
        "GetPreferences" => bytes(&notifications::GetPreferencesRequest {}),
        "SetPreference" => bytes(&notifications::SetPreferenceRequest {
            r#type: notifications::NotificationType::News.into(),
            enabled: true,
        }),
        _ => return None,
    })
}

fn profiles(method: &str, about: &str, world: &World) -> Option<Vec<u8>> {
    let country = "NL".to_owned();
    Some(match method {
        "GetOwnProfile" => bytes(&profiles::GetOwnProfileRequest {}),
        "UpdateProfile" => bytes(&profiles::UpdateProfileRequest::default()),
        "SetPlace" => bytes(&profiles::SetPlaceRequest {
            place: Some(profiles::set_place_request::Place::Point(profiles::Point {
                latitude: 52.37,
                longitude: 4.9,
            })),
        }),
        "AddPhoto" => bytes(&profiles::AddPhotoRequest {
            photo_id: if about == "a photo" {
                new_id()
            } else {
                world.photo.clone()
            },
            content: PNG.to_vec(),
        }),
        "RemovePhoto" => bytes(&profiles::RemovePhotoRequest { photo_id: new_id() }),
        "OrderPhotos" => bytes(&profiles::OrderPhotosRequest {
            photo_ids: vec![world.photo.clone()],
        }),
        "SetInvisible" => bytes(&profiles::SetInvisibleRequest { invisible: false }),
        "GetProfile" => bytes(&profiles::GetProfileRequest {
            member_id: world.owner.clone(),
        }),
        "Search" => bytes(&profiles::SearchRequest {
            country,
            interests: if about == "who has an interest" {
                vec!["cooking".to_owned()]
            } else {
                Vec::new()
            },
            ..profiles::SearchRequest::default()
        }),
        "ListInterests" => bytes(&profiles::ListInterestsRequest {}),
        "ListRegions" => bytes(&profiles::ListRegionsRequest { country }),
        "ListCities" => bytes(&profiles::ListCitiesRequest {
            country,
            prefix: "Ams".to_owned(),
        }),
        _ => return None,
    })
}

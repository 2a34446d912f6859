//! Values that only a person should see are sent through every flow; no log line may hold them.

use crate::{
    crowd::{self, new_id, wait_for},
    running::{Site, newcomer},
};
use proto::{
    accounts::v1::{
        ActivateRequest, ActivateResponse, ChangePasswordRequest, ChangePasswordResponse,
        ConfirmMailChangeRequest, ConfirmMailChangeResponse, DeleteAccountRequest,
        DeleteAccountResponse, GetAccountRequest, GetAccountResponse, ListSessionsRequest,
        ListSessionsResponse, ReactivateRequest, ReactivateResponse, RequestMailChangeRequest,
        RequestMailChangeResponse, RequestPasswordResetRequest, RequestPasswordResetResponse,
        ResetPasswordRequest, ResetPasswordResponse, SignUpResponse,
    },
    billing::v1::{
        CreateOrderRequest, CreateOrderResponse, GetOrderRequest, GetOrderResponse,
        ListPackagesRequest, ListPackagesResponse, WithdrawRequest, WithdrawResponse,
    },
    chat::v1::{SendMessageRequest, SendMessageResponse, send_message_request::Content},
    matching::v1::{LikeRequest, LikeResponse},
    profiles::v1::{
        Point, SetPlaceRequest, SetPlaceResponse, UpdateProfileRequest, UpdateProfileResponse,
        set_place_request::Place,
    },
};
use vonk::door::Door;

const ADDRESS: &str = "canary-address@example.test";
const NEW_ADDRESS: &str = "canary-fresh@example.test";
const NAME: &str = "Canarybird";
const PASSWORD: &str = "canary-password-lantern-41";
const SECOND_PASSWORD: &str = "canary-password-harbour-42";
const THIRD_PASSWORD: &str = "canary-password-meadow-43";
const REASON: &str = "canary-reason for leaving";

async fn call<Q: prost::Message, A: prost::Message + Default>(
    door: &Door,
    method: &str,
    question: Q,
) -> A {
    let method = format!("vonk.accounts.v1.AccountsService/{method}");
    door.call(&method, &question).await.unwrap().unwrap()
}

/// Buys credits, withdraws from it, and gets a receipt of each.
async fn pay_and_withdraw(door: &Door, address: &str) {
    let ask = |method: &str| format!("vonk.billing.v1.BillingService/{method}");
    let order = CreateOrderRequest {
        order_id: new_id(),
        package_id: "credits-100".to_owned(),
        method: "creditcard".to_owned(),
        discount_code: String::new(),
        accept_immediate: true,
    };
    let order_id = order.order_id.clone();
    let placed: CreateOrderResponse = door
        .call(&ask("CreateOrder"), &order)
        .await
        .unwrap()
        .unwrap();
    let pressed = reqwest::Client::new()
        .post(placed.checkout_url)
        .header("content-type", "application/x-www-form-urlencoded")
        .body("outcome=paid")
        .send();
    drop(pressed.await.unwrap());
    let look = GetOrderRequest {
        order_id: order_id.clone(),
    };
    let _: GetOrderResponse = door.call(&ask("GetOrder"), &look).await.unwrap().unwrap();
    let receipt = door.mail(address, "purchase").await.unwrap();
    assert!(receipt.text.contains(&order_id), "{}", receipt.text);
    for confirm in [false, true] {
        let order_id = order_id.clone();
        let asked = WithdrawRequest { order_id, confirm };
        let _: WithdrawResponse = door.call(&ask("Withdraw"), &asked).await.unwrap().unwrap();
    }
    for kind in ["withdrawal", "refund"] {
        let receipt = door.mail(address, kind).await.unwrap();
        assert!(receipt.text.contains(&order_id), "{}", receipt.text);
    }
}

/// Where a member is, to more digits than anybody is told.
const LATITUDE: f64 = 52.091_237;
const LONGITUDE: f64 = 5.122_341;
const CODE: &str = "CANARYCODE";

/// Tells of themselves and of where they are, tries a code, wants pushes, likes somebody, and both write.
async fn live(site: &Site, door: &Door) {
    let told: serde_json::Value = door
        .request(http::Method::GET, "/api/user.php")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let me = told["user"]["id"].as_str().unwrap().to_owned();
    let profiles = |method: &str| format!("vonk.profiles.v1.ProfilesService/{method}");
    let about = UpdateProfileRequest {
        about: Some("canary-about myself".to_owned()),
        ..UpdateProfileRequest::default()
    };
    let _: UpdateProfileResponse = door
        .call(&profiles("UpdateProfile"), &about)
        .await
        .unwrap()
        .unwrap();
    let place = SetPlaceRequest {
        place: Some(Place::Point(Point {
            latitude: LATITUDE,
            longitude: LONGITUDE,
        })),
    };
    let _: SetPlaceResponse = door
        .call(&profiles("SetPlace"), &place)
        .await
        .unwrap()
        .unwrap();
    for path in [
        format!("/api/geocode.php?lat={LATITUDE}&lon={LONGITUDE}"),
        format!("/api/discountcode.php?code={CODE}"),
    ] {
        let answer = door.request(http::Method::GET, &path).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
    }
    let try_code = ListPackagesRequest {
        discount_code: CODE.to_owned(),
    };
    door.call::<_, ListPackagesResponse>("vonk.billing.v1.BillingService/ListPackages", &try_code)
        .await
        .unwrap()
        .unwrap_err();
    // The keys are the example of RFC 8291.
    let subscription = serde_json::json!({ "subscription": {
        "endpoint": "https://fcm.googleapis.com/fcm/send/canary-endpoint",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    }});
    let saved = door
        .request(http::Method::POST, "/api/user.php?push=1")
        .json(&subscription)
        .send()
        .await
        .unwrap();
    assert!(saved.status().is_success(), "{}", saved.status());

    let friend = crowd::members(site, 1).await.remove(0);
    wait_for(|| async { friend.like(&me).await.is_ok() }).await;
    let like = LikeRequest {
        member_id: friend.id.clone(),
    };
    let _: LikeResponse = door
        .call("vonk.matching.v1.MatchingService/Like", &like)
        .await
        .unwrap()
        .unwrap();
    for (from, to, text) in [
        (door, &friend.id, "canary-message to you"),
        (&friend.door, &me, "canary-answer to you"),
    ] {
        let message = SendMessageRequest {
            message_id: new_id(),
            member_id: to.clone(),
            content: Some(Content::Text(text.to_owned())),
        };
        // Who has just joined is not known everywhere at once.
        wait_for(|| sends(from, &message)).await;
    }
}

async fn sends(door: &Door, message: &SendMessageRequest) -> bool {
    door.call::<_, SendMessageResponse>("vonk.chat.v1.ChatService/SendMessage", message)
        .await
        .unwrap()
        .is_ok()
}

#[tokio::test(flavor = "multi_thread")]
#[expect(
    clippy::too_many_lines,
    reason = "one walk through every flow, in its order"
)]
async fn nothing_personal_is_logged_in_any_flow() {
    let site = Site::together().await;
    let door = site.door();
    let mut canaries: Vec<String> = [
        ADDRESS,
        NEW_ADDRESS,
        NAME,
        PASSWORD,
        SECOND_PASSWORD,
        THIRD_PASSWORD,
        "canary",
        CODE,
        "52.0912",
        "5.1223",
    ]
    .map(str::to_owned)
    .into();

    let _: SignUpResponse = call(&door, "SignUp", newcomer(ADDRESS, PASSWORD, NAME)).await;
    let _: SignUpResponse = call(&door, "SignUp", newcomer(ADDRESS, PASSWORD, NAME)).await;
    let token = door
        .mail(ADDRESS, "activation")
        .await
        .unwrap()
        .token()
        .unwrap();
    canaries.push(token.clone());
    let _: ActivateResponse = call(&door, "Activate", ActivateRequest { token }).await;

    let wrong = door.log_in(ADDRESS, "canary-wrong-password").await.unwrap();
    assert_eq!(wrong.status(), 401);
    let entered = door.log_in(ADDRESS, PASSWORD).await.unwrap();
    assert_eq!(entered.status(), 200);
    for cookie in entered.headers().get_all("set-cookie") {
        let cookie = cookie.to_str().unwrap();
        let (_, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        canaries.push(value.to_owned());
    }
    let _: GetAccountResponse = call(&door, "GetAccount", GetAccountRequest {}).await;
    let _: ListSessionsResponse = call(&door, "ListSessions", ListSessionsRequest {}).await;
    live(&site, &door).await;
    pay_and_withdraw(&door, ADDRESS).await;
    let _: ChangePasswordResponse = call(
        &door,
        "ChangePassword",
        ChangePasswordRequest {
            old_password: PASSWORD.to_owned(),
            new_password: SECOND_PASSWORD.to_owned(),
        },
    )
    .await;

    let email = ADDRESS.to_owned();
    let _: RequestPasswordResetResponse = call(
        &door,
        "RequestPasswordReset",
        RequestPasswordResetRequest { email },
    )
    .await;
    let token = door
        .mail(ADDRESS, "password_reset")
        .await
        .unwrap()
        .token()
        .unwrap();
    canaries.push(token.clone());
    let new_password = THIRD_PASSWORD.to_owned();
    let _: ResetPasswordResponse = call(
        &door,
        "ResetPassword",
        ResetPasswordRequest {
            token,
            new_password,
        },
    )
    .await;

    assert_eq!(
        door.log_in(ADDRESS, THIRD_PASSWORD).await.unwrap().status(),
        200
    );
    let _: RequestMailChangeResponse = call(
        &door,
        "RequestMailChange",
        RequestMailChangeRequest {
            new_email: NEW_ADDRESS.to_owned(),
            password: THIRD_PASSWORD.to_owned(),
        },
    )
    .await;
    let token = door
        .mail(NEW_ADDRESS, "mail_change")
        .await
        .unwrap()
        .token()
        .unwrap();
    canaries.push(token.clone());
    let _: ConfirmMailChangeResponse = call(
        &door,
        "ConfirmMailChange",
        ConfirmMailChangeRequest { token },
    )
    .await;

    assert_eq!(
        door.log_in(NEW_ADDRESS, THIRD_PASSWORD)
            .await
            .unwrap()
            .status(),
        200
    );
    let _: DeleteAccountResponse = call(
        &door,
        "DeleteAccount",
        DeleteAccountRequest {
            password: THIRD_PASSWORD.to_owned(),
            reason: REASON.to_owned(),
        },
    )
    .await;
    let token = door
        .mail(NEW_ADDRESS, "deletion")
        .await
        .unwrap()
        .token()
        .unwrap();
    canaries.push(token.clone());
    let _: ReactivateResponse = call(&door, "Reactivate", ReactivateRequest { token }).await;

    // Where a person may slip something in that we did not ask for.
    for path in [
        "/login?email=canary-query",
        "/canary-path",
        "/api/user.php?canary-key=1",
    ] {
        drop(door.request(http::Method::GET, path).send().await.unwrap());
    }

    let logs = site.logs();
    assert!(logs.lines().count() > 10, "there are log lines to look at");
    for canary in canaries {
        let line = logs.lines().find(|line| line.contains(&canary));
        assert_eq!(line, None, "{canary} is in the logs");
    }
}

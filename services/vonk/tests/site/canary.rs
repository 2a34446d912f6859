//! Values that only a person should see are sent through every flow; no log line may hold them.

use crate::{
    crowd::new_id,
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
        WithdrawRequest, WithdrawResponse,
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

//! What the world can reach of a running site, and what it cannot.

use crate::running::Site;
use http::Method;
use proto::accounts::v1::{AuthenticateRequest, AuthenticateResponse};

/// Operators' paths and calls between services.
const INSIDE: [&str; 9] = [
    "/livez",
    "/readyz",
    "/metrics",
    "/vonk.accounts.v1.AccountsInternalService/Authenticate",
    "/vonk.accounts.v1.AccountsService/SignUp",
    "/rpc/vonk.accounts.v1.AccountsInternalService/Authenticate",
    "/rpc/vonk.settings.v1.SettingsInternalService/PutSite",
    "/rpc/vonk.notifications.v1.NotificationsInternalService/Unsubscribe",
    "/rpc/grpc.health.v1.Health/Check",
];

#[tokio::test(flavor = "multi_thread")]
async fn the_public_listener_serves_nothing_of_the_inside() {
    let site = Site::together().await;
    let door = site.door();
    for path in INSIDE {
        for method in [Method::GET, Method::POST] {
            let answer = door
                .request(method.clone(), path)
                .header("content-type", "application/grpc-web+proto")
                .body(vec![0, 0, 0, 0, 0])
                .send()
                .await
                .unwrap();
            let status = answer.status();
            assert!(
                matches!(status.as_u16(), 404 | 405),
                "{method} {path} answered {status}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_identity_is_worth_nothing_on_either_listener() {
    let site = Site::together().await;
    // On the public one it is taken off: the call is a visitor's, not the forged member's.
    let question = proto::accounts::v1::GetAccountRequest {};
    let body = [
        vec![0, 0, 0, 0, 0],
        prost::Message::encode_to_vec(&question),
    ]
    .concat();
    let answer = site
        .door()
        .request(
            Method::POST,
            "/rpc/vonk.accounts.v1.AccountsService/GetAccount",
        )
        .header("content-type", "application/grpc-web+proto")
        .header("authorization", "Bearer eyJhbGciOiJub25lIn0.e30.")
        .header("x-member-id", "01890000-0000-7000-8000-000000000001")
        .body(body)
        .send()
        .await
        .unwrap();
    let details = tonic::Status::from_header_map(answer.headers()).unwrap();
    assert_eq!(
        kit::fault::reason(&details).as_deref(),
        Some("not_logged_in")
    );

    // On the internal one it is refused.
    let signer = kit::identity::Signer::new(
        "gateway",
        &"somebody-elses-key-of-sufficient-length".into(),
        kit::Clock::system(),
    );
    let url = site.internal_url();
    let transport = kit::Transport::to(&url, signer).unwrap();
    let mut accounts =
        proto::accounts::v1::accounts_internal_service_client::AccountsInternalServiceClient::new(
            transport,
        );
    let refused: Result<tonic::Response<AuthenticateResponse>, tonic::Status> =
        accounts.authenticate(AuthenticateRequest::default()).await;
    let reason = kit::fault::reason(&refused.unwrap_err());
    assert_eq!(reason.as_deref(), Some("identity_refused"));
}

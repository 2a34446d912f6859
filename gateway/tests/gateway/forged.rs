//! What the world cannot reach, and cannot pretend.

use prost::Message;
use proto::accounts::v1::GetAccountRequest;

use crate::{
    browser::{Door, raw, refusal, web_answer},
    fakes::{ANNA, PASSWORD, VONK},
};

#[tokio::test]
async fn nothing_internal_answers_at_the_public_door() {
    let door = Door::open().await;
    let internal = [
        "vonk.accounts.v1.AccountsInternalService/LogIn",
        "vonk.accounts.v1.AccountsInternalService/LogOut",
        "vonk.accounts.v1.AccountsInternalService/Authenticate",
        "vonk.accounts.v1.AccountsInternalService/TouchSession",
        "vonk.accounts.v1.AccountsInternalService/PrepareMail",
        "vonk.notifications.v1.NotificationsInternalService/SavePushSubscription",
        "vonk.notifications.v1.NotificationsInternalService/Unsubscribe",
        "vonk.notifications.v1.NotificationsInternalService/GetDisabled",
        "vonk.settings.v1.SettingsInternalService/GetSiteByDomain",
        "vonk.settings.v1.SettingsInternalService/GetSite",
        "vonk.settings.v1.SettingsInternalService/ListSites",
        "vonk.settings.v1.SettingsInternalService/GetCompany",
        "vonk.settings.v1.SettingsInternalService/PutSite",
        "vonk.settings.v1.SettingsInternalService/PutCompany",
        "vonk.settings.v1.SettingsInternalService/PutPage",
        "vonk.settings.v1.SettingsInternalService/ListSiteVersions",
        "vonk.profiles.v1.ProfilesInternalService/GetCards",
        "vonk.profiles.v1.ProfilesInternalService/Geocode",
        "vonk.profiles.v1.ProfilesInternalService/RecordBlock",
        "vonk.profiles.v1.ProfilesInternalService/TouchActivity",
        "vonk.profiles.v1.ProfilesOperatorService/CreateFictional",
        "vonk.profiles.v1.PhotoFilesService/GetPhotoFile",
        "vonk.matching.v1.MatchingInternalService/ListLikes",
        "vonk.matching.v1.MatchingInternalService/GetUnseenLike",
        "vonk.chat.v1.ChatInternalService/ListConversations",
        "vonk.chat.v1.ChatInternalService/RemoveConversation",
        "vonk.chat.v1.ChatInternalService/GetMessage",
        "vonk.chat.v1.ChatInternalService/RecallPurse",
        "vonk.chat.v1.ChatGatewayService/GetPhotoFile",
        "vonk.chat.v1.ChatGatewayService/WatchTyping",
        "vonk.billing.v1.BillingInternalService/GrantLease",
        "vonk.billing.v1.BillingInternalService/CloseLease",
        "vonk.billing.v1.BillingInternalService/GetMemberWallet",
        "vonk.billing.v1.BillingInternalService/GetDiscountCode",
        "vonk.billing.v1.BillingInternalService/ReceiveWebhook",
        "grpc.health.v1.Health/Check",
        "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    ];
    let token = door.host.signer("gateway").service_token();
    for method in internal {
        for prefix in ["/rpc/", "/", "/rpc//", "/rpc/./", "/rpc/%2e/", "/RPC/"] {
            for kind in [
                "application/grpc-web+proto",
                "application/grpc",
                "application/json",
            ] {
                let call = door
                    .page("POST", &format!("{prefix}{method}"))
                    .header("content-type", kind)
                    .header("authorization", format!("Bearer {token}"))
                    .body(crate::stage::framed(&[]));
                let status = call.send().await.unwrap().status();
                assert_eq!(status, 404, "{prefix}{method} {kind}");
            }
        }
    }
    // Also by a detour through a service that is public.
    for detour in [
        "/rpc/vonk.accounts.v1.AccountsService/..%2fvonk.accounts.v1.AccountsInternalService%2fLogIn",
        "/rpc/vonk.accounts.v1.AccountsService/../vonk.accounts.v1.AccountsInternalService/LogIn",
        "/rpc/vonk.accounts.v1.AccountsService/",
        "/rpc/vonk.accounts.v1.AccountsService",
    ] {
        let status = door.rpc(detour, &[]).send().await.unwrap().status();
        assert_eq!(status, 404, "{detour}");
    }
    for path in [
        "/livez",
        "/readyz",
        "/metrics",
        "/healthz",
        "/rpc/metrics",
        "/api/metrics",
    ] {
        assert_eq!(
            door.page("GET", path).send().await.unwrap().status(),
            404,
            "{path}"
        );
    }
    assert_eq!(door.world.reached(), Vec::<String>::new());
}

#[tokio::test]
async fn untidy_addresses_reach_nothing_internal() {
    let door = Door::open().await;
    let internal = "vonk.accounts.v1.AccountsInternalService";
    let public = "/rpc/vonk.accounts.v1.AccountsService";
    for path in [
        format!("/rpc/./{internal}/LogIn"),
        format!("/rpc/../{internal}/LogIn"),
        format!("{public}/../{internal}/LogIn"),
        format!("{public}/..%2f{internal}%2fLogIn"),
        format!("{public}/%2e%2e%2f{internal}%2fLogIn"),
        format!("{public}/SignUp%00"),
        format!("{public}/SignUp%0d%0ax"),
        format!("//{internal}/LogIn"),
        "/assets/../../Cargo.toml".to_owned(),
        "/assets/..%2f..%2f..%2f..%2fCargo.toml".to_owned(),
        "/../../../../etc/passwd".to_owned(),
        "/photos/../photos/0f/0f23456789abcdef0123456789abcdef-480.webp".to_owned(),
        "/photos/chat/../0f/0f23456789abcdef0123456789abcdef-480.webp".to_owned(),
        "//photos/0f/0f23456789abcdef0123456789abcdef-480.webp".to_owned(),
        "/.vite/manifest.json".to_owned(),
        "/%2evite/manifest.json".to_owned(),
        "/./.vite/manifest.json".to_owned(),
        "//.vite/manifest.json".to_owned(),
        "//index.html".to_owned(),
        "/./index.html".to_owned(),
        "/index%2ehtml".to_owned(),
        "/%69ndex.html".to_owned(),
        "/assets/../index.html".to_owned(),
    ] {
        for method in ["GET", "POST"] {
            let request = format!(
                "{method} {path} HTTP/1.1\r\nhost: vonk.test\r\nsec-fetch-site: same-origin\r\n\
                 content-type: application/grpc-web+proto\r\ncontent-length: 0\r\n\
                 connection: close\r\n\r\n"
            );
            let answer = raw(&door, &request).await;
            let status = answer.split(' ').nth(1).unwrap_or("");
            assert!(
                ["400", "403", "404", "405"].contains(&status),
                "{method} {path}: {answer}"
            );
            assert!(
                !answer.contains("__VONK") && !answer.contains("root:"),
                "{method} {path}"
            );
        }
    }
    assert_eq!(door.world.reached(), Vec::<String>::new());
}

#[tokio::test]
async fn two_hosts_are_none() {
    let door = Door::open().await;
    let two = "host: vonk.test\r\nhost: evil.test\r\nconnection: close\r\n\r\n";
    let answer = raw(&door, &format!("GET / HTTP/1.1\r\n{two}")).await;
    assert!(
        answer.starts_with("HTTP/1.1 421") || answer.starts_with("HTTP/1.1 400"),
        "{answer}"
    );
    let one = "host: vonk.test\r\nconnection: close\r\n\r\n";
    let answer = raw(&door, &format!("GET http://evil.test/ HTTP/1.1\r\n{one}")).await;
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
}

#[tokio::test]
async fn a_forged_identity_is_left_at_the_door() {
    let door = Door::open().await;
    let path = "/rpc/vonk.accounts.v1.AccountsService/GetAccount";
    let stolen = door.host.signer("gateway").token(&kit::Caller {
        site: VONK.parse().ok(),
        member: ANNA.parse().ok(),
        roles: vec!["operator".to_owned()],
        ..kit::Caller::default()
    });
    for (name, value) in [
        ("authorization", format!("Bearer {stolen}")),
        ("x-user-id", ANNA.to_owned()),
        ("x-vonk-identity", stolen.clone()),
        ("x-forwarded-for", "198.51.100.7".to_owned()),
        ("grpc-metadata-authorization", format!("Bearer {stolen}")),
    ] {
        let call = door
            .rpc(path, &GetAccountRequest {}.encode_to_vec())
            .header(name, value);
        let answer = web_answer(call.send().await.unwrap()).await;
        let reason = kit::fault::reason(&answer.status);
        assert_eq!(reason.as_deref(), Some("not_logged_in"), "{name}");
    }
    for call in door.world.calls("GetAccount") {
        assert_eq!(call.caller.member, None);
        assert_eq!(call.caller.service, "gateway");
        assert!(call.caller.roles.is_empty());
        assert_eq!(call.caller.network.as_deref(), Some("127.0.0.0/24"));
        for name in [
            "x-user-id",
            "x-vonk-identity",
            "x-forwarded-for",
            "cookie",
            "origin",
        ] {
            assert!(!call.headers.contains_key(name), "{name} went through");
        }
    }
}

#[tokio::test]
async fn hosts_that_are_not_configured_are_misdirected() {
    let door = Door::open().await;
    for host in [
        "evil.test",
        "vonk.test.evil.test",
        "127.0.0.1",
        "vonk.test@evil.test",
        "a b",
    ] {
        for path in [
            "/",
            "/api/settings.php",
            "/reset-password",
            "/assets/app-3f9d.js",
        ] {
            let answer = door
                .bare("GET", path)
                .header("host", host)
                .send()
                .await
                .unwrap();
            assert_eq!(answer.status(), 421, "{host}{path}");
            let text = answer.text().await.unwrap();
            assert!(!text.contains("evil"));
            let error: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(error["error"]["code"], "site_unknown");
        }
    }
    // A proxy header does not choose the site either.
    let request = door.bare("GET", "/").header("host", "evil.test");
    let answer = request
        .header("x-forwarded-host", "vonk.test")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 421);
}

#[tokio::test]
async fn state_changes_come_from_our_page_and_are_json() {
    let door = Door::open().await;
    let login = serde_json::json!({"email": "a@example.test", "password": PASSWORD}).to_string();
    let json = ("content-type", "application/json");
    let ours = ("sec-fetch-site", "same-origin");
    let matrix: [(&str, &[(&str, &str)]); 9] = [
        ("no origin", &[json]),
        ("cross-site", &[json, ("sec-fetch-site", "cross-site")]),
        ("sibling domain", &[json, ("sec-fetch-site", "same-site")]),
        ("typed address", &[json, ("sec-fetch-site", "none")]),
        ("foreign origin", &[json, ("origin", "https://evil.test")]),
        ("opaque origin", &[json, ("origin", "null")]),
        (
            "other scheme and port",
            &[json, ("origin", "https://vonk.test:444")],
        ),
        (
            "form",
            &[ours, ("content-type", "application/x-www-form-urlencoded")],
        ),
        ("plain text form", &[ours, ("content-type", "text/plain")]),
    ];
    for (case, headers) in matrix {
        for (method, path) in [
            ("POST", "/api/user.php"),
            ("POST", "/api/user.php?push=1"),
            ("PUT", "/api/user.php"),
            ("POST", "/api/page-hidden.php"),
            ("DELETE", "/api/chat.php"),
            ("POST", "/rpc/vonk.accounts.v1.AccountsService/SignUp"),
            ("POST", "/rpc/vonk.chat.v1.ChatService/SendMessage"),
            ("POST", "/rpc/vonk.chat.v1.ChatService/AddPhoto"),
            ("POST", "/rpc/vonk.profiles.v1.ProfilesService/AddPhoto"),
            ("POST", "/rpc/vonk.matching.v1.MatchingService/Block"),
            ("POST", "/rpc/vonk.billing.v1.BillingService/CreateOrder"),
            (
                "POST",
                "/rpc/vonk.accounts.v1.AccountsService/DeleteAccount",
            ),
        ] {
            if (case, path) == ("plain text form", "/api/page-hidden.php") {
                continue; // a beacon
            }
            let mut request = door
                .bare(method, path)
                .header("host", "vonk.test")
                .body(login.clone());
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let refused = refusal(request).await;
            assert_eq!(
                refused,
                (403, "csrf_refused".to_owned()),
                "{case}: {method} {path}"
            );
        }
    }
    assert_eq!(door.world.reached(), Vec::<String>::new());
    let origin = door
        .bare("POST", "/api/user.php")
        .header("host", "vonk.test");
    let origin = origin
        .header("origin", "https://vonk.test")
        .header(json.0, json.1);
    assert_eq!(origin.body(login).send().await.unwrap().status(), 200);
}

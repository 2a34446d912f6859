//! Values that nobody means well: each gets a named error and changes nothing.

use proto::accounts::v1::*;

use crate::stage::*;

/// Values that are no address, name, date, country, language, id or token.
fn corpus() -> Vec<String> {
    let mut values: Vec<String> = [
        "",
        " ",
        "\0",
        "\u{7f}",
        "\r\nBcc: all@example.com",
        "\u{202e}",
        "\u{feff}",
        "\u{200b}",
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "javascript:alert(1)",
        "' or '1'='1",
        "'; drop table accounts; --",
        "${jndi:ldap://x}",
        "{{7*7}}",
        "%00",
        "%s%n",
        "../../etc/passwd",
        "null",
        "undefined",
        "NaN",
        "-1",
        "1e309",
        "[]",
        "{}",
        "true",
        "\u{1f4a9}\u{1f4a9}",
        "Ω≈ç√∫˜µ≤≥÷",
        "ﷺ",
        "a\u{301}\u{301}\u{301}\u{301}",
        "anna@example.com\0",
        "anna@[127.0.0.1]",
        "anna@localhost",
        "@@@",
        "2026-02-30",
        "9999-99-99",
        "00000000-0000-0000-0000-00000000000g",
    ]
    .map(str::to_owned)
    .to_vec();
    values.push("a".repeat(100_000));
    values.push("\u{1f4a9}".repeat(10_000));
    values
}

#[tokio::test]
async fn hostile_sign_ups_leave_nothing_behind() {
    let stage = Stage::set().await;
    let mut here = stage.visitor(DUTCH);
    for value in corpus() {
        let text = || value.clone();
        let attempts = [
            SignUpRequest {
                email: text(),
                ..form(ANNA)
            },
            SignUpRequest {
                profile_name: text(),
                ..form(ANNA)
            },
            SignUpRequest {
                birth_date: text(),
                ..form(ANNA)
            },
            SignUpRequest {
                country: text(),
                ..form(ANNA)
            },
            SignUpRequest {
                email: text(),
                profile_name: text(),
                ..form(ANNA)
            },
        ];
        for (index, attempt) in attempts.into_iter().enumerate() {
            // Words are names, whatever they mean elsewhere.
            let harmless = ["null", "undefined", "NaN", "true", "1e309", "Ω≈ç√∫˜µ≤≥÷"];
            let is_name = harmless.contains(&value.as_str());
            if index == 1 && is_name {
                continue;
            }
            let reason = refusal(here.sign_up(attempt).await);
            let expected = ["email_", "name_", "birth_date_", "country_"];
            assert!(
                expected.iter().any(|start| reason.starts_with(start)),
                "field {index} {:?}: {reason}",
                value.chars().take(40).collect::<String>()
            );
        }
        if !value.is_empty() {
            let attempt = SignUpRequest {
                language: text(),
                ..form(ANNA)
            };
            assert_eq!(refusal(here.sign_up(attempt).await), "language_unknown");
        }
    }
    for number in [-1, 4, i32::MAX, i32::MIN] {
        let attempt = SignUpRequest {
            gender: number,
            ..form(ANNA)
        };
        assert_eq!(refusal(here.sign_up(attempt).await), "gender_missing");
        let attempt = SignUpRequest {
            seeking: vec![number; 1_000],
            ..form(ANNA)
        };
        assert_eq!(refusal(here.sign_up(attempt).await), "gender_missing");
    }
    assert!(stage.rows().await.iter().all(|(_, rows)| *rows == 0));
}

#[tokio::test]
async fn hostile_tokens_ids_and_addresses_change_nothing() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let before = stage.rows().await;
    let mut here = stage.visitor(DUTCH);
    let mut gateway = stage.gateway();
    for value in corpus() {
        let token = || value.clone();
        let strong = || OTHER_PASSWORD.to_owned();
        assert_eq!(
            refusal(here.activate(ActivateRequest { token: token() }).await),
            "link_invalid"
        );
        let change = ConfirmMailChangeRequest { token: token() };
        assert_eq!(
            refusal(here.confirm_mail_change(change).await),
            "link_invalid"
        );
        let back = ReactivateRequest { token: token() };
        assert_eq!(refusal(here.reactivate(back).await), "link_invalid");
        let reset = ResetPasswordRequest {
            token: token(),
            new_password: strong(),
        };
        assert_eq!(refusal(here.reset_password(reset).await), "link_invalid");
        assert_eq!(
            refusal(stage.forgets_password(DUTCH, &value).await),
            "email_invalid"
        );
        if !value.is_empty() {
            let resend = ResendActivationRequest { email: token() };
            assert_eq!(
                refusal(here.resend_activation(resend).await),
                "email_invalid"
            );
        }
        let outcome = stage.log_in(DUTCH, &value, PASSWORD).await;
        assert_eq!(refusal(outcome), "login_failed");
        let proof = AuthenticateRequest {
            site_id: DUTCH.to_string(),
            session_token: token(),
        };
        assert_eq!(
            refusal(gateway.authenticate(proof).await),
            "session_unknown"
        );
        let nowhere = AuthenticateRequest {
            site_id: token(),
            session_token: anna.session.clone(),
        };
        assert_eq!(refusal(gateway.authenticate(nowhere).await), "id_invalid");
        let touch = TouchSessionRequest {
            session_id: token(),
            hidden: true,
        };
        assert_eq!(refusal(gateway.touch_session(touch).await), "id_invalid");
        let mail = PrepareMailRequest {
            request_id: token(),
        };
        let outcome = stage.service("notifications").prepare_mail(mail).await;
        assert_eq!(refusal(outcome), "id_invalid");
        gateway
            .log_out(LogOutRequest {
                session_token: token(),
            })
            .await
            .unwrap();
    }
    assert_eq!(stage.rows().await, before);
    assert!(stage.is_in(DUTCH, &anna).await);
}

#[tokio::test]
async fn hostile_texts_that_are_kept_are_kept_as_text() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let mut member = None;
    for value in corpus() {
        let request = LogInRequest {
            site_id: DUTCH.to_string(),
            email: ANNA.to_owned(),
            password: PASSWORD.to_owned(),
            device_token: value.clone(),
            device: value,
        };
        let answer = stage.gateway().log_in(request).await.unwrap().into_inner();
        member = Some(answer.account.unwrap().id.parse().unwrap());
    }
    let mut member = stage.member(DUTCH, member.unwrap());
    let sessions = member
        .list_sessions(ListSessionsRequest {})
        .await
        .unwrap()
        .into_inner();
    assert_eq!(sessions.sessions.len(), corpus().len());
    for session in sessions.sessions {
        assert!(session.device.chars().count() <= 100);
        assert!(!session.device.chars().any(char::is_control));
    }
    let delete = DeleteAccountRequest {
        password: PASSWORD.to_owned(),
        reason: format!("\0{}", "x".repeat(100_000)),
    };
    member.delete_account(delete).await.unwrap();
}

#[tokio::test]
async fn any_password_is_a_password() {
    let stage = Stage::set().await;
    let odd = "\0'; drop table accounts;-- \u{202e}\u{1f4a9} 93";
    let request = SignUpRequest {
        password: odd.to_owned(),
        ..form(ANNA)
    };
    stage.visitor(DUTCH).sign_up(request).await.unwrap();
    stage.log_in(DUTCH, ANNA, odd).await.unwrap();
    let absurd = "x".repeat(1_000_000);
    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, &absurd).await),
        "login_failed"
    );
}

#[tokio::test]
async fn ten_megabytes_are_not_read() {
    let stage = Stage::set().await;
    let huge = SignUpRequest {
        profile_name: "a".repeat(10_000_000),
        ..form(ANNA)
    };
    let status = stage.visitor(DUTCH).sign_up(huge).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::OutOfRange);
    assert_eq!(stage.rows_of("accounts").await, 0);
}

/// A sign-up as a client would send it that hopes for more fields than there are.
#[derive(Clone, PartialEq, prost::Message)]
struct Greedy {
    #[prost(message, optional, tag = "1001")]
    unknown: Option<TrackingRecord>,
    #[prost(string, repeated, tag = "40")]
    roles: Vec<String>,
    #[prost(string, repeated, tag = "41")]
    staff_roles: Vec<String>,
    #[prost(int32, tag = "42")]
    status: i32,
    #[prost(bool, tag = "43")]
    paid_user: bool,
    #[prost(int64, tag = "44")]
    credits: i64,
    #[prost(string, tag = "45")]
    site_id: String,
}

#[tokio::test]
async fn nobody_appoints_himself_through_unknown_fields() {
    use prost::Message as _;
    let stage = Stage::set().await;
    let greed = Greedy {
        unknown: None,
        roles: vec!["operator".to_owned()],
        staff_roles: vec!["operator".to_owned()],
        status: AccountStatus::Active.into(),
        paid_user: true,
        credits: 1_000_000,
        site_id: POLISH.to_string(),
    };
    let mut bytes = form(ANNA).encode_to_vec();
    bytes.extend(greed.encode_to_vec());
    // The two messages' bytes are one message with unknown fields.
    let request = Raw(bytes);
    let mut grpc = tonic::client::Grpc::new(stage.host.visitor("accounts", DUTCH));
    grpc.ready().await.unwrap();
    let path = http::uri::PathAndQuery::from_static("/vonk.accounts.v1.AccountsService/SignUp");
    let codec = RawCodec;
    grpc.unary(tonic::Request::new(request), path, codec)
        .await
        .unwrap();

    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let account = stage.authenticate(DUTCH, &browser.session).await.unwrap();
    assert_eq!(account.roles, ["member"]);
    assert_eq!(account.status(), AccountStatus::NotConfirmed);
    assert_eq!(account.site_id, DUTCH.to_string());
}

/// Bytes as they go over the wire.
struct Raw(Vec<u8>);
#[derive(Clone, Copy)]
struct RawCodec;

impl tonic::codec::Codec for RawCodec {
    type Encode = Raw;
    type Decode = ();
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl tonic::codec::Encoder for RawCodec {
    type Item = Raw;
    type Error = tonic::Status;

    fn encode(
        &mut self,
        item: Raw,
        buffer: &mut tonic::codec::EncodeBuf<'_>,
    ) -> Result<(), tonic::Status> {
        bytes::BufMut::put_slice(buffer, &item.0);
        Ok(())
    }
}

impl tonic::codec::Decoder for RawCodec {
    type Item = ();
    type Error = tonic::Status;

    fn decode(&mut self, _: &mut tonic::codec::DecodeBuf<'_>) -> Result<Option<()>, tonic::Status> {
        Ok(Some(()))
    }
}

//! What members want to hear of, and how one click changes it.

use kit::{MemberId, testing::TestHost};
use notifications::{preference::Type, unsubscribe};
use proto::{
    accounts::v1::AccountErased,
    notifications::v1::{
        GetDisabledRequest, GetPreferencesRequest, NotificationType, SetPreferenceRequest,
        UnsubscribeRequest,
        notifications_internal_service_client::NotificationsInternalServiceClient,
        notifications_service_client::NotificationsServiceClient,
    },
};
use tonic::{Code, Status};

use crate::{
    disabled, quiet_host,
    support::{SITE, member, tell},
};

async fn set(
    host: &TestHost,
    member: MemberId,
    kind: NotificationType,
    enabled: bool,
) -> Result<(), Status> {
    NotificationsServiceClient::new(host.member("notifications", SITE, member))
        .set_preference(SetPreferenceRequest {
            r#type: kind.into(),
            enabled,
        })
        .await
        .map(drop)
}

async fn enabled(host: &TestHost, member: MemberId) -> Vec<(NotificationType, bool)> {
    NotificationsServiceClient::new(host.member("notifications", SITE, member))
        .get_preferences(GetPreferencesRequest {})
        .await
        .unwrap()
        .into_inner()
        .preferences
        .into_iter()
        .map(|preference| (preference.r#type(), preference.enabled))
        .collect()
}

async fn click(host: &TestHost, token: &str) -> Result<(), Status> {
    NotificationsInternalServiceClient::new(host.service("notifications", "gateway"))
        .unsubscribe(UnsubscribeRequest {
            token: token.to_owned(),
        })
        .await
        .map(drop)
}

async fn mint(host: &TestHost, member: MemberId, what: Option<Type>) -> String {
    let chance = kit::Chance::system();
    let db = host.db("notifications");
    unsubscribe::mint(&db, (&chance, host.clock.now()), member, what)
        .await
        .unwrap()
}

fn reason(refusal: Result<(), Status>) -> String {
    kit::fault::reason(&refusal.unwrap_err()).unwrap()
}

#[tokio::test]
async fn types_that_are_off_come_before_why_mail_is() {
    let host = quiet_host().await;
    let anna = member();
    set(&host, anna, NotificationType::Promotions, false)
        .await
        .unwrap();
    let token = mint(&host, anna, None).await;
    click(&host, &token).await.unwrap();
    set(&host, member(), NotificationType::News, false)
        .await
        .unwrap();
    let off = disabled(&host, anna).await;
    assert_eq!(off, ["promotions", "list-unsubscribe"]);
}

#[tokio::test]
async fn a_member_hears_of_everything_until_they_say_otherwise() {
    let host = quiet_host().await;
    let (anna, bob) = (member(), member());
    assert_eq!(enabled(&host, anna).await.len(), 8);
    assert!(
        enabled(&host, anna)
            .await
            .iter()
            .all(|(_, enabled)| *enabled)
    );

    set(&host, anna, NotificationType::Promotions, false)
        .await
        .unwrap();
    set(&host, anna, NotificationType::Promotions, false)
        .await
        .unwrap();
    set(&host, anna, NotificationType::Like, false)
        .await
        .unwrap();
    let off: Vec<_> = enabled(&host, anna)
        .await
        .into_iter()
        .filter(|(_, enabled)| !enabled)
        .collect();
    assert_eq!(
        off,
        [
            (NotificationType::Like, false),
            (NotificationType::Promotions, false)
        ]
    );
    assert_eq!(disabled(&host, anna).await, ["like", "promotions"]);
    assert!(disabled(&host, bob).await.is_empty());

    set(&host, anna, NotificationType::Like, true)
        .await
        .unwrap();
    assert_eq!(disabled(&host, anna).await, ["promotions"]);
}

#[tokio::test]
async fn an_unknown_type_changes_nothing() {
    let host = quiet_host().await;
    let anna = member();
    assert_eq!(
        reason(set(&host, anna, NotificationType::Unspecified, false).await),
        "type_unknown"
    );
    let unknown = NotificationsServiceClient::new(host.member("notifications", SITE, anna))
        .set_preference(SetPreferenceRequest {
            r#type: 999,
            enabled: false,
        })
        .await
        .map(drop);
    assert_eq!(reason(unknown), "type_unknown");
    assert!(disabled(&host, anna).await.is_empty());
}

#[tokio::test]
async fn a_visitor_has_no_preferences() {
    let host = quiet_host().await;
    let refusal = NotificationsServiceClient::new(host.visitor("notifications", SITE))
        .get_preferences(GetPreferencesRequest {})
        .await
        .map(drop);
    assert_eq!(reason(refusal), "not_logged_in");
}

#[tokio::test]
async fn only_the_gateway_makes_internal_calls() {
    let host = quiet_host().await;
    let anna = member();
    for way in [
        host.member("notifications", SITE, anna),
        host.service("notifications", "accounts"),
    ] {
        let mut client = NotificationsInternalServiceClient::new(way);
        let request = GetDisabledRequest {
            member_id: anna.to_string(),
        };
        assert_eq!(
            reason(client.get_disabled(request).await.map(drop)),
            "not_allowed"
        );
        let request = UnsubscribeRequest {
            token: mint(&host, anna, None).await,
        };
        assert_eq!(
            reason(client.unsubscribe(request).await.map(drop)),
            "not_allowed"
        );
    }
    let mut client =
        NotificationsInternalServiceClient::new(host.service("notifications", "gateway"));
    let refusal = client
        .get_disabled(GetDisabledRequest {
            member_id: "anna".to_owned(),
        })
        .await
        .unwrap_err();
    assert_eq!(refusal.code(), Code::InvalidArgument);
    assert_eq!(kit::fault::reason(&refusal).unwrap(), "id_invalid");
}

#[tokio::test]
async fn one_click_switches_off_one_type_of_one_member() {
    let host = quiet_host().await;
    let (anna, bob) = (member(), member());
    let token = mint(&host, anna, Some(Type::WeeklyUpdates)).await;
    let others = mint(&host, bob, Some(Type::WeeklyUpdates)).await;
    assert_ne!(token, others);

    click(&host, &token).await.unwrap();
    assert_eq!(disabled(&host, anna).await, ["weekly_updates"]);
    assert!(disabled(&host, bob).await.is_empty());

    // A provider that saw no answer repeats the click.
    click(&host, &token).await.unwrap();
    assert_eq!(disabled(&host, anna).await, ["weekly_updates"]);
    // The button of an old mail still does what it says.
    set(&host, anna, NotificationType::WeeklyUpdates, true)
        .await
        .unwrap();
    assert!(disabled(&host, anna).await.is_empty());
    click(&host, &token).await.unwrap();
    assert_eq!(disabled(&host, anna).await, ["weekly_updates"]);
    for wrong in ["", "x", &token[1..], &format!("{others}A"), "' or true --"] {
        assert_eq!(
            reason(click(&host, wrong).await),
            "token_invalid",
            "{wrong}"
        );
    }
    assert!(disabled(&host, bob).await.is_empty());
}

#[tokio::test]
async fn one_click_on_all_mail_is_taken_back_by_asking_for_something() {
    let host = quiet_host().await;
    let anna = member();
    let token = mint(&host, anna, None).await;
    click(&host, &token).await.unwrap();
    assert_eq!(disabled(&host, anna).await, ["list-unsubscribe"]);
    set(&host, anna, NotificationType::News, true)
        .await
        .unwrap();
    assert!(disabled(&host, anna).await.is_empty());
}

#[tokio::test]
async fn a_token_of_an_erased_member_is_worth_nothing() {
    let host = quiet_host().await;
    let anna = member();
    let token = mint(&host, anna, None).await;
    set(&host, anna, NotificationType::News, false)
        .await
        .unwrap();
    tell(
        &host,
        &AccountErased {
            member_id: anna.to_string(),
            site_id: SITE.to_string(),
        },
    )
    .await;
    assert_eq!(reason(click(&host, &token).await), "token_invalid");
    assert!(disabled(&host, anna).await.is_empty());
}

#[tokio::test]
async fn a_token_is_kept_as_a_hash_only() {
    let host = quiet_host().await;
    let token = mint(&host, member(), None).await;
    assert!(token.len() >= 43, "256 bits");
    let kept = sqlx::query_scalar!("select hash from unsubscribe_tokens")
        .fetch_all(host.db("notifications").pool())
        .await
        .unwrap();
    assert_eq!(kept, [unsubscribe::hash(&token).to_vec()]);
}

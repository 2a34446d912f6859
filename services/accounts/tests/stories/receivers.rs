//! Whom notifications may mail.

use proto::accounts::v1::{accounts_mail_service_client::AccountsMailServiceClient, *};

use crate::stage::*;

const FAST: &str = "
[accounts]
erase_every_seconds = 1
[accounts.hashing]
memory_kib = 64
passes = 1
";

#[tokio::test]
async fn news_goes_to_proven_addresses_of_accounts_that_are_there() {
    let stage = Stage::set().await;
    let receiver = async |member: String, service: &'static str| {
        AccountsMailServiceClient::new(stage.host.service("accounts", service))
            .get_receiver(GetReceiverRequest {
                member_id: member,
                owed: false,
            })
            .await
    };
    stage.sign_up(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let anna = browser.member.to_string();
    assert_eq!(
        refusal(receiver(anna.clone(), "notifications").await),
        "mail_obsolete",
        "not confirmed"
    );

    let token = stage.mailed(MailKind::Activation).await.token;
    stage
        .visitor(DUTCH)
        .activate(ActivateRequest { token })
        .await
        .unwrap();
    let told = receiver(anna.clone(), "notifications").await.unwrap();
    let told = told.into_inner();
    assert_eq!(told.site_id, DUTCH.to_string());
    assert_eq!(told.email, ANNA);
    assert_eq!(told.profile_name, "Sunny");
    assert_eq!(told.language, "nl");

    for other in ["gateway", "chat", "matching", "vonk"] {
        let asked = receiver(anna.clone(), other).await;
        assert_eq!(refusal(asked), "not_allowed", "{other}");
    }
    for (id, word) in [
        ("nobody", "id_invalid"),
        ("01890000-0000-7000-8000-0000000000ff", "mail_obsolete"),
    ] {
        let asked = receiver(id.to_owned(), "notifications").await;
        assert_eq!(refusal(asked), word);
    }

    stage.deletes(DUTCH, &browser).await.unwrap();
    let asked = receiver(anna, "notifications").await;
    assert_eq!(refusal(asked), "mail_obsolete", "deleted");
}

#[tokio::test]
async fn an_owed_mail_goes_to_every_account_that_is_not_erased() {
    let stage = Stage::with(FAST).await;
    let owed = async |member: String| {
        let asked = GetReceiverRequest {
            member_id: member,
            owed: true,
        };
        AccountsMailServiceClient::new(stage.host.service("accounts", "notifications"))
            .get_receiver(asked)
            .await
            .map(|answer| answer.into_inner().email)
    };
    stage.sign_up(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let anna = browser.member.to_string();
    assert_eq!(owed(anna.clone()).await.unwrap(), ANNA, "not confirmed");
    stage.deletes(DUTCH, &browser).await.unwrap();
    assert_eq!(owed(anna.clone()).await.unwrap(), ANNA, "deleted");
    stage.advance(time::Duration::days(15));
    let erased = tokio::time::timeout(std::time::Duration::from_secs(20), async {
        loop {
            if let Err(refused) = owed(anna.clone()).await {
                return refused;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    })
    .await
    .expect("the eraser runs");
    assert_eq!(refusal(Err::<(), _>(erased)), "mail_obsolete");
}

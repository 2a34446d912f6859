use kit::{Chance, Clock, MemberId};
use proto::accounts::v1::{accounts_operator_service_client::AccountsOperatorServiceClient, *};
use tonic::Status;

use crate::stage::*;

const DEMO: &str = "
demo = true
[accounts.hashing]
memory_kib = 64
passes = 1
";

fn id() -> MemberId {
    MemberId::new(Chance::system().uuid(Clock::system().now()))
}

fn request(members: &[(MemberId, &str)]) -> CreateDemonstrationAccountsRequest {
    CreateDemonstrationAccountsRequest {
        site_id: DUTCH.to_string(),
        accounts: members
            .iter()
            .map(|(member, email)| DemonstrationAccount {
                member_id: member.to_string(),
                sign_up: Some(form(email)),
            })
            .collect(),
    }
}

async fn create(
    stage: &Stage,
    service: &'static str,
    request: CreateDemonstrationAccountsRequest,
) -> Result<u32, Status> {
    let transport = stage.host.service("accounts", service);
    let answer = AccountsOperatorServiceClient::new(transport)
        .create_demonstration_accounts(request)
        .await?;
    Ok(answer.into_inner().created)
}

#[tokio::test]
async fn a_demonstrations_members_are_confirmed_and_nobody_logs_in_as_them() {
    let stage = Stage::with(DEMO).await;
    let (first, second) = (id(), id());
    let both = request(&[(first, "first@example.com"), (second, "second@example.com")]);
    assert_eq!(create(&stage, "vonk", both.clone()).await.unwrap(), 2);
    assert_eq!(
        create(&stage, "vonk", both).await.unwrap(),
        0,
        "nothing twice"
    );

    let data = stage
        .service("profiles")
        .get_sign_up_data(GetSignUpDataRequest {
            member_id: first.to_string(),
        })
        .await
        .unwrap()
        .into_inner();
    assert_eq!(data.status(), AccountStatus::Active);
    // The password of the form is not theirs.
    let outcome = stage.log_in(DUTCH, "first@example.com", PASSWORD).await;
    assert_eq!(refusal(outcome.map(|_| ())), "login_failed");

    stage.host.settle().await;
    assert_eq!(stage.host.events::<AccountCreated>().len(), 2);
    assert_eq!(stage.host.events::<AccountActivated>().len(), 2);
    assert!(stage.host.events::<MailRequested>().is_empty());
}

#[tokio::test]
async fn a_demonstrations_members_keep_the_rules_of_signing_up() {
    let stage = Stage::with(DEMO).await;
    let mut wrong = request(&[(id(), "good@example.com"), (id(), "bad@example.com")]);
    let form = wrong.accounts[1].sign_up.as_mut().unwrap();
    form.birth_date = "2015-01-01".to_owned();
    assert_eq!(refusal(create(&stage, "vonk", wrong).await), "too_young");
    stage.host.settle().await;
    assert!(
        stage.host.events::<AccountCreated>().is_empty(),
        "all or none"
    );
}

#[tokio::test]
async fn only_the_operators_command_creates_them_and_only_in_a_demonstration() {
    let demonstration = Stage::with(DEMO).await;
    let one = request(&[(id(), "one@example.com")]);
    for service in ["gateway", "profiles", "settings"] {
        let outcome = create(&demonstration, service, one.clone()).await;
        assert_eq!(refusal(outcome), "not_allowed");
    }
    let real = Stage::set().await;
    let outcome = create(&real, "vonk", one).await;
    assert_eq!(refusal(outcome), "demonstration_refused");
}

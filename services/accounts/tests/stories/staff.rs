use proto::accounts::v1::*;
use tonic::Status;

use crate::stage::*;

fn appointment(roles: &[&str]) -> SetStaffRolesRequest {
    SetStaffRolesRequest {
        site_id: DUTCH.to_string(),
        email: "Anna@example.com".to_owned(),
        roles: roles.iter().map(|role| (*role).to_owned()).collect(),
        author: "the board".to_owned(),
        note: "night shift".to_owned(),
    }
}

async fn appoint(stage: &Stage, request: SetStaffRolesRequest) -> Result<Vec<String>, Status> {
    let answer = stage.service("vonk").set_staff_roles(request).await?;
    Ok(answer.into_inner().account.unwrap().roles)
}

#[tokio::test]
async fn staff_is_appointed_and_dismissed_at_once() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let before = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let roles = appoint(&stage, appointment(&["moderator", "moderator"]))
        .await
        .unwrap();
    assert_eq!(roles, ["member", "moderator"]);
    assert!(
        !stage.is_in(DUTCH, &before).await,
        "a session keeps no old roles"
    );
    let now = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let account = stage.authenticate(DUTCH, &now.session).await.unwrap();
    assert_eq!(account.roles, ["member", "moderator"]);

    let roles = appoint(&stage, appointment(&["operator"])).await.unwrap();
    assert_eq!(roles, ["member", "operator"]);
    let roles = appoint(&stage, appointment(&[])).await.unwrap();
    assert_eq!(roles, ["member"]);
    stage.host.settle().await;
    assert_eq!(stage.host.events::<SessionsEnded>().len(), 3);

    let db = stage.host.db("accounts");
    let history =
        sqlx::query!("select account_id, roles, author, note from staff_changes order by id")
            .fetch_all(db.pool())
            .await
            .unwrap();
    let roles: Vec<_> = history.iter().map(|row| row.roles.join(",")).collect();
    assert_eq!(roles, ["moderator", "operator", ""]);
    assert!(history.iter().all(|row| row.account_id == now.member.get()));
    assert!(
        history
            .iter()
            .all(|row| row.author == "the board" && row.note == "night shift")
    );
}

#[tokio::test]
async fn only_the_operators_command_appoints() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    for service in ["gateway", "notifications", "settings"] {
        let request = appointment(&["operator"]);
        let outcome = stage.service(service).set_staff_roles(request).await;
        assert_eq!(refusal(outcome), "not_allowed");
    }
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let account = stage.authenticate(DUTCH, &anna.session).await.unwrap();
    assert_eq!(account.roles, ["member"]);
}

#[tokio::test]
async fn an_appointment_needs_a_role_a_person_and_a_reason() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let good = || appointment(&["operator"]);
    let cases = [
        ("role_unknown", appointment(&["admin"])),
        ("role_unknown", appointment(&["member"])),
        (
            "note_missing",
            SetStaffRolesRequest {
                note: " \0".to_owned(),
                ..good()
            },
        ),
        (
            "note_missing",
            SetStaffRolesRequest {
                author: String::new(),
                ..good()
            },
        ),
        (
            "account_unknown",
            SetStaffRolesRequest {
                site_id: POLISH.to_string(),
                ..good()
            },
        ),
        (
            "account_unknown",
            SetStaffRolesRequest {
                email: "bo@example.com".to_owned(),
                ..good()
            },
        ),
        (
            "email_invalid",
            SetStaffRolesRequest {
                email: "bo".to_owned(),
                ..good()
            },
        ),
        (
            "id_invalid",
            SetStaffRolesRequest {
                site_id: "1".to_owned(),
                ..good()
            },
        ),
    ];
    for (expected, request) in cases {
        assert_eq!(refusal(appoint(&stage, request).await), expected);
    }
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.deletes(DUTCH, &anna).await.unwrap();
    assert_eq!(refusal(appoint(&stage, good()).await), "account_unknown");
}

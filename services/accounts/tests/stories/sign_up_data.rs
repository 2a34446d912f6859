//! What profiles asks for a new member.

use proto::accounts::v1::*;

use crate::stage::*;

#[tokio::test]
async fn profiles_learns_what_a_profile_begins_with() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let request = GetSignUpDataRequest {
        member_id: browser.member.to_string(),
    };
    let mut profiles = stage.service("profiles");
    let data = profiles
        .get_sign_up_data(request.clone())
        .await
        .unwrap()
        .into_inner();
    assert_eq!(data.site_id, DUTCH.to_string());
    assert_eq!(data.status(), AccountStatus::Active);
    assert_eq!(data.profile_name, "Sunny");
    assert_eq!(data.birth_date, "1990-12-31");
    assert_eq!(data.gender(), Gender::Woman);
    assert_eq!(data.seeking, [i32::from(Gender::Man)]);
    assert_eq!(data.country, "NL");

    stage.deletes(DUTCH, &browser).await.unwrap();
    let data = profiles.get_sign_up_data(request.clone()).await.unwrap();
    assert_eq!(data.into_inner().status(), AccountStatus::Deleted);

    for other in ["gateway", "chat", "vonk"] {
        let asked = stage.service(other).get_sign_up_data(request.clone()).await;
        assert_eq!(refusal(asked), "not_allowed", "{other}");
    }
    for (id, word) in [
        ("nobody", "id_invalid"),
        ("01890000-0000-7000-8000-0000000000ff", "account_unknown"),
    ] {
        let member_id = id.to_owned();
        let asked = profiles
            .get_sign_up_data(GetSignUpDataRequest { member_id })
            .await;
        assert_eq!(refusal(asked), word);
    }
}

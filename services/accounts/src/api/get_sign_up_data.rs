use kit::MemberId;
use proto::accounts::v1::{self as wire, GetSignUpDataRequest, GetSignUpDataResponse};

use super::Api;
use crate::{birth_date, fault::Fault, store::sign_up_data};

/// What a profile begins with; also of an account that is deleted but not yet erased.
pub(crate) async fn get_sign_up_data(
    api: &Api,
    request: &GetSignUpDataRequest,
) -> Result<GetSignUpDataResponse, Fault> {
    let member: MemberId = request.member_id.parse().map_err(|_| Fault::IdInvalid)?;
    let data = sign_up_data::find(api.db.pool(), member).await?;
    let data = data.ok_or(Fault::AccountUnknown)?;
    Ok(GetSignUpDataResponse {
        member_id: member.to_string(),
        site_id: data.site.to_string(),
        status: wire::AccountStatus::from(data.status).into(),
        profile_name: data.profile_name,
        birth_date: birth_date::write(data.birth_date),
        gender: wire::Gender::from(data.gender).into(),
        seeking: data
            .seeking
            .into_iter()
            .map(|gender| wire::Gender::from(gender).into())
            .collect(),
        country: data.country,
    })
}

use proto::chat::v1::{GetPurseRequest, GetPurseResponse};

use super::Api;
use crate::{fault::Fault, store::purses};

pub(crate) async fn get_purse(
    api: &Api,
    request: &GetPurseRequest,
) -> Result<GetPurseResponse, Fault> {
    let member = super::member(&request.member_id)?;
    let holds = purses::holds(api.db.pool(), member).await?;
    Ok(GetPurseResponse {
        unspent: u32::try_from(holds.unspent).unwrap_or(0),
    })
}

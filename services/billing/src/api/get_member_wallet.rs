use proto::billing::v1::{GetMemberWalletRequest, GetMemberWalletResponse};

use super::{Api, get_wallet::wallet, id};
use crate::fault::Fault;

/// A member's credits, premium and limits.
pub(crate) async fn get_member_wallet(
    api: &Api,
    request: &GetMemberWalletRequest,
) -> Result<GetMemberWalletResponse, Fault> {
    let member = id(&request.member_id, "member_id")?;
    Ok(GetMemberWalletResponse {
        wallet: Some(wallet(api, member).await?),
    })
}

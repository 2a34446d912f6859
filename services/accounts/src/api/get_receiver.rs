use kit::MemberId;
use proto::accounts::v1::{GetReceiverRequest, GetReceiverResponse};

use super::Api;
use crate::{fault::Fault, store::receivers};

/// Where a member's mails go. News goes to no address that nobody has proven; what the law owes
/// the member goes to whatever address there is.
pub(crate) async fn get_receiver(
    api: &Api,
    request: &GetReceiverRequest,
) -> Result<GetReceiverResponse, Fault> {
    let member: MemberId = request.member_id.parse().map_err(|_| Fault::IdInvalid)?;
    let receiver = receivers::find(api.db.pool(), member, request.owed).await?;
    let receiver = receiver.ok_or(Fault::MailObsolete)?;
    Ok(GetReceiverResponse {
        site_id: receiver.site.to_string(),
        email: receiver.email,
        profile_name: receiver.profile_name,
        language: receiver.language,
    })
}

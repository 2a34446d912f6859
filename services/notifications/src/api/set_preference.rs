//! Switches one type on or off.

use kit::MemberId;
use proto::notifications::v1::{SetPreferenceRequest, SetPreferenceResponse};

use super::Api;
use crate::{
    fault::Fault,
    preference::{MailOff, Type},
    store::{members, preferences},
};

pub(super) async fn set_preference(
    api: &Api,
    member: MemberId,
    request: &SetPreferenceRequest,
) -> Result<SetPreferenceResponse, Fault> {
    let kind = Type::try_from(request.r#type())?;
    let mut tx = api.db.begin().await?;
    if request.enabled {
        preferences::switch_on(&mut tx, member, kind).await?;
        // Who asks for something again takes back that nothing was wanted. A
        // bounce or a complaint is not the member's to take back.
        members::mail_on(&mut tx, member, MailOff::ListUnsubscribe).await?;
    } else {
        preferences::switch_off(&mut tx, member, kind, api.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(SetPreferenceResponse {})
}

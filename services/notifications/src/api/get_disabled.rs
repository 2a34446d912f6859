//! A member's switched-off types and why mail is off, as words of user.php.

use proto::notifications::v1::{GetDisabledRequest, GetDisabledResponse};

use super::{Api, member};
use crate::{
    fault::Fault,
    preference::{MailOff, Type},
    store::preferences,
};

pub(super) async fn get_disabled(
    api: &Api,
    request: &GetDisabledRequest,
) -> Result<GetDisabledResponse, Fault> {
    let member = member(&request.member_id)?;
    let (types, reasons) = preferences::disabled(api.db.pool(), member).await?;
    let words = types
        .into_iter()
        .map(Type::word)
        .chain(reasons.into_iter().map(MailOff::word));
    Ok(GetDisabledResponse {
        disabled: words.map(str::to_owned).collect(),
    })
}

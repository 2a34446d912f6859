//! One-click unsubscribe with the token of a mail.

use proto::notifications::v1::{UnsubscribeRequest, UnsubscribeResponse};

use super::Api;
use crate::{
    fault::Fault,
    preference::MailOff,
    store::{members, preferences, unsubscribe_tokens},
    unsubscribe::hash,
};

pub(super) async fn unsubscribe(
    api: &Api,
    request: &UnsubscribeRequest,
) -> Result<UnsubscribeResponse, Fault> {
    let now = api.clock.now();
    let mut tx = api.db.begin().await?;
    let meant = unsubscribe_tokens::redeem(&mut tx, &hash(&request.token), now)
        .await?
        .ok_or(Fault::TokenInvalid)?;
    match meant.what {
        Some(kind) => preferences::switch_off(&mut tx, meant.member, kind, now).await?,
        None => members::mail_off(&mut tx, meant.member, MailOff::ListUnsubscribe, now).await?,
    }
    tx.commit().await?;
    Ok(UnsubscribeResponse {})
}

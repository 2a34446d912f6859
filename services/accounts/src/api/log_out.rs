use proto::accounts::v1::{LogOutRequest, LogOutResponse, SessionsEnded};

use super::Api;
use crate::{fault::Fault, store::sessions, token::Token};

/// Ends the session of a token; one that is nobody's needs no ending.
pub(crate) async fn log_out(api: &Api, request: &LogOutRequest) -> Result<LogOutResponse, Fault> {
    let Some(token) = Token::parse(&request.session_token) else {
        return Ok(LogOutResponse {});
    };
    let mut tx = api.db.begin().await?;
    sessions::lock_owner(&mut tx, &token.hash()).await?;
    if let Some((member, session)) = sessions::end_by_token(&mut tx, &token.hash()).await? {
        tx.emit(&SessionsEnded {
            member_id: member.to_string(),
            session_ids: vec![session.to_string()],
        })
        .await?;
    }
    tx.commit().await?;
    Ok(LogOutResponse {})
}

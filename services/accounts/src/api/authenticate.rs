use kit::SiteId;
use proto::accounts::v1::{AuthenticateRequest, AuthenticateResponse};

use super::Api;
use crate::{account::timestamp, fault::Fault, store::sessions, token::Token};

/// Tells whose session a token is. On another site it is nobody's.
pub(crate) async fn authenticate(
    api: &Api,
    request: &AuthenticateRequest,
) -> Result<AuthenticateResponse, Fault> {
    let site: SiteId = request.site_id.parse().map_err(|_| Fault::IdInvalid)?;
    let token = Token::parse(&request.session_token).ok_or(Fault::SessionUnknown)?;
    let now = api.clock.now();
    let session = sessions::prove(api.db.pool(), site, &token.hash(), now).await?;
    let session = session.ok_or(Fault::SessionUnknown)?;
    Ok(AuthenticateResponse {
        account: Some(session.account.into()),
        session_id: session.id.to_string(),
        expires_at: Some(timestamp(session.expires_at)),
    })
}

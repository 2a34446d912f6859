use kit::SessionId;
use proto::accounts::v1::{TouchSessionRequest, TouchSessionResponse};

use super::Api;
use crate::{fault::Fault, store::sessions};

/// Remembers that a session was in use, or that its page was hidden.
pub(crate) async fn touch_session(
    api: &Api,
    request: &TouchSessionRequest,
) -> Result<TouchSessionResponse, Fault> {
    let session: SessionId = request.session_id.parse().map_err(|_| Fault::IdInvalid)?;
    let open = sessions::touch(api.db.pool(), session, request.hidden, api.clock.now()).await?;
    if open {
        Ok(TouchSessionResponse {})
    } else {
        Err(Fault::SessionUnknown)
    }
}

//! The key that browsers subscribe to pushes with.

use proto::notifications::v1::GetPushKeyResponse;

use super::Api;

pub(super) fn get_push_key(api: &Api) -> GetPushKeyResponse {
    GetPushKeyResponse {
        public_key: api.push_key.clone(),
    }
}

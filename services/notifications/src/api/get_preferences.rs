//! What the caller wants to hear of.

use kit::MemberId;
use proto::notifications::v1::{GetPreferencesResponse, NotificationType, Preference};

use super::Api;
use crate::{fault::Fault, preference::Type, store::preferences};

pub(super) async fn get_preferences(
    api: &Api,
    member: MemberId,
) -> Result<GetPreferencesResponse, Fault> {
    let mut connection = api.db.pool().acquire().await?;
    let switched_off = preferences::switched_off(&mut connection, member).await?;
    let preference = |kind: Type| Preference {
        r#type: NotificationType::from(kind).into(),
        enabled: !switched_off.contains(&kind),
    };
    Ok(GetPreferencesResponse {
        preferences: Type::ALL.into_iter().map(preference).collect(),
    })
}

use kit::{MemberId, SiteId};
use proto::profiles::v1::{GetOwnProfileResponse, OwnProfile};

use super::Api;
use crate::{fault::Fault, profile::Profile, store::photos};

/// The caller's own profile with everything that may be edited.
pub(crate) async fn get_own_profile(
    api: &Api,
    whose: (SiteId, MemberId),
) -> Result<GetOwnProfileResponse, Fault> {
    Ok(GetOwnProfileResponse {
        profile: Some(api.own_profile(whose).await?),
    })
}

/// A profile as its owner sees it.
pub(crate) async fn shown(api: &Api, profile: Profile) -> Result<OwnProfile, Fault> {
    let site = api.sites.get(profile.site).await?;
    let photos = photos::of_member(api.db.pool(), profile.member()).await?;
    let limit = api.config.photo_limit(profile.premium);
    let eyes = api.eyes(&site, (false, profile.card.cell));
    Ok(profile.own(eyes, (&site, &api.interests), (photos, limit)))
}

use kit::MemberId;
use proto::profiles::v1::{self as wire, GetProfileRequest, GetProfileResponse};

use super::{Api, Looker};
use crate::{
    fault::Fault,
    kind::Status,
    profile::Profile,
    store::{blocks, photos, profiles},
};

/// Another member's profile. Who is blocked, of another site, not confirmed or gone is unknown, and
/// to visitors who is invisible: only whom they like or write to sees them.
pub(crate) async fn get_profile(
    api: &Api,
    looker: Looker,
    request: &GetProfileRequest,
) -> Result<GetProfileResponse, Fault> {
    let site = api.sites.get(looker.site).await?;
    let wanted: MemberId = request
        .member_id
        .parse()
        .map_err(|_| Fault::ProfileUnknown)?;
    let viewer = api.viewer(&looker, &site).await?;
    api.budget.spend(looker.viewer(), 1)?;
    let found = profiles::find(api.db.pool(), looker.site, wanted).await?;
    let found = found.ok_or(Fault::ProfileUnknown)?;
    if let Some(viewer) = &viewer {
        may_see(api, viewer, &found).await?;
    } else if found.card.status != Status::Active || found.invisible {
        return Err(Fault::ProfileUnknown);
    }

    let mut all = photos::of_member(api.db.pool(), wanted).await?;
    let seen = match &viewer {
        Some(viewer) if viewer.premium || viewer.member() == wanted => all.len(),
        Some(_) => count(api.config.photos_seen_free),
        None => count(api.config.photos_seen_visitor),
    };
    let locked = all.len().saturating_sub(seen);
    all.truncate(seen);
    let cell = viewer.as_ref().and_then(|viewer| viewer.card.cell);
    let eyes = api.eyes(&site, (viewer.is_none(), cell));
    let mut profile = found.shown_to(eyes, (&site, &api.interests), all);
    profile.locked_photos = u32::try_from(locked).unwrap_or(u32::MAX);
    if viewer.is_none() {
        profile = for_visitors(profile);
    }
    Ok(GetProfileResponse {
        profile: Some(profile),
    })
}

fn count(photos: u32) -> usize {
    usize::try_from(photos).unwrap_or(usize::MAX)
}

async fn may_see(api: &Api, viewer: &Profile, found: &Profile) -> Result<(), Fault> {
    if viewer.member() == found.member() {
        return Ok(());
    }
    let shown = found.card.status == Status::Active
        && blocks::can_interact(api.db.pool(), viewer.member(), found.member()).await?;
    if shown {
        Ok(())
    } else {
        Err(Fault::ProfileUnknown)
    }
}

/// What members wrote of themselves is for members.
fn for_visitors(profile: wire::Profile) -> wire::Profile {
    wire::Profile {
        attributes: Vec::new(),
        interests: Vec::new(),
        about: String::new(),
        seeking: Vec::new(),
        ..profile
    }
}

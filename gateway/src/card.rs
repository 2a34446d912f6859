//! A member as lists show them: asked of profiles, many at once.

use std::collections::HashMap;

use futures::future;
use proto::{
    accounts::v1::Account,
    profiles::v1::{self as profiles, GetCardsRequest},
    settings::v1::Site,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{App, reply::Refusal};

/// Ids that profiles takes in one call.
const AT_ONCE: usize = 500;

/// Who looks, and on which site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes<'a> {
    pub(crate) site_id: &'a str,
    pub(crate) viewer_id: &'a str,
}

impl<'a> Eyes<'a> {
    pub(crate) fn of(account: &'a Account) -> Self {
        Self {
            site_id: &account.site_id,
            viewer_id: &account.id,
        }
    }
}

/// Cards by member, of those whom these eyes may see.
///
/// One call, save for more than 500 members.
pub(crate) async fn of(
    app: &App,
    eyes: Eyes<'_>,
    mut member_ids: Vec<String>,
) -> Result<HashMap<String, profiles::Card>, Refusal> {
    member_ids.sort_unstable();
    member_ids.dedup();
    let calls = member_ids.chunks(AT_ONCE).map(|member_ids| {
        let request = GetCardsRequest {
            viewer_id: eyes.viewer_id.to_owned(),
            site_id: eyes.site_id.to_owned(),
            member_ids: member_ids.to_vec(),
        };
        let mut peer = app.peers.profiles();
        async move { peer.get_cards(kit::idempotent(request)).await }
    });
    let answers = future::try_join_all(calls).await?;
    let cards = answers.into_iter().flat_map(|of| of.into_inner().cards);
    Ok(cards.map(|card| (card.member_id.clone(), card)).collect())
}

/// Whether a person stands behind a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProfileKind {
    Member,
    /// Run by the company; whatever shows it says so.
    Fictional,
}

impl ProfileKind {
    /// What is not said to be a member is labelled.
    pub(crate) fn of(kind: profiles::ProfileKind) -> Self {
        match kind {
            profiles::ProfileKind::Member => Self::Member,
            profiles::ProfileKind::Fictional | profiles::ProfileKind::Unspecified => {
                Self::Fictional
            }
        }
    }
}

/// Whether others can see a profile.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProfileStatus {
    /// The mail address is not confirmed.
    Disabled,
    Active,
    /// Gone, or not for these eyes: which of both is not told.
    Deleted,
}

impl ProfileStatus {
    pub(crate) fn of(status: profiles::ProfileStatus) -> Self {
        match status {
            profiles::ProfileStatus::Active => Self::Active,
            profiles::ProfileStatus::Disabled => Self::Disabled,
            profiles::ProfileStatus::Hidden | profiles::ProfileStatus::Unspecified => Self::Deleted,
        }
    }
}

/// A member in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedProfile {
    #[schema(format = Uuid)]
    id: String,
    /// Empty when deleted.
    name: String,
    /// Null when deleted.
    #[schema(required)]
    kind: Option<ProfileKind>,
    /// What a fictional profile is called, in words; shown wherever the profile is. Null for members.
    #[schema(required)]
    fictional_label: Option<String>,
    /// Stands beside that label.
    #[schema(required)]
    fictional_icon: Option<String>,
    /// Whole years; 0 when deleted.
    age: u32,
    #[schema(required)]
    gender: Option<Gender>,
    /// ISO 3166-1 alpha-2; empty when deleted.
    country: String,
    region: String,
    city: String,
    status: ProfileStatus,
    online: bool,
    /// Null when unknown.
    #[schema(required)]
    distance_km: Option<u32>,
    /// Null while there is none.
    #[schema(required)]
    main_image: Option<Image>,
}

/// A member's gender.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Gender {
    Woman,
    Man,
    Nonbinary,
}

impl Gender {
    fn of(gender: profiles::Gender) -> Option<Self> {
        match gender {
            profiles::Gender::Woman => Some(Self::Woman),
            profiles::Gender::Man => Some(Self::Man),
            profiles::Gender::Nonbinary => Some(Self::Nonbinary),
            profiles::Gender::Unspecified => None,
        }
    }
}

impl ListedProfile {
    /// With the site's words for a fictional one.
    pub(crate) fn of(card: profiles::Card, site: &Site) -> Self {
        let kind = ProfileKind::of(card.kind());
        let label = |text: &String| (kind == ProfileKind::Fictional).then(|| text.clone());
        Self {
            kind: Some(kind),
            fictional_label: label(&site.fictional_singular),
            fictional_icon: label(&site.fictional_icon),
            gender: Gender::of(card.gender()),
            status: ProfileStatus::of(card.status()),
            id: card.member_id,
            name: card.name,
            age: card.age,
            country: card.country,
            region: card.region,
            city: card.city,
            online: card.online,
            distance_km: card.distance_km,
            main_image: card.main_photo.map(Image::from),
        }
    }

    /// Somebody who is gone, or not for these eyes; nothing is told but that a chat was with them.
    pub(crate) fn deleted(id: String) -> Self {
        Self {
            id,
            name: String::new(),
            kind: None,
            fictional_label: None,
            fictional_icon: None,
            age: 0,
            gender: None,
            country: String::new(),
            region: String::new(),
            city: String::new(),
            status: ProfileStatus::Deleted,
            online: false,
            distance_km: None,
            main_image: None,
        }
    }

    pub(crate) fn is_fictional(&self) -> bool {
        self.kind == Some(ProfileKind::Fictional)
    }
}

/// A photo in its sizes; each a path after the site's `cdn_prefix`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Image {
    /// 1,200 pixels wide.
    filename: String,
    /// 160 pixels wide.
    thumb_filename: String,
    /// 480 pixels wide.
    r#match: String,
    /// Pixels of the largest.
    width: u32,
    height: u32,
    /// Shown while it loads; 4 x 3 components.
    blur_hash: String,
}

impl From<profiles::Photo> for Image {
    fn from(photo: profiles::Photo) -> Self {
        Self {
            filename: photo.filename,
            thumb_filename: photo.thumb_filename,
            r#match: photo.match_filename,
            width: photo.width,
            height: photo.height,
            blur_hash: photo.blur_hash,
        }
    }
}

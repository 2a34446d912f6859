//! A profile as its owner has it.

use kit::{MemberId, SiteId};
use proto::profiles::v1 as wire;

use crate::{
    attribute::FIELDS,
    card::{Card, Eyes, Photo},
    gender::{self, Gender},
    interest::Interests,
    site::Site,
};

/// Everything that is kept of a member but the photos after the first.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) site: SiteId,
    pub(crate) card: Card,
    pub(crate) seeking: Vec<Gender>,
    pub(crate) about: String,
    /// One bit for each word of each field.
    pub(crate) traits: i64,
    /// One bit for each interest.
    pub(crate) interests: i64,
    pub(crate) invisible: bool,
    pub(crate) premium: bool,
}

impl Profile {
    /// Whose it is.
    #[must_use]
    pub(crate) fn member(&self) -> MemberId {
        self.card.member
    }

    /// The profile as a member of the site sees it, with these photos of it.
    #[must_use]
    pub(crate) fn shown_to(
        self,
        eyes: Eyes<'_>,
        (site, interests): (&Site, &Interests),
        photos: Vec<Photo>,
    ) -> wire::Profile {
        let slugs = if site.interests {
            interests.slugs(self.interests)
        } else {
            Vec::new()
        };
        wire::Profile {
            card: Some(self.card.shown_to(eyes)),
            photos: photos.into_iter().map(wire::Photo::from).collect(),
            attributes: attributes(site, self.traits),
            interests: slugs,
            about: self.about,
            seeking: gender::numbers(&self.seeking),
            locked_photos: 0,
        }
    }

    /// The profile as its owner edits it.
    #[must_use]
    pub(crate) fn own(
        self,
        eyes: Eyes<'_>,
        (site, interests): (&Site, &Interests),
        (photos, photo_limit): (Vec<Photo>, u32),
    ) -> wire::OwnProfile {
        let missing = self.missing(site, photos.is_empty());
        wire::OwnProfile {
            invisible: self.invisible,
            photo_limit,
            missing,
            choices: site
                .fields
                .iter()
                .map(|field| wire::AttributeChoice {
                    field: field.name.to_owned(),
                    values: field.words.iter().map(|word| (*word).to_owned()).collect(),
                })
                .collect(),
            profile: Some(self.shown_to(eyes, (site, interests), photos)),
        }
    }

    /// What the site asks for and the member has not told.
    fn missing(&self, site: &Site, no_photo: bool) -> Vec<String> {
        let fields = site
            .fields
            .iter()
            .filter(|field| field.chosen(self.traits).is_none())
            .map(|field| field.name);
        let others = [
            ("photo", no_photo),
            ("place", self.card.city_id == 0),
            ("interests", site.interests && self.interests == 0),
            ("about", self.about.is_empty()),
        ];
        others
            .into_iter()
            .filter_map(|(word, missing)| missing.then_some(word))
            .chain(fields)
            .map(str::to_owned)
            .collect()
    }
}

/// The fields that the site shows.
fn attributes(site: &Site, traits: i64) -> Vec<wire::Attribute> {
    FIELDS
        .iter()
        .filter(|field| site.fields.iter().any(|shown| shown.name == field.name))
        .filter_map(|field| {
            Some(wire::Attribute {
                field: field.name.to_owned(),
                value: field.chosen(traits)?.to_owned(),
            })
        })
        .collect()
}

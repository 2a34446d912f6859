//! What a list shows of a member, to whom.

use kit::MemberId;
use photo::Stem;
use proto::profiles::v1 as wire;
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    age,
    gender::Gender,
    grid::Cell,
    kind::{Kind, Status},
    places::Places,
};

/// Who was here within this time is online.
const ONLINE: Duration = Duration::minutes(10);

/// Pixels: for the gallery, for cards, for lists.
pub(crate) const WIDTHS: [u32; 3] = [1200, 480, 160];

/// A photo as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Photo {
    pub(crate) id: Uuid,
    pub(crate) stem: Stem,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) blur_hash: String,
}

/// A member as lists know them.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) member: MemberId,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) born: Date,
    pub(crate) gender: Gender,
    pub(crate) country: String,
    pub(crate) region_id: i32,
    pub(crate) city_id: i32,
    pub(crate) cell: Option<Cell>,
    pub(crate) status: Status,
    pub(crate) last_active: Option<OffsetDateTime>,
    pub(crate) photo: Option<Photo>,
}

/// Who looks, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes<'a> {
    pub(crate) places: &'a Places,
    pub(crate) now: OffsetDateTime,
    /// On the site's calendar.
    pub(crate) today: Date,
    /// A visitor sees neither city nor distance nor who is online.
    pub(crate) visitor: bool,
    /// Where the viewer is.
    pub(crate) cell: Option<Cell>,
}

impl Card {
    /// What these eyes see.
    #[must_use]
    pub(crate) fn shown_to(self, eyes: Eyes<'_>) -> wire::Card {
        let region = eyes.places.region(self.region_id);
        let city = eyes.places.city(self.city_id).filter(|_| !eyes.visitor);
        let distance = match (eyes.cell, self.cell) {
            (Some(here), Some(there)) if !eyes.visitor => Some(here.kilometres(there)),
            _ => None,
        };
        let here = |at: OffsetDateTime| eyes.now - at <= ONLINE;
        wire::Card {
            member_id: self.member.to_string(),
            name: self.name,
            kind: wire::ProfileKind::from(self.kind).into(),
            age: age::years(self.born, eyes.today),
            country: self.country,
            region: region
                .map(|region| region.name.to_owned())
                .unwrap_or_default(),
            city: city.map(|city| city.name.to_owned()).unwrap_or_default(),
            main_photo: self.photo.map(wire::Photo::from),
            status: wire::ProfileStatus::from(self.status).into(),
            online: !eyes.visitor && self.last_active.is_some_and(here),
            distance_km: distance,
            gender: wire::Gender::from(self.gender).into(),
        }
    }
}

impl From<Photo> for wire::Photo {
    fn from(photo: Photo) -> Self {
        let [filename, match_filename, thumb_filename] =
            WIDTHS.map(|width| photo.stem.filename("", width));
        let side = |pixels: i32| u32::try_from(pixels).unwrap_or(0);
        Self {
            id: photo.id.to_string(),
            filename,
            match_filename,
            thumb_filename,
            width: side(photo.width),
            height: side(photo.height),
            blur_hash: photo.blur_hash,
        }
    }
}

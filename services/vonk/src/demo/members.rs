//! Makes the demonstration's members: their accounts, then their profiles, as they themselves would.

use std::collections::{BTreeMap, HashMap};

use anyhow::Context as _;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use kit::SiteId;
use proto::{
    accounts::v1::{CreateDemonstrationAccountsRequest, DemonstrationAccount, SignUpRequest},
    notifications::v1::{NotificationType, SetPreferenceRequest},
    profiles::v1::{
        AddPhotoRequest, Attribute, GetOwnProfileRequest, ListCitiesRequest, OwnProfile,
        SetPlaceRequest, TouchActivityRequest, UpdateProfileRequest, set_place_request::Place,
    },
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    person::Person,
    portrait,
    progress::Progress,
    services::{By, Member, Services},
};

/// Members that are made together: what they set going is done before the next come.
const BATCH: usize = 50;
/// Members who are busy at the same time.
pub(crate) const AT_ONCE: usize = 8;

/// Ids of towns by country and name.
pub(crate) type Cities = HashMap<(&'static str, &'static str), u32>;

impl Person {
    /// In whose name calls are made.
    pub(crate) fn member(&self) -> Member {
        Member {
            site: self.site,
            id: self.member,
        }
    }

    fn account(&self) -> DemonstrationAccount {
        let sign_up = SignUpRequest {
            email: self.email.clone(),
            profile_name: self.name.clone(),
            birth_date: self.birth_date.to_string(),
            gender: self.gender.wire(),
            seeking: self.seeking.iter().map(|gender| gender.wire()).collect(),
            country: self.country.to_owned(),
            language: self.language.to_owned(),
            accept_terms: true,
            accept_sensitive: true,
            ..SignUpRequest::default()
        };
        DemonstrationAccount {
            member_id: self.member.to_string(),
            sign_up: Some(sign_up),
        }
    }

    /// What the member says of themselves.
    pub(crate) fn edit(&self) -> UpdateProfileRequest {
        UpdateProfileRequest {
            about: Some(self.about.clone()),
            attributes: self
                .attributes
                .iter()
                .map(|(field, value)| Attribute {
                    field: (*field).to_owned(),
                    value: (*value).to_owned(),
                })
                .collect(),
            interests: self
                .interests
                .iter()
                .map(|slug| (*slug).to_owned())
                .collect(),
            set_interests: true,
            seeking: Vec::new(),
        }
    }
}

/// Creates every member that is not there, and finishes those that were begun.
pub(crate) async fn create(
    services: &Services,
    people: &[Person],
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let cities = cities(services, people).await?;
    let progress = Progress::new("members", people.len());
    for batch in people.chunks(BATCH) {
        let mut by_site: BTreeMap<String, Vec<DemonstrationAccount>> = BTreeMap::new();
        for person in batch {
            let accounts = by_site.entry(person.site.to_string()).or_default();
            accounts.push(person.account());
        }
        let mut created = 0;
        for (site_id, accounts) in by_site {
            let request = CreateDemonstrationAccountsRequest { site_id, accounts };
            let answered = services
                .ask(By::Command, request, |mut to, request| async move {
                    to.accounts.create_demonstration_accounts(request).await
                })
                .await
                .context("creating accounts")?;
            created += usize::try_from(answered.created)?;
        }
        let is_new = created == batch.len();
        stream::iter(batch)
            .map(|person| {
                let (cities, progress) = (&cities, &progress);
                async move {
                    complete(services, person, is_new, (cities, now))
                        .await
                        .with_context(|| format!("profile of {}", person.email))?;
                    progress.step();
                    anyhow::Ok(())
                }
            })
            .buffer_unordered(AT_ONCE)
            .try_collect::<()>()
            .await?;
    }
    Ok(())
}

/// Ids of the towns people live in, as profiles knows them.
pub(crate) async fn cities(services: &Services, people: &[Person]) -> anyhow::Result<Cities> {
    let mut wanted: HashMap<(&'static str, &'static str), SiteId> = HashMap::new();
    for person in people {
        wanted.insert((person.country, person.town), person.site);
    }
    stream::iter(wanted)
        .map(|((country, town), site)| async move {
            let request = ListCitiesRequest {
                country: country.to_owned(),
                prefix: town.to_owned(),
            };
            let listed = services
                .ask(By::Visitor(site), request, |mut to, request| async move {
                    to.profiles.list_cities(request).await
                })
                .await?;
            let city = listed.cities.into_iter().find(|city| city.name == town);
            let city = city.with_context(|| format!("profiles knows no {town} in {country}"))?;
            anyhow::Ok(((country, town), city.id))
        })
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

async fn complete(
    services: &Services,
    person: &Person,
    is_new: bool,
    (cities, now): (&Cities, OffsetDateTime),
) -> anyhow::Result<()> {
    let member = person.member();
    let own = if is_new {
        OwnProfile::default()
    } else {
        own_profile(services, member).await?
    };
    let shown = own.profile.unwrap_or_default();
    if shown.about.is_empty() {
        // Nobody reads the mails of a member whom nobody plays.
        stay_silent(services, member).await?;
        edit(services, person).await?;
    }
    let at = now - person.away;
    let touch = TouchActivityRequest {
        member_id: person.member.to_string(),
        at: Some(prost_types::Timestamp {
            seconds: at.unix_timestamp(),
            nanos: 0,
        }),
    };
    services
        .ask(By::Command, touch, |mut to, request| async move {
            to.activity.touch_activity(request).await
        })
        .await?;
    if shown.card.is_none_or(|card| card.city.is_empty()) {
        let city = *cities
            .get(&(person.country, person.town))
            .context("no such town")?;
        move_to(services, member, city).await?;
    }
    for portrait in shown.photos.len()..person.photos {
        add_portrait(services, person, portrait).await?;
    }
    Ok(())
}

/// A member's own profile; it comes to be when it is first asked for.
pub(crate) async fn own_profile(services: &Services, member: Member) -> anyhow::Result<OwnProfile> {
    let answered = services
        .ask(
            member,
            GetOwnProfileRequest {},
            |mut to, request| async move { to.profiles.get_own_profile(request).await },
        )
        .await?;
    Ok(answered.profile.unwrap_or_default())
}

/// Says of themselves what a member says.
pub(crate) async fn edit(services: &Services, person: &Person) -> anyhow::Result<()> {
    services
        .ask(
            person.member(),
            person.edit(),
            |mut to, request| async move { to.profiles.update_profile(request).await },
        )
        .await
        .context("editing")?;
    Ok(())
}

/// Chooses a town.
pub(crate) async fn move_to(services: &Services, member: Member, city: u32) -> anyhow::Result<()> {
    let place = SetPlaceRequest {
        place: Some(Place::CityId(city)),
    };
    services
        .ask(member, place, |mut to, request| async move {
            to.profiles.set_place(request).await
        })
        .await
        .context("moving")?;
    Ok(())
}

/// Draws a person's portrait and adds it, unless it is there.
pub(crate) async fn add_portrait(
    services: &Services,
    person: &Person,
    number: usize,
) -> anyhow::Result<()> {
    let sitter = portrait::Sitter::of(person, number);
    let content = tokio::task::spawn_blocking(move || portrait::draw(&sitter)).await??;
    let photo = AddPhotoRequest {
        photo_id: photo_id(person, number).to_string(),
        content,
    };
    services
        .ask(person.member(), photo, |mut to, request| async move {
            to.profiles.add_photo(request).await
        })
        .await
        .context("adding a photo")?;
    Ok(())
}

/// The same for the same portrait, so that nothing is added twice.
fn photo_id(person: &Person, number: usize) -> Uuid {
    let mut bytes = person.member.get().into_bytes();
    bytes[15] ^= u8::try_from(number + 1).unwrap_or(u8::MAX);
    Uuid::from_bytes(bytes)
}

async fn stay_silent(services: &Services, member: Member) -> anyhow::Result<()> {
    for kind in [
        NotificationType::NewConversations,
        NotificationType::NewMessages,
        NotificationType::Like,
        NotificationType::UnreadMessageReminders,
    ] {
        let request = SetPreferenceRequest {
            r#type: kind.into(),
            enabled: false,
        };
        services
            .ask(member, request, |mut to, request| async move {
                to.notifications.set_preference(request).await
            })
            .await
            .context("asking for no mails")?;
    }
    Ok(())
}

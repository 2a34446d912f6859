//! One file per call; here stands who may make it.

mod add_photo;
mod create_fictional;
mod geocode;
mod get_cards;
mod get_own_profile;
mod get_photo_file;
mod get_profile;
mod list_cities;
mod list_interests;
mod list_regions;
mod order_photos;
mod record_block;
mod remove_block;
mod remove_photo;
mod search;
mod set_invisible;
mod set_place;
mod touch_activity;
mod update_profile;

use std::sync::Arc;

use kit::{Caller, Chance, Clock, Db, MemberId, SiteId, fault::reply};
use proto::profiles::v1::{
    self as wire, photo_files_service_server::PhotoFilesService,
    profiles_internal_service_server::ProfilesInternalService,
    profiles_operator_service_server::ProfilesOperatorService,
    profiles_service_server::ProfilesService,
};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use crate::{
    budget::{Budget, Viewer},
    card::Eyes,
    config::Config,
    create::Creator,
    cursor::Cursors,
    fault::Fault,
    grid::Cell,
    interest::Interests,
    kind,
    places::Places,
    profile::Profile,
    site::{Site, Sites},
    store::profiles,
};

/// What the calls work with.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    pub(crate) sites: Sites,
    pub(crate) places: Arc<Places>,
    pub(crate) interests: Arc<Interests>,
    pub(crate) creator: Creator,
    pub(crate) store: photo::Store,
    /// As many photos are decoded at the same time.
    pub(crate) workshop: photo::Workshop,
    pub(crate) budget: Budget,
    pub(crate) cursors: Cursors,
    pub(crate) config: Arc<Config>,
}

/// A person who looks at others.
#[derive(Clone, Debug)]
pub(crate) struct Looker {
    pub(crate) site: SiteId,
    /// None: a visitor.
    pub(crate) member: Option<MemberId>,
    /// A visitor whom a traffic source sent.
    pub(crate) tracked: bool,
    pub(crate) network: String,
}

impl Looker {
    fn of<T>(request: &Request<T>) -> Result<Self, Status> {
        let caller = Caller::of(request)?;
        Ok(Self {
            site: caller.visitor_site()?,
            member: caller.member,
            tracked: caller.tracked,
            network: caller.network.unwrap_or_default(),
        })
    }

    fn viewer(&self) -> Viewer {
        match self.member {
            Some(member) => Viewer::Member(member),
            None => Viewer::Network(self.network.clone()),
        }
    }
}

impl Api {
    /// The caller's own profile. Whoever is faster than the event of the sign-up gets it made now.
    async fn own(&self, (site, member): (SiteId, MemberId)) -> Result<Profile, Fault> {
        let mut found = profiles::find(self.db.pool(), site, member).await?;
        if found.is_none() {
            self.creator.as_asked(member).await?;
            found = profiles::find(self.db.pool(), site, member).await?;
        }
        found
            .filter(|profile| profile.card.status != kind::Status::Hidden)
            .ok_or(Fault::ProfileUnknown)
    }

    /// The profile of a member who looks; none for a visitor whom the site lets look.
    async fn viewer(&self, looker: &Looker, site: &Site) -> Result<Option<Profile>, Fault> {
        let Some(member) = looker.member else {
            site.admit_visitor(looker.tracked)?;
            return Ok(None);
        };
        Ok(Some(self.own((looker.site, member)).await?))
    }

    /// Eyes of a member, or of a visitor, at this moment.
    fn eyes<'a>(&'a self, site: &Site, (visitor, cell): (bool, Option<Cell>)) -> Eyes<'a> {
        let now = self.clock.now();
        Eyes {
            places: &self.places,
            now,
            today: site.today(now),
            visitor,
            cell,
        }
    }

    /// The caller's own profile as they edit it.
    async fn own_profile(&self, whose: (SiteId, MemberId)) -> Result<wire::OwnProfile, Fault> {
        get_own_profile::shown(self, self.own(whose).await?).await
    }
}

/// A moment of the wire; none when it is not one.
fn moment(stamp: prost_types::Timestamp) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp(stamp.seconds).ok()
}

/// Calls of people. Site and member come from the token.
#[tonic::async_trait]
impl ProfilesService for Api {
    async fn get_own_profile(
        &self,
        request: Request<wire::GetOwnProfileRequest>,
    ) -> Result<Response<wire::GetOwnProfileResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(get_own_profile::get_own_profile(self, whose).await)
    }

    async fn update_profile(
        &self,
        request: Request<wire::UpdateProfileRequest>,
    ) -> Result<Response<wire::UpdateProfileResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(update_profile::update_profile(self, whose, request.into_inner()).await)
    }

    async fn set_place(
        &self,
        request: Request<wire::SetPlaceRequest>,
    ) -> Result<Response<wire::SetPlaceResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(set_place::set_place(self, whose, request.into_inner()).await)
    }

    async fn add_photo(
        &self,
        request: Request<wire::AddPhotoRequest>,
    ) -> Result<Response<wire::AddPhotoResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(add_photo::add_photo(self, whose, request.into_inner()).await)
    }

    async fn remove_photo(
        &self,
        request: Request<wire::RemovePhotoRequest>,
    ) -> Result<Response<wire::RemovePhotoResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(remove_photo::remove_photo(self, whose, &request.into_inner()).await)
    }

    async fn order_photos(
        &self,
        request: Request<wire::OrderPhotosRequest>,
    ) -> Result<Response<wire::OrderPhotosResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(order_photos::order_photos(self, whose, &request.into_inner()).await)
    }

    async fn set_invisible(
        &self,
        request: Request<wire::SetInvisibleRequest>,
    ) -> Result<Response<wire::SetInvisibleResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(set_invisible::set_invisible(self, whose, &request.into_inner()).await)
    }

    async fn get_profile(
        &self,
        request: Request<wire::GetProfileRequest>,
    ) -> Result<Response<wire::GetProfileResponse>, Status> {
        let looker = Looker::of(&request)?;
        reply(get_profile::get_profile(self, looker, &request.into_inner()).await)
    }

    async fn search(
        &self,
        request: Request<wire::SearchRequest>,
    ) -> Result<Response<wire::SearchResponse>, Status> {
        let looker = Looker::of(&request)?;
        reply(search::search(self, looker, request.into_inner()).await)
    }

    async fn list_interests(
        &self,
        request: Request<wire::ListInterestsRequest>,
    ) -> Result<Response<wire::ListInterestsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let site = caller.visitor_site()?;
        reply(list_interests::list_interests(self, site, &caller.locale).await)
    }

    async fn list_regions(
        &self,
        request: Request<wire::ListRegionsRequest>,
    ) -> Result<Response<wire::ListRegionsResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        reply(list_regions::list_regions(self, site, &request.into_inner()).await)
    }

    async fn list_cities(
        &self,
        request: Request<wire::ListCitiesRequest>,
    ) -> Result<Response<wire::ListCitiesResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        reply(list_cities::list_cities(self, site, &request.into_inner()).await)
    }
}

/// Calls of services on their own behalf.
#[tonic::async_trait]
impl ProfilesInternalService for Api {
    async fn get_cards(
        &self,
        request: Request<wire::GetCardsRequest>,
    ) -> Result<Response<wire::GetCardsResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway", "matching", "chat", "notifications"])?;
        reply(get_cards::get_cards(self, &request.into_inner()).await)
    }

    async fn geocode(
        &self,
        request: Request<wire::GeocodeRequest>,
    ) -> Result<Response<wire::GeocodeResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway"])?;
        reply(geocode::geocode(self, &request.into_inner()))
    }

    async fn record_block(
        &self,
        request: Request<wire::RecordBlockRequest>,
    ) -> Result<Response<wire::RecordBlockResponse>, Status> {
        Caller::of(&request)?.only_service(&["matching"])?;
        reply(record_block::record_block(self, &request.into_inner()).await)
    }

    async fn remove_block(
        &self,
        request: Request<wire::RemoveBlockRequest>,
    ) -> Result<Response<wire::RemoveBlockResponse>, Status> {
        Caller::of(&request)?.only_service(&["matching"])?;
        reply(remove_block::remove_block(self, &request.into_inner()).await)
    }

    async fn touch_activity(
        &self,
        request: Request<wire::TouchActivityRequest>,
    ) -> Result<Response<wire::TouchActivityResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway", "vonk"])?;
        reply(touch_activity::touch_activity(self, &request.into_inner()).await)
    }
}

/// Calls of the gateway, which serves the files.
#[tonic::async_trait]
impl PhotoFilesService for Api {
    async fn get_photo_file(
        &self,
        request: Request<wire::GetPhotoFileRequest>,
    ) -> Result<Response<wire::GetPhotoFileResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway"])?;
        reply(get_photo_file::get_photo_file(self, &request.into_inner()).await)
    }
}

/// Calls of the operator's command.
#[tonic::async_trait]
impl ProfilesOperatorService for Api {
    async fn create_fictional(
        &self,
        request: Request<wire::CreateFictionalRequest>,
    ) -> Result<Response<wire::CreateFictionalResponse>, Status> {
        Caller::of(&request)?.only_service(&["vonk"])?;
        reply(create_fictional::create_fictional(self, request.into_inner()).await)
    }
}

/// The number of matching's decision. Without one nobody could say which of two is the later.
fn decision(number: i64) -> Result<i64, Fault> {
    (number > 0)
        .then_some(number)
        .ok_or(Fault::ValueInvalid { field: "decision" })
}

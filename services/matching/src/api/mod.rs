//! One file per call; here stands who may make it.

mod block;
mod get_relation;
mod get_unseen_like;
mod like;
mod list_blocked;
mod list_likes;
mod mark_like_seen;
mod swipe;
mod unblock;
mod unlike;

use kit::{Caller, Clock, Db, Transport, fault::reply};
use proto::{
    matching::v1::{
        self as wire, matching_internal_service_server::MatchingInternalService,
        matching_service_server::MatchingService,
    },
    profiles::v1::profiles_internal_service_client::ProfilesInternalServiceClient,
};
use tonic::{Request, Response, Status};

use crate::{config::Config, shut_out::ShutOut, site::Sites};

/// Services that may ask on a member's behalf.
const READERS: [&str; 1] = ["gateway"];

/// What the calls work with.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) config: Config,
    pub(crate) sites: Sites,
    pub(crate) shut_out: ShutOut,
    pub(crate) profiles: ProfilesInternalServiceClient<Transport>,
}

#[tonic::async_trait]
impl MatchingService for Api {
    async fn like(
        &self,
        request: Request<wire::LikeRequest>,
    ) -> Result<Response<wire::LikeResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(like::like(self, site, me, &request.into_inner()).await)
    }

    async fn unlike(
        &self,
        request: Request<wire::UnlikeRequest>,
    ) -> Result<Response<wire::UnlikeResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(unlike::unlike(self, site, me, &request.into_inner()).await)
    }

    async fn mark_like_seen(
        &self,
        request: Request<wire::MarkLikeSeenRequest>,
    ) -> Result<Response<wire::MarkLikeSeenResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(mark_like_seen::mark_like_seen(self, site, me, &request.into_inner()).await)
    }

    async fn block(
        &self,
        request: Request<wire::BlockRequest>,
    ) -> Result<Response<wire::BlockResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(block::block(self, site, me, &request.into_inner()).await)
    }

    async fn unblock(
        &self,
        request: Request<wire::UnblockRequest>,
    ) -> Result<Response<wire::UnblockResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(unblock::unblock(self, site, me, &request.into_inner()).await)
    }

    async fn list_blocked(
        &self,
        request: Request<wire::ListBlockedRequest>,
    ) -> Result<Response<wire::ListBlockedResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(list_blocked::list_blocked(self, site, me).await)
    }

    async fn swipe(
        &self,
        request: Request<wire::SwipeRequest>,
    ) -> Result<Response<wire::SwipeResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(swipe::swipe(self, site, me, &request.into_inner()).await)
    }

    async fn get_relation(
        &self,
        request: Request<wire::GetRelationRequest>,
    ) -> Result<Response<wire::GetRelationResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(get_relation::get_relation(self, site, me, &request.into_inner()).await)
    }
}

#[tonic::async_trait]
impl MatchingInternalService for Api {
    async fn list_likes(
        &self,
        request: Request<wire::ListLikesRequest>,
    ) -> Result<Response<wire::ListLikesResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(list_likes::list_likes(self, &request.into_inner()).await)
    }

    async fn get_unseen_like(
        &self,
        request: Request<wire::GetUnseenLikeRequest>,
    ) -> Result<Response<wire::GetUnseenLikeResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(get_unseen_like::get_unseen_like(self, &request.into_inner()).await)
    }
}

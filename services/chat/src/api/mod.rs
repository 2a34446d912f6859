//! One file per call; here stands who may make it.

mod acknowledge_fictional;
mod add_photo;
mod get_conversation;
mod get_message;
mod get_photo_file;
mod get_purse;
mod list_conversations;
mod list_gifts;
mod list_messages;
mod mark_read;
mod offer;
mod recall_purse;
mod record_block;
mod remove_block;
mod remove_conversation;
mod send_message;
mod typing;
mod watch_typing;

use std::sync::Arc;

use futures::stream::BoxStream;
use kit::{Caller, Chance, Clock, Db, fault::reply};
use proto::chat::v1::{
    self as wire, chat_gateway_service_server::ChatGatewayService,
    chat_internal_service_server::ChatInternalService, chat_service_server::ChatService,
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::{
    config::Config, fault::Fault, gift::Gifts, purse::Purses, site::Sites, typing::Typing,
};

/// Services that may ask on a member's behalf.
const READERS: [&str; 1] = ["gateway"];
/// Services that may ask for a purse.
const PURSE_READERS: [&str; 2] = ["billing", "gateway"];
/// Who may say who has shut whom out.
const BLOCKERS: [&str; 1] = ["matching"];

/// What the calls work with.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    pub(crate) config: Arc<Config>,
    pub(crate) sites: Sites,
    pub(crate) purses: Purses,
    pub(crate) gifts: Arc<Gifts>,
    pub(crate) photo_files: photo::Store,
    /// Photos that are encoded at the same time.
    pub(crate) workshop: photo::Workshop,
    pub(crate) typing: Typing,
    /// Ends streams when the process stops.
    pub(crate) stopping: CancellationToken,
}

#[tonic::async_trait]
impl ChatService for Api {
    async fn send_message(
        &self,
        request: Request<wire::SendMessageRequest>,
    ) -> Result<Response<wire::SendMessageResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(send_message::send_message(self, site, me, request.into_inner()).await)
    }

    async fn list_messages(
        &self,
        request: Request<wire::ListMessagesRequest>,
    ) -> Result<Response<wire::ListMessagesResponse>, Status> {
        let (_, me) = Caller::of(&request)?.member()?;
        reply(list_messages::list_messages(self, me, &request.into_inner()).await)
    }

    async fn get_conversation(
        &self,
        request: Request<wire::GetConversationRequest>,
    ) -> Result<Response<wire::GetConversationResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(get_conversation::get_conversation(self, site, me, request.into_inner()).await)
    }

    async fn mark_read(
        &self,
        request: Request<wire::MarkReadRequest>,
    ) -> Result<Response<wire::MarkReadResponse>, Status> {
        let (_, me) = Caller::of(&request)?.member()?;
        reply(mark_read::mark_read(self, me, &request.into_inner()).await)
    }

    async fn typing(
        &self,
        request: Request<wire::TypingRequest>,
    ) -> Result<Response<wire::TypingResponse>, Status> {
        let (_, me) = Caller::of(&request)?.member()?;
        reply(typing::typing(self, me, &request.into_inner()).await)
    }

    async fn list_gifts(
        &self,
        request: Request<wire::ListGiftsRequest>,
    ) -> Result<Response<wire::ListGiftsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let (site, _) = caller.member()?;
        reply(list_gifts::list_gifts(self, site, &caller.locale).await)
    }

    async fn add_photo(
        &self,
        request: Request<wire::AddPhotoRequest>,
    ) -> Result<Response<wire::AddPhotoResponse>, Status> {
        let (_, me) = Caller::of(&request)?.member()?;
        reply(add_photo::add_photo(self, me, request.into_inner()).await)
    }

    async fn acknowledge_fictional(
        &self,
        request: Request<wire::AcknowledgeFictionalRequest>,
    ) -> Result<Response<wire::AcknowledgeFictionalResponse>, Status> {
        let (site, me) = Caller::of(&request)?.member()?;
        reply(acknowledge_fictional::acknowledge_fictional(self, site, me).await)
    }
}

#[tonic::async_trait]
impl ChatInternalService for Api {
    async fn list_conversations(
        &self,
        request: Request<wire::ListConversationsRequest>,
    ) -> Result<Response<wire::ListConversationsResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(list_conversations::list_conversations(self, &request.into_inner()).await)
    }

    async fn remove_conversation(
        &self,
        request: Request<wire::RemoveConversationRequest>,
    ) -> Result<Response<wire::RemoveConversationResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(remove_conversation::remove_conversation(self, &request.into_inner()).await)
    }

    async fn get_message(
        &self,
        request: Request<wire::GetMessageRequest>,
    ) -> Result<Response<wire::GetMessageResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(get_message::get_message(self, &request.into_inner()).await)
    }

    async fn record_block(
        &self,
        request: Request<wire::RecordBlockRequest>,
    ) -> Result<Response<wire::RecordBlockResponse>, Status> {
        Caller::of(&request)?.only_service(&BLOCKERS)?;
        reply(record_block::record_block(self, &request.into_inner()).await)
    }

    async fn remove_block(
        &self,
        request: Request<wire::RemoveBlockRequest>,
    ) -> Result<Response<wire::RemoveBlockResponse>, Status> {
        Caller::of(&request)?.only_service(&BLOCKERS)?;
        reply(remove_block::remove_block(self, &request.into_inner()).await)
    }

    async fn recall_purse(
        &self,
        request: Request<wire::RecallPurseRequest>,
    ) -> Result<Response<wire::RecallPurseResponse>, Status> {
        Caller::of(&request)?.only_service(&["billing"])?;
        reply(recall_purse::recall_purse(self, &request.into_inner()).await)
    }

    async fn get_purse(
        &self,
        request: Request<wire::GetPurseRequest>,
    ) -> Result<Response<wire::GetPurseResponse>, Status> {
        Caller::of(&request)?.only_service(&PURSE_READERS)?;
        reply(get_purse::get_purse(self, &request.into_inner()).await)
    }
}

#[tonic::async_trait]
impl ChatGatewayService for Api {
    type WatchTypingStream = BoxStream<'static, Result<wire::WatchTypingResponse, Status>>;

    async fn watch_typing(
        &self,
        request: Request<wire::WatchTypingRequest>,
    ) -> Result<Response<Self::WatchTypingStream>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        Ok(Response::new(watch_typing::watch_typing(self)))
    }

    async fn get_photo_file(
        &self,
        request: Request<wire::GetPhotoFileRequest>,
    ) -> Result<Response<wire::GetPhotoFileResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(get_photo_file::get_photo_file(self, &request.into_inner()).await)
    }
}

/// Reads the id of a member; what is no id is nobody's.
fn member(text: &str) -> Result<kit::MemberId, Fault> {
    text.parse().map_err(|_| Fault::MemberUnknown)
}

/// Reads the id of a conversation; what is no id is nobody's.
fn conversation(text: &str) -> Result<crate::ids::ConversationId, Fault> {
    text.parse().map_err(|_| Fault::ConversationUnknown)
}

/// The number of a decision. Without one nobody could say which of two is the later.
fn decision(number: i64) -> Result<i64, Fault> {
    (number > 0)
        .then_some(number)
        .ok_or(Fault::ValueInvalid("decision"))
}

//! The calls, one file each.

mod get_disabled;
mod get_preferences;
mod get_push_key;
mod save_push_subscription;
mod set_preference;
mod unsubscribe;

use kit::{Caller, Clock, Db, fault::reply};
use proto::notifications::v1::{
    GetDisabledRequest, GetDisabledResponse, GetPreferencesRequest, GetPreferencesResponse,
    GetPushKeyRequest, GetPushKeyResponse, SavePushSubscriptionRequest,
    SavePushSubscriptionResponse, SetPreferenceRequest, SetPreferenceResponse, UnsubscribeRequest,
    UnsubscribeResponse, notifications_gateway_service_server::NotificationsGatewayService,
    notifications_internal_service_server::NotificationsInternalService,
    notifications_service_server::NotificationsService,
};
use tonic::{Request, Response, Status};

use crate::{endpoint::PushHosts, fault::Fault};

/// What every call needs.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    pub db: Db,
    pub clock: Clock,
    pub push_hosts: PushHosts,
    /// What browsers subscribe with.
    pub push_key: String,
}

/// Who may make the internal calls.
const INSIDERS: [&str; 1] = ["gateway"];

#[tonic::async_trait]
impl NotificationsService for Api {
    async fn get_preferences(
        &self,
        request: Request<GetPreferencesRequest>,
    ) -> Result<Response<GetPreferencesResponse>, Status> {
        let (_, member) = Caller::of(&request)?.member()?;
        reply(get_preferences::get_preferences(self, member).await)
    }

    async fn set_preference(
        &self,
        request: Request<SetPreferenceRequest>,
    ) -> Result<Response<SetPreferenceResponse>, Status> {
        let (_, member) = Caller::of(&request)?.member()?;
        reply(set_preference::set_preference(self, member, &request.into_inner()).await)
    }
}

#[tonic::async_trait]
impl NotificationsInternalService for Api {
    async fn save_push_subscription(
        &self,
        request: Request<SavePushSubscriptionRequest>,
    ) -> Result<Response<SavePushSubscriptionResponse>, Status> {
        Caller::of(&request)?.only_service(&INSIDERS)?;
        reply(save_push_subscription::save_push_subscription(self, &request.into_inner()).await)
    }

    async fn unsubscribe(
        &self,
        request: Request<UnsubscribeRequest>,
    ) -> Result<Response<UnsubscribeResponse>, Status> {
        Caller::of(&request)?.only_service(&INSIDERS)?;
        reply(unsubscribe::unsubscribe(self, &request.into_inner()).await)
    }

    async fn get_disabled(
        &self,
        request: Request<GetDisabledRequest>,
    ) -> Result<Response<GetDisabledResponse>, Status> {
        Caller::of(&request)?.only_service(&INSIDERS)?;
        reply(get_disabled::get_disabled(self, &request.into_inner()).await)
    }
}

#[tonic::async_trait]
impl NotificationsGatewayService for Api {
    async fn get_push_key(
        &self,
        request: Request<GetPushKeyRequest>,
    ) -> Result<Response<GetPushKeyResponse>, Status> {
        Caller::of(&request)?.only_service(&INSIDERS)?;
        Ok(Response::new(get_push_key::get_push_key(self)))
    }
}

/// Reads a member's id of an internal call.
fn member(text: &str) -> Result<kit::MemberId, Fault> {
    text.parse().map_err(|_| Fault::IdInvalid)
}

//! A small service that answers calls, and ways to call it.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use kit::{Caller, Fault, Host, Service, Transport, fault};
use proto::notifications::v1::{
    GetDisabledRequest, GetDisabledResponse, GetPreferencesRequest, GetPreferencesResponse,
    SavePushSubscriptionRequest, SavePushSubscriptionResponse, SetPreferenceRequest,
    SetPreferenceResponse, UnsubscribeRequest, UnsubscribeResponse,
    notifications_internal_service_server::{
        NotificationsInternalService, NotificationsInternalServiceServer,
    },
    notifications_service_client::NotificationsServiceClient,
    notifications_service_server::{NotificationsService, NotificationsServiceServer},
};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status};

/// What `SetPreference` is asked to do, by the number of the preference.
pub(crate) const WELL: i32 = 0;
pub(crate) const REFUSE: i32 = 1;
pub(crate) const BREAK: i32 = 2;
pub(crate) const PANIC: i32 = 3;
pub(crate) const OUTLIVE: i32 = 4;

/// Gives its name; `open` brings the calls.
pub(crate) struct Desk;

impl Service for Desk {
    const NAME: &'static str = "desk";

    async fn mount(_: &mut Host) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Has no calls of its own.
pub(crate) struct Visitor;

impl Service for Visitor {
    const NAME: &'static str = "visitor";

    async fn mount(_: &mut Host) -> anyhow::Result<()> {
        Ok(())
    }
}

#[derive(Clone)]
pub(crate) struct Api {
    calls: Arc<AtomicU32>,
    stopping: CancellationToken,
}

/// Mounts the desk; the number counts the calls that reached it.
pub(crate) async fn open(host: &mut Host) -> anyhow::Result<Arc<AtomicU32>> {
    host.mount::<Desk>().await?;
    let calls = Arc::new(AtomicU32::new(0));
    let api = Api {
        calls: Arc::clone(&calls),
        stopping: host.stopping(),
    };
    host.grpc(NotificationsServiceServer::new(api.clone()));
    host.grpc(NotificationsInternalServiceServer::new(api));
    Ok(calls)
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("blocked for {0} minutes")]
    Blocked(u32),
    #[error("text for our logs only")]
    Broken,
}

impl Fault for Refusal {
    fn code(&self) -> Code {
        match self {
            Self::Blocked(_) => Code::ResourceExhausted,
            Self::Broken => Code::Internal,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::Blocked(_) => "login_blocked",
            Self::Broken => "internal",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Blocked(minutes) => vec![("minutes", minutes.to_string())],
            Self::Broken => Vec::new(),
        }
    }
}

#[tonic::async_trait]
impl NotificationsService for Api {
    async fn get_preferences(
        &self,
        request: Request<GetPreferencesRequest>,
    ) -> Result<Response<GetPreferencesResponse>, Status> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        Caller::of(&request)?.member()?;
        Ok(Response::new(GetPreferencesResponse::default()))
    }

    async fn set_preference(
        &self,
        request: Request<SetPreferenceRequest>,
    ) -> Result<Response<SetPreferenceResponse>, Status> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        fault::reply(match request.into_inner().r#type {
            REFUSE => Err(Refusal::Blocked(15)),
            BREAK => Err(Refusal::Broken),
            PANIC => panic!("the call under test panics"),
            OUTLIVE => {
                tracing::info!("the desk is asked to outlive");
                self.stopping.cancelled().await;
                Ok(SetPreferenceResponse {})
            }
            _ => Ok(SetPreferenceResponse {}),
        })
    }
}

#[tonic::async_trait]
impl NotificationsInternalService for Api {
    async fn save_push_subscription(
        &self,
        _: Request<SavePushSubscriptionRequest>,
    ) -> Result<Response<SavePushSubscriptionResponse>, Status> {
        Err(Status::unimplemented("not under test"))
    }

    async fn unsubscribe(
        &self,
        _: Request<UnsubscribeRequest>,
    ) -> Result<Response<UnsubscribeResponse>, Status> {
        Err(Status::unimplemented("not under test"))
    }

    /// Answers who called.
    async fn get_disabled(
        &self,
        request: Request<GetDisabledRequest>,
    ) -> Result<Response<GetDisabledResponse>, Status> {
        let caller = Caller::of(&request)?;
        caller.only_service(&["gateway", "visitor"])?;
        Ok(Response::new(GetDisabledResponse {
            disabled: vec![caller.service],
        }))
    }
}

pub(crate) fn order(what: i32) -> SetPreferenceRequest {
    SetPreferenceRequest {
        r#type: what,
        enabled: true,
    }
}

/// Asks the desk to do something.
pub(crate) async fn ask(way: Transport, what: i32) -> Result<(), Status> {
    let mut client = NotificationsServiceClient::new(way);
    client.set_preference(order(what)).await.map(drop)
}

//! Stand-ins for the services that matching asks.

use std::{cell::RefCell, sync::atomic::Ordering};

use kit::{Host, Service};
use proto::{
    chat::v1 as chat, chat::v1::chat_internal_service_server as chat_server,
    profiles::v1 as profiles, profiles::v1::profiles_internal_service_server as profiles_server,
    settings::v1 as settings, settings::v1::settings_internal_service_server as settings_server,
};
use sqlx::migrate::Migrator;
use tonic::{Request, Response, Status};

use crate::desk::Told;

thread_local! {
    /// What the services being mounted write into: mounting knows types, not values.
    static TOLD: RefCell<Told> = RefCell::default();
}

/// Mounts settings, profiles and chat.
pub(crate) async fn mount(host: &mut Host, told: &Told) -> anyhow::Result<()> {
    TOLD.with_borrow_mut(|current| *current = told.clone());
    host.mount::<Settings>().await?;
    TOLD.with_borrow_mut(|current| *current = told.clone());
    host.mount::<Profiles>().await?;
    TOLD.with_borrow_mut(|current| *current = told.clone());
    host.mount::<Chat>().await
}

static NO_TABLES: Migrator = Migrator::DEFAULT;

struct Settings;

impl Service for Settings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.grpc(settings_server::SettingsInternalServiceServer::new(
            FakeSettings,
        ));
        Ok(())
    }
}

struct Profiles;

impl Service for Profiles {
    const NAME: &'static str = "profiles";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let told = TOLD.with_borrow(Told::clone);
        host.grpc(profiles_server::ProfilesInternalServiceServer::new(
            FakeProfiles(told),
        ));
        // Its outbox is what the tests tell of members with.
        host.database(&NO_TABLES).await?;
        Ok(())
    }
}

struct Chat;

impl Service for Chat {
    const NAME: &'static str = "chat";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let told = TOLD.with_borrow(Told::clone);
        host.grpc(chat_server::ChatInternalServiceServer::new(FakeChat(told)));
        Ok(())
    }
}

struct FakeSettings;

#[tonic::async_trait]
impl settings_server::SettingsInternalService for FakeSettings {
    async fn get_site_by_domain(
        &self,
        _: Request<settings::GetSiteByDomainRequest>,
    ) -> Result<Response<settings::GetSiteByDomainResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn get_site(
        &self,
        request: Request<settings::GetSiteRequest>,
    ) -> Result<Response<settings::GetSiteResponse>, Status> {
        let site = settings::Site {
            id: request.into_inner().site_id,
            time_zone: "Europe/Amsterdam".to_owned(),
            ..settings::Site::default()
        };
        Ok(Response::new(settings::GetSiteResponse {
            site: Some(site),
        }))
    }

    async fn list_sites(
        &self,
        _: Request<settings::ListSitesRequest>,
    ) -> Result<Response<settings::ListSitesResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn get_company(
        &self,
        _: Request<settings::GetCompanyRequest>,
    ) -> Result<Response<settings::GetCompanyResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn put_site(
        &self,
        _: Request<settings::PutSiteRequest>,
    ) -> Result<Response<settings::PutSiteResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn put_company(
        &self,
        _: Request<settings::PutCompanyRequest>,
    ) -> Result<Response<settings::PutCompanyResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn put_page(
        &self,
        _: Request<settings::PutPageRequest>,
    ) -> Result<Response<settings::PutPageResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn list_site_versions(
        &self,
        _: Request<settings::ListSiteVersionsRequest>,
    ) -> Result<Response<settings::ListSiteVersionsResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }
}

struct FakeProfiles(Told);

#[tonic::async_trait]
impl profiles_server::ProfilesInternalService for FakeProfiles {
    async fn get_cards(
        &self,
        request: Request<profiles::GetCardsRequest>,
    ) -> Result<Response<profiles::GetCardsResponse>, Status> {
        let asked = request.into_inner();
        if !asked.viewer_id.is_empty() {
            return Err(Status::invalid_argument("a block hides these cards"));
        }
        let cards = asked
            .member_ids
            .into_iter()
            .map(|member_id| profiles::Card {
                name: format!("name of {member_id}"),
                member_id,
                ..profiles::Card::default()
            })
            .collect();
        Ok(Response::new(profiles::GetCardsResponse { cards }))
    }

    async fn geocode(
        &self,
        _: Request<profiles::GeocodeRequest>,
    ) -> Result<Response<profiles::GeocodeResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn record_block(
        &self,
        request: Request<profiles::RecordBlockRequest>,
    ) -> Result<Response<profiles::RecordBlockResponse>, Status> {
        let asked = request.into_inner();
        let pair = (asked.blocker_id, asked.blocked_id);
        self.0.profiles.hear(pair, asked.decision, true);
        Ok(Response::new(profiles::RecordBlockResponse {}))
    }

    async fn remove_block(
        &self,
        request: Request<profiles::RemoveBlockRequest>,
    ) -> Result<Response<profiles::RemoveBlockResponse>, Status> {
        let asked = request.into_inner();
        let pair = (asked.blocker_id, asked.blocked_id);
        self.0.profiles.hear(pair, asked.decision, false);
        Ok(Response::new(profiles::RemoveBlockResponse {}))
    }

    async fn touch_activity(
        &self,
        _: Request<profiles::TouchActivityRequest>,
    ) -> Result<Response<profiles::TouchActivityResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }
}

struct FakeChat(Told);

impl FakeChat {
    fn answer(&self) -> Result<(), Status> {
        if self.0.chat_is_away.load(Ordering::SeqCst) {
            return Err(Status::unavailable("away"));
        }
        Ok(())
    }
}

#[tonic::async_trait]
impl chat_server::ChatInternalService for FakeChat {
    async fn list_conversations(
        &self,
        _: Request<chat::ListConversationsRequest>,
    ) -> Result<Response<chat::ListConversationsResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn remove_conversation(
        &self,
        _: Request<chat::RemoveConversationRequest>,
    ) -> Result<Response<chat::RemoveConversationResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn get_message(
        &self,
        _: Request<chat::GetMessageRequest>,
    ) -> Result<Response<chat::GetMessageResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn record_block(
        &self,
        request: Request<chat::RecordBlockRequest>,
    ) -> Result<Response<chat::RecordBlockResponse>, Status> {
        self.answer()?;
        let asked = request.into_inner();
        self.0.recording.pass().await;
        let pair = (asked.blocker_id, asked.blocked_id);
        self.0.chat.hear(pair, asked.decision, true);
        Ok(Response::new(chat::RecordBlockResponse {}))
    }

    async fn remove_block(
        &self,
        request: Request<chat::RemoveBlockRequest>,
    ) -> Result<Response<chat::RemoveBlockResponse>, Status> {
        self.answer()?;
        let asked = request.into_inner();
        self.0.removing.pass().await;
        let pair = (asked.blocker_id, asked.blocked_id);
        self.0.chat.hear(pair, asked.decision, false);
        Ok(Response::new(chat::RemoveBlockResponse {}))
    }

    async fn recall_purse(
        &self,
        _: Request<chat::RecallPurseRequest>,
    ) -> Result<Response<chat::RecallPurseResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }

    async fn get_purse(
        &self,
        _: Request<chat::GetPurseRequest>,
    ) -> Result<Response<chat::GetPurseResponse>, Status> {
        Err(Status::unimplemented("nobody asks this here"))
    }
}

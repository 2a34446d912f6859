//! One file per call; here stands who may make it.

mod activate;
mod authenticate;
mod change_password;
mod confirm_mail_change;
mod create_demonstration_accounts;
mod delete_account;
mod end_sessions;
mod get_account;
mod get_receiver;
mod get_sign_up_data;
mod list_sessions;
mod log_in;
mod log_out;
mod prepare_mail;
mod reactivate;
mod request_mail_change;
mod request_password_reset;
mod resend_activation;
mod reset_password;
mod set_consent;
mod set_language;
mod set_staff_roles;
mod sign_up;
mod touch_session;

use kit::{Caller, Chance, Clock, Db, fault::reply};
use proto::accounts::v1::{
    self as wire, accounts_internal_service_server::AccountsInternalService,
    accounts_mail_service_server::AccountsMailService,
    accounts_operator_service_server::AccountsOperatorService,
    accounts_service_server::AccountsService,
};
use tonic::{Request, Response, Status};

use crate::{attempts::Attempts, bucket::Buckets, config::Config, hashing::Hasher, site::Sites};

/// What the calls work with.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    pub(crate) sites: Sites,
    pub(crate) hasher: Hasher,
    pub(crate) buckets: Buckets,
    pub(crate) attempts: Attempts,
    pub(crate) config: Config,
    /// This is a demonstration.
    pub(crate) demo: bool,
}

/// Calls of people, logged in or not. Site and member come from the token.
#[tonic::async_trait]
impl AccountsService for Api {
    async fn sign_up(
        &self,
        request: Request<wire::SignUpRequest>,
    ) -> Result<Response<wire::SignUpResponse>, Status> {
        let caller = Caller::of(&request)?;
        let site = caller.visitor_site()?;
        reply(sign_up::sign_up(self, site, caller.tracked, request.into_inner()).await)
    }

    async fn activate(
        &self,
        request: Request<wire::ActivateRequest>,
    ) -> Result<Response<wire::ActivateResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        reply(activate::activate(self, site, &request.into_inner()).await)
    }

    async fn resend_activation(
        &self,
        request: Request<wire::ResendActivationRequest>,
    ) -> Result<Response<wire::ResendActivationResponse>, Status> {
        let caller = Caller::of(&request)?;
        let site = caller.visitor_site()?;
        let email = request.into_inner().email;
        if email.is_empty() {
            let (site, member) = caller.member()?;
            return reply(resend_activation::to_own_address(self, site, member).await);
        }
        reply(resend_activation::to_address(self, site, &email).await)
    }

    async fn request_password_reset(
        &self,
        request: Request<wire::RequestPasswordResetRequest>,
    ) -> Result<Response<wire::RequestPasswordResetResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        let request = request.into_inner();
        reply(request_password_reset::request_password_reset(self, site, &request).await)
    }

    async fn reset_password(
        &self,
        request: Request<wire::ResetPasswordRequest>,
    ) -> Result<Response<wire::ResetPasswordResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        reply(reset_password::reset_password(self, site, request.into_inner()).await)
    }

    async fn change_password(
        &self,
        request: Request<wire::ChangePasswordRequest>,
    ) -> Result<Response<wire::ChangePasswordResponse>, Status> {
        let caller = Caller::of(&request)?;
        let whose = caller.member()?;
        let present = caller.session;
        reply(change_password::change_password(self, whose, present, request.into_inner()).await)
    }

    async fn request_mail_change(
        &self,
        request: Request<wire::RequestMailChangeRequest>,
    ) -> Result<Response<wire::RequestMailChangeResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(request_mail_change::request_mail_change(self, whose, request.into_inner()).await)
    }

    async fn confirm_mail_change(
        &self,
        request: Request<wire::ConfirmMailChangeRequest>,
    ) -> Result<Response<wire::ConfirmMailChangeResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        reply(confirm_mail_change::confirm_mail_change(self, site, &request.into_inner()).await)
    }

    async fn set_language(
        &self,
        request: Request<wire::SetLanguageRequest>,
    ) -> Result<Response<wire::SetLanguageResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(set_language::set_language(self, whose, &request.into_inner()).await)
    }

    async fn get_account(
        &self,
        request: Request<wire::GetAccountRequest>,
    ) -> Result<Response<wire::GetAccountResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(get_account::get_account(self, whose).await)
    }

    async fn list_sessions(
        &self,
        request: Request<wire::ListSessionsRequest>,
    ) -> Result<Response<wire::ListSessionsResponse>, Status> {
        let caller = Caller::of(&request)?;
        reply(list_sessions::list_sessions(self, caller.member()?, caller.session).await)
    }

    async fn end_sessions(
        &self,
        request: Request<wire::EndSessionsRequest>,
    ) -> Result<Response<wire::EndSessionsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let whose = caller.member()?;
        let present = caller.session;
        reply(end_sessions::end_sessions(self, whose, present, request.into_inner()).await)
    }

    async fn delete_account(
        &self,
        request: Request<wire::DeleteAccountRequest>,
    ) -> Result<Response<wire::DeleteAccountResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(delete_account::delete_account(self, whose, request.into_inner()).await)
    }

    async fn reactivate(
        &self,
        request: Request<wire::ReactivateRequest>,
    ) -> Result<Response<wire::ReactivateResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        reply(reactivate::reactivate(self, site, &request.into_inner()).await)
    }

    async fn set_consent(
        &self,
        request: Request<wire::SetConsentRequest>,
    ) -> Result<Response<wire::SetConsentResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(set_consent::set_consent(self, whose, request.into_inner()).await)
    }
}

/// Calls of services on their own behalf.
#[tonic::async_trait]
impl AccountsInternalService for Api {
    async fn log_in(
        &self,
        request: Request<wire::LogInRequest>,
    ) -> Result<Response<wire::LogInResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway"])?;
        reply(log_in::log_in(self, request.into_inner()).await)
    }

    async fn log_out(
        &self,
        request: Request<wire::LogOutRequest>,
    ) -> Result<Response<wire::LogOutResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway"])?;
        reply(log_out::log_out(self, &request.into_inner()).await)
    }

    async fn authenticate(
        &self,
        request: Request<wire::AuthenticateRequest>,
    ) -> Result<Response<wire::AuthenticateResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway"])?;
        reply(authenticate::authenticate(self, &request.into_inner()).await)
    }

    async fn touch_session(
        &self,
        request: Request<wire::TouchSessionRequest>,
    ) -> Result<Response<wire::TouchSessionResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway"])?;
        reply(touch_session::touch_session(self, &request.into_inner()).await)
    }

    async fn prepare_mail(
        &self,
        request: Request<wire::PrepareMailRequest>,
    ) -> Result<Response<wire::PrepareMailResponse>, Status> {
        Caller::of(&request)?.only_service(&["notifications"])?;
        reply(prepare_mail::prepare_mail(self, &request.into_inner()).await)
    }

    async fn get_sign_up_data(
        &self,
        request: Request<wire::GetSignUpDataRequest>,
    ) -> Result<Response<wire::GetSignUpDataResponse>, Status> {
        Caller::of(&request)?.only_service(&["profiles"])?;
        reply(get_sign_up_data::get_sign_up_data(self, &request.into_inner()).await)
    }

    async fn set_staff_roles(
        &self,
        request: Request<wire::SetStaffRolesRequest>,
    ) -> Result<Response<wire::SetStaffRolesResponse>, Status> {
        Caller::of(&request)?.only_service(&["vonk"])?;
        reply(set_staff_roles::set_staff_roles(self, request.into_inner()).await)
    }
}

/// Calls of notifications.
#[tonic::async_trait]
impl AccountsMailService for Api {
    async fn get_receiver(
        &self,
        request: Request<wire::GetReceiverRequest>,
    ) -> Result<Response<wire::GetReceiverResponse>, Status> {
        Caller::of(&request)?.only_service(&["notifications"])?;
        reply(get_receiver::get_receiver(self, &request.into_inner()).await)
    }
}

/// Calls of the operator's command.
#[tonic::async_trait]
impl AccountsOperatorService for Api {
    async fn create_demonstration_accounts(
        &self,
        request: Request<wire::CreateDemonstrationAccountsRequest>,
    ) -> Result<Response<wire::CreateDemonstrationAccountsResponse>, Status> {
        Caller::of(&request)?.only_service(&["vonk"])?;
        let request = request.into_inner();
        reply(create_demonstration_accounts::create_demonstration_accounts(self, request).await)
    }
}

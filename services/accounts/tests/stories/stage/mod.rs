//! The whole service on a real database, with settings faked.
#![expect(
    clippy::unwrap_used,
    reason = "a stage that cannot be set fails its test"
)]

mod fake_settings;

use std::time::Duration;

use kit::{Caller, MemberId, SessionId, SiteId, Transport, testing::TestHost};
use proto::accounts::v1::{
    accounts_internal_service_client::AccountsInternalServiceClient,
    accounts_service_client::AccountsServiceClient, *,
};
use tonic::Status;

pub(crate) use fake_settings::*;

pub(crate) const ANNA: &str = "anna@example.com";
pub(crate) const PASSWORD: &str = "tulip-anchor-violin-92";
pub(crate) const OTHER_PASSWORD: &str = "zebra Monday 44 lantern";

/// Passwords hashed as cheaply as can be: what is tested is not the cost.
pub(crate) const CHEAP: &str = "
[accounts.hashing]
memory_kib = 64
passes = 1
";

pub(crate) struct Stage {
    pub(crate) host: TestHost,
}

/// What a browser keeps after a login.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) session: String,
    pub(crate) session_id: SessionId,
    pub(crate) device: String,
    pub(crate) member: MemberId,
}

impl Stage {
    pub(crate) async fn set() -> Self {
        Self::with(CHEAP).await
    }

    pub(crate) async fn with(settings: &str) -> Self {
        let host = TestHost::with(settings, async |host| {
            host.mount::<accounts::Accounts>().await?;
            host.mount::<FakeSettings>().await
        })
        .await;
        Self { host }
    }

    pub(crate) fn visitor(&self, site: SiteId) -> AccountsServiceClient<Transport> {
        AccountsServiceClient::new(self.host.visitor("accounts", site))
    }

    pub(crate) fn member(
        &self,
        site: SiteId,
        member: MemberId,
    ) -> AccountsServiceClient<Transport> {
        AccountsServiceClient::new(self.host.member("accounts", site, member))
    }

    /// A logged-in member in the session of a browser.
    pub(crate) fn browser(
        &self,
        site: SiteId,
        browser: &Browser,
    ) -> AccountsServiceClient<Transport> {
        let caller = Caller {
            site: Some(site),
            member: Some(browser.member),
            session: Some(browser.session_id),
            ..Caller::default()
        };
        AccountsServiceClient::new(self.host.caller("accounts", &caller))
    }

    pub(crate) fn gateway(&self) -> AccountsInternalServiceClient<Transport> {
        self.service("gateway")
    }

    pub(crate) fn service(&self, name: &'static str) -> AccountsInternalServiceClient<Transport> {
        AccountsInternalServiceClient::new(self.host.service("accounts", name))
    }

    pub(crate) async fn sign_up(&self, site: SiteId, email: &str) {
        self.visitor(site).sign_up(form(email)).await.unwrap();
    }

    /// Signs up and confirms the address.
    pub(crate) async fn join(&self, site: SiteId, email: &str) {
        self.sign_up(site, email).await;
        let token = self.mailed(MailKind::Activation).await.token;
        self.visitor(site)
            .activate(ActivateRequest { token })
            .await
            .unwrap();
    }

    pub(crate) async fn log_in(
        &self,
        site: SiteId,
        email: &str,
        password: &str,
    ) -> Result<Browser, Status> {
        self.log_in_from(site, email, password, "").await
    }

    pub(crate) async fn log_in_from(
        &self,
        site: SiteId,
        email: &str,
        password: &str,
        device: &str,
    ) -> Result<Browser, Status> {
        let request = LogInRequest {
            site_id: site.to_string(),
            email: email.to_owned(),
            password: password.to_owned(),
            device_token: device.to_owned(),
            device: "Firefox on Windows".to_owned(),
        };
        let answer = self.gateway().log_in(request).await?.into_inner();
        Ok(Browser {
            session: answer.session_token,
            session_id: answer.session_id.parse().unwrap(),
            device: answer.device_token,
            member: answer.account.unwrap().id.parse().unwrap(),
        })
    }

    pub(crate) async fn authenticate(
        &self,
        site: SiteId,
        session: &str,
    ) -> Result<Account, Status> {
        let request = AuthenticateRequest {
            site_id: site.to_string(),
            session_token: session.to_owned(),
        };
        Ok(self
            .gateway()
            .authenticate(request)
            .await?
            .into_inner()
            .account
            .unwrap())
    }

    pub(crate) async fn is_in(&self, site: SiteId, browser: &Browser) -> bool {
        match self.authenticate(site, &browser.session).await {
            Ok(_) => true,
            Err(status) => {
                assert_eq!(reason(&status), "session_unknown");
                false
            }
        }
    }

    /// Mails asked for so far, of one kind.
    pub(crate) async fn requests(&self, kind: MailKind) -> Vec<MailRequested> {
        self.host.settle().await;
        let mut requests = self.host.events::<MailRequested>();
        requests.retain(|request| request.kind() == kind);
        requests
    }

    pub(crate) async fn prepare(
        &self,
        request: &MailRequested,
    ) -> Result<PrepareMailResponse, Status> {
        let request = PrepareMailRequest {
            request_id: request.request_id.clone(),
        };
        Ok(self
            .service("notifications")
            .prepare_mail(request)
            .await?
            .into_inner())
    }

    /// The last mail of a kind, as its sender gets it.
    pub(crate) async fn mailed(&self, kind: MailKind) -> PrepareMailResponse {
        let requests = self.requests(kind).await;
        self.prepare(requests.last().expect("a mail was asked for"))
            .await
            .unwrap()
    }

    pub(crate) async fn forgets_password(&self, site: SiteId, email: &str) -> Result<(), Status> {
        let request = RequestPasswordResetRequest {
            email: email.to_owned(),
        };
        self.visitor(site)
            .request_password_reset(request)
            .await
            .map(|_| ())
    }

    pub(crate) async fn resets_password(
        &self,
        site: SiteId,
        token: &str,
        password: &str,
    ) -> Result<(), Status> {
        let request = ResetPasswordRequest {
            token: token.to_owned(),
            new_password: password.to_owned(),
        };
        self.visitor(site).reset_password(request).await.map(|_| ())
    }

    pub(crate) async fn deletes(&self, site: SiteId, browser: &Browser) -> Result<(), Status> {
        let request = DeleteAccountRequest {
            password: PASSWORD.to_owned(),
            reason: "found somebody".to_owned(),
        };
        self.browser(site, browser)
            .delete_account(request)
            .await
            .map(|_| ())
    }

    pub(crate) fn advance(&self, by: time::Duration) {
        self.host.clock.advance(Duration::try_from(by).unwrap());
    }

    /// Rows of every table, to see that nothing changed.
    pub(crate) async fn rows(&self) -> Vec<(String, i64)> {
        let db = self.host.db("accounts");
        let counts = sqlx::query!(
            r#"
            select  'accounts' as "table!", count(*) as "rows!" from accounts
            union all select 'sessions', count(*) from sessions
            union all select 'devices', count(*) from devices
            union all select 'mail_requests', count(*) from mail_requests
            union all select 'mail_tokens', count(*) from mail_tokens
            union all select 'consents', count(*) from consents
            union all select 'tracking_records', count(*) from tracking_records
            union all select 'throttles', count(*) from throttles
            union all select 'allowances', count(*) from allowances
            order by 1
            "#
        )
        .fetch_all(db.pool())
        .await
        .unwrap();
        counts
            .into_iter()
            .map(|row| (row.table, row.rows))
            .collect()
    }

    pub(crate) async fn rows_of(&self, table: &str) -> i64 {
        self.rows()
            .await
            .into_iter()
            .find(|(name, _)| name == table)
            .unwrap()
            .1
    }
}

/// A sign-up that keeps every rule.
pub(crate) fn form(email: &str) -> SignUpRequest {
    SignUpRequest {
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        profile_name: "Sunny".to_owned(),
        birth_date: "1990-12-31".to_owned(),
        gender: Gender::Woman.into(),
        seeking: vec![Gender::Man.into()],
        country: "NL".to_owned(),
        language: String::new(),
        accept_terms: true,
        accept_sensitive: true,
        accept_tracking: false,
        tracking: None,
    }
}

pub(crate) fn reason(status: &Status) -> String {
    kit::fault::reason(status).unwrap_or_else(|| format!("no reason: {status:?}"))
}

/// The reason word of a call that must fail.
pub(crate) fn refusal<T>(outcome: Result<T, Status>) -> String {
    match outcome {
        Ok(_) => "it was allowed".to_owned(),
        Err(status) => reason(&status),
    }
}

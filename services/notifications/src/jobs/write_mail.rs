//! Asks for what a mail needs, and writes it.

use kit::{Chance, Db, Transport, idempotent};
use lettre::Message;
use proto::{
    accounts::v1::{
        PrepareMailRequest, PrepareMailResponse,
        accounts_internal_service_client::AccountsInternalServiceClient,
    },
    settings::v1::{
        Company, GetCompanyRequest, GetSiteRequest, Site,
        settings_internal_service_client::SettingsInternalServiceClient,
    },
};
use time::OffsetDateTime;
use tonic::Status;
use url::Url;

use crate::{
    jobs::send_mail::Failure,
    kind::Purpose,
    language::{Language, Lasts},
    letter::{Desk, Letter, Occasion},
    message::{Addressed, Unmailable, compose},
    post::Refusal,
    store::mail_jobs::Request,
    unsubscribe,
};

/// Writes mails from what accounts and settings know.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    pub db: Db,
    pub chance: Chance,
    pub desk: std::sync::Arc<Desk>,
    pub accounts: AccountsInternalServiceClient<Transport>,
    pub settings: SettingsInternalServiceClient<Transport>,
}

/// A mail, ready to be handed over.
pub(crate) struct Written {
    pub to: String,
    pub letter: Letter,
    pub message: Message,
}

impl Writer {
    /// Writes a mail with a fresh link.
    pub(crate) async fn write(
        &self,
        request: &Request,
        now: OffsetDateTime,
    ) -> Result<Written, Failure> {
        let prepared = self.prepare(request).await?;
        let site = self.site(request).await?;
        let company = self.company(&site).await?;
        let origin = origin(&site)?;
        let links = request
            .kind
            .links(&origin, &prepared.token)
            .ok_or(Failure::later("no_token"))?;
        let mail_name = if site.mail_name.is_empty() {
            &site.name
        } else {
            &site.mail_name
        };
        let letter = self
            .desk
            .write(&Occasion {
                kind: request.kind,
                language: Language::choose(&prepared.language, &site.domain_language),
                name: &prepared.profile_name,
                site: &site.name,
                mail_name,
                support_email: &site.support_email,
                company: &company.map(imprint).unwrap_or_default(),
                links: &links,
                lasts: expiry(&prepared).map(|at| Lasts::from(at - now)),
            })
            // Its text could quote the letter.
            .map_err(|_| Failure::later("layout"))?;
        let unsubscribe = self.unsubscribe(request, &origin, now).await?;
        let message = compose(&Addressed {
            letter: &letter,
            to: &prepared.email,
            from_name: mail_name,
            from_address: &site.mail_address,
            message_id: &format!("{}@{}", request.id, site.domain),
            date: now,
            unsubscribe: unsubscribe.as_deref(),
        })
        .map_err(unmailable)?;
        Ok(Written {
            to: prepared.email,
            letter,
            message,
        })
    }

    async fn prepare(&self, request: &Request) -> Result<PrepareMailResponse, Failure> {
        let asked = PrepareMailRequest {
            request_id: request.id.to_string(),
        };
        let answer = self.accounts.clone().prepare_mail(idempotent(asked)).await;
        answer.map(tonic::Response::into_inner).map_err(|status| {
            if says(&status, "mail_obsolete") {
                Failure::Obsolete
            } else {
                Failure::later("accounts")
            }
        })
    }

    async fn site(&self, request: &Request) -> Result<Site, Failure> {
        let asked = GetSiteRequest {
            site_id: request.site.to_string(),
        };
        let answer = self.settings.clone().get_site(idempotent(asked)).await;
        answer
            .ok()
            .and_then(|response| response.into_inner().site)
            .ok_or(Failure::later("settings"))
    }

    async fn company(&self, site: &Site) -> Result<Option<Company>, Failure> {
        if site.company_id.is_empty() {
            return Ok(None);
        }
        let asked = GetCompanyRequest {
            company_id: site.company_id.clone(),
        };
        match self.settings.clone().get_company(idempotent(asked)).await {
            Ok(response) => Ok(response.into_inner().company),
            Err(status) if says(&status, "company_unknown") => Ok(None),
            Err(_) => Err(Failure::later("settings")),
        }
    }

    async fn unsubscribe(
        &self,
        request: &Request,
        origin: &Url,
        now: OffsetDateTime,
    ) -> Result<Option<String>, Failure> {
        let Some(kind) = Purpose::Account(request.kind).unsubscribes() else {
            return Ok(None);
        };
        let token = unsubscribe::mint(&self.db, (&self.chance, now), request.member, Some(kind))
            .await
            .map_err(|_| Failure::later("database"))?;
        Ok(Some(unsubscribe::address(origin, &token)))
    }
}

fn says(status: &Status, reason: &str) -> bool {
    kit::fault::reason(status).as_deref() == Some(reason)
}

/// Where the site's members reach it; never taken from a request.
fn origin(site: &Site) -> Result<Url, Failure> {
    let origin = Url::parse(&site.origin).ok();
    origin
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or(Failure::later("site_origin"))
}

fn expiry(prepared: &PrepareMailResponse) -> Option<OffsetDateTime> {
    let at = prepared.expires_at.as_ref()?;
    OffsetDateTime::from_unix_timestamp(at.seconds).ok()
}

fn imprint(company: Company) -> Vec<String> {
    let place = [company.city, company.country];
    let place: Vec<_> = place.into_iter().filter(|part| !part.is_empty()).collect();
    vec![company.name, company.address, place.join(", ")]
}

fn unmailable(why: Unmailable) -> Failure {
    Failure::Refused(match why {
        Unmailable::Receiver => Refusal::Never {
            word: "address_malformed".to_owned(),
            bad_address: true,
        },
        Unmailable::Sender => Refusal::Later("sender_malformed".to_owned()),
        Unmailable::Content => Refusal::Later("content".to_owned()),
    })
}

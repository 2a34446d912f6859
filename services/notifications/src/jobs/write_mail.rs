//! Asks for what a mail needs, and writes it.

use std::sync::Arc;

use kit::{Chance, Db, Transport, idempotent};
use lettre::Message;
use proto::{
    accounts::v1::{
        PrepareMailRequest, PrepareMailResponse,
        accounts_internal_service_client::AccountsInternalServiceClient,
    },
    settings::v1::{
        Company, GetCompanyRequest, Site,
        settings_internal_service_client::SettingsInternalServiceClient,
    },
};
use time::OffsetDateTime;
use tonic::Status;
use url::Url;
use uuid::Uuid;

use crate::{
    bill::Bill,
    directory::{Away, Directory, Seen},
    jobs::send_mail::Failure,
    kind::{Links, Purpose},
    language::{Language, Lasts},
    letter::{Desk, Letter, Occasion, Other},
    message::{Addressed, Unmailable, compose},
    post::Refusal,
    receipt::Receipt,
    store::mail_jobs::Request,
    unsubscribe,
};

/// Writes mails from what accounts and settings know.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    pub db: Db,
    pub chance: Chance,
    pub desk: Arc<Desk>,
    pub accounts: AccountsInternalServiceClient<Transport>,
    pub settings: SettingsInternalServiceClient<Transport>,
    pub directory: Directory,
}

impl From<Away> for Failure {
    fn from(Away(service): Away) -> Self {
        Self::later(service)
    }
}

/// A mail, ready to be handed over.
pub(crate) struct Written {
    pub to: String,
    pub letter: Letter,
    pub message: Message,
    /// Whose likes it tells of.
    pub likers: Vec<Uuid>,
}

/// What a mail says, and to whom, before it is put into words.
pub(crate) struct Draft {
    pub to: String,
    /// The receiver's profile name.
    pub name: String,
    pub language: String,
    pub site: Arc<Site>,
    pub origin: Url,
    pub links: Links,
    pub lasts: Option<Lasts>,
    pub other: Option<Seen>,
    /// How many members it is about.
    pub count: i64,
    pub likers: Vec<Uuid>,
    pub receipt: Option<Receipt>,
}

impl Writer {
    /// Writes a mail with a fresh link.
    pub(crate) async fn write(
        &self,
        request: &Request,
        now: OffsetDateTime,
    ) -> Result<Written, Failure> {
        let draft = match request.kind.news() {
            None if request.kind.is_receipt() => self.receipt(request).await?,
            None => self.account_mail(request, now).await?,
            Some(wanted) => self.news(request, wanted).await?,
        };
        let site = &draft.site;
        let company = self.company(site).await?;
        let mail_name = if site.mail_name.is_empty() {
            &site.name
        } else {
            &site.mail_name
        };
        let letter = self
            .desk
            .write(&Occasion {
                kind: request.kind,
                language: Language::choose(&draft.language, &site.domain_language),
                name: &draft.name,
                site: &site.name,
                mail_name,
                support_email: &site.support_email,
                company: &company.as_ref().map(imprint).unwrap_or_default(),
                links: &draft.links,
                lasts: draft.lasts,
                other: draft.other.as_ref().map(|other| Other {
                    name: &other.name,
                    label: other.fictional.then_some(site.fictional_singular.as_str()),
                    count: draft.count,
                }),
                bill: draft.receipt.as_ref().map(|receipt| Bill {
                    receipt,
                    time_zone: &site.time_zone,
                    registration: company.as_ref().map_or("", |company| &company.kvk),
                    vat_numbers: company.as_ref().map_or(&[], |company| &company.vat_numbers),
                }),
            })
            .map_err(|error| broken(request, &error))?;
        let unsubscribe = self.unsubscribe(request, &draft.origin, now).await?;
        let message = compose(&Addressed {
            letter: &letter,
            to: &draft.to,
            from_name: mail_name,
            from_address: &site.mail_address,
            message_id: &format!("{}@{}", request.id, site.domain),
            date: now,
            unsubscribe: unsubscribe.as_deref(),
        })
        .map_err(unmailable)?;
        Ok(Written {
            to: draft.to,
            letter,
            message,
            likers: draft.likers,
        })
    }

    async fn account_mail(&self, request: &Request, now: OffsetDateTime) -> Result<Draft, Failure> {
        let prepared = self.prepare(request).await?;
        let site = self.directory.site(request.site).await?;
        let origin = origin(&site)?;
        let links = request
            .kind
            .links(&origin, &prepared.token)
            .ok_or(Failure::later("no_token"))?;
        Ok(Draft {
            lasts: expiry(&prepared).map(|at| Lasts::from(at - now)),
            to: prepared.email,
            name: prepared.profile_name,
            language: prepared.language,
            site,
            origin,
            links,
            other: None,
            count: 1,
            likers: vec![],
            receipt: None,
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
        let Some(kind) = Purpose::from(request.kind).unsubscribes() else {
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
pub(super) fn origin(site: &Site) -> Result<Url, Failure> {
    let origin = Url::parse(&site.origin).ok();
    origin
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or(Failure::later("site_origin"))
}

fn expiry(prepared: &PrepareMailResponse) -> Option<OffsetDateTime> {
    let at = prepared.expires_at.as_ref()?;
    OffsetDateTime::from_unix_timestamp(at.seconds).ok()
}

fn imprint(company: &Company) -> Vec<String> {
    let place = [&*company.city, &*company.country];
    let place: Vec<_> = place.into_iter().filter(|part| !part.is_empty()).collect();
    let (name, address) = (company.name.clone(), company.address.clone());
    vec![name, address, place.join(", ")]
}

/// A defect of texts or layout. Only where it is: what it says could quote the letter.
fn broken(request: &Request, error: &anyhow::Error) -> Failure {
    let place = error.downcast_ref::<minijinja::Error>();
    tracing::error!(
        mail.id = %request.id, kind = request.kind.word(),
        defect = ?place.map(minijinja::Error::kind),
        template = place.and_then(minijinja::Error::name),
        line = place.and_then(minijinja::Error::line),
        "mail cannot be written"
    );
    Failure::later("layout")
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

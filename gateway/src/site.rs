//! Which site a request is for: its host, looked up among the configured ones.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use kit::Transport;
use moka::future::Cache;
use proto::settings::v1::{
    Company, GetCompanyRequest, GetSiteByDomainRequest, Site,
    settings_internal_service_client::SettingsInternalServiceClient,
};
use tonic::{Code, Status};

use crate::{App, caller, reply::Refusal};

/// How long a change may stay unseen when its event is lost.
const FRESH: Duration = Duration::from_mins(1);
/// Domains remembered at most, the unknown ones included: anybody can ask for any.
const REMEMBERED: u64 = 10_000;
/// Longest name in the domain name system.
const LONGEST_DOMAIN: usize = 253;

/// Sites and companies by what asks for them, cached until they change.
pub(crate) struct Sites {
    /// Rises with every change, so that an answer which was under way meanwhile is not kept.
    changes: AtomicU64,
    settings: SettingsInternalServiceClient<Transport>,
    by_domain: Cache<String, Option<Arc<Site>>>,
    companies: Cache<String, Arc<Company>>,
    /// What was last answered: pages go on while settings is away.
    last_known: Mutex<HashMap<String, Arc<Site>>>,
}

impl Sites {
    pub(crate) fn new(settings: SettingsInternalServiceClient<Transport>) -> Self {
        Self {
            changes: AtomicU64::new(0),
            settings,
            by_domain: Cache::builder()
                .max_capacity(REMEMBERED)
                .time_to_live(FRESH)
                .build(),
            companies: Cache::builder()
                .max_capacity(REMEMBERED)
                .time_to_live(FRESH)
                .build(),
            last_known: Mutex::default(),
        }
    }

    /// The site of a domain; none when it is not configured.
    pub(crate) async fn of(&self, domain: &str) -> Result<Option<Arc<Site>>, Refusal> {
        let changes = self.changes.load(Ordering::SeqCst);
        let asked = self
            .by_domain
            .try_get_with(domain.to_owned(), self.ask(domain))
            .await;
        if self.changes.load(Ordering::SeqCst) != changes {
            self.by_domain.invalidate(domain).await;
        }
        let status = match asked {
            Ok(site) => return Ok(site),
            Err(status) => status,
        };
        let Some(site) = self.last_known(domain) else {
            return Err(Status::clone(&status).into());
        };
        tracing::warn!(site.id = site.id, code = ?status.code(), "a site goes on as last known");
        // Not every request should wait for settings to come back.
        self.by_domain
            .insert(domain.to_owned(), Some(Arc::clone(&site)))
            .await;
        Ok(Some(site))
    }

    async fn ask(&self, domain: &str) -> Result<Option<Arc<Site>>, Status> {
        let request = kit::idempotent(GetSiteByDomainRequest {
            domain: domain.to_owned(),
        });
        let site = match self.settings.clone().get_site_by_domain(request).await {
            Ok(answer) => answer.into_inner().site.map(Arc::new),
            Err(status) if is(&status, "site_unknown") => None,
            Err(status) => return Err(status),
        };
        let mut last_known = self
            .last_known
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match &site {
            Some(site) => last_known.insert(domain.to_owned(), Arc::clone(site)),
            None => last_known.remove(domain),
        };
        Ok(site)
    }

    /// Whether settings would have to be asked for a domain that was none of ours so far.
    pub(crate) fn never_heard_of(&self, domain: &str) -> bool {
        !self.by_domain.contains_key(domain) && self.last_known(domain).is_none()
    }

    fn last_known(&self, domain: &str) -> Option<Arc<Site>> {
        self.last_known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(domain)
            .cloned()
    }

    /// Who runs a site; code `company_unknown` when nobody is on record.
    pub(crate) async fn company(&self, site: &Site) -> Result<Arc<Company>, Refusal> {
        let request = GetCompanyRequest {
            company_id: site.company_id.clone(),
        };
        let ask = async {
            let answer = self
                .settings
                .clone()
                .get_company(kit::idempotent(request))
                .await?;
            let company = answer.into_inner().company;
            company
                .map(Arc::new)
                .ok_or_else(|| Status::new(Code::Internal, "no company answered"))
        };
        let company = self
            .companies
            .try_get_with(site.company_id.clone(), ask)
            .await;
        company.map_err(|status| Status::clone(&status).into())
    }

    /// Forgets everything: sites are few and change rarely, and one change may move
    /// a domain from one site to another.
    pub(crate) fn forget(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.by_domain.invalidate_all();
        self.companies.invalidate_all();
    }
}

fn is(status: &Status, reason: &str) -> bool {
    kit::fault::reason(status).as_deref() == Some(reason)
}

/// The host that was asked, with its port, in lower case.
#[derive(Clone, Debug)]
pub(crate) struct AskedHost(pub(crate) String);

/// A domain in the form it is configured in: lower case, no port, no closing dot.
pub(crate) fn domain(host: &str) -> Option<String> {
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    if !port.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let domain = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || b".-".contains(&letter);
    let fits = (1..=LONGEST_DOMAIN).contains(&domain.len()) && domain.bytes().all(plain);
    fits.then_some(domain)
}

fn asked_host(request: &Request) -> Option<AskedHost> {
    if let Some(authority) = request.uri().authority() {
        return Some(AskedHost(authority.as_str().to_ascii_lowercase()));
    }
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    if hosts.next().is_some() {
        return None;
    }
    Some(AskedHost(host.to_ascii_lowercase()))
}

/// Puts the site of the request's host into the request; answers 421 when it is none of ours.
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let host = asked_host(&request);
    let Some((host, domain)) = host.and_then(|host| domain(&host.0).map(|name| (host, name)))
    else {
        return misdirected();
    };
    // Or asking settings for invented names would be free.
    if app.sites.never_heard_of(&domain) {
        let network = caller::network(request.headers(), request.extensions(), &app);
        if let Err(refusal) = app.limits.stray(&network) {
            return refusal.into_response();
        }
    }
    match app.sites.of(&domain).await {
        Ok(Some(site)) => {
            request.extensions_mut().insert(Arc::clone(&site));
            request.extensions_mut().insert(host);
            let mut response = next.run(request).await;
            response.extensions_mut().insert(site);
            response
        }
        Ok(None) => misdirected(),
        Err(refusal) => refusal.into_response(),
    }
}

fn misdirected() -> Response {
    let text = "there is no site at this address";
    Refusal::new(StatusCode::MISDIRECTED_REQUEST, "site_unknown", text).into_response()
}

/// Whether the site has this language.
pub(crate) fn has_language(site: &Site, language: &str) -> bool {
    site.languages.iter().any(|known| known == language)
}

/// The language of a request: the visitor's choice when the site has it, else the domain's.
pub(crate) fn language(site: &Site, chosen: Option<&str>) -> String {
    if let Some(chosen) = chosen
        && has_language(site, chosen)
    {
        return chosen.to_owned();
    }
    let of_domain = site.domain_language.get(..2).unwrap_or("");
    if has_language(site, of_domain) {
        return of_domain.to_owned();
    }
    site.languages
        .first()
        .cloned()
        .unwrap_or_else(|| "en".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_loses_its_port_and_case() {
        for (host, expected) in [
            ("localhost:8080", Some("localhost")),
            ("Vonk.Example.", Some("vonk.example")),
            ("international.localhost", Some("international.localhost")),
            ("user@vonk.example", None),
            ("vonk.example:x", None),
            ("vonk example", None),
            ("vonk.example/a", None),
            ("", None),
            ("[::1]:8080", None),
            ("_x.example", None),
        ] {
            assert_eq!(domain(host).as_deref(), expected, "{host}");
        }
        assert_eq!(domain(&"a".repeat(254)), None);
    }

    #[test]
    fn the_language_is_chosen_or_the_domains() {
        let site = Site {
            domain_language: "nl-NL".to_owned(),
            languages: vec!["en".to_owned(), "nl".to_owned()],
            ..Site::default()
        };
        assert_eq!(language(&site, Some("en")), "en");
        assert_eq!(language(&site, Some("fr")), "nl");
        assert_eq!(language(&site, None), "nl");
        assert_eq!(
            language(
                &Site {
                    domain_language: "é".to_owned(),
                    ..site
                },
                None
            ),
            "en"
        );
    }
}

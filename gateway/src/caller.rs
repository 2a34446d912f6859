//! Who makes a request: a visitor of a site, and the member behind the session cookie.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::{Extensions, HeaderMap, Uri, request::Parts};
use proto::settings::v1::Site;
use secrecy::SecretString;

use crate::{
    App,
    address::{self, Network},
    cookies,
    reply::Refusal,
    sessions::Session,
    site,
};

/// Set by our page when an address with `network` or `ref` brought the visitor; it tells
/// that there is a source, not which: that is stored with consent only.
const TRAFFIC_SOURCE: &str = "x-traffic-source";

/// A person on a site, logged in or not. Counted against the network's limit.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) site: Arc<Site>,
    /// ISO 639-1.
    pub(crate) language: String,
    /// /24 or /48 of the visitor's address.
    pub(crate) network: String,
    /// ISO 3166-1 alpha-2, when a trusted proxy tells.
    pub(crate) country: Option<String>,
    /// Sent by a traffic source.
    pub(crate) tracked: bool,
}

/// A visitor, and the member when logged in. Counted against the member's limit, else the network's.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) visitor: Visitor,
    pub(crate) session: Option<Arc<Session>>,
}

impl Visitor {
    /// Reads who asks; counts nothing.
    pub(crate) fn read(parts: &Parts, app: &App) -> Result<Self, Refusal> {
        // Put there by `site::find`, which stands before every route.
        let site = parts
            .extensions
            .get::<Arc<Site>>()
            .cloned()
            .ok_or_else(Refusal::internal)?;
        let (headers, config) = (&parts.headers, &app.config);
        let from = connected(&parts.extensions);
        let country = address::country(
            from,
            headers,
            &config.trusted_proxies,
            &config.country_header,
        );
        Ok(Self {
            language: site::language(&site, cookies::read(headers, cookies::LANGUAGE)),
            network: network(headers, &parts.extensions, app),
            country,
            tracked: tracked(headers, &parts.uri),
            site,
        })
    }
}

/// Who holds the other end of the connection: the visitor or a proxy.
fn connected(extensions: &Extensions) -> IpAddr {
    let from = extensions.get::<ConnectInfo<SocketAddr>>();
    from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| {
        address.ip()
    })
}

/// The /24 or /48 of the visitor's address.
pub(crate) fn network(headers: &HeaderMap, extensions: &Extensions, app: &App) -> String {
    let proxies = &app.config.trusted_proxies;
    let address = address::visitor(connected(extensions), headers, proxies);
    Network::around(address).to_string()
}

fn tracked(headers: &HeaderMap, uri: &Uri) -> bool {
    let query = uri.query().unwrap_or("").as_bytes();
    headers
        .get(TRAFFIC_SOURCE)
        .is_some_and(|value| value == "1")
        || url::form_urlencoded::parse(query)
            .any(|(name, value)| matches!(&*name, "network" | "ref") && !value.is_empty())
}

impl Caller {
    /// The session, or the refusal that asks for a login.
    pub(crate) fn member(&self) -> Result<&Arc<Session>, Refusal> {
        self.session.as_ref().ok_or_else(Refusal::login_needed)
    }

    /// Who calls; only a session not seen lately is counted. Whoever asks this counts for itself.
    pub(crate) async fn uncounted(parts: &Parts, app: &App) -> Result<Self, Refusal> {
        let visitor = Visitor::read(parts, app)?;
        let session = match cookies::token(&parts.headers, cookies::SESSION) {
            Some(token) => session(app, &visitor, &token).await?,
            None => None,
        };
        Ok(Self { visitor, session })
    }

    /// What the peers are told of this caller.
    pub(crate) fn identity(&self) -> kit::Caller {
        let session = self.session.as_deref();
        kit::Caller {
            service: String::new(), // the signer's own name
            site: self.visitor.site.id.parse().ok(),
            member: session.map(|session| session.member),
            session: session.map(|session| session.id),
            roles: session
                .map(|session| session.account.roles.clone())
                .unwrap_or_default(),
            locale: self.visitor.language.clone(),
            network: Some(self.visitor.network.clone()),
            tracked: self.visitor.tracked,
        }
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let visitor = Self::read(parts, app)?;
        app.limits.network(&visitor.network)?;
        Ok(visitor)
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let caller = Self::uncounted(parts, app).await?;
        match &caller.session {
            Some(session) => app.limits.member(session.member)?,
            None => app.limits.network(&caller.visitor.network)?,
        }
        Ok(caller)
    }
}

/// Looks a session up. One not seen lately costs the network a call, or guessing
/// tokens would be free.
async fn session(
    app: &App,
    visitor: &Visitor,
    token: &SecretString,
) -> Result<Option<Arc<Session>>, Refusal> {
    let site_id = &visitor.site.id;
    if let Some(session) = app.sessions.remembered(site_id, token).await {
        return Ok(Some(session));
    }
    app.limits.network(&visitor.network)?;
    app.sessions.of(site_id, token).await
}

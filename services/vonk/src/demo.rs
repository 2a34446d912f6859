//! Fills a demonstration through the services' own calls, so that every rule holds.
//!
//! Running it again changes nothing that is already there.

use std::{process::ExitCode, time::Duration};

use anyhow::{Context as _, bail, ensure};
use kit::{Clock, Transport, config::Config, fault, identity::Signer};
use prost::Message;
use proto::{
    accounts::v1::{ActivateRequest, ActivateResponse, Gender, SignUpRequest, SignUpResponse},
    settings::v1::{
        GetCompanyRequest, GetSiteRequest, PutCompanyRequest, PutPageRequest, PutSiteRequest, Site,
        settings_internal_service_client::SettingsInternalServiceClient,
    },
};
use serde::Deserialize;

/// The password of both demo members; worth nothing anywhere else.
const PASSWORD: &str = "vonk-lantaarn-haven-27";

/// Where the demonstration runs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Address of the site as the browser sees it.
    #[arg(long, default_value = "http://localhost:8080")]
    public: String,
    /// Internal listener of the process that runs settings; `peers.settings` wins over it.
    #[arg(long, default_value = "http://127.0.0.1:9100")]
    internal: String,
    /// The mailbox page.
    #[arg(long, default_value = "http://127.0.0.1:8025")]
    mailbox: String,
}

#[expect(
    clippy::print_stdout,
    reason = "a command speaks to the person who typed it"
)]
pub(crate) fn main(arguments: &Arguments) -> ExitCode {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(fill(arguments)) {
        Ok(()) => {
            for member in members() {
                println!("{} / {PASSWORD}", member.email);
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("the demonstration could not be filled: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn fill(arguments: &Arguments) -> anyhow::Result<()> {
    let process = Config::read().process()?;
    ensure!(
        process.demo,
        "refused: this is no demonstration (VONK__DEMO is not true)"
    );
    let url = process.peers.get("settings").unwrap_or(&arguments.internal);
    let signer = Signer::new("vonk", &process.identity_key, Clock::system());
    let settings = SettingsInternalServiceClient::new(Transport::to(url, signer)?);
    let port = reqwest::Url::parse(&arguments.public)?
        .port_or_known_default()
        .context("--public has no port")?;
    put_company(settings.clone()).await?;
    for site in settings::demo::sites(port) {
        put_site(settings.clone(), site).await?;
    }
    let door = Door::new(arguments)?;
    for member in members() {
        door.join(member).await?;
    }
    Ok(())
}

type Settings = SettingsInternalServiceClient<Transport>;

async fn put_company(mut settings: Settings) -> anyhow::Result<()> {
    let company = settings::demo::company();
    let company_id = company.id.clone();
    match settings.get_company(GetCompanyRequest { company_id }).await {
        Ok(_) => return Ok(()),
        Err(status) if fault::reason(&status).as_deref() == Some("company_unknown") => {}
        Err(status) => return Err(status.into()),
    }
    settings
        .put_company(PutCompanyRequest {
            company: Some(company),
        })
        .await?;
    Ok(())
}

/// Stores a site and its pages; one that is there is kept, but for the port it is reached at.
async fn put_site(mut settings: Settings, site: Site) -> anyhow::Result<()> {
    let site_id = site.id.clone();
    let stored = match settings
        .get_site(GetSiteRequest {
            site_id: site_id.clone(),
        })
        .await
    {
        Ok(answer) => answer.into_inner().site,
        Err(status) if fault::reason(&status).as_deref() == Some("site_unknown") => None,
        Err(status) => return Err(status.into()),
    };
    let is_new = stored.is_none();
    let changed = match &stored {
        None => Some(site.clone()),
        Some(there) if there.origin != site.origin => Some(Site {
            origin: site.origin.clone(),
            ..there.clone()
        }),
        Some(_) => None,
    };
    if let Some(site) = changed {
        settings
            .put_site(PutSiteRequest {
                expected_version: stored.map_or(0, |there| there.version),
                site: Some(site),
                author: "vonk demo".to_owned(),
                note: "demonstration".to_owned(),
            })
            .await?;
    }
    if is_new {
        for page in settings::demo::pages() {
            if site.languages.contains(&page.language) {
                let site_id = site_id.clone();
                settings
                    .put_page(PutPageRequest {
                        site_id,
                        page: Some(page),
                    })
                    .await?;
            }
        }
    }
    Ok(())
}

/// The two members that everybody may log in as.
fn members() -> [SignUpRequest; 2] {
    let member = |email: &str, name: &str, birth_date: &str, gender: Gender, seeking: Gender| {
        SignUpRequest {
            email: email.to_owned(),
            password: PASSWORD.to_owned(),
            profile_name: name.to_owned(),
            birth_date: birth_date.to_owned(),
            gender: gender.into(),
            seeking: vec![seeking.into()],
            country: "NL".to_owned(),
            language: "nl".to_owned(),
            accept_terms: true,
            accept_sensitive: true,
            accept_tracking: false,
            tracking: None,
        }
    };
    [
        member(
            "anna@demo.vonk.test",
            "Anna",
            "1991-04-12",
            Gender::Woman,
            Gender::Man,
        ),
        member(
            "bram@demo.vonk.test",
            "Bram",
            "1988-09-30",
            Gender::Man,
            Gender::Woman,
        ),
    ]
}

/// The public door, as a browser uses it.
struct Door {
    http: reqwest::Client,
    public: String,
    mailbox: String,
}

#[derive(Deserialize)]
struct Mail {
    to: String,
    kind: String,
    text: String,
}

impl Door {
    fn new(arguments: &Arguments) -> anyhow::Result<Self> {
        Ok(Self {
            http: reqwest::Client::builder()
                .timeout(Duration::from_secs(20))
                .build()?,
            public: arguments.public.trim_end_matches('/').to_owned(),
            mailbox: arguments.mailbox.trim_end_matches('/').to_owned(),
        })
    }

    /// Signs a member up and confirms the address with the mailed link, unless they can log in already.
    async fn join(&self, member: SignUpRequest) -> anyhow::Result<()> {
        if self.can_log_in(&member).await? {
            return Ok(());
        }
        let email = member.email.clone();
        let _: SignUpResponse = self.call("SignUp", &member).await.context("signing up")?;
        let token = self.mailed_token(&email).await?;
        let _: ActivateResponse = self
            .call("Activate", &ActivateRequest { token })
            .await
            .context("activating")?;
        Ok(())
    }

    async fn can_log_in(&self, member: &SignUpRequest) -> anyhow::Result<bool> {
        let body = serde_json::json!({ "email": member.email, "password": member.password });
        let answer = self
            .http
            .post(format!("{}/api/user.php", self.public))
            .header("origin", &self.public)
            .json(&body)
            .send()
            .await?;
        match answer.status().as_u16() {
            200 => Ok(true),
            401 => Ok(false),
            other => bail!("logging in answered {other}"),
        }
    }

    /// The token of the newest activation mail to an address.
    async fn mailed_token(&self, email: &str) -> anyhow::Result<String> {
        for _ in 0..100 {
            let mails: Vec<Mail> = self
                .http
                .get(format!("{}/messages.json", self.mailbox))
                .send()
                .await?
                .error_for_status()?
                .json()
                .await?;
            let mail = mails
                .iter()
                .find(|mail| mail.to == email && mail.kind == "activation");
            let token = mail.and_then(|mail| mail.text.split_once("token="));
            if let Some((_, rest)) = token {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
                return Ok(rest[..end.unwrap_or(rest.len())].to_owned());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        bail!("no activation mail came")
    }

    /// One gRPC-Web call: a frame there, a frame and the trailers back.
    async fn call<Q: Message, A: Message + Default>(
        &self,
        method: &str,
        question: &Q,
    ) -> anyhow::Result<A> {
        let message = question.encode_to_vec();
        let mut frame = vec![0];
        frame.extend(u32::try_from(message.len())?.to_be_bytes());
        frame.extend(message);
        let answer = self
            .http
            .post(format!(
                "{}/rpc/vonk.accounts.v1.AccountsService/{method}",
                self.public
            ))
            .header("origin", &self.public)
            .header("content-type", "application/grpc-web+proto")
            .body(frame)
            .send()
            .await?
            .error_for_status()?;
        if let Some(code) = answer
            .headers()
            .get("grpc-status")
            .filter(|code| *code != "0")
        {
            let reason = answer.headers().get("grpc-message");
            bail!("{method} answered {code:?} {reason:?}");
        }
        let body = answer.bytes().await?;
        let trailers = |frame: &[u8]| String::from_utf8_lossy(frame).into_owned();
        let mut rest = &body[..];
        let mut found = None;
        while rest.len() >= 5 {
            let length = u32::from_be_bytes([rest[1], rest[2], rest[3], rest[4]]) as usize;
            let content = rest.get(5..5 + length).context("the answer is cut off")?;
            if rest[0] & 0x80 == 0 {
                found = Some(A::decode(content)?);
            } else {
                let text = trailers(content);
                ensure!(
                    text.contains("grpc-status:0") || text.contains("grpc-status: 0"),
                    "{text}"
                );
            }
            rest = &rest[5 + length..];
        }
        found.with_context(|| format!("{method} answered nothing"))
    }
}

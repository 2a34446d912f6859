//! Fills a demonstration through the services' own calls, so that every rule holds.
//!
//! Running it again changes nothing that is already there.

use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use kit::{Clock, Transport, config::Config, fault, identity::Signer};
use proto::{
    accounts::v1::{ActivateRequest, ActivateResponse, Gender, SignUpRequest, SignUpResponse},
    settings::v1::{
        GetCompanyRequest, GetSiteRequest, PutCompanyRequest, PutPageRequest, PutSiteRequest, Site,
        settings_internal_service_client::SettingsInternalServiceClient,
    },
};
use vonk::door::Door;

/// The password of both demo members; worth nothing anywhere else.
const PASSWORD: &str = "vonk-lantaarn-haven-27";

const ACCOUNTS: &str = "vonk.accounts.v1.AccountsService";

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
    for member in members() {
        // A cookie jar of its own for each: they are two people.
        join(&Door::new(&arguments.public, &arguments.mailbox)?, member).await?;
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

/// Signs a member up and confirms the address with the mailed link, unless that is done.
async fn join(door: &Door, member: SignUpRequest) -> anyhow::Result<()> {
    let answer = door.log_in(&member.email, &member.password).await?;
    match answer.status().as_u16() {
        200 => {
            let user: serde_json::Value = answer.json().await?;
            if user["user"]["status"] != "not_confirmed" {
                return Ok(());
            }
        }
        401 => {
            door.call::<_, SignUpResponse>(&format!("{ACCOUNTS}/SignUp"), &member)
                .await?
                .context("signing up")?;
        }
        other => bail!("logging in answered {other}"),
    }
    let mail = door.mail(&member.email, "activation").await?;
    let token = mail.token().context("the activation mail has no link")?;
    door.call::<_, ActivateResponse>(&format!("{ACCOUNTS}/Activate"), &ActivateRequest { token })
        .await?
        .context("activating")?;
    Ok(())
}

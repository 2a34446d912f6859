//! Fills a demonstration through the services' own calls, so that every rule holds.
//!
//! Its members are made up. A seed makes the same ones again; running it again changes nothing that
//! is already there, and finishes what was begun.

mod bulk;
mod dice;
mod known;
mod meet;
mod members;
mod names;
mod person;
mod portrait;
mod progress;
mod services;
mod sites;
mod social;
mod towns;
mod words;

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use kit::{Clock, SiteId, config::Config};

use self::{person::Person, progress::say, services::Services};

/// Where the demonstration runs, and how large it is.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Address of the site as the browser sees it.
    #[arg(long, default_value = "http://localhost:8080")]
    public: String,
    /// Internal listener of the process that runs all services; `peers` win over it.
    #[arg(long, default_value = "http://127.0.0.1:9100")]
    internal: String,
    /// The mailbox page.
    #[arg(long, default_value = "http://127.0.0.1:8025")]
    mailbox: String,
    /// Members beside the two that everybody may log in as; 0: those two, and nothing of them.
    #[arg(long, env = "VONK_DEMO_MEMBERS", default_value_t = 2_000)]
    members: usize,
    /// Writes them to the databases at once, for benchmarks: without portraits, likes and messages.
    /// More than 20,000 are always written so.
    #[arg(long)]
    bulk: bool,
    /// Other members for another seed.
    #[arg(long, default_value_t = 27)]
    seed: u64,
}

/// More members than these are for a benchmark; by their own calls they would take an hour.
const MOST_BY_CALLS: usize = 20_000;

impl Arguments {
    fn in_bulk(&self) -> bool {
        self.bulk || self.members > MOST_BY_CALLS
    }
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
            say(&format!("{error}"));
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(fill(arguments)) {
        Ok(()) => {
            for login in known::logins() {
                println!("{login}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            say(&format!("the demonstration could not be filled: {error:#}"));
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
    let services = Services::new(&process, &arguments.internal)?;
    let port = reqwest::Url::parse(&arguments.public)?
        .port_or_known_default()
        .context("--public has no port")?;
    sites::put(&services, port).await?;
    let known = known::join(&arguments.public, &arguments.mailbox).await?;
    if arguments.members == 0 {
        return Ok(());
    }
    if arguments.in_bulk() {
        return bulk::fill(&process, &services, arguments.seed, arguments.members).await;
    }
    let people = people(arguments.seed, arguments.members)?;
    let acquaintances = social::acquaintances(arguments.seed, &people);
    if meet::is_complete(&services, &people, &acquaintances).await? {
        return Ok(());
    }
    // Anna and Bram come first: whoever waits may log in as them.
    let cities = members::cities(&services, &known).await?;
    for person in &known {
        known::complete(&services, person, &cities)
            .await
            .with_context(|| person.email.clone())?;
    }
    members::create(&services, &people, Clock::system().now()).await?;
    for person in &known {
        known::meet(&services, arguments.seed, person, &people)
            .await
            .with_context(|| person.email.clone())?;
    }
    meet::all(&services, &people, &acquaintances).await?;
    meet::seal(&services, &people, &acquaintances).await
}

fn people(seed: u64, count: usize) -> anyhow::Result<Vec<Person>> {
    let sites: [SiteId; 2] = [
        settings::demo::VONK.parse()?,
        settings::demo::SPARK.parse()?,
    ];
    Ok((0..count)
        .map(|index| Person::new(seed, index, sites))
        .collect())
}

//! Measures a running site from outside, each number beside a limit that is measured in the same run.
//!
//! `loadtest/run` starts the site it wants: built with optimisation, without limits on calls, with
//! 200,000 members. The configuration is read as the site itself reads it (`VONK__...`).

mod bare;
mod likes;
mod live;
mod logins;
mod measure;
mod polls;
mod search;
mod sends;
mod stage;
mod table;

use std::{process::ExitCode, time::Duration};

use clap::{Parser, ValueEnum};

use crate::{stage::Stage, table::Table};

/// As in the programs that are measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures a running site and prints a table for docs/performance.md.
#[derive(Debug, Parser)]
struct Arguments {
    /// Address of the site as the browser sees it.
    #[arg(long, default_value = "http://localhost:8080")]
    public: String,
    /// The mailbox page.
    #[arg(long, default_value = "http://127.0.0.1:8025")]
    mailbox: String,
    /// Internal listener of the process that runs matching.
    #[arg(long, default_value = "http://127.0.0.1:9100")]
    internal: String,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Pairs of members who like each other at the same moment.
    #[arg(long, default_value_t = 100_000)]
    races: u32,
    /// What to measure; all unless named.
    what: Vec<What>,
}

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Sends,
    Polls,
    Search,
    Likes,
    Logins,
}

#[expect(
    clippy::print_stdout,
    reason = "a command speaks to the person who typed it"
)]
fn main() -> ExitCode {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let arguments = Arguments::parse();
    let outcome = tokio::runtime::Runtime::new()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(measure(&arguments)));
    match outcome {
        Ok(table) => {
            println!("{table}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("nothing was measured: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(arguments: &Arguments) -> anyhow::Result<Table> {
    let wanted = |what| arguments.what.is_empty() || arguments.what.contains(&what);
    let lasting = Duration::from_secs(arguments.seconds);
    let stage = Stage::set(arguments).await?;
    let mut table = Table::default();
    if wanted(What::Sends) {
        sends::measure(&stage, lasting, &mut table).await?;
    }
    if wanted(What::Polls) {
        polls::measure(&stage, lasting, &mut table).await?;
    }
    if wanted(What::Search) {
        search::measure(&stage, lasting, &mut table).await?;
    }
    if wanted(What::Likes) {
        likes::measure(&stage, arguments.races, &mut table).await?;
    }
    if wanted(What::Logins) {
        logins::measure(&stage, lasting, &mut table).await?;
    }
    Ok(table)
}

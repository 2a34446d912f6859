//! Every service in one process, and the operator's commands.

mod demo;
mod invariants;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kit::Host;

/// Many small pieces per request: mimalloc keeps them from waiting for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Vonk, an online dating and chat community. Configured by `VONK__...` (docs/configuration.md).
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs every service in this process (the default).
    Serve,
    /// Creates and upgrades every database.
    Migrate,
    /// Fills a running demonstration with its sites and members.
    Demo(demo::Arguments),
    /// Compares what the databases say with what must hold; changes nothing.
    CheckInvariants(invariants::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command.unwrap_or(Command::Serve) {
        Command::Serve => kit::run("vonk", everything),
        Command::Migrate => kit::migrate("vonk", everything),
        Command::Demo(arguments) => demo::main(&arguments),
        Command::CheckInvariants(arguments) => invariants::main(&arguments),
    }
}

async fn everything(host: &mut Host) -> anyhow::Result<()> {
    host.mount::<settings::Settings>().await?;
    host.mount::<accounts::Accounts>().await?;
    host.mount::<profiles::Profiles>().await?;
    host.mount::<matching::Matching>().await?;
    host.mount::<chat::Chat>().await?;
    host.mount::<billing::Billing>().await?;
    host.mount::<notifications::Notifications>().await?;
    host.mount::<gateway::Gateway>().await
}

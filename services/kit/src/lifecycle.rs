//! From the first line of `main` to the exit code.

use std::{process::ExitCode, time::Duration};

use anyhow::Context as _;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::{
    Chance, Clock,
    config::Config,
    host::{Host, Running, Service},
    telemetry::Telemetry,
};

/// Runs one service as a process of its own; `<service> migrate` upgrades its database and ends.
#[must_use]
pub fn main<S: Service>() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None | Some("serve") => run(S::NAME, async |host| host.mount::<S>().await),
        Some("migrate") => migrate(S::NAME, async |host| host.mount::<S>().await),
        Some(other) => {
            eprintln!("{} knows `serve` and `migrate`, not `{other}`", S::NAME);
            ExitCode::FAILURE
        }
    }
}

/// Creates and upgrades the databases of the services that `assemble` mounts, and runs nothing.
pub fn migrate(
    name: &str,
    assemble: impl AsyncFnOnce(&mut Host) -> anyhow::Result<()>,
) -> ExitCode {
    command(name, async |config, telemetry| {
        let mut host = Host::new(
            config,
            Clock::system(),
            Chance::system(),
            telemetry.registry(),
        )?;
        host.migrate();
        assemble(&mut host).await?;
        tracing::info!("databases are up to date");
        Ok(())
    })
}

/// Runs a process made of the services that `assemble` mounts.
///
/// The exit code is a failure when the process could not start, when one of its
/// tasks failed, or when it had to be cut off.
pub fn run(name: &str, assemble: impl AsyncFnOnce(&mut Host) -> anyhow::Result<()>) -> ExitCode {
    command(name, async |config, telemetry| {
        live(config, telemetry, assemble).await
    })
}

/// Runs one piece of work with configuration and telemetry around it.
fn command(
    name: &str,
    work: impl AsyncFnOnce(Config, &Telemetry) -> anyhow::Result<()>,
) -> ExitCode {
    // A second provider among the dependencies would make the choice ambiguous; it is ring.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = Config::read();
    let process = match config.process() {
        Ok(process) => process,
        Err(error) => return refuse(&error),
    };
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&error.into()),
    };
    runtime.block_on(async {
        let telemetry = match Telemetry::start(&process, name) {
            Ok(telemetry) => telemetry,
            Err(error) => return refuse(&error),
        };
        let outcome = work(config, &telemetry).await;
        if let Err(error) = &outcome {
            tracing::error!(error = format!("{error:#}"), "process failed");
        }
        telemetry.flush();
        if outcome.is_ok() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    })
}

/// Before logs exist, standard error is all there is.
fn refuse(error: &anyhow::Error) -> ExitCode {
    eprintln!("{error:#}");
    ExitCode::FAILURE
}

async fn live(
    config: Config,
    telemetry: &Telemetry,
    assemble: impl AsyncFnOnce(&mut Host) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut host = Host::new(
        config,
        Clock::system(),
        Chance::system(),
        telemetry.registry(),
    )?;
    host.process().check_bus()?;
    assemble(&mut host).await?;
    let running = host.start().await?;
    tracing::info!(internal = %running.internal, public = ?running.public, "process is up");
    let mut signals = Signals::new()?;
    tokio::select! {
        () = signals.any() => tracing::info!("asked to stop"),
        () = running.stop.cancelled() => {}
    }
    tokio::select! {
        outcome = running.drain() => outcome,
        () = signals.any() => anyhow::bail!("asked to stop a second time"),
    }
}

impl Running {
    /// Says "not ready", waits for load balancers to look away, then ends everything in order.
    pub(crate) async fn drain(&self) -> anyhow::Result<()> {
        self.readiness.stop();
        if !self.stop.is_cancelled() {
            tokio::time::sleep(Duration::from_secs(self.process.shutdown_delay_seconds)).await;
        }
        self.stop.cancel();
        let grace = Duration::from_secs(self.process.shutdown_grace_seconds);
        tokio::time::timeout(grace, self.end())
            .await
            .context("cut off after shutdown_grace_seconds")?;
        if let Some(task) = self.failed.get() {
            anyhow::bail!("task {task} failed");
        }
        Ok(())
    }

    async fn end(&self) {
        self.tracker.wait().await;
        for db in self.databases.values() {
            db.pool().close().await;
        }
    }
}

struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn any(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

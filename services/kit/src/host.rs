//! A process under construction, and then running.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    convert::Infallible,
    net::SocketAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, OnceLock},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use futures::{FutureExt as _, future::BoxFuture};
use opentelemetry::KeyValue;
use proto::Event;
use secrecy::ExposeSecret as _;
use serde::de::DeserializeOwned;
use sqlx::migrate::Migrator;
use tokio::{net::TcpListener, task::AbortHandle};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tonic::{server::NamedService, service::RoutesBuilder};

use crate::{
    Chance, Clock, Transport,
    bus::{
        Bus, Gap, Watcher,
        embedded::{Desk, Embedded},
        kafka,
        kafka::Cluster,
    },
    config::{BusKind, Config, Process},
    db::{self, Db},
    event::Handler,
    health::{Latch, Readiness},
    identity::{self, Signer, Verifier},
    inbox::{self, Subscription},
    intake::Intake,
    listener, outbox, server,
    transport::Identity,
};

/// A part of the system that can be deployed alone.
pub trait Service {
    /// Names the database, the consumer group, the chart and the peer.
    const NAME: &'static str;

    /// Adds this service to a process.
    fn mount(host: &mut Host) -> impl Future<Output = anyhow::Result<()>> + Send;
}

type Way = Arc<
    OnceLock<
        tower::util::BoxCloneSyncService<
            http::Request<tonic::body::Body>,
            http::Response<tonic::body::Body>,
            tower::BoxError,
        >,
    >,
>;
type Task = (&'static str, BoxFuture<'static, anyhow::Result<()>>);

/// A process under construction: services mount themselves into it.
pub struct Host {
    config: Config,
    process: Process,
    clock: Clock,
    chance: Chance,
    stop: CancellationToken,
    readiness: Readiness,
    mounting: &'static str,
    mounted: HashSet<&'static str>,
    grpc: RoutesBuilder,
    has_grpc: bool,
    public: Option<axum::Router>,
    wanted: HashMap<&'static str, Way>,
    databases: BTreeMap<&'static str, Db>,
    subscriptions: Vec<Subscription>,
    watchers: Vec<Watcher>,
    gaps: Vec<Gap>,
    tasks: Vec<Task>,
    registry: prometheus::Registry,
    remember_events: bool,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Host")
            .field("mounted", &self.mounted)
            .finish_non_exhaustive()
    }
}

impl Host {
    pub(crate) fn new(
        config: Config,
        clock: Clock,
        chance: Chance,
        registry: prometheus::Registry,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            process: config.process()?,
            config,
            clock,
            chance,
            stop: CancellationToken::new(),
            readiness: Readiness::default(),
            mounting: "",
            mounted: HashSet::new(),
            grpc: RoutesBuilder::default(),
            has_grpc: false,
            public: None,
            wanted: HashMap::new(),
            databases: BTreeMap::new(),
            subscriptions: Vec::new(),
            watchers: Vec::new(),
            gaps: Vec::new(),
            tasks: Vec::new(),
            registry,
            remember_events: false,
        })
    }

    /// Adds a service to this process; each at most once, in any order.
    pub async fn mount<S: Service>(&mut self) -> anyhow::Result<()> {
        ensure!(self.mounted.insert(S::NAME), "{} is mounted twice", S::NAME);
        self.mounting = S::NAME;
        S::mount(self)
            .await
            .with_context(|| format!("{} cannot start", S::NAME))
    }

    /// Settings of the service that is being mounted.
    pub fn config<C: DeserializeOwned + Default>(&self) -> anyhow::Result<C> {
        self.config.section(self.mounting)
    }

    /// Settings of the process.
    #[must_use]
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// The database of the service that is being mounted, with its relay running.
    pub async fn database(&mut self, migrations: &'static Migrator) -> anyhow::Result<Db> {
        let name = self.mounting;
        let url = self.process.database_of(name);
        let connections = self.process.database_connections;
        let pool = db::connect(&url, connections, self.process.migrate, migrations).await?;
        let db = Db::new(name, pool, self.clock.clone(), self.chance.clone());
        self.databases.insert(name, db.clone());
        let purged = db.clone();
        self.every("purge inbox", Duration::from_hours(1), move || {
            let db = purged.clone();
            async move { inbox::purge(&db).await }
        });
        let (pinged, mut watched) = (db.clone(), self.readiness.watched(name));
        let stop = self.stop.clone();
        self.task("ping database", async move {
            let mut own = None;
            loop {
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    () = tokio::time::sleep(Duration::from_secs(2)) => {}
                }
                watched.saw(pinged.answers(&mut own).await);
            }
        });
        Ok(db)
    }

    /// Reaches another service in this service's name; which process it lives in is settled at start.
    pub fn peer(&mut self, name: &'static str) -> Transport {
        let identity = Identity::Service(self.signer());
        Transport::new(self.way(name), identity)
    }

    /// Reaches another service with exactly the token that each request brings.
    pub fn bare_peer(&mut self, name: &'static str) -> Transport {
        Transport::new(self.way(name), Identity::Own)
    }

    fn way(&mut self, name: &'static str) -> Way {
        Arc::clone(self.wanted.entry(name).or_default())
    }

    /// Serves a generated tonic server on the internal listener.
    pub fn grpc<S>(&mut self, server: S)
    where
        S: tower::Service<http::Request<tonic::body::Body>, Error = Infallible>
            + NamedService
            + Clone
            + Send
            + Sync
            + 'static,
        S::Response: axum::response::IntoResponse,
        S::Future: Send + 'static,
    {
        self.grpc.add_service(server);
        self.has_grpc = true;
    }

    /// Serves the public listener. The gateway alone calls this.
    pub fn public(&mut self, routes: axum::Router) {
        self.public = Some(routes);
    }

    /// Lets a handler take every event of its kind, once in effect.
    pub fn hear<H: Handler>(&mut self, db: &Db, handler: H) {
        self.subscriptions
            .push(Subscription::new(db, handler, &self.process, &self.stop));
    }

    /// Shows every replica each event of a kind, best effort: for dropping caches.
    pub fn watch<E: Event>(&mut self, seen: impl Fn(&E) + Send + Sync + 'static) {
        self.watchers.push(Watcher {
            topic: E::topic(),
            kind: E::kind(),
            seen: Box::new(move |record| match E::decode(record.payload.clone()) {
                // The hook has logged the panic; one stale entry is not worth the process.
                Ok(event) => drop(catch_unwind(AssertUnwindSafe(|| seen(&event)))),
                Err(error) => tracing::warn!(%error, "event cannot be read"),
            }),
        });
    }

    /// Tells that events of any kind may have gone by unseen by `watch`.
    pub fn watch_gaps(&mut self, seen: impl Fn() + Send + Sync + 'static) {
        self.gaps.push(Box::new(seen));
    }

    /// Runs beside the servers until `stopping`; its failure stops the process.
    pub fn task(
        &mut self,
        name: &'static str,
        task: impl Future<Output = anyhow::Result<()>> + Send + 'static,
    ) {
        self.tasks.push((name, task.boxed()));
    }

    /// Runs a job again and again; a failed round is logged and counted, the next one comes.
    pub fn every<F>(
        &mut self,
        name: &'static str,
        period: Duration,
        job: impl Fn() -> F + Send + Sync + 'static,
    ) where
        F: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let stop = self.stop.clone();
        let service = self.mounting;
        self.task(name, async move {
            let failures = opentelemetry::global::meter("vonk")
                .u64_counter("jobs.failed")
                .build();
            loop {
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    () = tokio::time::sleep(period) => {}
                }
                if let Err(error) = job().await {
                    let labels = [
                        KeyValue::new("service", service),
                        KeyValue::new("job", name),
                    ];
                    failures.add(1, &labels);
                    tracing::error!(
                        error = format!("{error:#}"),
                        service,
                        job = name,
                        "job failed"
                    );
                }
            }
        });
    }

    /// Holds readiness back until the latch is dropped.
    pub fn ready_when(&mut self, name: &'static str) -> Latch {
        self.readiness.latch(name)
    }

    /// Cancelled when the process should end.
    #[must_use]
    pub fn stopping(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// The injected clock.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// The injected randomness.
    #[must_use]
    pub fn chance(&self) -> Chance {
        self.chance.clone()
    }

    /// Signs identity tokens in the name of the service that is being mounted.
    #[must_use]
    pub fn signer(&self) -> Signer {
        Signer::new(self.mounting, &self.process.identity_key, self.clock())
    }

    /// A key of the service's own for one purpose, the same in every process of the deployment: derived from
    /// the identity key, and another one when that is changed.
    #[must_use]
    pub fn key_for(&self, purpose: &str) -> [u8; 32] {
        identity::derived(&self.process.identity_key, self.mounting, purpose)
    }

    /// Migrates whatever the configuration says about it.
    pub(crate) fn migrate(&mut self) {
        self.process.migrate = true;
    }

    pub(crate) fn remember_events(&mut self) {
        self.remember_events = true;
    }

    /// Keys before and after a change of keys.
    fn verifier(&self) -> Verifier {
        let keys = [
            &self.process.identity_key,
            &self.process.identity_key_previous,
        ];
        let keys = keys
            .into_iter()
            .filter(|key| !key.expose_secret().is_empty());
        Verifier::new(keys, self.clock())
    }

    /// Binds the listeners and sets everything off.
    pub(crate) async fn start(mut self) -> anyhow::Result<Running> {
        let internal = TcpListener::bind(self.process.internal_listen)
            .await
            .with_context(|| format!("internal_listen {}", self.process.internal_listen))?;
        let public = match &self.public {
            Some(_) => Some(
                TcpListener::bind(self.process.public_listen)
                    .await
                    .with_context(|| format!("public_listen {}", self.process.public_listen))?,
            ),
            None => None,
        };
        let internal_address = internal.local_addr()?;
        let public_address = public.as_ref().map(TcpListener::local_addr).transpose()?;

        let grpc = server::routes(
            std::mem::take(&mut self.grpc),
            self.has_grpc,
            self.verifier(),
        );
        let ways = self.connect_peers(&grpc)?;
        let embedded = self.start_bus()?;
        let operations = server::operations(self.readiness.clone(), self.registry.clone());
        // Three quarters of the grace: the rest is for ending what was asked for.
        let patience = Duration::from_secs(self.process.shutdown_grace_seconds) * 3 / 4;
        let stop = self.stop.clone();
        self.task(
            "internal listener",
            listener::serve(internal, operations.merge(grpc), stop, patience),
        );
        if let (Some(routes), Some(listener)) = (self.public.take(), public) {
            let stop = self.stop.clone();
            self.task(
                "public listener",
                listener::serve(listener, routes, stop, patience),
            );
        }

        let tracker = TaskTracker::new();
        let failed = Arc::new(OnceLock::new());
        let mut aborts = Vec::new();
        for (name, task) in self.tasks {
            let (stop, failed) = (self.stop.clone(), Arc::clone(&failed));
            let task = tracker.spawn(async move {
                let outcome = AssertUnwindSafe(task).catch_unwind().await;
                let error = match outcome {
                    Ok(Ok(())) => return,
                    Ok(Err(error)) => format!("{error:#}"),
                    Err(_) => "panicked".to_owned(),
                };
                tracing::error!(error, task = name, "task failed, the process stops");
                let _ = failed.set(name);
                stop.cancel();
            });
            aborts.push(task.abort_handle());
        }
        tracker.close();
        Ok(Running {
            internal: internal_address,
            public: public_address,
            databases: self.databases,
            process: self.process,
            stop: self.stop,
            readiness: self.readiness,
            tracker,
            aborts,
            failed,
            ways,
            embedded,
        })
    }

    /// Settles where each wanted peer lives: here, or at its configured address.
    fn connect_peers(
        &mut self,
        local: &axum::Router,
    ) -> anyhow::Result<HashMap<&'static str, Way>> {
        for name in &self.mounted {
            self.wanted.entry(name).or_default();
        }
        for (&name, way) in &self.wanted {
            let inner = if self.mounted.contains(name) {
                Transport::local(local.clone())
            } else {
                let url = self.process.peers.get(name).with_context(|| {
                    format!(
                        "peers.{name} is not configured (environment: VONK__PEERS__{})",
                        name.to_uppercase()
                    )
                })?;
                Transport::remote(url).with_context(|| format!("peers.{name}"))?
            };
            let _ = way.set(inner);
        }
        Ok(self.wanted.clone())
    }

    fn start_bus(&mut self) -> anyhow::Result<Option<Arc<Embedded>>> {
        let subscriptions = std::mem::take(&mut self.subscriptions);
        let mut names = HashSet::new();
        for one in &subscriptions {
            // The inbox would take what the first has heard for heard by the second.
            let new = names.insert((&one.consumer, one.topic, one.kind));
            ensure!(
                new,
                "two handlers of {} are called {}",
                one.kind,
                one.consumer
            );
        }
        let watchers = std::mem::take(&mut self.watchers);
        let intakes = Intake::by_service(subscriptions, &self.databases);
        let stop = self.stop.clone();
        let mut embedded = None;
        let bus = match self.process.bus {
            BusKind::Embedded => {
                let mut desks = Vec::new();
                for intake in intakes.into_values() {
                    let (desk, work) = Desk::open(intake, stop.clone());
                    desks.push(desk);
                    self.task("intake", work);
                }
                let bus = Arc::new(Embedded::new(desks, watchers, self.remember_events));
                embedded = Some(Arc::clone(&bus));
                Bus::Embedded(bus)
            }
            BusKind::Kafka => {
                self.start_consumers(intakes, watchers)?;
                Bus::Kafka(kafka::Producer::new(self.cluster())?)
            }
        };
        for db in self.databases.values().cloned().collect::<Vec<_>>() {
            self.task("relay", outbox::relay(db, bus.clone(), stop.clone()));
        }
        Ok(embedded)
    }

    fn cluster(&self) -> Cluster {
        let process = &self.process;
        Cluster {
            brokers: process.kafka_brokers.clone(),
            prefix: process.kafka_prefix.clone(),
        }
    }

    fn start_consumers(
        &mut self,
        intakes: BTreeMap<&'static str, Intake>,
        watchers: Vec<Watcher>,
    ) -> anyhow::Result<()> {
        let cluster = self.cluster();
        let heard = intakes.values().flat_map(Intake::topics);
        let missing = cluster.missing(heard.chain(watchers.iter().map(|one| one.topic)))?;
        ensure!(
            missing.is_empty(),
            "kafka has no topic {}",
            missing.join(", ")
        );
        for (service, intake) in intakes {
            let stop = self.stop.clone();
            self.task(
                "kafka consumer",
                kafka::consume(cluster.clone(), service, intake, stop),
            );
        }
        if !watchers.is_empty() {
            let watch =
                kafka::Watch::from_now_on(&cluster, watchers, std::mem::take(&mut self.gaps))?;
            let stop = self.stop.clone();
            self.task("kafka watcher", watch.run(stop));
        }
        Ok(())
    }
}

/// A process that runs.
pub(crate) struct Running {
    pub(crate) internal: SocketAddr,
    pub(crate) public: Option<SocketAddr>,
    pub(crate) databases: BTreeMap<&'static str, Db>,
    pub(crate) process: Process,
    pub(crate) stop: CancellationToken,
    pub(crate) readiness: Readiness,
    pub(crate) tracker: TaskTracker,
    pub(crate) aborts: Vec<AbortHandle>,
    pub(crate) failed: Arc<OnceLock<&'static str>>,
    pub(crate) ways: HashMap<&'static str, Way>,
    pub(crate) embedded: Option<Arc<Embedded>>,
}

//! A service's database, and the transaction that can tell the world.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use proto::Event;
use secrecy::{ExposeSecret, SecretString};
use sqlx::{
    ConnectOptions as _, Connection as _, PgConnection, PgPool, Postgres,
    migrate::{Migrate as _, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
};
use time::OffsetDateTime;
use tokio::sync::Notify;
use tracing::log::LevelFilter;
use uuid::Uuid;

use crate::{Chance, Clock, telemetry};

/// Tables of the kit itself; they keep a version history of their own.
static MIGRATOR: Migrator = sqlx::migrate!();

/// Time without use after which a connection is asked whether it lives.
const RESTED: Duration = Duration::from_secs(2);

/// The database of one service.
#[derive(Clone, Debug)]
pub struct Db {
    service: &'static str,
    pool: PgPool,
    clock: Clock,
    chance: Chance,
    wake: Arc<Notify>,
}

impl Db {
    pub(crate) fn new(service: &'static str, pool: PgPool, clock: Clock, chance: Chance) -> Self {
        Self {
            service,
            pool,
            clock,
            chance,
            wake: Arc::default(),
        }
    }

    /// Connections for reads that need no transaction.
    #[must_use]
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> sqlx::Result<Tx> {
        let inner = self.pool.begin().await?;
        Ok(Tx {
            inner,
            db: self.clone(),
            emitted: false,
        })
    }

    /// An event as a row of the outbox, for a statement that changes and tells in one round trip.
    #[must_use]
    pub fn outgoing<E: Event>(&self, event: &E) -> Outgoing {
        let created_at = self.clock.now();
        let mut headers = serde_json::Map::new();
        if let Some(traceparent) = telemetry::traceparent() {
            headers.insert("traceparent".to_owned(), traceparent.into());
        }
        Outgoing {
            id: self.chance.uuid(created_at),
            topic: E::topic(),
            key: event.key().to_owned(),
            kind: E::kind(),
            payload: event.encode_to_vec(),
            headers: serde_json::Value::Object(headers),
            created_at,
        }
    }

    /// Wakes the relay; a statement that wrote to the outbox by itself calls this after its commit.
    pub fn wake_relay(&self) {
        self.wake.notify_one();
    }

    pub(crate) fn service(&self) -> &'static str {
        self.service
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether the database answers, on a connection of its own: the pool may be busy and well.
    pub(crate) async fn answers(&self, own: &mut Option<PgConnection>) -> bool {
        let asked = async {
            let mut connection = match own.take() {
                Some(connection) => connection,
                None => PgConnection::connect_with(&self.pool.connect_options()).await?,
            };
            connection.ping().await?;
            Ok::<_, sqlx::Error>(connection)
        };
        match tokio::time::timeout(Duration::from_secs(2), asked).await {
            Ok(Ok(connection)) => {
                *own = Some(connection);
                true
            }
            Ok(Err(_)) | Err(_) => false,
        }
    }

    pub(crate) async fn woken(&self) {
        self.wake.notified().await;
    }
}

/// The columns of an event in the outbox, all but the position.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// `id`.
    pub id: Uuid,
    /// `aggregatetype`.
    pub topic: &'static str,
    /// `aggregateid`.
    pub key: String,
    /// `type`.
    pub kind: &'static str,
    /// `payload`.
    pub payload: Vec<u8>,
    /// `headers`.
    pub headers: serde_json::Value,
    /// `created_at`.
    pub created_at: OffsetDateTime,
}

/// A transaction: what it changes and what it tells happen together or not at all.
#[derive(Debug)]
pub struct Tx {
    inner: sqlx::Transaction<'static, Postgres>,
    db: Db,
    emitted: bool,
}

impl Tx {
    pub(crate) fn now(&self) -> OffsetDateTime {
        self.db.clock.now()
    }

    /// Tells the world, when this transaction commits.
    ///
    /// Call it while the row lock on the event's aggregate is held: then events
    /// of one key are relayed in the order of their commits.
    #[expect(
        clippy::disallowed_methods,
        reason = "the kit's tables are in no service's schema"
    )]
    pub async fn emit<E: Event>(&mut self, event: &E) -> sqlx::Result<()> {
        let row = self.db.outgoing(event);
        sqlx::query(
            "
            insert into outbox (id, aggregatetype, aggregateid, type, payload, headers, created_at)
            values ($1, $2, $3, $4, $5, $6, $7)
            ",
        )
        .bind(row.id)
        .bind(row.topic)
        .bind(row.key)
        .bind(row.kind)
        .bind(row.payload)
        .bind(row.headers)
        .bind(row.created_at)
        .execute(&mut *self.inner)
        .await?;
        self.emitted = true;
        Ok(())
    }

    /// Makes it so.
    #[expect(
        clippy::disallowed_methods,
        reason = "there is nothing to check in a statement without tables"
    )]
    pub async fn commit(mut self) -> sqlx::Result<()> {
        // PostgreSQL answers the commit of a failed transaction with a rollback and no error.
        // Whoever overlooked that a statement failed would be told that all is saved.
        sqlx::query("select 1").execute(&mut *self.inner).await?;
        self.inner.commit().await?;
        if self.emitted {
            self.db.wake_relay();
        }
        Ok(())
    }
}

impl Deref for Tx {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.inner
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.inner
    }
}

/// Whether PostgreSQL gave a transaction up for another one's sake (a deadlock, an order that could not
/// be kept): nothing is wrong with it, and another try is right (see [`persist`]).
#[must_use]
pub fn gave_way(error: &sqlx::Error) -> bool {
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    matches!(code.as_deref(), Some("40P01" | "40001"))
}

/// Does a transaction again where it may succeed now, mostly where it [`gave_way`], up to four times.
///
/// Between tries it stands aside for a moment: who comes back at once may overtake the one it gave way to,
/// who has yet to wake, and meet it crosswise once more.
pub async fn persist<T, E, F: Future<Output = Result<T, E>>>(
    attempt: impl Fn() -> F,
    may_succeed_now: fn(&E) -> bool,
) -> Result<T, E> {
    for aside in [10, 40, 160] {
        match attempt().await {
            Err(error) if may_succeed_now(&error) => {
                tokio::time::sleep(Duration::from_millis(aside)).await;
            }
            outcome => return outcome,
        }
    }
    attempt().await
}

/// Connects to a service's database; with `migrate`, creates and upgrades it first.
pub(crate) async fn connect(
    url: &SecretString,
    connections: u32,
    migrate: bool,
    migrations: &'static Migrator,
) -> anyhow::Result<PgPool> {
    let options: PgConnectOptions = url.expose_secret().parse().context("database_url")?;
    // Statements carry no values, but slow ones are worth knowing.
    let options = options
        .log_statements(LevelFilter::Trace)
        .log_slow_statements(LevelFilter::Warn, Duration::from_millis(500));
    if migrate {
        create(&options).await?;
    }
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(5))
        // A ping for each statement would double the round trips: only what has rested is asked.
        .test_before_acquire(false)
        .before_acquire(|connection, about| {
            Box::pin(async move {
                if about.idle_for > RESTED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options)
        .await
        .context("database does not answer")?;
    let mut own = Migrator {
        migrations: MIGRATOR.migrations.clone(),
        ..Migrator::DEFAULT
    };
    own.dangerous_set_table_name("_kit_migrations");
    for migrator in [&own, migrations] {
        if migrate {
            migrator.run(&pool).await.context("migration failed")?;
        } else {
            refuse_pending(&pool, migrator).await?;
        }
    }
    Ok(pool)
}

async fn refuse_pending(pool: &PgPool, migrator: &Migrator) -> anyhow::Result<()> {
    let mut connection = pool.acquire().await?;
    let applied = connection
        .list_applied_migrations(&migrator.table_name)
        .await?;
    for migration in migrator.iter() {
        anyhow::ensure!(
            applied.iter().any(|done| done.version == migration.version),
            "migration {} is pending: run the migrate command first",
            migration.version
        );
    }
    Ok(())
}

/// Creates the database when it is not there.
#[expect(
    clippy::disallowed_methods,
    reason = "a database cannot be named by a parameter"
)]
async fn create(options: &PgConnectOptions) -> anyhow::Result<()> {
    let name = options
        .get_database()
        .context("database_url names no database")?
        .to_owned();
    let mut connection = PgConnection::connect_with(&options.clone().database("postgres"))
        .await
        .context("database server does not answer")?;
    let exists: bool =
        sqlx::query_scalar("select exists(select from pg_database where datname = $1)")
            .bind(&name)
            .fetch_one(&mut connection)
            .await?;
    if !exists {
        let statement = format!("create database \"{}\"", name.replace('"', "\"\""));
        let created = sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(&mut connection)
            .await;
        match created {
            // Another process was quicker.
            Err(sqlx::Error::Database(refusal))
                if matches!(refusal.code().as_deref(), Some("42P04" | "23505")) => {}
            other => {
                other.context("database cannot be created")?;
            }
        }
    }
    connection.close().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_database_whose_connections_are_all_in_use_answers() {
        let server = crate::testing::database_server();
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .connect(&format!("{server}/postgres"))
            .await
            .expect("pool");
        let db = Db::new("busy", pool, Clock::system(), Chance::system());
        let _held = db.pool().acquire().await.expect("the only connection");
        let mut own = None;
        assert!(db.answers(&mut own).await);
        assert!(
            own.is_some(),
            "and is asked on the same connection the next time"
        );
    }
}

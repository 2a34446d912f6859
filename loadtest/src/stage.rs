//! The site under test and who uses it.

use std::time::Duration;

use anyhow::Context as _;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use kit::{Chance, Clock, config::Config, config::Process, identity::Signer};
use proto::accounts::v1::{Gender, SignUpRequest};
use secrecy::ExposeSecret as _;
use sqlx::{PgPool, postgres::PgPoolOptions};
use vonk::{door::Door, member::Member};

use crate::Arguments;

/// Pairs at most: as many write and as many listen.
pub(crate) const PAIRS: usize = 32;
const PASSWORD: &str = "vonk-meetlat-weegschaal-31";
/// More than anybody can spend in a run.
const CREDITS: i64 = 10_000_000;

/// A member and how they log in.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) member: Member,
    pub(crate) request: SignUpRequest,
}

/// Everything that a measurement needs.
pub(crate) struct Stage {
    pub(crate) public: String,
    pub(crate) mailbox: String,
    pub(crate) internal: String,
    pub(crate) process: Process,
    /// Two for each pair, all with credits.
    pub(crate) people: Vec<Person>,
}

/// An id as a browser makes it.
pub(crate) fn new_id() -> uuid::Uuid {
    Chance::system().uuid(Clock::system().now())
}

impl Stage {
    /// Signs people up and gives them credits.
    pub(crate) async fn set(arguments: &Arguments) -> anyhow::Result<Self> {
        let mut stage = Self {
            public: arguments.public.clone(),
            mailbox: arguments.mailbox.clone(),
            internal: arguments.internal.clone(),
            process: Config::read().process()?,
            people: Vec::new(),
        };
        let run = new_id().simple().to_string();
        stage.people = stream::iter(0..2 * PAIRS)
            .map(|number| {
                let request = person(&run[20..], number);
                let door = stage.door();
                async move {
                    let member = Member::join(door?, &request).await?;
                    anyhow::Ok(Person { member, request })
                }
            })
            .buffered(4)
            .try_collect()
            .await?;
        stage.known().await?;
        stage.give_credits().await?;
        Ok(stage)
    }

    /// A visitor.
    pub(crate) fn door(&self) -> anyhow::Result<Door> {
        Door::new(&self.public, &self.mailbox)
    }

    /// Signs as the gateway does.
    pub(crate) fn signer(&self) -> Signer {
        Signer::new("gateway", &self.process.identity_key, Clock::system())
    }

    /// A service's database, with as many connections.
    pub(crate) async fn database(&self, service: &str, connections: u32) -> anyhow::Result<PgPool> {
        Ok(PgPoolOptions::new()
            .max_connections(connections)
            .min_connections(connections)
            .connect(self.process.database_of(service).expose_secret())
            .await?)
    }

    fn ids(&self) -> anyhow::Result<Vec<uuid::Uuid>> {
        let ids = self.people.iter().map(|person| person.member.id.parse());
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Waits until chat and billing have heard of everybody.
    #[expect(
        clippy::disallowed_methods,
        reason = "the benchmark looks into the databases from outside"
    )]
    async fn known(&self) -> anyhow::Result<()> {
        let ids = self.ids()?;
        for (service, sql) in [
            (
                "chat",
                "select count(*) from members where active and confirmed and member_id = any($1)",
            ),
            (
                "billing",
                "select count(*) from members where signed_up_at is not null and id = any($1)",
            ),
        ] {
            let database = self.database(service, 1).await?;
            let mut there = 0;
            for _ in 0..600 {
                there = sqlx::query_scalar::<_, i64>(sql)
                    .bind(&ids)
                    .fetch_one(&database)
                    .await?;
                if usize::try_from(there)? == ids.len() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            anyhow::ensure!(
                usize::try_from(there)? == ids.len(),
                "{service} has not heard of everybody"
            );
        }
        Ok(())
    }

    /// Books a present of the house, as `Booking::bonus` would.
    #[expect(
        clippy::disallowed_methods,
        reason = "the benchmark looks into the databases from outside"
    )]
    async fn give_credits(&self) -> anyhow::Result<()> {
        let database = self.database("billing", 1).await?;
        for member in self.ids()? {
            sqlx::query(
                "
                with booked as (
                    insert into ledger_transactions (id, provider, reference, kind, member_id, booked_at)
                    values ($1, 'billing', 'bench:' || $2, 'bonus', $2, now())
                    returning id
                )
                insert into ledger_entries (transaction_id, account, unit, member_id, amount)
                select id, account, 'CREDIT', owner, amount
                from   booked, (values ('bonus', $2, $3), ('promotion', null, -$3)) as entry (account, owner, amount)
                ",
            )
            .bind(new_id())
            .bind(member)
            .bind(CREDITS)
            .execute(&database)
            .await
            .context("credits")?;
        }
        Ok(())
    }
}

fn person(run: &str, number: usize) -> SignUpRequest {
    SignUpRequest {
        email: format!("bench-{run}-{number}@example.test"),
        password: PASSWORD.to_owned(),
        profile_name: format!("Bench {number}"),
        birth_date: "1990-05-17".to_owned(),
        gender: Gender::Woman.into(),
        seeking: vec![Gender::Woman.into(), Gender::Man.into()],
        country: "NL".to_owned(),
        language: "nl".to_owned(),
        accept_terms: true,
        accept_sensitive: true,
        accept_tracking: false,
        tracking: None,
    }
}

//! Asks the databases and compares their answers, without keeping a table in memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use futures::TryStreamExt as _;
use kit::config::Process;
use secrecy::ExposeSecret as _;
use sqlx::{
    AssertSqlSafe, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{Rule, Source};

/// Services that have a database.
const SERVICES: [&str; 7] = [
    "accounts",
    "settings",
    "notifications",
    "profiles",
    "matching",
    "chat",
    "billing",
];

/// Time between two looks at something that may be on its way.
const PAUSE: Duration = Duration::from_millis(250);

/// What a comparison has come to.
pub(super) struct Seen {
    /// Rows.
    pub(super) compared: i64,
    /// What does not hold, each by its id and what is wrong with it.
    pub(super) off: BTreeSet<String>,
}

/// Every service's database, to be read.
pub(super) struct Databases(BTreeMap<&'static str, PgPool>);

impl Databases {
    /// Connects to each, so that nothing can be written.
    pub(super) async fn open(process: &Process) -> anyhow::Result<Self> {
        let mut pools = BTreeMap::new();
        for service in SERVICES {
            let url = process.database_of(service);
            let options: PgConnectOptions = url.expose_secret().parse().context("database_url")?;
            let options = options.options([("default_transaction_read_only", "on")]);
            let pool = PgPoolOptions::new()
                .max_connections(2)
                .acquire_timeout(Duration::from_secs(20))
                .connect_with(options)
                .await
                .with_context(|| format!("the database of {service}"))?;
            pools.insert(service, pool);
        }
        Ok(Self(pools))
    }

    /// Compares. What may be on its way is looked at until it has arrived or patience has run out:
    /// what is the same in every look has not moved.
    pub(super) async fn check(&self, rule: &Rule, patience: Duration) -> anyhow::Result<Seen> {
        let deadline = Instant::now() + patience;
        let mut seen = self.look(rule).await?;
        if matches!(rule, Rule::Each(_)) {
            return Ok(seen);
        }
        while !seen.off.is_empty() && Instant::now() < deadline {
            tokio::time::sleep(PAUSE).await;
            let again = self.look(rule).await?;
            seen.compared = again.compared;
            seen.off.retain(|subject| again.off.contains(subject));
        }
        Ok(seen)
    }

    async fn look(&self, rule: &Rule) -> anyhow::Result<Seen> {
        let seen = match rule {
            Rule::Each(source) | Rule::EachSoon(source) => self.each(*source).await,
            Rule::Within(some, all) => self.within(*some, *all, None).await,
            Rule::WithinBut(some, all, members) => {
                let apart = self.members(*members).await?;
                self.within(*some, *all, Some(apart)).await
            }
        };
        seen.with_context(|| match rule {
            Rule::Each(source) | Rule::EachSoon(source) => source.sql,
            Rule::Within(some, _) | Rule::WithinBut(some, ..) => some.sql,
        })
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "there is no one schema that a query of every database could be checked against"
    )]
    async fn each(&self, source: Source) -> anyhow::Result<Seen> {
        let sql = format!(
            "select count(*), coalesce(array_agg(subject::text) filter (where holds is not true), '{{}}')
             from ({}) as compared (subject, holds)",
            source.sql
        );
        let (compared, off): (i64, Vec<String>) = sqlx::query_as(AssertSqlSafe(sql))
            .fetch_one(&self.0[source.service])
            .await?;
        Ok(Seen {
            compared,
            off: off.into_iter().collect(),
        })
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "there is no one schema that a query of every database could be checked against"
    )]
    async fn members(&self, source: Source) -> anyhow::Result<BTreeSet<String>> {
        let members: Vec<String> = sqlx::query_scalar(source.sql)
            .fetch_all(&self.0[source.service])
            .await?;
        Ok(members.into_iter().collect())
    }

    /// Walks both in the order of their keys.
    #[expect(
        clippy::disallowed_methods,
        reason = "there is no one schema that a query of every database could be checked against"
    )]
    async fn within(
        &self,
        some: Source,
        all: Source,
        apart: Option<BTreeSet<String>>,
    ) -> anyhow::Result<Seen> {
        let member = if apart.is_some() { "member" } else { "null" };
        let columns = if apart.is_some() {
            "key, value, member"
        } else {
            "key, value"
        };
        let some_sql = format!(
            "select key::text, value::text, {member}::text from ({}) as side ({columns})
             order by key::text collate \"C\"",
            some.sql
        );
        let all_sql = format!(
            "select key::text, value::text from ({}) as side (key, value)
             order by key::text collate \"C\"",
            all.sql
        );
        let mut some =
            sqlx::query_as::<_, (String, String, Option<String>)>(AssertSqlSafe(some_sql))
                .fetch(&self.0[some.service]);
        let mut all = sqlx::query_as::<_, (String, String)>(AssertSqlSafe(all_sql))
            .fetch(&self.0[all.service]);
        let mut seen = Seen {
            compared: 0,
            off: BTreeSet::new(),
        };
        let mut there = all.try_next().await?;
        while let Some((key, value, member)) = some.try_next().await? {
            if let (Some(apart), Some(member)) = (&apart, member)
                && apart.contains(&member)
            {
                continue;
            }
            seen.compared += 1;
            while there.as_ref().is_some_and(|(other, _)| *other < key) {
                there = all.try_next().await?;
            }
            match &there {
                Some((other, found)) if *other == key && *found == value => {}
                Some((other, found)) if *other == key => {
                    seen.off.insert(format!("{key} is [{value}] and [{found}]"));
                }
                _ => {
                    seen.off.insert(format!("{key} is [{value}] and not there"));
                }
            }
        }
        Ok(seen)
    }
}

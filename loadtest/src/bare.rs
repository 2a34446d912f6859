//! What the database alone can do: the rows of a send or a like, in one statement and one commit, with
//! no rule and no service between. Tables of a schema of their own, made like those of the service.

use std::{fmt::Write as _, sync::Arc};

use sqlx::PgPool;
use tokio::sync::Mutex;

use crate::{
    measure::Work,
    stage::{Stage, new_id},
};

/// Tables that are filled, gone at the end.
pub(crate) struct Bare {
    pool: PgPool,
}

impl Bare {
    /// Copies of a service's tables, indexes included, and as many connections.
    pub(crate) async fn like(
        stage: &Stage,
        service: &str,
        tables: &[&str],
        connections: u32,
    ) -> anyhow::Result<Self> {
        let pool = stage.database(service, connections).await?;
        let mut sql = "drop schema if exists bare cascade; create schema bare;".to_owned();
        for table in tables {
            write!(
                sql,
                "create table bare.{table} (like public.{table} including all);"
            )?;
        }
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
            .execute(&pool)
            .await?;
        Ok(Self { pool })
    }

    /// Drops them.
    pub(crate) async fn end(self) -> anyhow::Result<()> {
        sqlx::raw_sql("drop schema bare cascade")
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// A writer on a connection of its own, with a conversation and a purse of its own.
    #[expect(
        clippy::disallowed_methods,
        reason = "the tables are in no service's schema"
    )]
    pub(crate) async fn sender(&self) -> anyhow::Result<Work> {
        let (conversation, one, other) = (new_id(), new_id(), new_id());
        let (low, high) = (one.min(other), one.max(other));
        let mut connection = self.pool.acquire().await?;
        sqlx::query(
            "
            insert into bare.purses (member_id, lease_id, site_id, state, granted, used_at)
            values ($1, $2, $2, 'open', 2000000000, now())
            ",
        )
        .bind(low)
        .bind(high)
        .execute(&mut *connection)
        .await?;
        let connection = Arc::new(Mutex::new(connection));
        Ok(Box::new(move || {
            let connection = Arc::clone(&connection);
            Box::pin(async move {
                let mut connection = connection.lock().await;
                sqlx::query(SEND)
                    .bind(conversation)
                    .bind(low)
                    .bind(high)
                    .bind(new_id())
                    .execute(&mut **connection)
                    .await?;
                Ok(())
            })
        }))
    }

    /// One that likes for both sides of a new pair, one after the other.
    #[expect(
        clippy::disallowed_methods,
        reason = "the tables are in no service's schema"
    )]
    pub(crate) async fn liker(&self) -> anyhow::Result<Work> {
        let connection = Arc::new(Mutex::new(self.pool.acquire().await?));
        Ok(Box::new(move || {
            let connection = Arc::clone(&connection);
            Box::pin(async move {
                let mut connection = connection.lock().await;
                let low = new_id();
                for from_low in [true, false] {
                    sqlx::query(LIKE)
                        .bind(low)
                        .bind(from_low)
                        .bind(new_id())
                        .execute(&mut **connection)
                        .await?;
                }
                Ok(())
            })
        }))
    }

    /// One that asks for nothing.
    #[expect(
        clippy::disallowed_methods,
        reason = "there is nothing to check in a statement without tables"
    )]
    pub(crate) async fn asker(pool: &PgPool) -> anyhow::Result<Work> {
        let connection = Arc::new(Mutex::new(pool.acquire().await?));
        Ok(Box::new(move || {
            let connection = Arc::clone(&connection);
            Box::pin(async move {
                let mut connection = connection.lock().await;
                sqlx::query("select 1").execute(&mut **connection).await?;
                Ok(())
            })
        }))
    }
}

const SEND: &str = "
    with conversation as (
        insert into bare.conversations (conversation_id, low, high, site_id, last_sequence, updated_at, low_sent)
        values ($1, $2, $3, $1, 1, now(), 1)
        on conflict (conversation_id) do update
        set    last_sequence = conversations.last_sequence + 1, low_sent = conversations.low_sent + 1,
               high_unread = conversations.high_unread + 1, updated_at = now()
        returning last_sequence
    ),
    purse as (
        update bare.purses set spent = spent + 10, used_at = now() where member_id = $2 returning lease_id
    ),
    id as (
        insert into bare.message_ids (message_id, conversation_id, sequence)
        select $4, $1, last_sequence from conversation
    ),
    message as (
        insert into bare.messages (conversation_id, sequence, message_id, sender_id, sent_at, text, price, lease_id)
        select $1, last_sequence, $4, $2, now(), 'See you at eight at the corner?', 10, lease_id
        from   conversation, purse
    )
    insert into bare.outbox (id, aggregatetype, aggregateid, type, payload, created_at)
    values ($4, 'vonk.chat.v1', $1::text, 'MessageSent', decode(repeat('00', 200), 'hex'), now())
";

const LIKE: &str = "
    with pair as (
        insert into bare.pairs (low, high, site_id, low_liked_at, high_liked_at)
        values ($1, 'ffffffff-ffff-7fff-bfff-ffffffffffff', $1, case when $2 then now() end,
                case when not $2 then now() end)
        on conflict (low, high) do update
        set    low_liked_at = coalesce(pairs.low_liked_at, excluded.low_liked_at),
               high_liked_at = coalesce(pairs.high_liked_at, excluded.high_liked_at),
               matched_at = now()
        returning matched_at is not null as matched
    )
    insert into bare.outbox (id, aggregatetype, aggregateid, type, payload, created_at)
    select $3, 'vonk.matching.v1', $1::text, 'LikeMade', decode(repeat('00', 150), 'hex'), now()
    from   pair
";

//! Mails to send: a queue that several processes share.

use kit::{MemberId, SiteId, Tx};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::kind::Kind;

/// Wakes the senders of every process when a transaction with a new mail commits.
pub(crate) const CHANNEL: &str = "mail_jobs";

kit::id! {
    /// A mail that was asked for, the same id however often it is tried.
    pub struct MailRequestId;
}

/// A mail to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub id: MailRequestId,
    pub member: MemberId,
    pub site: SiteId,
    pub kind: Kind,
}

/// A mail that was taken to be sent, by this process alone until the lease ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub request: Request,
    /// Tries so far, this one included. Also the proof of the lease: who takes
    /// the mail up later counts one more.
    pub attempts: i32,
    pub requested_at: OffsetDateTime,
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub(crate) enum End {
    Sent,
    Failed,
    Cancelled,
}

/// Queues a mail; a request that is there already stays as it is.
pub(crate) async fn insert(
    tx: &mut Tx,
    request: &Request,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into mail_jobs (request_id, member_id, site_id, kind, due_at, requested_at)
        values ($1, $2, $3, $4, $5, $5)
        on conflict (request_id) do nothing
        ",
        request.id as MailRequestId,
        request.member as MemberId,
        request.site as SiteId,
        request.kind as Kind,
        now,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("select pg_notify($1, '')", CHANNEL)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Takes up to `limit` due mails until `lease_end`, the longest waiting first.
///
/// `skip locked` lets two processes take at the same time without waiting for
/// each other; the moved `due_at` keeps what one took from the other until the
/// lease ends, and then gives it back without anybody's doing. Materialized,
/// because a planner that ran the inner select twice would take too many.
pub(crate) async fn take(
    connection: &mut PgConnection,
    now: OffsetDateTime,
    lease_end: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<Job>> {
    let rows = sqlx::query_as!(
        Row,
        r#"
        with due as materialized (
            select request_id
            from   mail_jobs
            where  state = 'queued' and due_at <= $1
            order  by due_at
            limit  $3
            for update skip locked
        )
        update mail_jobs as job
        set    attempts = attempts + 1,
               due_at = $2,
               trouble = null
        from   due
        where  job.request_id = due.request_id
        returning
            job.request_id as "id: MailRequestId", member_id as "member: MemberId",
            site_id as "site: SiteId", kind as "kind: Kind", attempts, requested_at
        "#,
        now,
        lease_end,
        limit,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Job::from).collect())
}

struct Row {
    id: MailRequestId,
    member: MemberId,
    site: SiteId,
    kind: Kind,
    attempts: i32,
    requested_at: OffsetDateTime,
}

impl From<Row> for Job {
    fn from(row: Row) -> Self {
        let Row {
            id,
            member,
            site,
            kind,
            attempts,
            requested_at,
        } = row;
        Self {
            request: Request {
                id,
                member,
                site,
                kind,
            },
            attempts,
            requested_at,
        }
    }
}

/// Ends a job that this process still holds; false when it lost the lease or
/// the mail was cancelled meanwhile.
pub(crate) async fn finish(
    connection: &mut PgConnection,
    job: &Job,
    end: End,
    trouble: Option<&str>,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        update mail_jobs
        set    state = $3,
               trouble = $4,
               finished_at = $5
        where  request_id = $1 and attempts = $2 and state = 'queued'
        ",
        job.request.id as MailRequestId,
        job.attempts,
        end as End,
        trouble,
        now,
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Puts a job that this process still holds back until `due_at`; false when it lost it.
pub(crate) async fn put_back(
    connection: &mut PgConnection,
    job: &Job,
    trouble: &str,
    due_at: OffsetDateTime,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        update mail_jobs
        set    trouble = $3,
               due_at = $4
        where  request_id = $1 and attempts = $2 and state = 'queued'
        ",
        job.request.id as MailRequestId,
        job.attempts,
        trouble,
        due_at,
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Cancels a deleted member's waiting mails, all but the one about the deletion.
pub(crate) async fn silence(
    tx: &mut Tx,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update mail_jobs
        set    state = 'cancelled',
               trouble = 'account_deleted',
               finished_at = $2
        where  member_id = $1 and state = 'queued' and kind <> 'deletion'
        ",
        member as MemberId,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Forgets jobs that ended before `horizon`; answers how many.
pub(crate) async fn purge(pool: &PgPool, horizon: OffsetDateTime) -> sqlx::Result<u64> {
    let gone = sqlx::query!(
        "delete from mail_jobs where state <> 'queued' and finished_at < $1",
        horizon
    )
    .execute(pool)
    .await?;
    Ok(gone.rows_affected())
}

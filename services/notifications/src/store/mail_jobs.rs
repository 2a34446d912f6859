//! Mails to send: a queue that several processes share.

use kit::{MemberId, SiteId, Tx};
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{kind::Kind, preference::Type};

/// Wakes the senders of every process when a transaction with a new mail commits.
pub(crate) const CHANNEL: &str = "mail_jobs";

kit::id! {
    /// A mail that was asked for, the same id however often it is tried. News has its event's id.
    pub struct MailRequestId;
}

/// A mail to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub id: MailRequestId,
    pub member: MemberId,
    pub site: SiteId,
    pub kind: Kind,
    /// The conversation or member that news is about; about likes, the member who gets it.
    pub about: Option<Uuid>,
    /// The other member, where news is about one alone.
    pub other: Option<MemberId>,
    /// The event that a receipt tells of, as it came.
    pub told: Option<Vec<u8>>,
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
        insert into mail_jobs (request_id, member_id, site_id, kind, told, due_at, requested_at)
        values ($1, $2, $3, $4, $5, $6, $6)
        on conflict (request_id) do nothing
        ",
        request.id as MailRequestId,
        request.member as MemberId,
        request.site as SiteId,
        request.kind as Kind,
        request.told,
        now,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("select pg_notify($1, '')", CHANNEL)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Queues news, at most one about the same, unless the member does not want it, or a mail about the
/// same stands already. Nobody is woken: news waits anyway. A mail about likes waits until `like_gap`
/// after the last one.
pub(crate) async fn insert_news(
    connection: &mut PgConnection,
    requests: &[Request],
    (due_at, like_gap): (OffsetDateTime, Duration),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let uuids = |of: fn(&Request) -> Option<Uuid>| -> Vec<Option<Uuid>> {
        requests.iter().map(of).collect()
    };
    let kinds: Vec<Kind> = requests.iter().map(|one| one.kind).collect();
    let wants: Vec<Option<Type>> = requests.iter().map(|one| one.kind.news()).collect();
    // The conflicting row is locked, not left alone: whoever books that mail right now is waited
    // for, and if it stands no more after that, this one is queued.
    sqlx::query!(
        "
        insert into mail_jobs as job
            (request_id, member_id, site_id, kind, about, other_id, standing, due_at, requested_at)
        select request_id, member_id, site_id, kind, about, other_id, true,
               greatest(
                   $8,
                   (
                       select max(finished_at) + make_interval(secs => $9)
                       from   mail_jobs as last
                       where  last.member_id = news.member_id and last.kind = 'like'
                         and  news.kind = 'like' and last.state = 'sent'
                   )
               ),
               $10
        from   unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[],
                      $7::text[])
                   as news (request_id, member_id, site_id, kind, about, other_id, type)
        where  not exists (select from mail_jobs as own where own.request_id = news.request_id)
          and  not exists (select from deleted_members as gone where gone.member_id = news.member_id)
          and  not exists (select from mail_off as off where off.member_id = news.member_id)
          and  not exists (
                   select
                   from   switched_off as off
                   where  off.member_id = news.member_id and off.type = news.type
               )
        on conflict (member_id, about) where standing do update set about = job.about
        ",
        &uuids(|one| Some(one.id.get())) as &[Option<Uuid>],
        &uuids(|one| Some(one.member.get())) as &[Option<Uuid>],
        &uuids(|one| Some(one.site.get())) as &[Option<Uuid>],
        &kinds as &[Kind],
        &uuids(|one| one.about) as &[Option<Uuid>],
        &uuids(|one| one.other.map(MemberId::get)) as &[Option<Uuid>],
        &wants as &[Option<Type>],
        due_at,
        like_gap.as_seconds_f64(),
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// What news was about is seen, or is no more: the next one may be mailed, and what waits is not.
pub(crate) async fn settle(
    tx: &mut Tx,
    member: MemberId,
    about: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update mail_jobs
        set    standing = false,
               state = case when state = 'queued' then 'cancelled' else state end,
               trouble = case when state = 'queued' then 'settled' else trouble end,
               finished_at = coalesce(finished_at, $3)
        where  member_id = $1 and about = $2 and standing
        ",
        member as MemberId,
        about,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What news is about was taken back: it is not mailed. A mail that told of it stands on, so that
/// nobody is mailed by taking back and giving again.
pub(crate) async fn withdraw(
    tx: &mut Tx,
    member: MemberId,
    about: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update mail_jobs
        set    standing = false,
               state = 'cancelled',
               trouble = 'withdrawn',
               finished_at = $3
        where  member_id = $1 and about = $2 and standing and state = 'queued'
        ",
        member as MemberId,
        about,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Cancels what waits to tell one member of the other.
pub(crate) async fn part(
    tx: &mut Tx,
    (member, other): (MemberId, MemberId),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update mail_jobs
        set    standing = false,
               state = 'cancelled',
               trouble = 'blocked',
               finished_at = $3
        where  member_id = $1 and other_id = $2 and state = 'queued'
        ",
        member as MemberId,
        other as MemberId,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Whether a mail is still to be sent by who took it.
pub(crate) async fn is_held(connection: &mut PgConnection, job: &Job) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select from mail_jobs where request_id = $1 and attempts = $2 and state = 'queued'
        ) as "held!"
        "#,
        job.request.id as MailRequestId,
        job.attempts,
    )
    .fetch_one(connection)
    .await
}

/// Takes up to `limit` due mails until `lease_end`, the longest waiting first.
///
/// `skip locked` lets two processes take at the same time without waiting for
/// each other; the moved `due_at` keeps what one took from the other until the
/// lease ends, and then gives it back without anybody's doing. Materialized,
/// because a planner that ran the inner select twice would take too many.
/// A kind that this release does not know is left to one that does.
pub(crate) async fn take(
    connection: &mut PgConnection,
    now: OffsetDateTime,
    lease_end: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<Job>> {
    let known = Kind::ALL.map(|kind| kind.word().to_owned());
    let rows = sqlx::query_as!(
        Row,
        r#"
        with due as materialized (
            select request_id
            from   mail_jobs
            where  state = 'queued' and due_at <= $1 and kind = any($4)
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
            site_id as "site: SiteId", kind as "kind: Kind", about,
            other_id as "other: MemberId", told, attempts, requested_at
        "#,
        now,
        lease_end,
        limit,
        &known,
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
    about: Option<Uuid>,
    other: Option<MemberId>,
    told: Option<Vec<u8>>,
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
            about,
            other,
            told,
            attempts,
            requested_at,
        } = row;
        Self {
            request: Request {
                id,
                member,
                site,
                kind,
                about,
                other,
                told,
            },
            attempts,
            requested_at,
        }
    }
}

/// Ends a job that this process still holds; false when it lost the lease or
/// the mail was cancelled meanwhile. Sent news about a conversation or a match stands on until the
/// member sees it; about likes, the next ones may be told.
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
               finished_at = $5,
               standing = standing and $3 = 'sent' and kind <> 'like'
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

/// Cancels a deleted member's waiting mails, all but the one about the deletion, receipts, and the
/// notice of a change of address: a thief may have deleted the account.
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
               finished_at = $2,
               standing = false
        where  member_id = $1 and state = 'queued' and told is null
               and kind not in ('deletion', 'mail_change_notice')
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

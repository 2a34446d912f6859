//! Two members who like each other at the same moment, a hundred thousand times: never a like lost,
//! never two matches, never none.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, ensure};
use kit::{Caller, MemberId, SessionId, SiteId, identity::Signer};
use proto::matching::v1::{LikeRequest, matching_service_client::MatchingServiceClient};
use tonic::{Request, transport::Channel};
use uuid::Uuid;

use crate::{
    bare::Bare,
    measure::{closed, each},
    stage::Stage,
    table::Table,
};

/// Pairs at the same time; each likes from both sides at once.
const AT_ONCE: usize = 32;
/// Members among whom the pairs are.
const AMONG: i64 = 480;
/// Connections of the bare statements.
const CONNECTIONS: u32 = 32;

/// Races as many pairs through the service's own call, on its internal listener.
pub(crate) async fn measure(stage: &Stage, races: u32, table: &mut Table) -> anyhow::Result<()> {
    let bare = Bare::like(stage, "matching", &["pairs", "outbox"], CONNECTIONS).await?;
    let mut rows = Vec::new();
    for _ in 0..CONNECTIONS {
        rows.push(bare.liker().await?);
    }
    let limit = closed(rows, Duration::from_secs(10)).await?;
    bare.end().await?;

    let (site, pairs) = strangers(stage, races).await?;
    let race = Arc::new(Race {
        client: MatchingServiceClient::new(
            Channel::from_shared(stage.internal.clone())?
                .connect()
                .await?,
        ),
        signer: stage.signer(),
        site,
        odd: AtomicU64::new(0),
    });
    let measured = each(pairs.iter().copied(), AT_ONCE, |(one, other)| {
        let race = Arc::clone(&race);
        async move { race.run(one, other).await }
    })
    .await?;

    let odd = race.odd.load(Ordering::Relaxed);
    let stored = matched(stage, &pairs).await?;
    ensure!(
        odd == 0 && stored == pairs.len(),
        "{odd} pairs were told of no match or of two; {stored} of {} are a match",
        pairs.len()
    );
    table.add(
        (
            &format!(
                "like, {} pairs from both sides at once: 0 lost, 0 double matches",
                pairs.len()
            ),
            "32 pairs at once, a time is both likes'",
        ),
        &measured,
        ("the two upserts with their events, bare SQL", &limit),
    );
    Ok(())
}

struct Race {
    client: MatchingServiceClient<Channel>,
    signer: Signer,
    site: SiteId,
    /// Pairs in which not exactly one like made the match.
    odd: AtomicU64,
}

impl Race {
    async fn run(&self, one: Uuid, other: Uuid) -> anyhow::Result<()> {
        let (first, second) = tokio::try_join!(self.like(one, other), self.like(other, one))?;
        let made = u64::from(first) + u64::from(second);
        self.odd.fetch_add(u64::from(made != 1), Ordering::Relaxed);
        Ok(())
    }

    /// Whether this like made a match.
    async fn like(&self, me: Uuid, whom: Uuid) -> anyhow::Result<bool> {
        let token = self.signer.token(&Caller {
            site: Some(self.site),
            member: Some(MemberId::new(me)),
            session: Some(SessionId::new(Uuid::nil())),
            ..Caller::default()
        });
        let mut request = Request::new(LikeRequest {
            member_id: whom.to_string(),
        });
        let bearer = format!("Bearer {token}").parse()?;
        request.metadata_mut().insert("authorization", bearer);
        let answer = self.client.clone().like(request).await?;
        Ok(answer.into_inner().matched)
    }
}

/// Pairs of members of one site who have nothing to do with each other.
#[expect(
    clippy::disallowed_methods,
    reason = "the benchmark looks into the databases from outside"
)]
async fn strangers(stage: &Stage, races: u32) -> anyhow::Result<(SiteId, Vec<(Uuid, Uuid)>)> {
    let database = stage.database("matching", 1).await?;
    let me = &stage.people.first().context("people")?.member.id;
    let site: Uuid = sqlx::query_scalar("select site_id from members where member_id = $1")
        .bind(me.parse::<Uuid>()?)
        .fetch_one(&database)
        .await?;
    let pairs: Vec<(Uuid, Uuid)> = sqlx::query_as(
        "
        with few as (
            select   member_id
            from     members
            where    active and kind = 'member' and site_id = $1
            order by md5(member_id::text)
            limit    $2
        )
        select   a.member_id, b.member_id
        from     few a
        join     few b on a.member_id < b.member_id
        where    not exists (select from pairs where low = a.member_id and high = b.member_id)
        and      not exists (
                     select from blocks
                     where  (blocker_id, blocked_id)
                            in ((a.member_id, b.member_id), (b.member_id, a.member_id))
                 )
        order by md5(a.member_id::text || b.member_id::text)
        limit    $3
        ",
    )
    .bind(site)
    .bind(AMONG)
    .bind(i64::from(races))
    .fetch_all(&database)
    .await?;
    ensure!(
        pairs.len() == usize::try_from(races)?,
        "there are only {} pairs of strangers: vonk demo --members fills in more",
        pairs.len()
    );
    Ok((SiteId::new(site), pairs))
}

/// How many of the pairs are a match now.
#[expect(
    clippy::disallowed_methods,
    reason = "the benchmark looks into the databases from outside"
)]
async fn matched(stage: &Stage, pairs: &[(Uuid, Uuid)]) -> anyhow::Result<usize> {
    let database = stage.database("matching", 1).await?;
    let (low, high): (Vec<Uuid>, Vec<Uuid>) = pairs.iter().copied().unzip();
    let count: i64 = sqlx::query_scalar(
        "
        select count(*)
        from   unnest($1::uuid[], $2::uuid[]) as raced (low, high)
        join   pairs using (low, high)
        where  matched_at is not null and low_liked_at is not null and high_liked_at is not null
        ",
    )
    .bind(low)
    .bind(high)
    .fetch_one(&database)
    .await?;
    Ok(usize::try_from(count)?)
}

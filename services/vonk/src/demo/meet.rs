//! Lets the demonstration's members like and write to each other, as they themselves would.

use anyhow::Context as _;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use kit::fault;
use proto::{
    chat::v1::{MarkReadRequest, SendMessageRequest, send_message_request::Content},
    matching::v1::{GetRelationRequest, GetRelationResponse, LikeRequest},
};
use tonic::Response;
use uuid::Uuid;

use super::{
    members::AT_ONCE,
    person::Person,
    progress::Progress,
    services::{Member, Services},
    social::Acquaintance,
};

/// The last acquaintance is made when all others are: where it is, everything is.
pub(crate) async fn is_complete(
    services: &Services,
    people: &[Person],
    all: &[Acquaintance],
) -> anyhow::Result<bool> {
    let Some(last) = all.last() else {
        return Ok(false);
    };
    let request = GetRelationRequest {
        member_id: people[last.second].member.to_string(),
    };
    let relation = services
        .ask(
            people[last.first].member(),
            request,
            |mut to, request| async move {
                match to.matching.get_relation(request).await {
                    // Nobody knows them yet: then they have not met.
                    Err(status) if fault::reason(&status).as_deref() == Some("member_unknown") => {
                        Ok(Response::new(GetRelationResponse::default()))
                    }
                    answer => answer,
                }
            },
        )
        .await?;
    Ok(relation.liked)
}

/// Makes all acquaintances; whoever met before does nothing twice. The last one is made by `seal`.
pub(crate) async fn all(
    services: &Services,
    people: &[Person],
    all: &[Acquaintance],
) -> anyhow::Result<()> {
    let progress = Progress::new("likes and conversations", all.len());
    let all_but_last = &all[..all.len().saturating_sub(1)];
    stream::iter(all_but_last)
        .map(|acquaintance| {
            let progress = &progress;
            async move {
                meet(services, people, acquaintance).await?;
                progress.step();
                anyhow::Ok(())
            }
        })
        .buffer_unordered(AT_ONCE)
        .try_collect::<()>()
        .await
}

/// Makes the last acquaintance.
pub(crate) async fn seal(
    services: &Services,
    people: &[Person],
    all: &[Acquaintance],
) -> anyhow::Result<()> {
    match all.last() {
        Some(last) => meet(services, people, last).await,
        None => Ok(()),
    }
}

async fn meet(
    services: &Services,
    people: &[Person],
    acquaintance: &Acquaintance,
) -> anyhow::Result<()> {
    let (one, other) = (&people[acquaintance.first], &people[acquaintance.second]);
    let between = || format!("{} and {}", one.email, other.email);
    like(services, one.member(), other.member())
        .await
        .with_context(between)?;
    if acquaintance.mutual {
        like(services, other.member(), one.member())
            .await
            .with_context(between)?;
    }
    converse(
        services,
        (one.member(), other.member()),
        &acquaintance.messages,
    )
    .await
    .with_context(between)
}

/// One likes the other.
pub(crate) async fn like(services: &Services, one: Member, other: Member) -> anyhow::Result<()> {
    let like = LikeRequest {
        member_id: other.id.to_string(),
    };
    services
        .ask(one, like, |mut to, request| async move {
            to.matching.like(request).await
        })
        .await
        .context("liking")?;
    Ok(())
}

/// The two write by turns; whoever answers has read what was written.
pub(crate) async fn converse(
    services: &Services,
    (first, second): (Member, Member),
    messages: &[(Uuid, String)],
) -> anyhow::Result<()> {
    for (turn, (id, text)) in messages.iter().enumerate() {
        let (from, to) = if turn % 2 == 0 {
            (first, second)
        } else {
            (second, first)
        };
        let message = SendMessageRequest {
            message_id: id.to_string(),
            member_id: to.id.to_string(),
            content: Some(Content::Text(text.clone())),
        };
        let sent = services
            .ask(from, message, |mut to, request| async move {
                to.chat.send_message(request).await
            })
            .await
            .context("writing")?;
        let stored = sent.message.unwrap_or_default();
        if turn + 2 == messages.len() {
            // Read up to what the last message answers.
            read(services, to, stored.conversation_id, stored.sequence).await?;
        }
    }
    Ok(())
}

async fn read(
    services: &Services,
    member: Member,
    conversation_id: String,
    sequence: i64,
) -> anyhow::Result<()> {
    let request = MarkReadRequest {
        conversation_id,
        sequence,
    };
    services
        .ask(member, request, |mut to, request| async move {
            to.chat.mark_read(request).await
        })
        .await
        .context("reading")?;
    Ok(())
}

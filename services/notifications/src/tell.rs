//! Queues news: when it is due, by mail and for every browser.

use std::{collections::HashSet, hash::Hash, time::Duration};

use kit::{MemberId, SiteId, Tx};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    config::Config,
    kind::Kind,
    store::{
        mail_jobs::{self, MailRequestId, Request},
        pushes,
    },
};

/// How long news waits for the member to see it on the site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waits {
    mail: Duration,
    like_gap: time::Duration,
    push: Duration,
}

impl From<&Config> for Waits {
    fn from(config: &Config) -> Self {
        Self {
            mail: Duration::from_secs(config.mail_wait_seconds),
            like_gap: time::Duration::minutes(
                i64::try_from(config.like_mail_minutes).unwrap_or(i64::MAX / 60),
            ),
            push: Duration::from_millis(config.push_wait_milliseconds),
        }
    }
}

/// Something that a member is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct News {
    /// Id of the event, and so of the mail.
    pub event: Uuid,
    pub member: MemberId,
    pub site: SiteId,
    pub kind: Kind,
    /// The conversation; else who liked or matched.
    pub about: Uuid,
    pub other: MemberId,
}

impl Waits {
    /// Queues news in the transaction of the events that brought it. Of what is about the same the
    /// first is told: a first message says more than the next.
    pub(crate) async fn tell(
        &self,
        tx: &mut Tx,
        news: &[News],
        now: OffsetDateTime,
    ) -> sqlx::Result<()> {
        let mails = firsts(news.iter().map(mail), |one| (one.member, one.about));
        let pushes = firsts(news.iter().map(push), |one| (one.member, one.about));
        mail_jobs::insert_news(tx, &mails, (now + self.mail, self.like_gap), now).await?;
        pushes::insert(tx, &pushes, now + self.push, now).await
    }

    /// Queues a mail about the likes that came while the last one was on its way.
    pub(crate) async fn tell_of_more_likes(
        &self,
        tx: &mut Tx,
        (told, id): (&Request, Uuid),
        now: OffsetDateTime,
    ) -> sqlx::Result<()> {
        let more = Request {
            id: MailRequestId::new(id),
            ..told.clone()
        };
        mail_jobs::insert_news(tx, &[more], (now + self.mail, self.like_gap), now).await
    }
}

/// Likes are mailed together: about the member, and about nobody alone.
fn mail(news: &News) -> Request {
    let grouped = news.kind == Kind::Like;
    Request {
        id: MailRequestId::new(news.event),
        member: news.member,
        site: news.site,
        kind: news.kind,
        about: Some(if grouped {
            news.member.get()
        } else {
            news.about
        }),
        other: (!grouped).then_some(news.other),
        told: None,
    }
}

fn push(news: &News) -> pushes::News {
    pushes::News {
        member: news.member,
        site: news.site,
        kind: news.kind,
        about: news.about,
        other: news.other,
    }
}

/// The first of each key.
fn firsts<T, K: Eq + Hash>(all: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut seen = HashSet::new();
    all.filter(|one| seen.insert(key(one))).collect()
}

//! What a browser is pushed, as things are now.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use kit::{Clock, Db, MemberId};
use proto::settings::v1::Site;

use crate::{
    directory::{Away, Directory},
    jobs::write_news::worth_telling,
    kind::Kind,
    language::Language,
    letter::Desk,
    push::{
        Refusal, TTL,
        message::{Payload, tag},
    },
    store::{
        news::{self, Unseen},
        preferences,
        pushes::{self, Push, Turn},
    },
};

/// Members whom one question to profiles may name.
const ASKED_AT_ONCE: usize = 500;

/// Writes pushes from what is waiting and what other services know.
#[derive(Clone, Debug)]
pub(crate) struct PushWriter {
    pub db: Db,
    pub clock: Clock,
    pub desk: Arc<Desk>,
    pub directory: Directory,
}

/// One notification, and the pushes that it tells together.
#[derive(Debug)]
pub(crate) struct Written {
    pub payload: Payload,
    pub urgency: &'static str,
    pub pushes: Vec<Push>,
}

/// What becomes of a turn's pushes.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// None when nothing is sent.
    pub site: Option<Arc<Site>>,
    pub send: Vec<Written>,
    /// Not worth sending any more.
    pub drop: Vec<Push>,
}

impl From<Away> for Refusal {
    fn from(Away(service): Away) -> Self {
        Self::later(service)
    }
}

impl PushWriter {
    /// Decides what of a turn is still worth sending, and writes it.
    pub(crate) async fn plan(&self, turn: &Turn) -> Result<Plan, Refusal> {
        let member = turn.member;
        let read = self.read(turn).await;
        let (wanted, mut drop, unseen) = read.map_err(|_| Refusal::later("database"))?;
        let Some(site) = wanted.first().map(|push| push.site) else {
            return Ok(Plan {
                drop,
                ..Plan::default()
            });
        };
        let Some(receiver) = self.directory.receiver(member, false).await? else {
            drop.extend(wanted);
            return Ok(Plan {
                drop,
                ..Plan::default()
            });
        };
        let mut others: Vec<MemberId> = wanted.iter().map(|push| push.other).collect();
        others.extend(unseen.iter().map(|one| one.other));
        let mut named = HashSet::new();
        others.retain(|other| named.insert(*other));
        others.truncate(ASKED_AT_ONCE);
        let seen = self.directory.seen_by(member, site, others).await?;
        let site = self.directory.site(site).await?;
        let language = Language::choose(&receiver.language, &site.domain_language);

        // Fictional profiles count in no badge.
        let counted: Vec<&Unseen> = unseen
            .iter()
            .filter(|one| seen.get(&one.other).is_some_and(|other| !other.fictional))
            .collect();
        let likes = count(counted.iter().filter(|one| one.likes).count());
        let badge = likes + counted.iter().map(|one| one.messages).sum::<i64>();

        let mut groups: BTreeMap<String, (Push, bool, Vec<Push>)> = BTreeMap::new();
        for push in wanted {
            match worth_telling(push.kind, &[push.other], &seen).first() {
                Some((_, other)) => groups
                    .entry(tag(member, push.kind, push.about))
                    .or_insert((push, other.fictional, vec![]))
                    .2
                    .push(push),
                None => drop.push(push),
            }
        }
        let mut send = Vec::with_capacity(groups.len());
        for (tag, (push, fictional, pushes)) in groups {
            let label = fictional.then_some(site.fictional_singular.as_str());
            let sentence = self
                .desk
                .sentence((push.kind, language), likes.max(1), label);
            let (Some(body), Some(url)) = (sentence, push.kind.page(push.about)) else {
                drop.extend(pushes);
                continue;
            };
            send.push(Written {
                payload: Payload {
                    r#type: push.kind.word(),
                    title: site.name.clone(),
                    body,
                    url,
                    tag,
                    badge,
                },
                urgency: match push.kind {
                    Kind::NewConversation | Kind::NewMessage => "high",
                    _ => "normal",
                },
                pushes,
            });
        }
        Ok(Plan {
            site: Some(site),
            send,
            drop,
        })
    }

    /// The pushes that the member wants and has not seen, the others, and all that is unseen.
    async fn read(&self, turn: &Turn) -> sqlx::Result<(Vec<Push>, Vec<Push>, Vec<Unseen>)> {
        let now = self.clock.now();
        let mut connection = self.db.pool().acquire().await?;
        let due = pushes::due(&mut connection, turn, now).await?;
        let off = preferences::switched_off(&mut connection, turn.member).await?;
        let unseen = news::unseen(&mut connection, turn.member).await?;
        let (wanted, drop) = due.into_iter().partition(|push| {
            let fresh = push.heard_at > now - TTL;
            fresh && push.unseen && !push.kind.news().is_none_or(|kind| off.contains(&kind))
        });
        Ok((wanted, drop, unseen))
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

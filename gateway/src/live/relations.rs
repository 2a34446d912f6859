//! Whom it concerns that a member has gone, or is back: those who write with them or like them.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use futures::StreamExt as _;
use kit::{Chance, Host, MemberId, Transport};
use proto::{
    accounts::v1::{AccountActivated, AccountReactivated},
    chat::v1::ListConversationsRequest,
    live::v1::{RelationChanged, watch_response::What},
    matching::v1::{
        ListLikesRequest, matching_internal_service_client::MatchingInternalServiceClient,
    },
    profiles::v1::ProfileHidden,
};
use tokio::{
    sync::{Notify, Semaphore, mpsc},
    time::{Instant, sleep, sleep_until},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{
    fetch::Chat,
    hear::on,
    hub::{Coming, Hub},
};

pub(crate) type Matching = MatchingInternalServiceClient<Transport>;

/// Members who may wait to be looked up.
const WAITING: usize = 4_096;
/// Members who are looked up at the same time.
const AT_ONCE: usize = 16;
/// Until then the other services have heard of it too, or the browser would be answered as before.
const SETTLED: Duration = Duration::from_millis(500);
/// Pauses before a look-up that failed is tried again.
const PAUSES: [Duration; 3] = [
    Duration::from_secs(1),
    Duration::from_secs(4),
    Duration::from_secs(15),
];
/// All browsers ask for everything at most this often because somebody could not be looked up:
/// they ask the very services that were too slow.
const SPARED: Duration = Duration::from_mins(1);

/// Members who have gone or come, and when that was heard.
pub(crate) struct Comers {
    members: mpsc::Receiver<(Instant, MemberId)>,
    /// Somebody could not be told.
    missed: Arc<Notify>,
}

/// Hears of members who have gone or come.
pub(crate) fn hear(host: &mut Host, hub: &Arc<Hub>) -> Comers {
    let (sender, members) = mpsc::channel(WAITING);
    let missed = Arc::new(Notify::new());
    let comers = Comers {
        members,
        missed: Arc::clone(&missed),
    };
    let tell = move |hub: &Hub, member: &str| {
        if let Ok(member) = member.parse()
            && !hub.is_empty()
            && sender.try_send((Instant::now(), member)).is_err()
        {
            tracing::warn!("too many members come and go to tell of each");
            missed.notify_one();
        }
    };
    let hidden = tell.clone();
    on(host, hub, move |hub, event: &ProfileHidden| {
        hidden(hub, &event.member_id);
    });
    let confirmed = tell.clone();
    on(host, hub, move |hub, event: &AccountActivated| {
        confirmed(hub, &event.member_id);
    });
    on(host, hub, move |hub, event: &AccountReactivated| {
        tell(hub, &event.member_id);
    });
    comers
}

/// Tells those whom it concerns, for as long as it is polled.
pub(crate) async fn tell(
    hub: Arc<Hub>,
    (chat, matching): (Chat, Matching),
    Comers { members, missed }: Comers,
    chance: Chance,
) {
    let looking = Looking {
        chat,
        matching,
        chance,
        places: Semaphore::new(AT_ONCE),
    };
    let told = ReceiverStream::new(members).for_each_concurrent(WAITING, async |(heard, member)| {
        sleep_until(heard + SETTLED).await;
        match looking.persist(member).await {
            Ok(peers) => {
                for peer in peers {
                    let what = What::RelationChanged(RelationChanged {
                        member_id: member.to_string(),
                    });
                    hub.coming(peer, Coming::Ready(what));
                }
            }
            Err(status) => {
                tracing::warn!(member.id = %member, code = ?status.code(), "who knows a member could not be asked");
                missed.notify_one();
            }
        }
    });
    tokio::select! {
        () = told => {}
        () = sparingly(&missed, SPARED, || hub.miss_all()) => {}
    }
}

/// Looks up whom a member concerns.
struct Looking {
    chat: Chat,
    matching: Matching,
    chance: Chance,
    places: Semaphore,
}

impl Looking {
    /// Asks again for a while when there is no answer.
    async fn persist(&self, member: MemberId) -> Result<BTreeSet<MemberId>, Status> {
        for pause in PAUSES {
            match self.once(member).await {
                Ok(peers) => return Ok(peers),
                Err(status) => {
                    tracing::debug!(member.id = %member, code = ?status.code(), "who knows a member is asked again");
                    // Not all of them at the same moment.
                    sleep(pause.mul_f64(0.5 + self.chance.fraction())).await;
                }
            }
        }
        self.once(member).await
    }

    async fn once(&self, member: MemberId) -> Result<BTreeSet<MemberId>, Status> {
        // Never closed.
        let _place = self.places.acquire().await;
        concerned(self.chat.clone(), self.matching.clone(), member).await
    }
}

/// Says each time that something was missed, or once for all that was within a pause.
async fn sparingly(missed: &Notify, pause: Duration, say: impl Fn()) {
    loop {
        missed.notified().await;
        say();
        sleep(pause).await;
    }
}

async fn concerned(
    mut chat: Chat,
    mut matching: Matching,
    member: MemberId,
) -> Result<BTreeSet<MemberId>, Status> {
    let member_id = member.to_string();
    let conversations = kit::idempotent(ListConversationsRequest {
        member_id: member_id.clone(),
    });
    let likes = kit::idempotent(ListLikesRequest { member_id });
    let (conversations, likes) = tokio::try_join!(
        chat.list_conversations(conversations),
        matching.list_likes(likes)
    )?;
    let (conversations, likes) = (conversations.into_inner(), likes.into_inner());
    let both_ways = likes.given.into_iter().chain(likes.received);
    let sides = conversations.conversations.into_iter();
    Ok(sides
        .map(|side| side.peer_id)
        .chain(both_ways.map(|line| line.member_id))
        .filter_map(|peer| peer.parse().ok())
        .collect())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;

    #[tokio::test]
    async fn everybody_is_told_at_once_and_then_once_for_all_that_follows() {
        let (missed, said) = (Notify::new(), AtomicUsize::new(0));
        let heard = Notify::new();
        let began = Instant::now();
        let pause = Duration::from_millis(200);
        let saying = sparingly(&missed, pause, || {
            said.fetch_add(1, SeqCst);
            heard.notify_one();
        });
        let happens = async {
            missed.notify_one();
            heard.notified().await;
            assert!(began.elapsed() < pause, "the first is not kept waiting");
            for _ in 0..100 {
                missed.notify_one();
                tokio::task::yield_now().await;
            }
            assert_eq!(said.load(SeqCst), 1);
            heard.notified().await;
            assert!(began.elapsed() >= pause);
            assert_eq!(said.load(SeqCst), 2, "none is forgotten");
        };
        tokio::select! {
            () = saying => {}
            () = happens => {}
        }
    }
}

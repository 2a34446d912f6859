//! With chat and matching as they are: from a member's call to the other one's stream.

use std::time::{Duration, Instant};

use kit::{MemberId, SiteId, testing::TestHost};
use proto::{
    accounts::v1::AccountActivated,
    chat::v1::{
        MarkReadRequest, Message, SendMessageRequest, TypingRequest,
        chat_service_client::ChatServiceClient, send_message_request::Content,
    },
    live::v1::{self as live, watch_response::What},
    matching::v1::{
        BlockRequest, LikeRequest, UnlikeRequest, matching_service_client::MatchingServiceClient,
    },
    profiles::v1::ProfileChanged,
};
use tempfile::TempDir;

use crate::{
    played::{Accounts, Profiles, SITES, Settings, WORLD, World},
    stage::{Browser, Person, Stage, client, new_id, settings},
};

struct Town {
    stage: Stage,
    _photos: TempDir,
}

fn ids(person: &Person) -> (SiteId, MemberId) {
    let site = SITES.iter().find(|(domain, _)| *domain == person.domain);
    (site.unwrap().1.parse().unwrap(), person.id.parse().unwrap())
}

impl Town {
    async fn new() -> Self {
        let photos = TempDir::new().unwrap();
        let folder = photos.path().display();
        let settings = settings("", &["notifications", "billing"])
            + &format!("\n[chat]\nphoto_folder = \"{folder}\"\n");
        let world = World::new();
        let set = TestHost::with(&settings, async |host| {
            host.mount::<gateway::Gateway>().await?;
            host.mount::<Accounts>().await?;
            host.mount::<Settings>().await?;
            host.mount::<Profiles>().await?;
            host.mount::<chat::Chat>().await?;
            host.mount::<matching::Matching>().await
        });
        let host = WORLD.scope(std::sync::Arc::clone(&world), set).await;
        let stage = Stage {
            host,
            world,
            client: client(),
        };
        Self {
            stage,
            _photos: photos,
        }
    }

    /// Two confirmed members, each with a session and a page that watches.
    async fn two(&self) -> [(Person, Browser); 2] {
        // Nobody watches yet who would be told that they have come.
        let (anna, bram) = (self.member().await, self.member().await);
        let (annas, brams) = (self.stage.watch(&anna).await, self.stage.watch(&bram).await);
        [(anna, annas), (bram, brams)]
    }

    async fn member(&self) -> Person {
        let person = self.stage.join();
        let (site, _) = ids(&person);
        self.stage
            .tell(&ProfileChanged {
                member_id: person.id.clone(),
                site_id: site.to_string(),
                revision: 1,
                kind: "member".to_owned(),
                active: true,
                ..ProfileChanged::default()
            })
            .await;
        self.stage
            .tell(&AccountActivated {
                member_id: person.id.clone(),
                site_id: site.to_string(),
            })
            .await;
        self.stage.host.settle().await;
        person
    }

    fn chat(&self, person: &Person) -> ChatServiceClient<kit::Transport> {
        let (site, member) = ids(person);
        ChatServiceClient::new(self.stage.host.member("chat", site, member))
    }

    fn matching(&self, person: &Person) -> MatchingServiceClient<kit::Transport> {
        let (site, member) = ids(person);
        MatchingServiceClient::new(self.stage.host.member("matching", site, member))
    }

    async fn send(&self, from: &Person, to: &Person, text: &str) -> Message {
        let request = SendMessageRequest {
            message_id: new_id(),
            member_id: to.id.clone(),
            content: Some(Content::Text(text.to_owned())),
        };
        let answer = self.chat(from).send_message(request).await.unwrap();
        answer.into_inner().message.unwrap()
    }
}

fn sent(what: What) -> (Message, String) {
    match what {
        What::MessageSent(sent) => (sent.message.unwrap(), sent.peer_id),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_members_like_write_type_and_read() {
    let town = Town::new().await;
    let [(anna, mut annas), (bram, mut brams)] = town.two().await;
    let like = |member: &Person| LikeRequest {
        member_id: member.id.clone(),
    };
    let of = |member: &Person| member.id.clone();

    town.matching(&anna).like(like(&bram)).await.unwrap();
    let liked = live::LikeMade {
        member_id: of(&anna),
    };
    assert_eq!(brams.next().await, What::LikeMade(liked));
    let changed = |member: &Person| {
        What::RelationChanged(live::RelationChanged {
            member_id: of(member),
        })
    };
    assert_eq!(annas.next().await, changed(&bram));
    town.matching(&bram).like(like(&anna)).await.unwrap();
    let liked = live::LikeMade {
        member_id: of(&bram),
    };
    assert_eq!(annas.next().await, What::LikeMade(liked));
    let matched = |member: &Person| {
        What::MatchMade(live::MatchMade {
            member_id: of(member),
        })
    };
    assert_eq!(annas.next().await, matched(&bram));
    assert_eq!(brams.next().await, changed(&anna));
    assert_eq!(brams.next().await, matched(&anna));

    let message = town.send(&anna, &bram, "hello").await;
    assert_eq!(sent(brams.next().await), (message.clone(), of(&anna)));
    assert_eq!(sent(annas.next().await), (message.clone(), of(&bram)));

    let typing = TypingRequest {
        member_id: of(&anna),
    };
    town.chat(&bram).typing(typing).await.unwrap();
    let notice = live::Typing {
        conversation_id: message.conversation_id.clone(),
        member_id: of(&bram),
    };
    assert_eq!(annas.next().await, What::Typing(notice));

    let read = MarkReadRequest {
        conversation_id: message.conversation_id.clone(),
        sequence: 1,
    };
    town.chat(&bram).mark_read(read).await.unwrap();
    let read = What::ConversationRead(live::ConversationRead {
        conversation_id: message.conversation_id,
        reader_id: of(&bram),
        sequence: 1,
    });
    assert_eq!(annas.next().await, read);
    assert_eq!(brams.next().await, read);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_blocked_conversation_is_told() {
    let town = Town::new().await;
    let [(anna, mut annas), (bram, mut brams)] = town.two().await;
    let message = town.send(&anna, &bram, "hello").await;
    sent(annas.next().await);
    sent(brams.next().await);
    let block = BlockRequest {
        member_id: anna.id.clone(),
    };
    town.matching(&bram).block(block).await.unwrap();
    for (browser, member) in [(&mut annas, &bram), (&mut brams, &anna)] {
        let changed = live::RelationChanged {
            member_id: member.id.clone(),
        };
        assert_eq!(browser.next().await, What::RelationChanged(changed));
    }
    // What is told again, as after a kill, is not shown to either any more.
    town.stage.host.settle().await;
    let (resumed, _) = town.stage.watch_from(&anna, "").await;
    drop(resumed);
    town.stage
        .tell(&proto::chat::v1::MessageSent {
            conversation_id: message.conversation_id.clone(),
            message_id: message.id,
            sender_id: anna.id.clone(),
            recipient_id: bram.id.clone(),
            ..Default::default()
        })
        .await;
    let typing = TypingRequest {
        member_id: bram.id.clone(),
    };
    town.chat(&anna).typing(typing).await.unwrap();
    town.stage.host.settle().await;
    let unlike = UnlikeRequest {
        member_id: bram.id.clone(),
    };
    town.matching(&anna).unlike(unlike).await.unwrap();
    for (browser, person) in [(&mut annas, &anna), (&mut brams, &bram)] {
        town.stage.like(person, "mark").await;
        assert_eq!(browser.hears().await, "mark");
    }
}

/// A page that is open shows a message within a second; here it is some milliseconds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_is_there_soon_after_it_is_answered() {
    let town = Town::new().await;
    let [(anna, mut annas), (bram, mut brams)] = town.two().await;
    let mut waits = Vec::new();
    for number in 0..40 {
        // Nothing is under way any more: the relay is idle again.
        town.stage.host.settle().await;
        let (from, to, browser, other) = if number % 2 == 0 {
            (&anna, &bram, &mut brams, &mut annas)
        } else {
            (&bram, &anna, &mut annas, &mut brams)
        };
        let text = number.to_string();
        let heard = async {
            let word = browser.hears().await;
            (word, Instant::now())
        };
        let answered = async {
            town.send(from, to, &text).await;
            Instant::now()
        };
        let ((word, heard), answered) = tokio::join!(heard, answered);
        assert_eq!(word, text);
        assert_eq!(other.hears().await, text);
        waits.push(heard.saturating_duration_since(answered));
    }
    waits.sort();
    println!(
        "from the answer to the other one's stream: median {:?}, p95 {:?}, most {:?}",
        waits[20], waits[37], waits[39]
    );
    assert!(waits[20] < Duration::from_millis(500), "{waits:?}");
}

//! A running chat service and those who speak to it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use chat::Chat;
use kit::{MemberId, SiteId, Transport, fault, testing::TestHost};
use proto::{
    Event,
    accounts::v1::AccountActivated,
    billing::v1::PremiumGranted,
    chat::v1::{
        Conversation, GetConversationRequest, GetPurseRequest, ListConversationsRequest,
        ListMessagesRequest, Message, MessageSent, SendMessageRequest, SendMessageResponse,
        chat_internal_service_client::ChatInternalServiceClient,
        chat_service_client::ChatServiceClient, get_conversation_request::Which, message,
        send_message_request::Content,
    },
    profiles::v1::ProfileChanged,
};
use tempfile::TempDir;
use tonic::Status;
use uuid::Uuid;

pub(crate) use crate::settings::{DEAR, FREE, OTHER_SITE, SITE, STAGED};
use crate::{
    billing::{BOOK, Book, FakeBilling},
    settings::FakeSettings,
};

pub(crate) type Public = ChatServiceClient<Transport>;
pub(crate) type Internal = ChatInternalServiceClient<Transport>;

pub(crate) struct Stage {
    pub(crate) host: TestHost,
    pub(crate) book: Arc<Book>,
    pub(crate) photos: TempDir,
}

/// The number of a decision of matching, later than all before.
pub(crate) fn new_decision() -> i64 {
    static NEXT: AtomicI64 = AtomicI64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// An id nobody has.
pub(crate) fn new_id() -> Uuid {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let low = u128::from(NEXT.fetch_add(1, Ordering::Relaxed));
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + low)
}

impl Stage {
    pub(crate) async fn set() -> Self {
        Self::with("").await
    }

    /// With lines of the section `[chat]`.
    pub(crate) async fn with(settings: &str) -> Self {
        let photos = TempDir::new().unwrap();
        let settings = format!(
            "[chat]\nphoto_folder = \"{}\"\npurse_sweep_seconds = 1\n{settings}",
            photos.path().display()
        );
        let book = Arc::new(Book::default());
        let set = TestHost::with(&settings, async |host| {
            host.mount::<Chat>().await?;
            host.mount::<FakeSettings>().await?;
            host.mount::<FakeBilling>().await
        });
        let host = BOOK.scope(Arc::clone(&book), set).await;
        Self { host, book, photos }
    }

    /// Tells the service something that happened elsewhere.
    pub(crate) async fn tell<E: Event>(&self, event: &E) {
        let mut tx = self.host.db("chat").begin().await.unwrap();
        tx.emit(event).await.unwrap();
        tx.commit().await.unwrap();
        self.host.settle().await;
    }

    /// A new member of a site, confirmed and active.
    pub(crate) async fn join(&self, site: SiteId) -> MemberId {
        let member = MemberId::new(new_id());
        self.tell(&profile(site, member)).await;
        let confirmed = AccountActivated {
            member_id: member.to_string(),
            site_id: site.to_string(),
        };
        self.tell(&confirmed).await;
        member
    }

    /// Two new members.
    pub(crate) async fn two(&self) -> (MemberId, MemberId) {
        (self.join(SITE).await, self.join(SITE).await)
    }

    /// A new member who has bought credits.
    pub(crate) async fn buyer(&self, credits: u32) -> MemberId {
        let member = self.join(SITE).await;
        self.make_premium(member).await;
        self.book.credit(member, credits);
        member
    }

    pub(crate) async fn make_premium(&self, member: MemberId) {
        let granted = PremiumGranted {
            member_id: member.to_string(),
            site_id: SITE.to_string(),
        };
        self.tell(&granted).await;
    }

    pub(crate) fn chat(&self, member: MemberId) -> Public {
        self.chat_on(SITE, member)
    }

    pub(crate) fn chat_on(&self, site: SiteId, member: MemberId) -> Public {
        Public::new(self.host.member("chat", site, member))
            .max_encoding_message_size(64 * 1024 * 1024)
    }

    pub(crate) fn service(&self, name: &'static str) -> Internal {
        Internal::new(self.host.service("chat", name))
    }

    pub(crate) async fn send(
        &self,
        from: MemberId,
        to: MemberId,
        id: Uuid,
        content: Content,
    ) -> Result<SendMessageResponse, Status> {
        let request = SendMessageRequest {
            message_id: id.to_string(),
            member_id: to.to_string(),
            content: Some(content),
        };
        Ok(self.chat(from).send_message(request).await?.into_inner())
    }

    /// Sends a text under a new id.
    pub(crate) async fn say(
        &self,
        from: MemberId,
        to: MemberId,
        text: &str,
    ) -> Result<SendMessageResponse, Status> {
        self.send(from, to, new_id(), Content::Text(text.to_owned()))
            .await
    }

    pub(crate) async fn conversation(
        &self,
        me: MemberId,
        peer: MemberId,
    ) -> Result<Conversation, Status> {
        let request = GetConversationRequest {
            which: Some(Which::MemberId(peer.to_string())),
        };
        let answer = self.chat(me).get_conversation(request).await?.into_inner();
        Ok(answer.conversation.unwrap())
    }

    /// The whole conversation as one of the two sees it.
    pub(crate) async fn history(&self, me: MemberId, peer: MemberId) -> Vec<Message> {
        let conversation_id = self.conversation(me, peer).await.unwrap().id;
        let mut all = Vec::new();
        loop {
            let request = ListMessagesRequest {
                conversation_id: conversation_id.clone(),
                sequence: all.last().map_or(0, |message: &Message| message.sequence),
                after: true,
                limit: 100,
            };
            let page = self
                .chat(me)
                .list_messages(request)
                .await
                .unwrap()
                .into_inner();
            all.extend(page.messages);
            if !page.more {
                return all;
            }
        }
    }

    pub(crate) async fn list(&self, me: MemberId) -> Vec<Conversation> {
        let request = ListConversationsRequest {
            member_id: me.to_string(),
        };
        let answer = self.service("gateway").list_conversations(request).await;
        answer.unwrap().into_inner().conversations
    }

    pub(crate) async fn purse(&self, member: MemberId) -> u32 {
        let request = GetPurseRequest {
            member_id: member.to_string(),
        };
        let answer = self.service("gateway").get_purse(request).await;
        answer.unwrap().into_inner().unspent
    }

    /// Conversations stored between two members, also without messages.
    pub(crate) async fn rows(&self, one: MemberId, other: MemberId) -> i64 {
        sqlx::query_scalar!(
            r#"
            select count(*) as "count!" from conversations
            where  low = least($1, $2::uuid) and high = greatest($1::uuid, $2)
            "#,
            one.get(),
            other.get(),
        )
        .fetch_one(self.host.db("chat").pool())
        .await
        .unwrap()
    }

    /// Every message told to the world between two members.
    pub(crate) async fn told(&self, one: MemberId, other: MemberId) -> Vec<MessageSent> {
        self.host.settle().await;
        let two = [one.to_string(), other.to_string()];
        let mut told: Vec<MessageSent> = self.host.events();
        told.retain(|sent| two.contains(&sent.sender_id) && two.contains(&sent.recipient_id));
        told
    }

    /// Waits until that many statements wait for a lock that somebody else holds.
    pub(crate) async fn waiting(&self, statements: i64) {
        let db = self.host.db("chat");
        self.until("the statement waits", async || {
            let waiting = sqlx::query_scalar!(
                r#"
                select count(*) as "count!"
                from   pg_stat_activity
                where  datname = current_database() and wait_event_type = 'Lock'
                "#
            );
            waiting.fetch_one(db.pool()).await.unwrap() == statements
        })
        .await;
    }

    /// Waits until something becomes true by itself.
    pub(crate) async fn until(&self, what: &str, mut check: impl AsyncFnMut() -> bool) {
        let started = Instant::now();
        while !check().await {
            assert!(started.elapsed() < Duration::from_secs(20), "never: {what}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// An ordinary profile.
pub(crate) fn profile(site: SiteId, member: MemberId) -> ProfileChanged {
    ProfileChanged {
        member_id: member.to_string(),
        site_id: site.to_string(),
        revision: 1,
        kind: "member".to_owned(),
        active: true,
        ..ProfileChanged::default()
    }
}

/// The reason word of a refusal.
pub(crate) fn reason<T: std::fmt::Debug>(outcome: Result<T, Status>) -> String {
    let status = outcome.unwrap_err();
    fault::reason(&status).unwrap_or_else(|| format!("no reason: {status}"))
}

/// What a message says in words.
pub(crate) fn text(message: &Message) -> &str {
    match &message.content {
        Some(message::Content::Text(text)) => text,
        _ => panic!("message {} is no text", message.id),
    }
}

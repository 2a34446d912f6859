//! Numbers of the live streams: how many, how much, how often something was missed.

use opentelemetry::{
    KeyValue,
    metrics::{Counter, UpDownCounter},
};
use proto::live::v1::watch_response::What;

/// The instruments.
pub(crate) struct Measure {
    streams: UpDownCounter<i64>,
    updates: Counter<u64>,
    resyncs: Counter<u64>,
}

impl Measure {
    pub(crate) fn new() -> Self {
        let meter = opentelemetry::global::meter("vonk");
        Self {
            streams: meter
                .i64_up_down_counter("live.streams")
                .with_description("live streams that are connected")
                .build(),
            updates: meter
                .u64_counter("live.updates")
                .with_description("updates handed to live streams, by kind")
                .build(),
            resyncs: meter
                .u64_counter("live.resyncs")
                .with_description(
                    "streams told that something was missed: at their start or on the way",
                )
                .build(),
        }
    }

    /// Streams came or went.
    pub(crate) fn connected(&self, change: i64) {
        self.streams.add(change, &[]);
    }

    /// A stream was handed an update.
    pub(crate) fn told(&self, what: &What) {
        self.updates.add(1, &[KeyValue::new("kind", kind(what))]);
    }

    /// A stream was told to ask for everything again.
    pub(crate) fn resync(&self, when: &'static str) {
        self.resyncs.add(1, &[KeyValue::new("when", when)]);
    }
}

fn kind(what: &What) -> &'static str {
    match what {
        What::Started(_) => "started",
        What::Alive(_) => "alive",
        What::MessageSent(_) => "message_sent",
        What::ConversationRead(_) => "conversation_read",
        What::ConversationRemoved(_) => "conversation_removed",
        What::Typing(_) => "typing",
        What::LikeMade(_) => "like_made",
        What::LikeWithdrawn(_) => "like_withdrawn",
        What::LikeSeen(_) => "like_seen",
        What::MatchMade(_) => "match_made",
        What::RelationChanged(_) => "relation_changed",
        What::WalletChanged(_) => "wallet_changed",
        What::OrderChanged(_) => "order_changed",
    }
}

//! How events travel: inside one process, or through Kafka. The outbox is the record in both.

pub(crate) mod embedded;
pub(crate) mod kafka;

use std::sync::Arc;

use embedded::Embedded;
use kafka::Producer;

use crate::event::Record;

/// Listens to one kind of event on every replica, best effort, for caches.
pub(crate) struct Watcher {
    pub(crate) topic: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) seen: Box<dyn Fn(&Record) + Send + Sync>,
}

/// Told when watchers may have missed something.
pub(crate) type Gap = Box<dyn Fn() + Send + Sync>;

impl Watcher {
    pub(crate) fn wants(&self, record: &Record) -> bool {
        *self.topic == *record.envelope.topic && *self.kind == *record.envelope.kind
    }
}

/// Where the relay publishes.
#[derive(Clone)]
pub(crate) enum Bus {
    Embedded(Arc<Embedded>),
    Kafka(Producer),
}

impl Bus {
    /// Publishes some events of one key, in their order. Answers how many of them, from the first
    /// on, are safe: taken by every handler, or stored by Kafka.
    pub(crate) async fn publish(&self, records: &[Record]) -> usize {
        let (published, outcome) = match self {
            Self::Embedded(bus) => match bus.publish(records).await {
                Ok(()) => (records.len(), Ok(())),
                Err(error) => (0, Err(error)),
            },
            Self::Kafka(producer) => producer.publish(records).await,
        };
        if let Err(error) = outcome {
            let error = format!("{error:#}");
            tracing::warn!(error, "event waits, the bus did not take it");
        }
        published
    }
}

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
    /// Answers once the event is safe: taken by every handler, or stored by Kafka.
    pub(crate) async fn publish(&self, record: Record) -> anyhow::Result<()> {
        match self {
            Self::Embedded(bus) => bus.publish(record).await,
            Self::Kafka(producer) => producer.publish(&record).await,
        }
    }
}

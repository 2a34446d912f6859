//! Events on their way: what the bus carries and what a handler answers.

use std::sync::Arc;

use bytes::Bytes;
use proto::Event;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Tx;

/// What is known about an event besides its content.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// UUIDv7, the same on every delivery.
    pub id: Uuid,
    /// Topic, for example `vonk.accounts.v1`.
    pub topic: Arc<str>,
    /// Id of the aggregate; events of one key arrive in order.
    pub key: Arc<str>,
    /// Kind, for example `AccountCreated`.
    pub kind: Arc<str>,
    /// When it was emitted.
    pub time: OffsetDateTime,
    /// W3C trace it was emitted in.
    pub traceparent: Option<String>,
}

/// An event as the bus carries it.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// What is known about it.
    pub(crate) envelope: Envelope,
    /// The protobuf message.
    pub(crate) payload: Bytes,
}

/// Why a handler could not take an event.
#[derive(Debug)]
pub enum Trouble {
    /// May work later: tried again a few times, then parked.
    Retry(anyhow::Error),
    /// Will never work: parked at once.
    Park(anyhow::Error),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        Self::Retry(error.into())
    }
}

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Self {
        Self::Retry(error)
    }
}

/// Takes one kind of event.
pub trait Handler: Send + Sync + 'static {
    /// The event it hears.
    type Event: Event;

    /// Try for ever instead of parking: for money, and where a lost event would show or keep what
    /// must go: deletions, erasures, blocks.
    const NEVER_PARK: bool = false;

    /// Takes effect inside the transaction that remembers the event, so that it
    /// takes effect once. No network call in here: write a job row instead.
    fn handle(
        &self,
        tx: &mut Tx,
        event: Self::Event,
        about: &Envelope,
    ) -> impl Future<Output = Result<(), Trouble>> + Send;

    /// Takes events that came together, in their order, in one transaction: one after the other,
    /// unless it is overridden where one statement does for all. When it fails none of them has
    /// taken effect, and each comes again alone.
    fn handle_all<'a>(
        &'a self,
        tx: &'a mut Tx,
        events: Vec<(Self::Event, &'a Envelope)>,
    ) -> impl Future<Output = Result<(), Trouble>> + Send {
        async move {
            for (event, about) in events {
                self.handle(tx, event, about).await?;
            }
            Ok(())
        }
    }
}

//! What every service shares, and nothing else.
//!
//! A thing enters the kit when a third service needs it.

mod bus;
mod calendar;
mod chance;
mod clock;
pub mod config;
mod db;
mod event;
pub mod fault;
mod health;
mod host;
pub mod identity;
mod ids;
mod inbox;
mod intake;
mod lifecycle;
mod listener;
mod outbox;
mod server;
mod sites;
mod telemetry;
pub mod testing;
mod transport;
mod words;

pub use calendar::Calendar;
pub use chance::Chance;
pub use clock::{Clock, ManualClock};
pub use db::{Db, Outgoing, Tx, gave_way, persist};
pub use event::{Envelope, Handler, Trouble};
pub use fault::{Fault, OnConstraint};
pub use health::Latch;
pub use host::{Host, Service};
pub use identity::Caller;
pub use ids::{MemberId, SessionId, SiteId};
pub use lifecycle::{main, migrate, run};
pub use sites::{NoSite, Settings, Sites};
pub use transport::{Patience, Transport, Unreachable, idempotent};

/// A value that has no Debug text and is wiped from memory when dropped.
pub type Secret = secrecy::SecretString;

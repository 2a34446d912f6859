//! What the kit promises, on a real PostgreSQL, and where the bus matters on
//! the embedded one and on a real Kafka (`VONK_TEST_KAFKA`).
#![expect(
    clippy::disallowed_methods,
    reason = "the kit's tables and those of a test are in no service's schema"
)]

mod broker;
mod desk;
mod events;
mod health;
mod identity;
mod killed;
mod leader;
mod probe;
mod process;
mod queue;
mod start;
mod together;
mod trace;
mod transport;
mod watch;

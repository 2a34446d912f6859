//! The live stream, through the gateway's public door.

#![expect(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod ending;
mod events;
mod messages;
mod played;
mod real;
mod resuming;
mod slow;
mod stage;
mod typing;

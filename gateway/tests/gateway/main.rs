//! The whole gateway through its public door, with the services behind it played.

#![expect(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod browser;
mod caches;
mod contract;
mod fakes;
mod forged;
mod forwarding;
mod hostile;
mod limits;
mod login;
mod pages;
mod silence;
mod slow;
mod stage;
mod strict;

//! The whole gateway through its public door, with the services behind it played.

#![expect(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod browser;
mod caches;
mod chats;
mod contract;
mod fakes;
mod forged;
mod forwarding;
mod hostile;
mod likes;
mod limits;
mod lists;
mod login;
mod member;
mod pages;
mod people;
mod photos;
mod silence;
mod slow;
mod stage;
mod strangers;
mod strict;
mod uploads;
mod webhooks;

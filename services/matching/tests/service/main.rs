//! The whole service on a real PostgreSQL, through its gRPC clients.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails there")]

mod blocks;
mod desk;
mod erased;
mod fakes;
mod likes;
mod swipes;

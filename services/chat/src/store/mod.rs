//! The only SQL of chat.

pub(crate) mod blocks;
pub(crate) mod conversations;
pub(crate) mod gifts;
pub(crate) mod members;
pub(crate) mod messages;
pub(crate) mod photos;
pub(crate) mod purses;
pub(crate) mod send;

/// A column that cannot be what it is.
fn broken(what: &str) -> sqlx::Error {
    sqlx::Error::Decode(what.into())
}

/// Credits as the database counts them.
fn stored(credits: u32) -> i32 {
    i32::try_from(credits).unwrap_or(i32::MAX)
}

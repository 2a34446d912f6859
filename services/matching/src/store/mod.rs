//! The only SQL of this service.

pub(crate) mod blocks;
pub(crate) mod likes;
pub(crate) mod members;
pub(crate) mod swipes;

//! What runs by the clock.

pub(crate) mod close_purses;
pub(crate) mod delete_photos;

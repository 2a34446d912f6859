//! What runs by the clock.

pub(crate) mod finish_blocks;
pub(crate) mod forget_swipe_days;

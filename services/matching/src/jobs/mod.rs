//! What runs by the clock.

pub(crate) mod finish_blocks;

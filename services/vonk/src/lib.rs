//! What the operator's commands and the tests of the whole site share.

pub mod door;
pub mod member;

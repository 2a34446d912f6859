//! What runs by the clock.

pub(crate) mod purge;
pub(crate) mod send_mail;
pub(crate) mod write_mail;

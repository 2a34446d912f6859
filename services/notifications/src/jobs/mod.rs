//! What runs by the clock.

pub(crate) mod purge;
pub(crate) mod rounds;
pub(crate) mod send_mail;
pub(crate) mod send_push;
pub(crate) mod write_mail;
pub(crate) mod write_news;
pub(crate) mod write_push;
pub(crate) mod write_receipt;

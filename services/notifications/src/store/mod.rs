//! The only SQL of the service.

pub(crate) mod mail_jobs;
pub(crate) mod mailbox;
pub(crate) mod members;
pub(crate) mod news;
pub(crate) mod preferences;
pub(crate) mod push_key;
pub(crate) mod push_subscriptions;
pub(crate) mod pushes;
pub(crate) mod unsubscribe_tokens;
